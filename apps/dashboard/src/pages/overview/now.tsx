import type { Budget } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { topicsQuery } from '../../api/figures.ts'
import { api } from '../../api/request.ts'
import { siteQuery } from '../../api/sites.ts'
import type { Days } from '../../parts/days.ts'
import { countOf, formatAgo, formatCount } from '../../parts/format.ts'
import { linkStyle } from '../../parts/link.ts'

const shownTopics = 3

const Tile = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="min-w-0 rounded-lg border border-line bg-raised px-5 py-4 text-sm shadow-low">
    <h2 className="mb-1.5 font-semibold">{title}</h2>
    {children}
  </section>
)

/** What to look at now: gaps, the last sync, and what is left of today’s budget. */
export const Now = ({ domain, days }: { readonly domain: string; readonly days: Days }) => {
  const topics = useQuery(topicsQuery(domain, days, { state: 'open', limit: shownTopics }))
  const site = useQuery(siteQuery(domain))
  const budget = useQuery({
    queryKey: ['budget'],
    queryFn: ({ signal }) => api.get<Budget>('/admin/v1/budget', { signal }),
  })
  const sync = site.data?.lastSync
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <Tile title="Gaps">
        {topics.data?.topics.length === 0 && <p className="text-soft">Nothing is waiting to be mended.</p>}
        <ul className="flex flex-col gap-1">
          {topics.data?.topics.map(({ question, count }) => (
            <li key={question} className="flex gap-3">
              <Link
                to="/$domain/gaps"
                params={{ domain }}
                search={{ ...days }}
                className={`min-w-0 flex-1 truncate ${linkStyle}`}
              >
                {question}
              </Link>
              <span className="figures text-soft">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      </Tile>
      <Tile title="Last sync">
        {sync ? (
          <p className={sync.status === 'failed' ? 'text-bad' : 'text-soft'}>
            {sync.status === 'failed' ? 'Failed ' : 'Ended '}
            {formatAgo(sync.finishedAt ?? sync.startedAt)}.{' '}
            <Link to="/$domain/sources" params={{ domain }} className={linkStyle}>
              Sources
            </Link>
          </p>
        ) : (
          <p className="text-soft">Nothing has been read yet.</p>
        )}
        {site.data && <p className="mt-1 text-soft">{countOf(site.data.pages, 'page')} in the index.</p>}
      </Tile>
      <Tile title="Today’s budget">{budget.data && <BudgetLeft budget={budget.data} />}</Tile>
    </div>
  )
}

const BudgetLeft = ({ budget }: { readonly budget: Budget }) => {
  const { answersPerDay, tokensPerDay, today } = budget
  if (answersPerDay === null && tokensPerDay === null) {
    return <p className="text-soft">{countOf(today.answers, 'answer')} today, without a limit.</p>
  }
  return (
    <ul className="text-soft">
      {answersPerDay !== null && <li>{`${formatCount(today.answers)} of ${countOf(answersPerDay, 'answer')} used`}</li>}
      {tokensPerDay !== null && <li>{`${formatCount(today.tokens)} of ${countOf(tokensPerDay, 'token')} used`}</li>}
    </ul>
  )
}
