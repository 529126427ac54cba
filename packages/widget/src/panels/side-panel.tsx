import type { KeyboardEvent, RefObject } from 'react'
import type { Assistant } from '../assistant.ts'
import type { WidgetOptions } from '../options.ts'
import { Composer } from '../parts/composer.tsx'
import { Conversation } from './conversation.tsx'
import { EmptyState } from './empty-state.tsx'
import { Header } from './header.tsx'
import { Status } from './status.tsx'

/** The panel in its frame: a sheet at the side, or over the whole of a small screen. */
export function SidePanel(properties: {
  assistant: Assistant
  options: WidgetOptions
  title: string
  box: RefObject<HTMLTextAreaElement | null>
  onClose: () => void
}) {
  const { assistant, options, title, box, onClose } = properties
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    if (assistant.isBusy) assistant.stop()
    else onClose()
  }
  const reset = () => {
    assistant.reset()
    box.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape means the same wherever the focus is in the panel
    <div className="flex h-full flex-col" onKeyDown={onKeyDown}>
      <Header title={title} canReset={assistant.exchanges.length > 0} onReset={reset} onClose={onClose} />
      {assistant.exchanges.length > 0 ? (
        <Conversation assistant={assistant} />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <EmptyState title={title} options={options} page={assistant.page} onAsk={assistant.ask} />
        </div>
      )}
      <Composer assistant={assistant} box={box} />
      <Status assistant={assistant} />
    </div>
  )
}
