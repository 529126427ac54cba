import type { Turn } from '@sidenote/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, ThumbsDown, ThumbsUp } from 'lucide-react'
import { policyQuery, rangeOf, turnsQuery } from '../../api/figures.ts'
import { address } from '../../api/request.ts'
import { useAddressState, useDomain } from '../../layout/address.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, buttonStyle } from '../../parts/button.tsx'
import { DateRange } from '../../parts/date-range.tsx'
import type { Days } from '../../parts/days.ts'
import { formatAgo } from '../../parts/format.ts'
import { linkStyle } from '../../parts/link.ts'
import { Page as PageFrame } from '../../parts/page.tsx'
import { EmptyState, QueryState } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useDays } from '../../parts/use-days.ts'
import { Filters, useFilters } from './filters.tsx'
import { outcomeOf } from './outcome.ts'
import { ThreadDrawer } from './thread-drawer.tsx'

const Opinion = ({ helpful }: { readonly helpful: boolean }) =>
  helpful ? (
    <ThumbsUp role="img" className="size-4 text-good" aria-label="Helpful" />
  ) : (
    <ThumbsDown role="img" className="size-4 text-bad" aria-label="Not helpful" />
  )

const Outcome = ({ turn }: { readonly turn: Turn }) => {
  const { name, tone } = outcomeOf(turn)
  return <Badge tone={tone}>{name}</Badge>
}

const columns: readonly Column<Turn>[] = [
  {
    name: 'Question',
    isMain: true,
    cell: ({ question }) => question ?? <span className="font-normal text-soft">Text not stored</span>,
    below: (turn) => (
      <span className="flex items-center gap-2 text-xs text-soft">
        <Outcome turn={turn} />
        {turn.feedback && <Opinion helpful={turn.feedback.helpful} />}
        <span className="ml-auto">{formatAgo(turn.askedAt)}</span>
      </span>
    ),
  },
  { name: 'Outcome', isWide: true, cell: (turn) => <Outcome turn={turn} /> },
  { name: 'Feedback', isWide: true, cell: ({ feedback }) => feedback && <Opinion helpful={feedback.helpful} /> },
  {
    name: 'Page',
    isWide: true,
    cell: ({ page }) => <span className="block max-w-44 truncate text-soft">{page}</span>,
  },
  {
    name: 'Asked',
    isFigure: true,
    isWide: true,
    cell: ({ askedAt }) => <span className="text-soft">{formatAgo(askedAt)}</span>,
  },
]

const exportAddress = (domain: string, days: Days, filters: ReturnType<typeof useFilters>): string => {
  const query = { ...rangeOf(days), ...filters, limit: '1000', format: 'csv' }
  const entries = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return `${address`/admin/v1/sites/${domain}/conversations`}?${new URLSearchParams(entries)}`
}

const NotStored = ({ domain }: { readonly domain: string }) => (
  <p className="mb-4 rounded-lg border border-line bg-raised px-5 py-3.5 text-sm text-soft text-pretty shadow-low">
    <strong className="font-semibold text-ink">This site does not store what readers write.</strong> You see when
    something was asked and what came of it. With the texts you could search them, read whole conversations and have
    gaps mended; their readers should know that you keep them. Text from before such a change is never shown.{' '}
    <Link to="/$domain/settings" params={{ domain }} className={linkStyle}>
      Settings
    </Link>
  </p>
)

/** What readers asked and what they were answered. */
export const Page = () => {
  const domain = useDomain()
  const [{ thread, turn }, change] = useAddressState()
  const [days, setDays] = useDays()
  const filters = useFilters()
  const turns = useInfiniteQuery(turnsQuery(domain, days, filters))
  const policy = useQuery(policyQuery(domain))
  const isNarrowed = Object.values(filters).some((value) => value !== undefined)
  return (
    <PageFrame
      title="Conversations"
      actions={
        <>
          <a href={exportAddress(domain, days, filters)} download className={buttonStyle()}>
            <Download aria-hidden />
            CSV
          </a>
          <DateRange value={days} onChange={setDays} />
        </>
      }
    >
      {policy.data?.storeQuestions === false && <NotStored domain={domain} />}
      <Filters />
      <QueryState query={turns}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.turns)
          if (rows.length === 0) return <None isNarrowed={isNarrowed} />
          return (
            <>
              <Table
                label="Questions"
                rows={rows}
                keyOf={({ id }) => id}
                onOpen={({ id, threadId }) => change({ thread: threadId, turn: id })}
                columns={columns}
              />
              {turns.hasNextPage && (
                <Button
                  className="mt-4 self-center"
                  isBusy={turns.isFetchingNextPage}
                  onClick={() => void turns.fetchNextPage()}
                >
                  Show more
                </Button>
              )}
            </>
          )
        }}
      </QueryState>
      {thread && (
        <ThreadDrawer
          domain={domain}
          threadId={thread}
          turnId={turn}
          onClose={() => change({ thread: undefined, turn: undefined })}
        />
      )}
    </PageFrame>
  )
}

const None = ({ isNarrowed }: { readonly isNarrowed: boolean }) =>
  isNarrowed ? (
    <EmptyState title="No conversation fits">Take a filter away, or choose more days.</EmptyState>
  ) : (
    <EmptyState title="Nobody has asked anything on these days">
      Questions appear here by themselves, a few seconds after they were answered.
    </EmptyState>
  )
