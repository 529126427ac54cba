import { useState } from 'react'
import type { Assistant } from '../chat/assistant.ts'
import { useTexts } from '../locales/use-texts.ts'
import type { WidgetOptions } from '../page/options.ts'
import { focusNew } from './watch-focus.ts'

type Asked = Parameters<Assistant['ask']>

/** What the reader is asked to agree to, and what happens then. */
export interface ConsentQuestion {
  readonly words: string
  agree(): void
  decline(): void
}

/**
 * Holds the first question back until the reader has agreed to the owner's words; other words are asked about again.
 * Whatever asks, asks through the assistant that this gives.
 */
export function useConsent(
  assistant: Assistant,
  { consent = '' }: WidgetOptions,
): { assistant: Assistant; consent: ConsentQuestion | undefined } {
  const [held, hold] = useState<Asked>()
  if (!consent || assistant.agreed === consent) return { assistant, consent: undefined }
  const question: ConsentQuestion = {
    words: consent,
    agree() {
      assistant.agree(consent)
      hold(undefined)
      if (held) assistant.ask(...held)
    },
    decline() {
      hold(undefined)
      if (held) assistant.write(held[0])
    },
  }
  const ask = (...asked: Asked) => {
    if (asked[0].trim()) hold(asked)
  }
  // The words have changed since the question was asked that is to be asked differently.
  const edit: Assistant['edit'] = (_, changed) => ask(changed)
  return { assistant: { ...assistant, ask, edit }, consent: held ? question : undefined }
}

/** The owner's words, and the reader's answer to them. */
export function Consent(properties: { consent: ConsentQuestion; agreeText?: string; declineText?: string }) {
  const { words, agree, decline } = properties.consent
  const texts = useTexts()
  const { agreeText = texts.agree, declineText = texts.decline } = properties
  return (
    <section className="sn-consent" aria-label={agreeText}>
      <p>{words}</p>
      <div className="mt-10px flex flex-wrap gap-8px">
        <button type="button" className="sn-button sn-primary" ref={focusNew} onClick={agree}>
          {agreeText}
        </button>
        <button type="button" className="sn-button" onClick={decline}>
          {declineText}
        </button>
      </div>
    </section>
  )
}
