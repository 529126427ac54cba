import type { Sync, SyncedSource, SyncProblem } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../parts/badge.tsx'
import { Drawer } from '../../parts/dialog.tsx'
import { countOf, formatCount, formatDuration, formatTime } from '../../parts/format.ts'
import { QueryState } from '../../parts/states.tsx'
import { BrokenLinks } from './broken-links.tsx'
import { Recognized } from './recognized.tsx'
import { syncQuery, toneOf } from './syncs.ts'

const figures = ['read', 'changed', 'unchanged', 'removed', 'failed'] as const

const placeOf = ({ path, line, column }: SyncProblem): string =>
  [path, line, column].filter((part) => part !== null).join(':')

/** What several places have in common stands there once, with the first of them; the others open below it. */
const Problem = ({ problem, more }: { readonly problem: SyncProblem; readonly more: readonly SyncProblem[] }) => (
  <li className="border-b border-line px-4 py-2.5 last:border-0">
    <p className="font-mono text-xs wrap-anywhere">{placeOf(problem)}</p>
    {more.length > 0 && (
      <details className="text-xs">
        <summary className="cursor-pointer text-soft">and {countOf(more.length, 'more place')}</summary>
        <ul className="font-mono wrap-anywhere">
          {more.map((each, index) => (
            <li key={index}>{placeOf(each)}</li>
          ))}
        </ul>
      </details>
    )}
    <p className="mt-0.5 text-sm text-soft wrap-anywhere">
      {problem.reason}
      {problem.indexed && ' · indexed all the same'}
    </p>
  </li>
)

const Place = ({ source }: { readonly source: SyncedSource }) => (
  <li className="border-b border-line px-4 py-2.5 last:border-0">
    <p className="truncate text-sm font-medium" title={source.place}>
      {source.place}
    </p>
    <Recognized source={source} />
  </li>
)

const Report = ({ sync }: { readonly sync: Sync }) => (
  <div className="flex flex-col gap-5">
    {sync.error && (
      <p role="alert" className="rounded-md bg-bad-soft px-4 py-3 text-sm font-medium text-bad wrap-anywhere">
        {sync.error}
      </p>
    )}
    <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-5">
      {figures.map((name) => (
        <div key={name} className="bg-raised px-4 py-3 max-sm:last:col-span-2">
          <dt className="text-xs text-soft first-letter:uppercase">{name}</dt>
          <dd className="figures text-lg font-semibold">{formatCount(sync[name])}</dd>
        </div>
      ))}
    </dl>
    {sync.sources.length > 0 && (
      <section className="flex flex-col gap-2">
        <h3 className="text-sm font-semibold">Addresses of the pages</h3>
        <ul className="rounded-lg border border-line bg-raised">
          {sync.sources.map((source) => (
            <Place key={source.place} source={source} />
          ))}
        </ul>
      </section>
    )}
    {sync.problems.length === 0 ? (
      sync.read > 0 && <p className="text-sm text-soft">Every page that was found could be read.</p>
    ) : (
      <section className="flex flex-col gap-2">
        <h3 className="text-sm font-semibold">{countOf(sync.problems.length, 'problem')}</h3>
        <ul className="rounded-lg border border-line bg-raised">
          {[...Map.groupBy(sync.problems, ({ reason }) => reason)].map(
            ([reason, [first, ...more]]) => first && <Problem key={reason} problem={first} more={more} />,
          )}
        </ul>
      </section>
    )}
    {sync.brokenLinks && <BrokenLinks brokenLinks={sync.brokenLinks} />}
  </div>
)

const Note = ({ sync }: { readonly sync: Sync }) => (
  <span className="flex flex-wrap items-center gap-2">
    <Badge tone={toneOf(sync)}>{sync.status}</Badge>
    {formatTime(sync.startedAt)}
    {sync.finishedAt && ` · ${formatDuration(Date.parse(sync.finishedAt) - Date.parse(sync.startedAt))}`}
  </span>
)

interface SyncDrawerProps {
  readonly domain: string
  readonly id: string
  readonly onClose: () => void
}

/** What a sync read, and which pages it could not. */
export const SyncDrawer = ({ domain, id, onClose }: SyncDrawerProps) => {
  const sync = useQuery(syncQuery(domain, id))
  return (
    <Drawer isOpen onClose={onClose} title="Sync" note={sync.data && <Note sync={sync.data} />}>
      <QueryState query={sync}>{(data) => <Report sync={data} />}</QueryState>
    </Drawer>
  )
}
