import { useMemo, useRef } from 'react'
import type { Assistant } from '../chat/assistant.ts'

type State = Pick<Assistant, 'isBusy' | 'reconnection' | 'problem' | 'searching' | 'imageHosts' | 'feedback'>

type Actions = Pick<Assistant, 'add' | 'ask' | 'edit' | 'rate' | 'reset' | 'retry' | 'write'>

/** The part of the assistant that exchanges use. */
export type ExchangeAssistant = State & Actions

/**
 * The same object until something changes that exchanges show, so that neither a letter in the text box nor a word of the
 * last answer renders the other exchanges again. Its actions always call the latest assistant.
 */
export function useExchangeAssistant(assistant: Assistant): ExchangeAssistant {
  const latest = useRef(assistant)
  latest.current = assistant
  const { isBusy, reconnection, problem, searching, imageHosts, feedback } = assistant
  return useMemo(
    () => ({
      isBusy,
      reconnection,
      problem,
      searching,
      imageHosts,
      feedback,
      add: (context) => latest.current.add(context),
      ask: (...question) => latest.current.ask(...question),
      edit: (...change) => latest.current.edit(...change),
      rate: (...rating) => latest.current.rate(...rating),
      reset: () => latest.current.reset(),
      retry: () => latest.current.retry(),
      write: (draft) => latest.current.write(draft),
    }),
    [isBusy, reconnection, problem, searching, imageHosts, feedback],
  )
}
