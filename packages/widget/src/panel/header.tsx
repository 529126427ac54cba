import { useTexts } from '../locales/use-texts.ts'
import type { WidgetOptions } from '../page/options.ts'
import { shortcutLabel } from '../page/shortcut.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { icons } from '../parts/icons.tsx'

/** What the panel is called, and what can be done with it as a whole. */
export function Header(properties: {
  title: string
  /** What is to be known of the whole: which part of the documentation is asked, or what is done out of sight. */
  state: string
  options: WidgetOptions
  /** Opens and closes the list of earlier conversations; nothing when there are none. */
  history: { isShown: boolean; toggle: () => void } | undefined
  canReset: boolean
  onReset: () => void
  /** Whether the panel stands in the middle, and how that is changed; nothing where it has but one place. */
  expanding: { isExpanded: boolean; toggle: () => void } | undefined
  /** Whether the panel searches instead of asking; nothing where the owner wants no search. */
  searching: { isSearching: boolean; toggle: () => void; load: () => void } | undefined
  onClose: () => void
}) {
  const { title, state, options, history, canReset, onReset, expanding, searching, onClose } = properties
  const texts = useTexts()
  return (
    <div className="sn-header">
      {options.logo ? (
        <img className="sn-logo" src={options.logo} alt="" />
      ) : (
        <span className="text-link">{icons.mark}</span>
      )}
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-medium font-semibold">{texts.assistantName(title)}</h2>
        {state ? <p className="truncate text-small text-muted">{state}</p> : null}
      </div>
      {searching ? (
        <span onPointerEnter={searching.load}>
          <IconButton
            label={searching.isSearching ? texts.search.back : texts.search.open}
            keys={options.search === 'shortcut' ? shortcutLabel('mod+k') : undefined}
            icon={searching.isSearching ? icons.chat : icons.search}
            onClick={searching.toggle}
          />
        </span>
      ) : null}
      {history ? (
        <IconButton
          label={history.isShown ? texts.backToConversation : texts.history}
          icon={history.isShown ? icons.back : icons.history}
          onClick={history.toggle}
        />
      ) : null}
      {canReset ? <IconButton label={texts.newConversation} icon={icons.compose} onClick={onReset} /> : null}
      {expanding ? (
        <span className="sn-expand">
          <IconButton
            label={expanding.isExpanded ? texts.shrink : texts.expand}
            icon={expanding.isExpanded ? icons.shrink : icons.expand}
            onClick={expanding.toggle}
          />
        </span>
      ) : null}
      <IconButton label={texts.close} keys="Esc" icon={icons.close} onClick={onClose} />
    </div>
  )
}
