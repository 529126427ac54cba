import { citedSources, phaseOf, searchNotice, shortfallOf } from '../chat/answer-state.ts'
import type { Assistant } from '../chat/assistant.ts'
import type { PanelTexts } from '../locales/texts.ts'
import { useTexts } from '../locales/use-texts.ts'
import { problemText } from '../parts/notice.tsx'
import { phaseText } from '../parts/phase-line.tsx'

/** What the assistant is doing, in words. */
export function statusText(assistant: Assistant, texts: PanelTexts): string {
  const { exchanges, isBusy, reconnection, problem, searching } = assistant
  const last = exchanges.at(-1)
  if (!last) return ''
  if (reconnection) return texts.continuing(reconnection.attempt, reconnection.of)
  const phase = phaseOf(last.answer, searchNotice(last.question, searching))
  if (isBusy) return phase ? phaseText(phase, texts) : texts.writing
  if (problem) return problemText(problem, problem.retryAfter ?? 0, texts)
  const shortfall = shortfallOf(last.answer)
  if (shortfall) return texts[shortfall]
  if (last.answer && last.answer.choices.length > 0) return texts.choices
  return last.answer ? texts.answerReady(citedSources(last.answer).length) : ''
}

/** Tells screen readers what the assistant is doing: phases, the end and problems, but not single words. */
export function Status({ assistant }: { assistant: Assistant }) {
  return (
    <p className="sr-only" role="status">
      {statusText(assistant, useTexts())}
    </p>
  )
}
