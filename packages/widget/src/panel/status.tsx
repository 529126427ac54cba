import { citedSources, phaseOf, searchNotice, shortfallOf } from '../chat/answer-state.ts'
import type { ConversationView } from '../chat/conversation.ts'
import { useConversation } from '../chat/use-store.ts'
import type { PanelTexts } from '../locales/texts.ts'
import { useTexts } from '../locales/use-texts.ts'
import { problemText } from '../parts/notice.tsx'
import { phaseText } from '../parts/phase-line.tsx'

/** What the assistant is doing, in words. */
export function statusText(view: ConversationView, texts: PanelTexts): string {
  const { exchanges, asked, isBusy, reconnection, problem, searching } = view
  const last = exchanges.at(-1)
  if (problem) return problemText(problem, problem.retryAfter ?? 0, texts)
  if (asked) return texts.searching
  if (!last) return ''
  if (reconnection) return texts.continuing(reconnection.attempt, reconnection.of)
  const phase = phaseOf(last.answer, searchNotice(last.question, searching))
  if (isBusy) return phase ? phaseText(phase, texts) : texts.writing
  const shortfall = shortfallOf(last.answer)
  if (shortfall) return texts[shortfall]
  if (last.answer && last.answer.choices.length > 0) return texts.choices
  return last.answer ? texts.answerReady(citedSources(last.answer).length) : ''
}

/** The same as text, for a line that everybody sees. */
export function StatusText() {
  const texts = useTexts()
  return useConversation((view) => statusText(view, texts))
}

/** Tells screen readers what the assistant is doing: phases, the end and problems, but not single words. */
export function Status() {
  return (
    <p className="sr-only" role="status">
      <StatusText />
    </p>
  )
}
