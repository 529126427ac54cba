import type { Choice } from '../../parts/select.tsx'

/** An option of the widget’s tag that can be chosen on the page. The first choice is the default. */
interface WidgetOption {
  /** As the widget’s script calls it; its attribute is written with hyphens. */
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly choices?: readonly Choice<string>[]
}

const choices = (...values: readonly [value: string, label: string][]): Choice<string>[] =>
  values.map(([value, label]) => ({ value, label }))

/** Options that are about one thing. */
export interface OptionGroup {
  readonly title: string
  /** Whether they can be stored with the site. Others are needed before anything is fetched, so they stand in the tag. */
  readonly isStored?: true
  readonly options: readonly WidgetOption[]
}

/** Every option that changes what readers see. */
export const optionGroups: readonly OptionGroup[] = [
  {
    title: 'Look',
    isStored: true,
    options: [
      { name: 'accent', label: 'Accent', hint: 'Any CSS colour. Default: the colour of the page’s links.' },
      {
        name: 'theme',
        label: 'Theme',
        hint: 'Light and dark also on a page that is not.',
        choices: choices(['auto', 'Like the page'], ['light', 'Light'], ['dark', 'Dark']),
      },
      { name: 'radius', label: 'Corners', hint: 'Radius in pixels, 0 to 32. Default 16.' },
      { name: 'logo', label: 'Logo', hint: 'Address of a picture. This preview shows those of this server only.' },
    ],
  },
  {
    title: 'Words',
    isStored: true,
    options: [
      { name: 'title', label: 'Name', hint: 'The assistant is named after it. Default: the page’s own.' },
      { name: 'placeholder', label: 'Text box', hint: 'Default “Ask a question…”.' },
      { name: 'questions', label: 'Starter questions', hint: 'Up to three, separated by |.' },
      { name: 'disclaimer', label: 'Line below', hint: 'Default “AI can be wrong. Check the linked passages.”' },
      {
        name: 'supportUrl',
        label: 'Support address',
        hint: 'Where readers find help if the documentation does not answer.',
      },
    ],
  },
  {
    title: 'Place and language',
    options: [
      {
        name: 'variant',
        label: 'Panel',
        hint: 'How it stands on the page.',
        choices: choices(
          ['panel', 'At the side'],
          ['modal', 'In the middle'],
          ['popover', 'Above the button'],
          ['inline', 'Within the page'],
        ),
      },
      {
        name: 'launcher',
        label: 'Launcher',
        hint: 'What opens it.',
        choices: choices(['button', 'Button'], ['bar', 'Bar to ask in'], ['none', 'Nothing: only keys and script']),
      },
      {
        name: 'side',
        label: 'Side',
        hint: 'Of button and panel.',
        choices: choices(['right', 'Right'], ['left', 'Left']),
      },
      { name: 'bottom', label: 'Distance from below', hint: 'Such as 90px. Default 20px.' },
      { name: 'container', label: 'Container', hint: 'CSS selector of the element that “Within the page” fills.' },
      { name: 'trigger', label: 'Trigger', hint: 'CSS selector of your own elements that open it.' },
      { name: 'language', label: 'Language', hint: 'Such as de. Default: the page’s.' },
      { name: 'zIndex', label: 'Layer', hint: 'Its z-index. Default 2147000000.' },
    ],
  },
  {
    title: 'Answers',
    options: [
      { name: 'retrievalPageSize', label: 'Search results', hint: 'That an answer is made from, 1 to 50. Default 5.' },
      { name: 'filterVersion', label: 'Version', hint: 'Only pages of this version.' },
      { name: 'filterLanguage', label: 'Language of pages', hint: 'Only pages in this language, such as de.' },
      { name: 'filterTag', label: 'Tag', hint: 'Only pages with this tag.' },
      {
        name: 'imageHosts',
        label: 'Hosts of pictures',
        hint: 'Separated by |. Default: none, a link stands for each.',
      },
    ],
  },
  {
    title: 'What readers leave',
    options: [
      { name: 'consent', label: 'Consent', hint: 'What readers agree to before the first question.' },
      {
        name: 'storage',
        label: 'Conversations in the browser',
        hint: 'The preview keeps none.',
        choices: choices(['local', 'Kept'], ['session', 'Until the tab closes'], ['none', 'Not kept']),
      },
      { name: 'storageDays', label: 'Days', hint: 'After the last use of a conversation, 1 to 365. Default 30.' },
      {
        name: 'attachments',
        label: 'Attachments',
        hint: 'Types of files, such as image/png|image/jpeg. Default none.',
      },
    ],
  },
  {
    title: 'Keys and search',
    options: [
      { name: 'shortcut', label: 'Shortcut', hint: 'Such as mod+shift+k, or none. Default mod+i.' },
      {
        name: 'search',
        label: 'Search',
        hint: 'Inside the panel.',
        choices: choices(['button', 'Button'], ['shortcut', 'Button and Ctrl K'], ['none', 'None']),
      },
      {
        name: 'agentTools',
        label: 'Agents in the browser',
        hint: 'Whether an agent of the reader can search and ask.',
        choices: choices(['auto', 'Get tools'], ['none', 'Get none']),
      },
    ],
  },
]

/** Names of the options that can be stored with the site. */
export const storedOptions: readonly string[] = optionGroups.flatMap(({ isStored, options }) =>
  isStored ? options.map(({ name }) => name) : [],
)
