import type { Site } from '@sidenote/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { policyQuery } from '../../api/figures.ts'
import { siteQuery } from '../../api/sites.ts'
import { countOf } from '../../parts/format.ts'
import { linkStyle } from '../../parts/link.ts'
import { Card } from '../../parts/page.tsx'
import { NewTag } from '../keys/new-tag.tsx'
import { SyncProgress } from '../sources/sync-progress.tsx'
import { isOpen, syncsQuery } from '../sources/syncs.ts'

interface StepProps {
  readonly number: number
  readonly title: string
  readonly isDone?: boolean
  readonly children?: ReactNode
}

const Step = ({ number, title, isDone = false, children }: StepProps) => (
  <li className="flex gap-4 border-b border-line px-5 py-4 last:border-0">
    <span
      className={`figures mt-px flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold ${isDone ? 'bg-good-soft text-good' : 'bg-hover text-soft'}`}
    >
      {isDone ? <Check role="img" className="size-3.5" aria-label="Done" /> : number}
    </span>
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <h2 className="pt-0.5 font-semibold">{title}</h2>
      {children}
    </div>
  </li>
)

/** How far the first sync is; what came of it when it has ended. */
const useFirstSync = (site: Site) => {
  const { domain } = site
  const queries = useQueryClient()
  const { data } = useQuery(syncsQuery(domain))
  const running = data?.syncs.find(isOpen)
  const isRunning = running !== undefined
  useEffect(() => {
    if (!isRunning) void queries.invalidateQueries({ queryKey: siteQuery(domain).queryKey, exact: true })
  }, [isRunning, domain, queries])
  return { running, failure: data?.syncs[0]?.error }
}

/** What is left to do until readers can ask: stands in place of the figures while there are none. */
export const FirstSteps = ({ site }: { readonly site: Site }) => {
  const { domain, pages } = site
  const { running, failure } = useFirstSync(site)
  const policy = useQuery(policyQuery(domain))
  const isRead = pages > 0 && !running
  return (
    <Card>
      <ol>
        <Step number={1} isDone={isRead} title={isRead ? `${countOf(pages, 'page')} read` : 'Read the documentation'}>
          {running && <SyncProgress domain={domain} sync={running} />}
          {!running && pages === 0 && (
            <p className="text-sm text-soft text-pretty wrap-anywhere">
              {failure ? <span className="text-bad">{failure} </span> : 'Nothing is in the index yet. '}
              <Link to="/$domain/sources" params={{ domain }} className={linkStyle}>
                Look at the sources
              </Link>
            </p>
          )}
        </Step>
        <Step number={2} title="Put the assistant on your pages">
          <p className="text-sm text-soft text-pretty">
            One tag in the template of every page.{' '}
            <Link to="/$domain/appearance" params={{ domain }} className={linkStyle}>
              Choose how it looks
            </Link>{' '}
            before or later.
          </p>
          <NewTag domain={domain} />
        </Step>
        <Step number={3} title="See what readers ask">
          <p className="text-sm text-soft text-pretty">
            The first question appears here, and in{' '}
            <Link to="/$domain/conversations" params={{ domain }} className={linkStyle}>
              Conversations
            </Link>
            , by itself.
            {policy.data?.storeQuestions === false && (
              <>
                {' '}
                You can read it if you{' '}
                <Link to="/$domain/settings" params={{ domain }} className={linkStyle}>
                  keep what readers ask
                </Link>
                .
              </>
            )}
          </p>
        </Step>
      </ol>
    </Card>
  )
}
