import type { Assistant } from '../chat/assistant.ts'
import { conversationAsMarkdown } from '../chat/conversation.ts'
import { useTexts } from '../locales/use-texts.ts'
import { Twice } from '../parts/confirm-button.tsx'
import { useCopy } from '../parts/use-copy.tsx'

/** What can be done with the conversation as a whole; it stands at its end. */
export function Ending({ assistant }: { assistant: Assistant }) {
  const texts = useTexts()
  const { label, told, copy } = useCopy(texts.copyConversation)
  return (
    <div className="sn-ending">
      <button
        type="button"
        className="sn-forget"
        onClick={() => copy(conversationAsMarkdown(assistant.exchanges, document.baseURI, texts))}
      >
        {label}
      </button>
      {told}
      <Twice className="sn-forget" onDo={assistant.forget}>
        {texts.forget}
      </Twice>
    </div>
  )
}
