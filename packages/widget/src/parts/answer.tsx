import type { Choice } from '@sidenote/contract'
import { useMemo, useRef } from 'react'
import {
  type Answer as AnswerParts,
  citedSources,
  closestPages,
  type Source,
  shortfallOf,
  withoutAddress,
} from '../chat/conversation.ts'
import type { PageContext } from '../page/page-context.ts'
import { useTexts } from '../locales/use-texts.ts'
import { safeAddress } from '../markdown/links.ts'
import { AnswerActions } from './answer-actions.tsx'
import { icons } from './icons.tsx'
import { Markdown } from './markdown.tsx'
import type { Reading } from './answer-context.ts'
import type { Shown } from './exchange-assistant.ts'
import { Sources } from './sources.tsx'

/** The same object while sources and hosts are the same, so that finished blocks are left alone. */
function useReading(answer: AnswerParts, cited: readonly Source[], assistant: Shown): Reading {
  const key = answer.sources.map(({ number, url }) => `${number} ${url}`).join('\n')
  const { imageHosts } = assistant
  const latest = useRef({ answer, cited, assistant })
  latest.current = { answer, cited, assistant }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that matters about the sources
  return useMemo(
    () => ({
      sources: new Map(answer.sources.map((source) => [source.number, source])),
      shownNumber: ({ number }) => latest.current.cited.findIndex((source) => source.number === number) + 1,
      imageHosts,
      checked: () => latest.current.answer.details.citations ?? [],
      askAbout: ({ path }, passage) =>
        latest.current.assistant.add({ type: 'textSelection', value: passage, ...(path ? { path } : {}) }),
    }),
    [key, imageHosts],
  )
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

/** What the question may mean, as buttons that ask it again. */
function Choices({ choices, onChoose }: { choices: readonly Choice[]; onChoose: (choice: Choice) => void }) {
  return (
    <ul className="mt-12px flex flex-wrap gap-8px" aria-label={useTexts().choices}>
      {choices.map((choice) => (
        <li key={choice.label} className="max-w-full">
          <button
            type="button"
            className="sn-button sn-choice"
            onClick={(event) => {
              // The button goes; whoever came by keyboard stays in the conversation.
              event.currentTarget.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
              onChoose(choice)
            }}
          >
            {choice.label}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** An answer: its text, and below it, once it is whole, where it comes from and what to do next. */
export function Answer(properties: {
  answer: AnswerParts
  question: string
  /** What the question was asked about. */
  contexts: readonly PageContext[]
  assistant: Shown
  isLast: boolean
  isGrowing: boolean
}) {
  const { answer, question, contexts, assistant, isLast, isGrowing } = properties
  const texts = useTexts()
  const cited = useMemo(() => citedSources(answer), [answer])
  const reading = useReading(answer, cited, assistant)
  const { answered, declined, supportUrl, unsupported } = answer.details
  // A question that has nothing to do with the docs has no closest pages.
  const isUnanswered = answered === false && !declined
  const support = isUnanswered && supportUrl ? safeAddress(supportUrl, document.baseURI) : undefined
  const listed = isUnanswered ? closestPages(answer).slice(0, 3) : cited
  // Where something went wrong, the notice below has the button.
  const canRetry = isLast && !assistant.problem && !shortfallOf(answer)
  if (!answer.text) return null
  return (
    <div>
      <div className={isUnanswered ? 'sn-unanswered' : undefined}>
        {isUnanswered ? <p className="mb-8px text-medium font-medium text-amber">{texts.notAnswered}</p> : null}
        <Markdown
          text={support && supportUrl ? withoutAddress(answer.text, supportUrl) : answer.text}
          isGrowing={isGrowing}
          reading={reading}
          {...(unsupported && !isUnanswered ? { unsupported } : {})}
        />
      </div>
      {isGrowing || !isLast || answer.choices.length === 0 ? null : (
        <Choices
          choices={answer.choices}
          onChoose={(choice) => assistant.ask(choice.question, contexts, choice.filter)}
        />
      )}
      {!isGrowing && listed.length > 0 ? (
        <Sources
          title={isUnanswered ? texts.closestPages : texts.sources(listed.length)}
          sources={listed}
          isNumbered={!isUnanswered}
        />
      ) : null}
      {support ? (
        <a className="sn-button mt-12px w-fit" href={support}>
          {texts.contactSupport}
        </a>
      ) : null}
      {isGrowing ? null : (
        <AnswerActions answer={answer} question={question} assistant={assistant} canRetry={canRetry} />
      )}
      {isGrowing || !isLast || answer.suggestions.length === 0 ? null : (
        <FollowUps questions={answer.suggestions} onAsk={assistant.ask} />
      )}
    </div>
  )
}
