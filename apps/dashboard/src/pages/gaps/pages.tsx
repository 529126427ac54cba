import type { Statistics } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { statisticsQuery } from '../../api/figures.ts'
import { useDomain } from '../../layout/address.ts'
import { type Share, ShareList } from '../../parts/share-list.tsx'
import { QueryState } from '../../parts/states.tsx'
import { useDays } from '../../parts/use-days.ts'

type Value = Statistics['cited'][number]

const shareOf = ({ value }: Value, count: number): Share => ({ value, label: value || '/', count })

/** The pages that answers are made from most, and those whose answers did not help. */
export const Pages = () => {
  const domain = useDomain()
  const navigate = useNavigate()
  const [days] = useDays()
  const statistics = useQuery(statisticsQuery(domain, days))
  const open = (cited: string, more: Readonly<Record<string, string>> = {}) =>
    void navigate({ to: '/$domain/conversations', params: { domain }, search: { ...days, cited, ...more } })
  return (
    <QueryState query={statistics}>
      {({ cited, disliked }) => (
        <div className="grid gap-4 md:grid-cols-2">
          <ShareList
            title="Most cited"
            none="No answer has cited a page."
            shares={cited.map((row) => shareOf(row, row.questions))}
            onChoose={(value) => open(value)}
          />
          <ShareList
            title="Most disliked"
            none="No reader has said that an answer did not help."
            shares={disliked.map((row) => shareOf(row, row.unhelpful))}
            onChoose={(value) => open(value, { feedback: 'unhelpful' })}
          />
        </div>
      )}
    </QueryState>
  )
}
