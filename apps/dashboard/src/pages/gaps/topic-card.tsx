import type { Topic } from '@sidenote/contract'
import { Link } from '@tanstack/react-router'
import { useRole } from '../../api/session.ts'
import { Badge } from '../../parts/badge.tsx'
import { countOf, formatAgo } from '../../parts/format.ts'
import { linkStyle, webAddress } from '../../parts/link.ts'
import { AnswerText } from '../conversations/answer-text.tsx'
import { TopicActions } from './topic-actions.tsx'

type Question = Topic['questions'][number]

interface TopicCardProps {
  readonly domain: string
  readonly topic: Topic
  readonly state: 'open' | 'resolved' | 'dismissed' | 'answered'
}

const reasons = { unanswered: 'unanswered', weak: 'weak', unhelpful: 'not helpful', answered: 'answered' } as const
const tones = { unanswered: 'accent', weak: 'warn', unhelpful: 'bad', answered: 'good' } as const

const timesOf = ({ firstAskedAt, lastAskedAt, count }: Topic): string =>
  count === 1 ? `asked ${formatAgo(lastAskedAt)}` : `first ${formatAgo(firstAskedAt)}, last ${formatAgo(lastAskedAt)}`

/** Questions about the same, with what can be done about them. */
export const TopicCard = ({ domain, topic, state }: TopicCardProps) => {
  const mayChange = useRole('editor')
  const job = topic.questions.find((question) => question.job)?.job
  return (
    <li className="rounded-lg border border-line bg-raised shadow-low">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3 px-5 pt-4 pb-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="text-lg font-semibold wrap-anywhere">{topic.question}</h2>
          <p className="mt-0.5 text-sm text-soft">
            {`${countOf(topic.count, 'question')} of ${countOf(topic.readers, 'reader')}, ${timesOf(topic)}`}
          </p>
          {topic.pages.length > 0 && (
            <p className="mt-0.5 text-sm text-soft wrap-anywhere">
              {`${state === 'answered' ? 'Answered from' : 'Nearest'}: ${topic.pages.map((path) => path || '/').join(', ')}`}
            </p>
          )}
          {job && (
            <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm">
              <Badge tone={job.status === 'failed' ? 'bad' : 'neutral'}>{`job ${job.status}`}</Badge>
              {webAddress(job.prLink) && (
                <a href={webAddress(job.prLink)} target="_blank" rel="noreferrer noopener" className={linkStyle}>
                  Pull request
                </a>
              )}
            </p>
          )}
        </div>
        {mayChange && state !== 'answered' && <TopicActions domain={domain} topic={topic} state={state} />}
      </div>
      <details className="border-t border-line" open={topic.questions.some(({ again }) => again)}>
        <summary className="px-5 py-2.5 text-sm font-medium text-soft hover:text-ink">
          {topic.count === 1 ? 'The question' : 'The questions'}
        </summary>
        <ul className="flex flex-col divide-y divide-line border-t border-line">
          {topic.questions.map((question) => (
            <QuestionView key={question.id} domain={domain} question={question} />
          ))}
        </ul>
      </details>
    </li>
  )
}

const QuestionView = ({ domain, question }: { readonly domain: string; readonly question: Question }) => (
  <li className="flex flex-col gap-2 px-5 py-3">
    <div className="flex flex-wrap items-center gap-2">
      <Link
        to="/$domain/conversations"
        params={{ domain }}
        search={{ thread: question.threadId, from: question.askedAt.slice(0, 10) }}
        className="min-w-0 font-medium wrap-anywhere underline-offset-2 hover:underline"
      >
        {question.question}
      </Link>
      <Badge tone={tones[question.reason]}>{reasons[question.reason]}</Badge>
      <span className="text-xs text-soft">{formatAgo(question.askedAt)}</span>
    </div>
    {question.comment && <p className="text-sm text-soft wrap-anywhere">{`The reader: ${question.comment}`}</p>}
    {question.again && (
      <div className="grid gap-3 md:grid-cols-2">
        <Answer title={`Answered ${formatAgo(question.askedAt)}`} text={question.answer} />
        <Answer
          title={`Asked again ${formatAgo(question.again.askedAt)}: ${question.again.status}`}
          text={question.again.answer}
        />
      </div>
    )}
  </li>
)

const Answer = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <section className="min-w-0 rounded-md bg-sunken px-3.5 py-2.5 text-sm">
    <h3 className="mb-1 text-xs font-medium text-soft">{title}</h3>
    <AnswerText text={text} />
  </section>
)
