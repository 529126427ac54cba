import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { policyQuery, topicsQuery } from '../../api/figures.ts'
import { useAddressState, useDomain } from '../../layout/address.ts'
import { buttonStyle } from '../../parts/button.tsx'
import { DateRange } from '../../parts/date-range.tsx'
import { countOf } from '../../parts/format.ts'
import { Page as PageFrame } from '../../parts/page.tsx'
import { EmptyState, QueryState, Skeleton } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useDays } from '../../parts/use-days.ts'
import { Pages } from './pages.tsx'
import { Searches } from './searches.tsx'
import { TopicCard } from './topic-card.tsx'

const states = ['open', 'resolved', 'dismissed', 'answered'] as const
type State = (typeof states)[number]
type Shown = State | 'searches' | 'pages'

const labels: Record<Shown, string> = {
  open: 'Open',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
  answered: 'Answered',
  searches: 'Searches without results',
  pages: 'Pages',
}

const empty: Record<State, { title: string; text: string }> = {
  open: {
    title: 'Nothing is waiting to be mended',
    text: 'Questions without an answer, with a weak one or with one that did not help appear here by topic.',
  },
  resolved: {
    title: 'Nothing was resolved on these days',
    text: 'What is answered when it is asked again moves here, and what you resolve yourself.',
  },
  dismissed: { title: 'Nothing was dismissed', text: 'Dismiss what your documentation should not answer.' },
  answered: {
    title: 'Nothing was answered on these days',
    text: 'What readers ask most although it is answered appears here: it may deserve a better place.',
  },
}

const Topics = ({ state }: { readonly state: State }) => {
  const domain = useDomain()
  const [days] = useDays()
  const topics = useQuery(topicsQuery(domain, days, { state, limit: 100 }))
  const policy = useQuery(policyQuery(domain))
  if (policy.data?.storeQuestions === false) {
    return (
      <EmptyState
        title="This site does not store what readers write"
        action={
          <Link to="/$domain/settings" params={{ domain }} className={buttonStyle()}>
            Settings
          </Link>
        }
      >
        Gaps are found in the texts of questions. The overview counts how many were not answered all the same.
      </EmptyState>
    )
  }
  return (
    <QueryState query={topics} skeleton={<Skeleton className="h-40 w-full" />}>
      {({ topics: list, questions }) =>
        list.length === 0 ? (
          <EmptyState title={empty[state].title}>{empty[state].text}</EmptyState>
        ) : (
          <>
            <p className="mb-3 text-sm text-soft">{`${countOf(questions, 'question')} on ${countOf(list.length, 'topic')}`}</p>
            <ul className="flex flex-col gap-3">
              {list.map((topic) => (
                <TopicCard key={topic.questions[0]?.id ?? topic.question} domain={domain} topic={topic} state={state} />
              ))}
            </ul>
          </>
        )
      }
    </QueryState>
  )
}

const isShown = (name: string | undefined): name is Shown => name !== undefined && Object.hasOwn(labels, name)

/** What the documentation does not answer, and what to do about it. */
export const Page = () => {
  const [{ state }, change] = useAddressState()
  const [days, setDays] = useDays()
  const tabs = [
    ...states.map((name) => ({ name, label: labels[name], content: <Topics state={name} /> })),
    { name: 'searches' as const, label: labels.searches, content: <Searches /> },
    { name: 'pages' as const, label: labels.pages, content: <Pages /> },
  ]
  return (
    <PageFrame
      title="Gaps"
      about="What readers asked and the documentation did not answer, by topic. Questions of a job are asked again once its pull request is merged and read."
      actions={<DateRange value={days} onChange={setDays} />}
    >
      <Tabs<Shown>
        label="State"
        value={isShown(state) ? state : 'open'}
        onChange={(name) => change({ state: name === 'open' ? undefined : name })}
        tabs={tabs}
      />
    </PageFrame>
  )
}
