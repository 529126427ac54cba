import type { CheckedCitation, Choice } from '@sidenote/contract'
import { useMemo } from 'react'
import { citedSources, closestPages, shortfallOf, withoutAddress } from '../chat/answer-state.ts'
import type { Answer as AnswerParts, Source } from '../chat/exchange.ts'
import { useSlice, useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import { safeAddress } from '../markdown/links.ts'
import type { PageContext } from '../page/page-context.ts'
import { AnswerActions } from './answer-actions.tsx'
import type { AnswerContext } from './answer-context.ts'
import { button, row } from './class-names.ts'
import { CodeText } from './code-text.tsx'
import { HandOff } from './hand-off.tsx'
import { icons } from './icons.tsx'
import { Markdown } from './markdown.tsx'
import { Sources } from './sources.tsx'

/** Hosts whose images are shown, unless the owner names some. */
const noHosts: readonly string[] = []
const noCitations: readonly CheckedCitation[] = []

/** The same object as long as the sources are, so that finished blocks aren't rendered again. */
export function useAnswerContext({ sources, details }: AnswerParts, cited: readonly Source[]): AnswerContext {
  const { draft, options } = useStore()
  const imageHosts = useSlice(options, (given) => given.imageHosts ?? noHosts)
  const key = sources.map(({ number, url }) => `${number} ${url}`).join('\n')
  const { citations = noCitations } = details
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the sources
  const { numbers, context } = useMemo(() => {
    const shown = new Map<number, number>()
    return {
      numbers: shown,
      context: {
        sources: new Map(sources.map((source) => [source.number, source])),
        numberOf: ({ number }: Source) => shown.get(number) ?? 0,
        imageHosts,
        citations,
        askAbout: ({ path }: Source, passage: string) =>
          draft.add({ type: 'textSelection', value: passage, ...(path ? { path } : {}) }),
      },
    }
  }, [key, imageHosts, citations])
  // A growing text only adds to them.
  for (const [index, { number }] of cited.entries()) numbers.set(number, index + 1)
  return context
}

function FollowUps({ questions, onAsk }: { questions: readonly string[]; onAsk: (question: string) => void }) {
  return (
    <section className="mt-3" aria-label={useTexts().followUps}>
      <ul>
        {questions.slice(0, 3).map((question) => (
          <li key={question}>
            <button type="button" className={row} onClick={() => onAsk(question)}>
              {icons.follow}
              <span className="bidi-row [&_code]:font-mono [&_code]:text-sm/4.5">
                <CodeText text={question} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The possible meanings of the question, as buttons that ask it again. */
function Choices({ choices, onChoose }: { choices: readonly Choice[]; onChoose: (choice: Choice) => void }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-2" aria-label={useTexts().choices}>
      {choices.map((choice) => (
        <li key={choice.label} className="max-w-full">
          <button
            type="button"
            className={`${button} h-auto min-h-8 max-w-full py-[5px] text-start bidi-plaintext wrap-anywhere pointer-coarse:min-h-11`}
            onClick={(event) => {
              // The button goes away; keep the focus in the conversation.
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

/** An answer: its text and, once it's whole, its sources and what to do next. */
export function Answer(properties: {
  answer: AnswerParts
  question: string
  /** The selections that the question was about. */
  contexts: readonly PageContext[]
  isLast: boolean
  isGrowing: boolean
  /** A notice below says why it isn't whole. */
  hasProblem: boolean
}) {
  const { answer, question, contexts, isLast, isGrowing, hasProblem } = properties
  const { ask } = useStore()
  const texts = useTexts()
  const cited = useMemo(() => citedSources(answer), [answer])
  const context = useAnswerContext(answer, cited)
  const { answered, declined, supportUrl, handOff, unsupported } = answer.details
  // A question that isn't about the docs has no closest pages.
  const isUnanswered = answered === false && !declined
  const support = isUnanswered && supportUrl ? safeAddress(supportUrl, document.baseURI) : undefined
  const sources = isUnanswered ? closestPages(answer).slice(0, 3) : cited
  // A refusal of one paragraph says it itself.
  const saysMore = answer.text.trim().includes('\n\n')
  // After a problem, the notice below has the button.
  const canRetry = isLast && !hasProblem && !shortfallOf(answer)
  if (!answer.text) return null
  return (
    <div>
      <div className={isUnanswered ? 'sn-unanswered border-s-2 border-amber ps-3.5' : undefined}>
        {isUnanswered && saysMore ? <p className="mb-2 text-base font-medium text-amber">{texts.notAnswered}</p> : null}
        <Markdown
          text={support && supportUrl ? withoutAddress(answer.text, supportUrl) : answer.text}
          isGrowing={isGrowing}
          context={context}
          {...(unsupported && !isUnanswered ? { unsupported } : {})}
        />
      </div>
      {isGrowing || !isLast || answer.choices.length === 0 ? null : (
        <Choices
          choices={answer.choices}
          onChoose={(choice) => ask({ text: choice.question, contexts, filter: choice.filter })}
        />
      )}
      {!isGrowing && sources.length > 0 ? (
        <Sources
          title={isUnanswered ? texts.closestPages : texts.sources(sources.length)}
          sources={sources}
          isNumbered={!isUnanswered}
        />
      ) : null}
      {support ? (
        <a className={`${button} mt-3 w-fit`} href={support}>
          {texts.contactSupport}
        </a>
      ) : null}
      {isUnanswered && handOff && !isGrowing ? <HandOff messageId={answer.id} /> : null}
      {isGrowing ? null : <AnswerActions answer={answer} question={question} canRetry={canRetry} />}
      {isGrowing || !isLast || isUnanswered || answer.suggestions.length === 0 ? null : (
        <FollowUps questions={answer.suggestions} onAsk={(text) => ask({ text, contexts: [] })} />
      )}
    </div>
  )
}
