import { conversationMarkdown } from '../chat/conversation-markdown.ts'
import type { Exchange } from '../chat/exchange.ts'
import { useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { useCopy } from '../parts/use-copy.tsx'

/** Copies or deletes the whole conversation; shown at its end. */
export function ConversationActions({ exchanges }: { exchanges: readonly Exchange[] }) {
  const texts = useTexts()
  const { threads } = useStore()
  const { label, announcement, copy } = useCopy(texts.copyConversation)
  return (
    <div className="sn-ending">
      <button
        type="button"
        className="sn-forget"
        onClick={() => copy(conversationMarkdown(exchanges, document.baseURI, texts))}
      >
        {label}
      </button>
      {announcement}
      <ConfirmButton className="sn-forget" onConfirm={() => void threads.forget()}>
        {texts.forget}
      </ConfirmButton>
    </div>
  )
}
