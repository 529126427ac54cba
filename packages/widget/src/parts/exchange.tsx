import { memo, useLayoutEffect, useRef, useState } from 'react'
import { type Exchange as ExchangeParts, phaseOf, searchingOther, shortfallOf } from '../chat/conversation.ts'
import { useTexts } from '../locales/use-texts.ts'
import { directionOf } from '../markdown/direction.ts'
import { Answer } from './answer.tsx'
import { FileChip } from './attachment-chip.tsx'
import { ContextChip, PageChip } from './context-chip.tsx'
import { IconButton } from './icon-button.tsx'
import { icons } from './icons.tsx'
import { Notice } from './notice.tsx'
import { PhaseLine } from './phase-line.tsx'
import type { Shown } from './exchange-assistant.ts'
import { useLater } from './use-lazy.ts'

/** What was asked; of a long text, such as a log, its beginning until the reader wants more. */
function Asked({ question }: { question: string }) {
  const texts = useTexts()
  const text = useRef<HTMLSpanElement>(null)
  const [isLong, setLong] = useState(false)
  const [isWhole, setWhole] = useState(false)
  // Before the paint: the whole text is never as high as it may be.
  useLayoutEffect(() => {
    if (!text.current || isWhole) return
    const { current: shown } = text
    const observer = new ResizeObserver(() => setLong(shown.scrollHeight > shown.clientHeight + 1))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [isWhole])
  return (
    <div className="sn-question">
      <span className="sr-only">{texts.you}: </span>
      <span
        ref={text}
        className={isWhole ? undefined : 'sn-beginning'}
        // Lines of code among others run as they do.
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

function Question({ exchange, assistant }: { exchange: ExchangeParts; assistant: Shown }) {
  const texts = useTexts()
  const [draft, write] = useState<string>()
  const returns = useRef(false)
  const close = () => write(undefined)
  const { later, isLost } = useLater(draft === undefined ? undefined : () => import('./question-editor.tsx'), close)
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
      {later && draft !== undefined ? (
        <later.QuestionEditor
          {...{ texts, draft }}
          onWrite={write}
          onCancel={() => {
            returns.current = true
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
                if (!span || !returns.current) return
                returns.current = false
                span.querySelector('button')?.focus()
              }}
            >
              <IconButton label={texts.editQuestion} icon={icons.edit} onClick={() => write(exchange.question)} />
            </span>
          )}
          <Asked question={exchange.question} />
        </div>
      )}
      {isLost ? (
        <p className="text-small text-muted" role="alert">
          {texts.notLoaded}
        </p>
      ) : null}
    </div>
  )
}

/** A lost connection, and that it is being mended. */
function Continuing({ resuming: { attempt, of } }: { resuming: NonNullable<Shown['resuming']> }) {
  return (
    <p className="sn-phase mt-12px">
      <span className="sn-pulse" />
      {useTexts().continuing(attempt, of)}
    </p>
  )
}

interface ExchangeProps {
  readonly exchange: ExchangeParts
  readonly assistant: Shown
  readonly isLast: boolean
  /** It is not the only one. */
  readonly isLong: boolean
}

/** One question with all that came of it. */
export const Exchange = memo(({ exchange, assistant, isLast, isLong }: ExchangeProps) => {
  const texts = useTexts()
  const { answer } = exchange
  const isGrowing = isLast && assistant.isBusy
  const resuming = isGrowing ? assistant.resuming : undefined
  const phase =
    isGrowing && !resuming ? phaseOf(answer, searchingOther(exchange.question, assistant.searching)) : undefined
  const problem = isLast ? assistant.problem : undefined
  const shortfall = shortfallOf(answer)
  // In the place of an earlier one it would take away all that came after.
  const askAgain = isLast ? assistant.retry : () => assistant.ask(exchange.question, exchange.contexts)
  return (
    <article className="sn-exchange">
      <Question exchange={exchange} assistant={assistant} />
      <div className="mt-16px">
        {answer ? (
          <Answer
            {...{ answer, assistant, isLast, isGrowing }}
            question={exchange.question}
            contexts={exchange.contexts}
          />
        ) : null}
        {phase ? <PhaseLine phase={phase} /> : null}
        {resuming ? <Continuing resuming={resuming} /> : null}
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
