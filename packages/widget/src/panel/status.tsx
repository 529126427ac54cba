import type { Assistant } from '../chat/assistant.ts'
import { citedSources, phaseOf, searchingOther, shortfallOf } from '../chat/conversation.ts'
import type { PanelTexts } from '../locales/texts.ts'
import { useTexts } from '../locales/use-texts.ts'
import { problemText } from '../parts/notice.tsx'
import { phaseText } from '../parts/phase-line.tsx'

/** What the assistant does, in words. */
export function statusText({ exchanges, isBusy, resuming, problem, searching }: Assistant, texts: PanelTexts): string {
  const last = exchanges.at(-1)
  if (!last) return ''
  if (resuming) return texts.continuing(resuming.attempt, resuming.of)
  const phase = phaseOf(last.answer, searchingOther(last.question, searching))
  if (isBusy) return phase ? phaseText(phase, texts) : texts.writing
  if (problem) return problemText(problem, problem.retryAfter ?? 0, texts)
  const shortfall = shortfallOf(last.answer)
  if (shortfall) return texts[shortfall]
  if (last.answer && last.answer.choices.length > 0) return texts.choices
  return last.answer ? texts.answerReady(citedSources(last.answer).length) : ''
}

/** Tells screen readers what the assistant does: phases, the end and problems, never single words. */
export function Status({ assistant }: { assistant: Assistant }) {
  return (
    <p className="sr-only" role="status">
      {statusText(assistant, useTexts())}
    </p>
  )
}
