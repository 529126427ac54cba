import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PanelTexts } from '../locales/texts.ts'
import { useTexts } from '../locales/use-texts.ts'
import type { AskProblem } from '../problem.ts'
import { icons } from './icons.tsx'

/** Seconds left, counted down to 0. */
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

/** The sentence that the reader gets. */
export function problemText(problem: AskProblem, left: number, { errors }: PanelTexts): string {
  if (problem.kind === 'said') return problem.message
  if (problem.kind === 'rateLimited') return left > 0 ? errors.rateLimited(left) : errors.rateLimitOver
  return errors[problem.kind]
}

/** A question that was asked offline is sent when the browser is online again, without a click. */
function useReturn(problem: AskProblem, onRetry: () => void): void {
  const retry = useRef(onRetry)
  retry.current = onRetry
  // Before the paint: who reads the sentence may come back at once.
  useLayoutEffect(() => {
    if (problem.kind !== 'offline') return
    const send = () => retry.current()
    addEventListener('online', send, { once: true })
    return () => removeEventListener('online', send)
  }, [problem.kind])
}

/** Why there is no answer, or not all of it, and what to do about it. */
export function Notice(properties: {
  problem: AskProblem
  /** More than this one question was asked. */
  isLong: boolean
  onRetry: () => void
  /** Starts a new conversation with the same question. */
  onRestart: () => void
  /** Searches for what was asked. */
  onSearch: (() => void) | undefined
}) {
  const { problem, isLong, onRetry, onRestart, onSearch } = properties
  const texts = useTexts()
  const left = useCountdown(problem)
  useReturn(problem, onRetry)
  const isTooLong = problem.kind === 'tooLong' && isLong
  return (
    <div className="sn-notice">
      <p>{isTooLong ? texts.errors.longConversation : problemText(problem, left, texts)}</p>
      {isTooLong ? (
        <button type="button" className="sn-button" onClick={onRestart}>
          {icons.compose}
          {texts.startNew}
        </button>
      ) : null}
      {onSearch && (problem.kind === 'budget' || problem.status === 503) ? (
        <button type="button" className="sn-button" onClick={onSearch}>
          {icons.search}
          {texts.search.open}
        </button>
      ) : null}
      {problem.retryable ? (
        <button type="button" className="sn-button" onClick={onRetry} disabled={left > 0}>
          {icons.retry}
          {texts.retry}
        </button>
      ) : null}
    </div>
  )
}
