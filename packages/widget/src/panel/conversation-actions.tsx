import { conversationMarkdown } from '../chat/conversation-markdown.ts'
import type { Exchange } from '../chat/exchange.ts'
import { useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import { quietButton } from '../parts/class-names.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { useCopy } from '../parts/use-copy.tsx'

/** Copies or deletes the whole conversation; shown at its end. */
export function ConversationActions({ exchanges }: { exchanges: readonly Exchange[] }) {
  const texts = useTexts()
  const { threads } = useStore()
  const { label, announcement, copy } = useCopy(texts.copyConversation)
  return (
    <div className="sn-ending mt-auto flex flex-wrap justify-center gap-x-2 gap-y-1 px-4 pt-2">
      <button
        type="button"
        className={quietButton}
        onClick={() => copy(conversationMarkdown(exchanges, document.baseURI, texts))}
      >
        {label}
      </button>
      {announcement}
      <ConfirmButton className={quietButton} onConfirm={() => void threads.forget()}>
        {texts.forget}
      </ConfirmButton>
    </div>
  )
}
