import { useEffect, useState } from 'react'
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

/** Why there is no answer, or not all of it, and what to do about it. */
export function Notice({ problem, onRetry }: { problem: AskProblem; onRetry: () => void }) {
  const texts = useTexts()
  const left = useCountdown(problem)
  return (
    <div className="sn-notice">
      <p className="flex-1">{problemText(problem, left, texts)}</p>
      {problem.retryable ? (
        <button type="button" className="sn-button" onClick={onRetry} disabled={left > 0}>
          {icons.retry}
          {texts.retry}
        </button>
      ) : null}
    </div>
  )
}
