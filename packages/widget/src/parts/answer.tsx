import { useMemo } from 'react'
import type { Assistant } from '../assistant.ts'
import { type Answer as AnswerParts, citedSources, closestPages } from '../conversation.ts'
import { useTexts } from '../locales/use-texts.ts'
import { safeAddress } from '../markdown/links.ts'
import { AnswerActions } from './answer-actions.tsx'
import { icons } from './icons.tsx'
import { Markdown } from './markdown.tsx'
import { Sources } from './sources.tsx'

/** Sources by number; the same map while they are the same, so that finished blocks are left alone. */
function useSources(answer: AnswerParts) {
  const key = answer.sources.map(({ number, url }) => `${number} ${url}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that matters about the sources
  return useMemo(() => new Map(answer.sources.map((source) => [source.number, source])), [key])
}

function FollowUps({ questions, onAsk }: { questions: readonly string[]; onAsk: (question: string) => void }) {
  return (
    <section className="mt-12px" aria-label={useTexts().followUps}>
      <ul>
        {questions.slice(0, 3).map((question) => (
          <li key={question}>
            <button type="button" className="sn-row" onClick={() => onAsk(question)}>
              {icons.follow}
              <span>{question}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** An answer: its text, and below it, once it is whole, where it comes from and what to do next. */
export function Answer(properties: { answer: AnswerParts; assistant: Assistant; isLast: boolean; isGrowing: boolean }) {
  const { answer, assistant, isLast, isGrowing } = properties
  const texts = useTexts()
  const sources = useSources(answer)
  const { answered, declined, supportUrl, stopped } = answer.details
  // A question that has nothing to do with the docs has no closest pages.
  const isUnanswered = answered === false && !declined
  const support = isUnanswered && supportUrl ? safeAddress(supportUrl, document.baseURI) : undefined
  const cited = isUnanswered ? closestPages(answer).slice(0, 3) : citedSources(answer)
  // Where something went wrong, the notice below has the button.
  const canRetry = isLast && !assistant.problem && !stopped
  if (!answer.text) return null
  return (
    <div>
      <div className={isUnanswered ? 'sn-unanswered' : undefined}>
        {isUnanswered ? <p className="mb-8px text-medium font-medium text-amber">{texts.notAnswered}</p> : null}
        <Markdown text={answer.text} isGrowing={isGrowing} sources={sources} />
      </div>
      {!isGrowing && cited.length > 0 ? (
        <Sources title={isUnanswered ? texts.closestPages : texts.sources(cited.length)} sources={cited} />
      ) : null}
      {support ? (
        <a className="sn-button mt-12px w-fit" href={support}>
          {texts.contactSupport}
        </a>
      ) : null}
      {isGrowing ? null : <AnswerActions answer={answer} assistant={assistant} canRetry={canRetry} />}
      {isGrowing || !isLast || answer.suggestions.length === 0 ? null : (
        <FollowUps questions={answer.suggestions} onAsk={assistant.ask} />
      )}
    </div>
  )
}
