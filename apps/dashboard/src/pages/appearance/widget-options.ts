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

/** Every option that changes what readers see, by what it is about. */
export const optionGroups: readonly { readonly title: string; readonly options: readonly WidgetOption[] }[] = [
  {
    title: 'Look',
    options: [
      { name: 'accent', label: 'Accent', hint: 'Any CSS colour. Default: the colour of the page’s links.' },
      {
        name: 'theme',
        label: 'Theme',
        hint: 'auto follows the page.',
        choices: choices(['auto', 'Like the page'], ['light', 'Light'], ['dark', 'Dark']),
      },
      { name: 'radius', label: 'Corners', hint: 'Radius in pixels, 0 to 32. Default 16.' },
      { name: 'logo', label: 'Logo', hint: 'Address of a picture. This preview shows those of this server only.' },
    ],
  },
  {
    title: 'Place',
    options: [
      {
        name: 'variant',
        label: 'Panel',
        hint: 'How it stands on the page.',
        choices: choices(['panel', 'At the side'], ['modal', 'In the middle'], ['popover', 'Above the button']),
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
    ],
  },
  {
    title: 'Words',
    options: [
      { name: 'title', label: 'Name', hint: 'The assistant is named after it. Default: the page’s own.' },
      { name: 'placeholder', label: 'Text box', hint: 'Default “Ask a question…”.' },
      { name: 'questions', label: 'Starter questions', hint: 'Separated by |.' },
      { name: 'disclaimer', label: 'Line below', hint: 'Default “AI can be wrong. Check the linked passages.”' },
      { name: 'consent', label: 'Consent', hint: 'What readers agree to before the first question.' },
      { name: 'supportUrl', label: 'Support address', hint: 'Default: the site’s setting.' },
      { name: 'language', label: 'Language', hint: 'Such as de. Default: the page’s.' },
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
    ],
  },
]

/** The options that differ from their defaults, by their names. */
export type ChosenOptions = Readonly<Record<string, string>>

const escapeValue = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const attributeOf = (name: string): string => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The tag to put on every page. */
export const writeTag = (server: string, domain: string, options: ChosenOptions): string => {
  const attributes = Object.entries(options).map(([name, value]) => `  ${attributeOf(name)}="${escapeValue(value)}"`)
  return [
    '<script',
    `  src="${server}/widget.js"`,
    `  data-domain="${escapeValue(domain)}"`,
    '  data-key="svc_dsc_…"',
    ...attributes,
    '  async',
    '></script>',
  ].join('\n')
}
