import { useContext, useEffect, useLayoutEffect, useState } from 'react'
import type { AskProblem } from '../chat/problem.ts'
import type { PanelTexts } from '../locales/texts.ts'
import { useTexts } from '../locales/use-texts.ts'
import { button, notice as noticeBox } from './class-names.ts'
import { icons } from './icons.tsx'
import { OpenSearch } from './open-search.ts'

/** Seconds until the reader may ask again, counted down to 0. */
function useCountdown(problem: AskProblem): number {
  const [left, setLeft] = useState(problem.retryAfter ?? 0)
  useEffect(() => {
    const end = Date.now() + (problem.retryAfter ?? 0) * 1_000
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1_000))
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [problem])
  return left
}

/** The sentence about a problem. @param left seconds until the reader may ask again */
export function problemText(problem: AskProblem, left: number, { errors }: PanelTexts): string {
  if (problem.kind === 'message') return problem.message
  if (problem.kind === 'rateLimited') return left > 0 ? errors.rateLimited(left) : errors.rateLimitOver
  return errors[problem.kind]
}

/** In ms. Browsers report that they are online some time before anything can be reached. */
const onlineDelay = 1_000

/** Sends a question that was asked offline once the browser is back online. @param onRetry always the same function */
function useSendOnline({ kind }: AskProblem, onRetry: () => void): void {
  // In a layout effect: a reader who sees the sentence may be back online at once.
  useLayoutEffect(() => {
    if (kind !== 'offline') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      timer = setTimeout(onRetry, onlineDelay)
    }
    addEventListener('online', send, { once: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('online', send)
    }
  }, [kind, onRetry])
}

/** Says why there is no answer, or only part of one, and what to do about it. */
export function Notice(properties: {
  problem: AskProblem
  question: string
  /** Whether the conversation has other questions. */
  isLong: boolean
  onRetry: () => void
  /** Starts a new conversation with the same question. */
  onRestart: () => void
}) {
  const { problem, question, isLong, onRetry, onRestart } = properties
  const texts = useTexts()
  const openSearch = useContext(OpenSearch)
  const left = useCountdown(problem)
  useSendOnline(problem, onRetry)
  const isTooLong = problem.kind === 'tooLong' && isLong
  return (
    <div className={noticeBox}>
      <p>{isTooLong ? texts.errors.longConversation : problemText(problem, left, texts)}</p>
      {isTooLong ? (
        <button type="button" className={button} onClick={onRestart}>
          {icons.compose}
          {texts.startNew}
        </button>
      ) : null}
      {openSearch && (problem.kind === 'budget' || problem.status === 503) ? (
        <button type="button" className={button} onClick={() => openSearch(question)}>
          {icons.search}
          {texts.search.open}
        </button>
      ) : null}
      {problem.retryable ? (
        <button type="button" className={button} onClick={onRetry} disabled={left > 0}>
          {icons.retry}
          {texts.retry}
        </button>
      ) : null}
    </div>
  )
}
