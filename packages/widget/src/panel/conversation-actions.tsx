import type { Assistant } from '../chat/assistant.ts'
import { conversationMarkdown } from '../chat/conversation-markdown.ts'
import { useTexts } from '../locales/use-texts.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { useCopy } from '../parts/use-copy.tsx'

/** Copies or deletes the whole conversation; shown at its end. */
export function ConversationActions({ assistant }: { assistant: Assistant }) {
  const texts = useTexts()
  const { label, announcement, copy } = useCopy(texts.copyConversation)
  return (
    <div className="sn-ending">
      <button
        type="button"
        className="sn-forget"
        onClick={() => copy(conversationMarkdown(assistant.exchanges, document.baseURI, texts))}
      >
        {label}
      </button>
      {announcement}
      <ConfirmButton className="sn-forget" onConfirm={assistant.forget}>
        {texts.forget}
      </ConfirmButton>
    </div>
  )
}
