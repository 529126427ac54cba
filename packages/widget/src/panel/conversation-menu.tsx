import { conversationMarkdown } from '../chat/conversation-markdown.ts'
import { useConversation, useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { icons } from '../parts/icons.tsx'
import { Menu, menuItem } from '../parts/menu.tsx'
import { useCopy } from '../parts/use-copy.tsx'

/** Copies the whole conversation. */
function CopyConversation() {
  const texts = useTexts()
  const exchanges = useConversation((view) => view.exchanges)
  const { isCopied, label, announcement, copy } = useCopy(texts.copyConversation)
  return (
    <>
      <button
        type="button"
        className={menuItem}
        onClick={() => copy(conversationMarkdown(exchanges, document.baseURI, texts))}
      >
        {isCopied ? icons.done : icons.copy}
        {label}
      </button>
      {announcement}
    </>
  )
}

/** What can be done with conversations: see earlier ones, copy this one, delete it. */
export function ConversationMenu(properties: {
  /** Opens the list of earlier conversations. Undefined if there are none. */
  onHistory: (() => void) | undefined
  /** Whether there is a conversation to copy or delete. */
  hasBegun: boolean
}) {
  const { onHistory, hasBegun } = properties
  const texts = useTexts()
  const { threads } = useStore()
  const isBusy = useConversation((view) => view.isBusy)
  const isWhole = hasBegun && !isBusy
  if (!onHistory && !isWhole) return null
  return (
    <Menu label={texts.more}>
      {(close) => (
        <>
          {onHistory ? (
            <button
              type="button"
              className={menuItem}
              onClick={() => {
                close()
                onHistory()
              }}
            >
              {icons.history}
              {texts.history}
            </button>
          ) : null}
          {isWhole ? (
            <>
              <CopyConversation />
              <ConfirmButton
                className={menuItem}
                onConfirm={() => {
                  close()
                  void threads.forget()
                }}
              >
                {icons.remove}
                {texts.forget}
              </ConfirmButton>
            </>
          ) : null}
        </>
      )}
    </Menu>
  )
}
