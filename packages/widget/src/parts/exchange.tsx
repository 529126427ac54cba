import type { Assistant } from '../assistant.ts'
import { type Exchange as ExchangeParts, phaseOf } from '../conversation.ts'
import { useTexts } from '../locales/use-texts.ts'
import { Answer } from './answer.tsx'
import { ContextChip } from './context-chip.tsx'
import { icons } from './icons.tsx'
import { Notice } from './notice.tsx'
import { PhaseLine } from './phase.tsx'

function Question({ exchange }: { exchange: ExchangeParts }) {
  const texts = useTexts()
  return (
    <div className="flex flex-col items-end gap-6px">
      {exchange.contexts.length > 0 ? (
        <ul className="sn-asked-about" aria-label={texts.contextsOfQuestion}>
          {exchange.contexts.map((context) => (
            <li key={`${context.path} ${context.value}`}>
              <ContextChip context={context} />
            </li>
          ))}
        </ul>
      ) : null}
      <p className="sn-question">
        <span className="sr-only">{texts.you}: </span>
        {exchange.question}
      </p>
    </div>
  )
}

/** One question with all that came of it. */
export function Exchange(properties: { exchange: ExchangeParts; assistant: Assistant; isLast: boolean }) {
  const { exchange, assistant, isLast } = properties
  const texts = useTexts()
  const { answer } = exchange
  const isGrowing = isLast && assistant.isBusy
  const phase = isGrowing ? phaseOf(answer) : undefined
  const problem = isLast ? assistant.problem : undefined
  return (
    <article className="sn-exchange">
      <Question exchange={exchange} />
      <div className="mt-16px">
        {answer ? <Answer answer={answer} assistant={assistant} isLast={isLast} isGrowing={isGrowing} /> : null}
        {phase ? <PhaseLine phase={phase} /> : null}
        {answer?.details.stopped ? (
          <div className="sn-notice">
            <p className="flex-1">{texts.stopped}</p>
            {isLast ? (
              <button type="button" className="sn-button" onClick={assistant.retry}>
                {icons.retry}
                {texts.retry}
              </button>
            ) : null}
          </div>
        ) : null}
        {problem ? <Notice problem={problem} onRetry={assistant.retry} /> : null}
      </div>
    </article>
  )
}
