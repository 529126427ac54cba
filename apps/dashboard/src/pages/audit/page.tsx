import type { Audit, AuditEntry } from '@sidenote/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { useAddressState } from '../../layout/address.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Button, buttonStyle } from '../../parts/button.tsx'
import { formatTime } from '../../parts/format.ts'
import { Page as PageFrame } from '../../parts/page.tsx'
import { Select } from '../../parts/select.tsx'
import { EmptyState, QueryState } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'

const tones: Record<AuditEntry['outcome'], Tone> = { done: 'good', failed: 'bad', refused: 'warn', begun: 'neutral' }

const outcomes = [
  { value: '', label: 'Every outcome' },
  { value: 'done', label: 'Done' },
  { value: 'failed', label: 'Failed' },
  { value: 'refused', label: 'Refused' },
] as const
type OutcomeChoice = (typeof outcomes)[number]['value']

const whoOf = ({ person, key }: AuditEntry): string =>
  person ? `${person.name} (${person.email})` : `Key ${key?.name ?? `…${key?.hint ?? ''}`}`

/** “createKey” as “Create key”. */
const wordsOf = (action: string): string => {
  const words = action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const columns: readonly Column<AuditEntry>[] = [
  { name: 'When', isWide: true, cell: ({ at }) => formatTime(at) },
  {
    name: 'Who',
    isMain: true,
    cell: whoOf,
    below: ({ at, action }) => <span className="text-xs text-soft">{`${wordsOf(action)}, ${formatTime(at)}`}</span>,
  },
  { name: 'What', isWide: true, cell: ({ action }) => wordsOf(action) },
  {
    name: 'Where',
    isWide: true,
    cell: ({ created, target }) => (
      <code className="block max-w-32 truncate lg:max-w-56 font-mono text-xs text-soft" title={created ?? target}>
        {created ?? target}
      </code>
    ),
  },
  { name: 'Outcome', cell: ({ outcome, code }) => <Badge tone={tones[outcome]}>{code ?? outcome}</Badge> },
]

const Entries = () => {
  const [{ outcome = '' }, changeAddress] = useAddressState()
  const audit = useInfiniteQuery({
    queryKey: ['audit', outcome],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 50, outcome: outcome || undefined, cursor: pageParam }
      return api.get<Audit>('/admin/v1/audit', { query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: Audit) => nextCursor ?? undefined,
  })
  const choice = outcomes.find(({ value }) => value === outcome)?.value ?? ''
  return (
    <div className="flex flex-col gap-3">
      <div className="w-44">
        <Select<OutcomeChoice>
          label="Outcome"
          choices={outcomes}
          value={choice}
          onChange={(value) => changeAddress({ outcome: value || undefined })}
        />
      </div>
      <QueryState query={audit}>
        {({ pages }) => {
          const rows = pages.flatMap(({ entries }) => entries)
          if (rows.length === 0)
            return <EmptyState title="Nothing was changed">What people and keys change appears here.</EmptyState>
          return (
            <>
              <Table label="Audit log" columns={columns} rows={rows} keyOf={({ id }) => id} />
              {audit.hasNextPage && (
                <Button
                  className="self-start"
                  isBusy={audit.isFetchingNextPage}
                  onClick={() => void audit.fetchNextPage()}
                >
                  Show older
                </Button>
              )}
            </>
          )
        }}
      </QueryState>
    </div>
  )
}

/** Who changed what. */
export const Page = () => {
  const isOwner = useRole('owner')
  return (
    <PageFrame
      title="Audit"
      about="Everything that people and administrator keys changed, or were refused. Kept for 400 days."
      actions={
        isOwner && (
          <a className={buttonStyle()} href="/admin/v1/audit?format=csv" download>
            <Download aria-hidden />
            CSV
          </a>
        )
      }
    >
      {isOwner ? <Entries /> : <EmptyState title="Owners see the audit log">Ask an owner for the role.</EmptyState>}
    </PageFrame>
  )
}
