import type { Statistics } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { statisticsQuery } from '../../api/figures.ts'
import { siteQuery } from '../../api/sites.ts'
import { useAddressState, useDomain } from '../../layout/address.ts'
import { Button } from '../../parts/button.tsx'
import { DateRange } from '../../parts/date-range.tsx'
import { DayChart, type Series } from '../../parts/day-chart.tsx'
import { linkStyle } from '../../parts/link.ts'
import { Card, Page as PageFrame } from '../../parts/page.tsx'
import { Segments } from '../../parts/segments.tsx'
import { QueryState, Skeleton } from '../../parts/states.tsx'
import { useDays } from '../../parts/use-days.ts'
import { Figures } from './figures.tsx'
import { Lists } from './lists.tsx'
import { Now } from './now.tsx'

// Who has readers does not need them.
const FirstSteps = lazy(() => import('./first-steps.tsx').then(({ FirstSteps }) => ({ default: FirstSteps })))

const dimensions = ['page', 'cited', 'model', 'language'] as const
const names = { page: 'Asked from', cited: 'Answer cites', model: 'Model', language: 'Language' }

const readers = [
  { value: 'all', label: 'All' },
  { value: 'human', label: 'People' },
  { value: 'agent', label: 'Agents' },
] as const

/** What the figures are narrowed to, as the address says it: one thing at a time. */
const useFilter = () => {
  const [state, change] = useAddressState()
  const named = dimensions.find((name) => state[name] !== undefined)
  const reader = readers.find(({ value }) => value === state.reader)?.value ?? 'all'
  const filters = named ? { [named]: state[named] } : reader === 'all' ? {} : { reader }
  const filterBy = (name: string, value: string | undefined) =>
    change({
      page: undefined,
      cited: undefined,
      model: undefined,
      language: undefined,
      reader: undefined,
      [name]: value,
    })
  return { named, value: named && state[named], reader: named ? 'all' : reader, filters, filterBy } as const
}

const series: readonly Series<Statistics['days'][number]>[] = [
  { name: 'Answered', fill: 'fill-chart-good', sign: 'bg-chart-good', read: ({ answered }) => answered },
  { name: 'Weak', fill: 'fill-chart-warn', sign: 'bg-chart-warn', read: ({ weak }) => weak },
  { name: 'Unanswered', fill: 'fill-chart-bad', sign: 'bg-chart-bad', read: ({ unanswered }) => unanswered },
  {
    name: 'Other',
    fill: 'fill-chart-rest',
    sign: 'bg-chart-rest',
    read: ({ clarifying, declined, aborted, failed }) => clarifying + declined + aborted + failed,
  },
]

/** A week without a question says nothing of a site: only who looks at more days sees first steps. */
const fewDaysMilliseconds = 7 * 86_400_000

/** Nothing has been asked on these days, nor on as many before. */
const isUnused = ({ total, before }: Statistics): boolean =>
  [total, before].every(({ questions, agentCalls }) => questions + agentCalls === 0)

/** How a site’s documentation is doing: every figure opens its list, every entry of a list filters the figures. */
export const Page = () => {
  const domain = useDomain()
  const navigate = useNavigate()
  const [days, setDays] = useDays()
  const { named, value, reader, filters, filterBy } = useFilter()
  const statistics = useQuery(statisticsQuery(domain, days, filters))
  const site = useQuery(siteQuery(domain))
  const isWhole = !named && reader === 'all'
  const isLong = Date.parse(days.to) - Date.parse(days.from) > fewDaysMilliseconds
  const openDay = (day: string) =>
    void navigate({ to: '/$domain/conversations', params: { domain }, search: { ...filters, from: day, to: day } })
  return (
    <PageFrame
      title="Overview"
      actions={
        <>
          <Segments
            label="Readers"
            segments={readers}
            value={reader}
            onChange={(next) => filterBy('reader', next === 'all' ? undefined : next)}
          />
          <DateRange value={days} onChange={setDays} />
        </>
      }
    >
      {named && (
        <p className="mb-4 flex flex-wrap items-center gap-2 text-sm">
          <span className="text-soft">{names[named]}</span>
          <Button size="small" onClick={() => filterBy(named, undefined)} aria-label={`Remove the filter ${value}`}>
            <span className="max-w-72 truncate">{value || '/'}</span>
            <X aria-hidden />
          </Button>
          <Link to="/$domain/conversations" params={{ domain }} search={{ ...filters, ...days }} className={linkStyle}>
            Show these conversations
          </Link>
        </p>
      )}
      <QueryState query={statistics} skeleton={<Loading />}>
        {(data) =>
          isWhole && isLong && site.data && isUnused(data) ? (
            <Suspense fallback={<Loading />}>
              <FirstSteps site={site.data} />
            </Suspense>
          ) : (
            <div className="flex flex-col gap-4">
              <Card className="flex flex-col gap-6 px-5 pt-4 pb-5">
                <Figures domain={domain} days={days} filters={filters} statistics={data} />
                <DayChart label="Questions by day" rows={data.days} series={series} onOpen={openDay} />
              </Card>
              {isWhole && <Now domain={domain} days={days} />}
              {isWhole && <Lists statistics={data} onFilter={filterBy} />}
            </div>
          )
        }
      </QueryState>
    </PageFrame>
  )
}

const Loading = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="h-80 w-full" />
    <div className="grid gap-4 md:grid-cols-2">
      <Skeleton className="h-56 w-full" />
      <Skeleton className="h-56 w-full" />
    </div>
  </div>
)
