import { useMemo, useRef } from 'react'
import type { Assistant } from '../chat/assistant.ts'

/** What exchanges show of the assistant. */
type State = Pick<Assistant, 'isBusy' | 'resuming' | 'problem' | 'searching' | 'imageHosts' | 'feedback'>

/** What a reader does in them. */
type Acts = Pick<Assistant, 'add' | 'ask' | 'edit' | 'rate' | 'reset' | 'retry' | 'write'>

/** The assistant as exchanges have it. */
export type Shown = State & Acts

/**
 * The same object until something changes that exchanges show: neither a letter in the text box nor a word of the last
 * answer renders the others again. What is done is done by the assistant of that moment.
 */
export function useShown(assistant: Assistant): Shown {
  const latest = useRef(assistant)
  latest.current = assistant
  const { isBusy, resuming, problem, searching, imageHosts, feedback } = assistant
  return useMemo(
    () => ({
      ...{ isBusy, resuming, problem, searching, imageHosts, feedback },
      add: (context) => latest.current.add(context),
      ask: (...asked) => latest.current.ask(...asked),
      edit: (...edited) => latest.current.edit(...edited),
      rate: (...rated) => latest.current.rate(...rated),
      reset: () => latest.current.reset(),
      retry: () => latest.current.retry(),
      write: (draft) => latest.current.write(draft),
    }),
    [isBusy, resuming, problem, searching, imageHosts, feedback],
  )
}
