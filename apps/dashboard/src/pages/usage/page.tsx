import type { Counts, Usage } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { rangeOf, usageQuery } from '../../api/figures.ts'
import { buttonStyle } from '../../parts/button.tsx'
import { DateRange } from '../../parts/date-range.tsx'
import { DayChart, type Series } from '../../parts/day-chart.tsx'
import { Figure, formatCost, formatLarge } from '../../parts/figures.tsx'
import { formatCount } from '../../parts/format.ts'
import { Card, Page as PageFrame, Section } from '../../parts/page.tsx'
import { EmptyState, QueryState, Skeleton } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useDays } from '../../parts/use-days.ts'

const series: readonly Series<Usage['days'][number]>[] = [
  { name: 'Tokens read', fill: 'fill-chart-rest', sign: 'bg-chart-rest', read: ({ inputTokens }) => inputTokens },
  { name: 'Tokens written', fill: 'fill-chart-bad', sign: 'bg-chart-bad', read: ({ outputTokens }) => outputTokens },
]

const questionSeries: readonly Series<Usage['days'][number]>[] = [
  { name: 'Questions', fill: 'fill-chart-bad', sign: 'bg-chart-bad', read: ({ questions }) => questions },
]

const figureColumns: readonly Column<Counts>[] = [
  { name: 'Questions', isFigure: true, cell: ({ questions }) => formatCount(questions) },
  { name: 'Tokens', isFigure: true, cell: ({ inputTokens, outputTokens }) => formatLarge(inputTokens + outputTokens) },
  { name: 'Cost', isFigure: true, isWide: true, cell: ({ cost }) => (cost > 0 ? formatCost(cost) : '–') },
  { name: 'Agent calls', isFigure: true, isWide: true, cell: ({ agentCalls }) => formatCount(agentCalls) },
]

const Tables = ({ usage }: { readonly usage: Usage }) => (
  <>
    <Section title="Sites">
      <Table
        label="Sites"
        rows={usage.sites}
        keyOf={({ domain }) => domain}
        columns={[{ name: 'Site', isMain: true, cell: ({ domain }) => domain }, ...figureColumns]}
      />
    </Section>
    <Section title="Models">
      <Table
        label="Models"
        rows={usage.models}
        keyOf={({ value }) => value}
        columns={[{ name: 'Model', isMain: true, cell: ({ value }) => value }, ...figureColumns]}
      />
    </Section>
  </>
)

const Figures = ({ total }: { readonly total: Counts }) => (
  <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
    <Figure name="Questions" value={formatCount(total.questions)} />
    <Figure name="Tokens" value={formatLarge(total.inputTokens + total.outputTokens)} note="read and written" />
    <Figure
      name="Cost"
      value={total.cost > 0 ? formatCost(total.cost) : '–'}
      note={total.cost > 0 ? 'by the sites’ prices' : 'sites have no prices'}
    />
    <Figure name="Agent calls" value={formatCount(total.agentCalls)} note="over MCP" />
  </div>
)

/** What all sites have used, by day, site and model. */
export const Page = () => {
  const [days, setDays] = useDays()
  const usage = useQuery(usageQuery(days))
  const csv = `/admin/v1/usage?${new URLSearchParams({ ...rangeOf(days), format: 'csv' })}`
  return (
    <PageFrame
      title="Usage"
      about="Questions, tokens and cost of all sites."
      actions={
        <>
          <a href={csv} download className={buttonStyle()}>
            <Download aria-hidden />
            CSV
          </a>
          <DateRange value={days} onChange={setDays} />
        </>
      }
    >
      <QueryState query={usage} skeleton={<Skeleton className="h-80 w-full" />}>
        {(data) => {
          const { total } = data
          const hasTokens = total.inputTokens + total.outputTokens > 0
          if (total.questions + total.agentCalls === 0) {
            return (
              <EmptyState title="Nothing was asked on these days">What your sites use appears here by day.</EmptyState>
            )
          }
          return (
            <>
              <Card className="mb-8 flex flex-col gap-6 px-5 pt-4 pb-5">
                <Figures total={total} />
                <DayChart
                  label={hasTokens ? 'Tokens by day' : 'Questions by day'}
                  rows={data.days}
                  series={hasTokens ? series : questionSeries}
                />
              </Card>
              <Tables usage={data} />
            </>
          )
        }}
      </QueryState>
    </PageFrame>
  )
}
