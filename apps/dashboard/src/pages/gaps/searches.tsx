import { useQuery } from '@tanstack/react-query'
import { emptySearchesQuery } from '../../api/figures.ts'
import { useDomain } from '../../layout/address.ts'
import { formatAgo, formatCount } from '../../parts/format.ts'
import { EmptyState, QueryState } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useDays } from '../../parts/use-days.ts'

/** What readers searched for in vain, the most frequent first. */
export const Searches = () => {
  const domain = useDomain()
  const [days] = useDays()
  const searches = useQuery(emptySearchesQuery(domain, days))
  return (
    <QueryState query={searches}>
      {({ searches: rows }) =>
        rows.length === 0 ? (
          <EmptyState title="Every search has found something">
            Searches without a result are counted on sites that store what readers write.
          </EmptyState>
        ) : (
          <Table
            label="Searches without results"
            rows={rows}
            keyOf={({ query }) => query}
            columns={[
              { name: 'Search', isMain: true, cell: ({ query }) => query },
              { name: 'Times', isFigure: true, cell: ({ count }) => formatCount(count) },
              { name: 'Last', isFigure: true, isWide: true, cell: ({ lastSearchedAt }) => formatAgo(lastSearchedAt) },
            ]}
          />
        )
      }
    </QueryState>
  )
}
