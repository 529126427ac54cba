import { memo, useLayoutEffect, useRef, useState } from 'react'
import { phaseOf, searchNotice, shortfallOf } from '../chat/answer-state.ts'
import type { Exchange as ExchangeParts } from '../chat/exchange.ts'
import type { Reconnection } from '../chat/use-reconnection.ts'
import { useTexts } from '../locales/use-texts.ts'
import { directionOf } from '../markdown/direction.ts'
import { Answer } from './answer.tsx'
import { FileChip } from './attachment-chip.tsx'
import { ContextChip, PageChip } from './context-chip.tsx'
import type { ExchangeAssistant } from './exchange-assistant.ts'
import { IconButton } from './icon-button.tsx'
import { icons } from './icons.tsx'
import { Notice } from './notice.tsx'
import { PhaseLine } from './phase-line.tsx'
import { useLazy } from './use-lazy.ts'

/** The text of a question. A long one, such as a log, is cut until the reader wants more. */
function QuestionText({ question }: { question: string }) {
  const texts = useTexts()
  const text = useRef<HTMLSpanElement>(null)
  const [isLong, setLong] = useState(false)
  const [isWhole, setWhole] = useState(false)
  // In a layout effect, so that the whole text is never painted first.
  useLayoutEffect(() => {
    if (!text.current || isWhole) return
    const { current: span } = text
    const observer = new ResizeObserver(() => setLong(span.scrollHeight > span.clientHeight + 1))
    observer.observe(span)
    return () => observer.disconnect()
  }, [isWhole])
  return (
    <div className="sn-question">
      <span className="sr-only">{texts.you}: </span>
      <span
        ref={text}
        className={isWhole ? undefined : 'sn-beginning'}
        // Text of several lines may have code in it: each line gets its own direction.
        dir={question.includes('\n') ? undefined : directionOf(question)}
      >
        {question}
      </span>
      {isLong ? (
        <button type="button" className="sn-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.showLess : texts.showMore}
        </button>
      ) : null}
    </div>
  )
}

function Question({ exchange, assistant }: { exchange: ExchangeParts; assistant: ExchangeAssistant }) {
  const texts = useTexts()
  const [draft, write] = useState<string>()
  /** Whether the edit button gets the focus when it's back. */
  const returnsFocus = useRef(false)
  const close = () => write(undefined)
  const { module, hasFailed } = useLazy(draft === undefined ? undefined : () => import('./question-editor.tsx'), close)
  const { contexts, files, page } = exchange
  return (
    <div className="sn-asked">
      {contexts.length + files.length > 0 || page ? (
        <ul className="sn-asked-about" aria-label={texts.contextsOfQuestion}>
          {page ? (
            <li>
              <PageChip title={page} />
            </li>
          ) : null}
          {contexts.map((context) => (
            <li key={`${context.path} ${context.value}`}>
              <ContextChip context={context} />
            </li>
          ))}
          {files.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the files of a question never change
            <li key={index}>
              <FileChip name={name} />
            </li>
          ))}
        </ul>
      ) : null}
      {module && draft !== undefined ? (
        <module.QuestionEditor
          texts={texts}
          draft={draft}
          onWrite={write}
          onCancel={() => {
            returnsFocus.current = true
            close()
          }}
          onSend={() => {
            close()
            assistant.edit(exchange, draft)
          }}
        />
      ) : (
        <div className="sn-asked-line">
          {assistant.isBusy ? null : (
            <span
              className="sn-edit"
              ref={(span) => {
                if (!span || !returnsFocus.current) return
                returnsFocus.current = false
                span.querySelector('button')?.focus()
              }}
            >
              <IconButton label={texts.editQuestion} icon={icons.edit} onClick={() => write(exchange.question)} />
            </span>
          )}
          <QuestionText question={exchange.question} />
        </div>
      )}
      {hasFailed ? (
        <p className="text-small text-muted" role="alert">
          {texts.notLoaded}
        </p>
      ) : null}
    </div>
  )
}

/** Says that the connection was lost and that the panel tries to reconnect. */
function Reconnecting({ reconnection: { attempt, of } }: { reconnection: Reconnection }) {
  return (
    <p className="sn-phase mt-12px">
      <span className="sn-pulse" />
      {useTexts().continuing(attempt, of)}
    </p>
  )
}

interface ExchangeProps {
  readonly exchange: ExchangeParts
  readonly assistant: ExchangeAssistant
  readonly isLast: boolean
  /** Whether the conversation has other exchanges. */
  readonly isLong: boolean
}

/** One question with its answer, or what happened instead. */
export const Exchange = memo(({ exchange, assistant, isLast, isLong }: ExchangeProps) => {
  const texts = useTexts()
  const { answer } = exchange
  const isGrowing = isLast && assistant.isBusy
  const reconnection = isGrowing ? assistant.reconnection : undefined
  const phase =
    isGrowing && !reconnection ? phaseOf(answer, searchNotice(exchange.question, assistant.searching)) : undefined
  const problem = isLast ? assistant.problem : undefined
  const shortfall = shortfallOf(answer)
  // Retrying an earlier question in place would drop everything after it, so it's asked anew.
  const askAgain = isLast ? assistant.retry : () => assistant.ask(exchange.question, exchange.contexts)
  return (
    <article className="sn-exchange">
      <Question exchange={exchange} assistant={assistant} />
      <div className="mt-16px">
        {answer ? (
          <Answer
            answer={answer}
            assistant={assistant}
            isLast={isLast}
            isGrowing={isGrowing}
            question={exchange.question}
            contexts={exchange.contexts}
          />
        ) : null}
        {phase ? <PhaseLine phase={phase} /> : null}
        {reconnection ? <Reconnecting reconnection={reconnection} /> : null}
        {shortfall && !isGrowing && !problem ? (
          <div className={isLast ? 'sn-notice' : 'sn-shortfall'}>
            <p>{texts[shortfall]}</p>
            <button type="button" className={isLast ? 'sn-button' : 'sn-forget'} onClick={askAgain}>
              {isLast ? icons.retry : null}
              {texts.retry}
            </button>
          </div>
        ) : null}
        {problem ? (
          <Notice
            problem={problem}
            question={exchange.question}
            isLong={isLong}
            onRetry={assistant.retry}
            onRestart={() => {
              assistant.reset()
              assistant.write(exchange.question)
            }}
          />
        ) : null}
      </div>
    </article>
  )
})
