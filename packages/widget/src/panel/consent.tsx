import { useState } from 'react'
import type { Assistant } from '../chat/assistant.ts'
import { useTexts } from '../locales/use-texts.ts'
import type { WidgetOptions } from '../page/options.ts'
import { focusNew } from './watch-focus.ts'

type Question = Parameters<Assistant['ask']>

/** The text that the reader has to agree to, and what each answer does. */
export interface ConsentRequest {
  readonly text: string
  agree(): void
  decline(): void
}

/**
 * Holds back the first question until the reader has agreed to the owner's text. If the text changes, it asks again.
 * @returns an assistant that questions must go through, and a request while a question is held back
 */
export function useConsent(
  assistant: Assistant,
  { consent = '' }: WidgetOptions,
): { assistant: Assistant; consent: ConsentRequest | undefined } {
  const [heldQuestion, hold] = useState<Question>()
  if (!consent || assistant.agreed === consent) return { assistant, consent: undefined }
  const request: ConsentRequest = {
    text: consent,
    agree() {
      assistant.agree(consent)
      hold(undefined)
      if (heldQuestion) assistant.ask(...heldQuestion)
    },
    decline() {
      hold(undefined)
      if (heldQuestion) assistant.write(heldQuestion[0])
    },
  }
  const ask = (...question: Question) => {
    if (question[0].trim()) hold(question)
  }
  // The text changed after the question that's being edited.
  const edit: Assistant['edit'] = (_, question) => ask(question)
  return { assistant: { ...assistant, ask, edit }, consent: heldQuestion ? request : undefined }
}

/** The owner's text, with buttons to agree and decline. */
export function Consent(properties: { consent: ConsentRequest; agreeText?: string; declineText?: string }) {
  const { text, agree, decline } = properties.consent
  const texts = useTexts()
  const { agreeText = texts.agree, declineText = texts.decline } = properties
  return (
    <section className="sn-consent" aria-label={agreeText}>
      <p>{text}</p>
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
