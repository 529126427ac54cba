import type { ReactNode } from 'react'
import { useTexts } from '../locales/use-texts.ts'
import type { WidgetOptions } from '../page/options.ts'
import { shortcutLabel } from '../page/shortcut.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { icons } from '../parts/icons.tsx'

/** The panel's name, and buttons for the panel as a whole. */
export function Header(properties: {
  title: string
  /** The line under the name: the edition of the documentation, or what the assistant does out of sight. */
  state: ReactNode
  options: WidgetOptions
  /** Goes back from the list of earlier conversations. Undefined while it's closed. */
  closeHistory: (() => void) | undefined
  /** The menu of conversations. */
  menu: ReactNode
  canReset: boolean
  onReset: () => void
  /** Expands and collapses the panel. Undefined if its variant has only one size. */
  expansion: { isExpanded: boolean; toggle: () => void } | undefined
  /** Switches between search and assistant. Undefined if the owner turned the search off. */
  search: { isSearching: boolean; toggle: () => void; load: () => void } | undefined
  onClose: () => void
}) {
  const { title, state, options, closeHistory, menu, canReset, onReset, expansion, search, onClose } = properties
  const texts = useTexts()
  return (
    <div className="sn-header flex h-12 flex-none items-center gap-2 border-b border-line ps-4 pe-2 short:h-10 pointer-coarse:gap-0 pointer-coarse:pe-0.5 pointer-coarse:*:first:me-2">
      {options.logo ? (
        <img className="h-5 max-w-24" src={options.logo} alt="" />
      ) : (
        <span className="text-link">{icons.mark}</span>
      )}
      <div className="min-w-0 flex-1">
        <h2 className="bidi-row truncate text-base font-semibold">
          {search?.isSearching ? texts.search.open : texts.assistantName(title)}
        </h2>
        {state ? <p className="bidi-row truncate text-xs text-muted">{state}</p> : null}
      </div>
      {search ? (
        <span onPointerEnter={search.load}>
          <IconButton
            label={search.isSearching ? texts.search.back : texts.search.open}
            keys={shortcutLabel('mod+k')}
            icon={search.isSearching ? icons.back : icons.search}
            onClick={search.toggle}
          />
        </span>
      ) : null}
      {canReset ? <IconButton label={texts.newConversation} icon={icons.compose} onClick={onReset} /> : null}
      {closeHistory ? <IconButton label={texts.backToConversation} icon={icons.back} onClick={closeHistory} /> : menu}
      {expansion ? (
        <span className="max-sm:hidden">
          <IconButton
            label={expansion.isExpanded ? texts.shrink : texts.expand}
            icon={expansion.isExpanded ? icons.shrink : icons.expand}
            onClick={expansion.toggle}
          />
        </span>
      ) : null}
      <IconButton label={texts.close} keys="Esc" icon={icons.close} onClick={onClose} />
    </div>
  )
}
