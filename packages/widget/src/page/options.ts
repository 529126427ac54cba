import type { Filter } from '@sidenote/contract'

/** Texts that are more than text, by the words in which the console speaks of them. A check throws or says no. */
const checks = {
  text: () => true,
  'an address': (value: string) => value && new URL(value, 'https://a.b'),
  'a CSS colour': (value: string) => CSS.supports('color', value),
  'a CSS length': (value: string) => CSS.supports('bottom', value),
  'a CSS selector': (value: string) => document.createDocumentFragment().querySelector(value) === null,
  'a language tag': (value: string) => new Intl.Locale(value),
  'a reader signed by your server': (value: string) => /^signed\.\d{10}\.[\w-]{43}\.[\w@:-]{1,60}$/.test(value),
  'keys such as mod+i, or none': (value: string) => /^(none|((mod|ctrl|alt|shift)\+)+[a-z0-9./])$/.test(value),
}

/** Every option there is, with what it may be. One more is one more line here: all reading and the types follow. */
const kinds = {
  /** The site's domain identifier, as `sidenote sites add` was given it. */
  domain: 'text',
  /** The site's public assistant key, `svc_dsc_…`. */
  key: 'text',
  /** Where the Sidenote server, or a proxy before it, is. @default the origin that the script came from */
  url: 'an address',
  /** Name of the site, as readers know it. @default what the page says about itself */
  title: 'text',
  /** Address of a picture for the panel's header. @default Sidenote's mark */
  logo: 'an address',
  /** What stands in the empty text box. @default 'Ask a question…' */
  placeholder: 'text',
  /** The line under the text box; an empty one leaves it out. @default 'AI can be wrong. Check the linked passages.' */
  disclaimer: 'text',
  /** Questions offered before the first one. A page may give its own in `<meta name="sidenote:questions">`. */
  questions: 'a list, apart by |',
  /** Where people help, offered when the documentation does not say. @default what the site's settings say */
  supportUrl: 'an address',
  /** What opens the panel. `none`: only shortcut, triggers and API. @default 'button', or 'none' with a `trigger` */
  launcher: 'button, bar, none',
  /** Selector of the page's own elements that open the panel. */
  trigger: 'a CSS selector',
  /** Keys that open the panel: `mod+i`, `mod+shift+k`, `none`; `mod` is Cmd on a Mac and Ctrl elsewhere. @default 'mod+i' */
  shortcut: 'keys such as mod+i, or none',
  /** Whether the panel has a search beside the assistant; `shortcut`: Cmd/Ctrl+K opens it too. @default 'button' */
  search: 'button, shortcut, none',
  /** @default 'panel': a sheet at the side */
  variant: 'panel, modal, popover, inline',
  /** The element that the variant `inline` fills. */
  container: 'a CSS selector or an element',
  /** @default 'right', or 'left' where the page runs from right to left */
  side: 'right, left',
  /** How far above the lower edge of the window the launcher stands: over what the page has there. @default '20px' */
  bottom: 'a CSS length',
  /** @default 'auto': follows the page, live */
  theme: 'auto, light, dark',
  /** Any CSS colour, `var(--brand)` included. @default the colour of the page's own links */
  accent: 'a CSS colour',
  /** Of floating corners, in px. @default 16 */
  radius: 'a whole number, 0 to 32',
  /** @default 2147000000 */
  zIndex: 'a whole number, 0 to 2147483647',
  /** Language of the widget, `de` or `pt-BR`. @default the page's, else the browser's */
  language: 'a language tag',
  /** How many search results an answer is made from. @default 5 */
  retrievalPageSize: 'a whole number, 1 to 50',
  /** Which version, language or tag of the documentation is asked. */
  filter: 'an object',
  /** Hosts whose images are shown in answers; of others there is a link. @default none */
  imageHosts: 'a list, apart by |',
  /** Files that readers may attach, such as `image/png|image/jpeg`. The site’s settings have to allow them too. @default none */
  attachments: 'a list, apart by |',
  /** What the reader agrees to before the first question. @default nothing is asked */
  consent: 'text',
  /** Where the conversation is kept: for `storageDays`, as long as the tab, or in memory alone. @default 'local' */
  storage: 'local, session, none',
  /** For how many days after its last use a conversation is kept. @default 30 */
  storageDays: 'a whole number, 1 to 365',
  /** Who is signed in, `signed.…`. Each has conversations of their own. @default somebody random in each browser */
  reader: 'a reader signed by your server',
  /** The page's nonce, for what a strict policy lets in by it alone. @default the script tag's own */
  nonce: 'text',
} as const

/** Attributes have no objects: the filter's fields are attributes of their own. */
const fields = { filterVersion: 'version', filterLanguage: 'language', filterTag: 'tag' } as const

type Words<Kind extends string> = Kind extends `${infer First}, ${infer Rest}` ? First | Words<Rest> : Kind
type ValueOf<Kind extends string> = Kind extends keyof typeof checks
  ? string
  : Kind extends 'a list, apart by |'
    ? readonly string[]
    : Kind extends 'an object'
      ? Filter
      : Kind extends 'a CSS selector or an element'
        ? string | HTMLElement
        : Kind extends `a whole number, ${string}`
          ? number
          : Words<Kind>

type Options = { readonly [Name in keyof typeof kinds]?: ValueOf<(typeof kinds)[Name]> | undefined }

/** How the widget is set up: by `data-` attributes of the script tag, by `mount` and by `Sidenote.update`. */
export type WidgetOptions = Options & { readonly domain: string; readonly key: string; readonly url: string }

/** What `Sidenote.update` takes; `undefined` brings a default back. */
export type OptionChanges = Options & { readonly domain?: string; readonly key?: string; readonly url?: string }

/** Options as an owner wrote them, not looked at yet: attributes are all text. */
export type Given = WidgetOptions

function passes(kind: string, value: string): boolean {
  try {
    const name = kind.replace(' or an element', '')
    return Boolean(
      Object.hasOwn(checks, name) ? checks[name as keyof typeof checks](value) : kind.split(', ').includes(value),
    )
  } catch {
    return false
  }
}

/** Entries of an array, or of a text that sets them apart by `|`. */
export function readList(value: unknown): string[] | undefined {
  const entries = typeof value === 'string' ? value.split('|') : value
  return Array.isArray(entries) ? entries.map((entry) => String(entry).trim()).filter(Boolean) : undefined
}

/** The value as its kind has it; `undefined` when it is not of that kind. */
function readAs(kind: string, value: unknown): unknown {
  const [, least, most] = /, (\d+) to (\d+)/.exec(kind) ?? []
  if (most)
    return /^\d+$/.test(String(value)) && Number(value) >= Number(least) && Number(value) <= Number(most)
      ? Number(value)
      : undefined
  if (kind === 'a list, apart by |') return readList(value)
  const isObject = typeof value === 'object' && value
  if (isObject)
    return kind === 'an object' || (kind.endsWith('element') && value instanceof HTMLElement) ? value : undefined
  return typeof value === 'string' && passes(kind, value) ? value : undefined
}

const known: Readonly<Record<string, string>> = {
  ...kinds,
  filterVersion: 'text',
  filterLanguage: 'text',
  filterTag: 'text',
}

/** In how many places two neighbouring letters of a word stand in the other too. */
const likeness = (word: string, other: string): number =>
  [...word].filter((_, index) => other.includes(word.slice(index, index + 2))).length

const nearest = (name: string): string =>
  Object.keys(known).reduce((best, other) => (likeness(name, other) > likeness(name, best) ? other : best))

// Attributes that page tools put on every script tag; they are not meant for us.
const foreign = /^(cf|nscript|turbo|astro|swup)/

/**
 * Reads options from wherever they come. An unknown name or a bad value is warned about and left out. This stands in the
 * panel's file, not in the loader's: what only an owner's mistakes need, no page has to fetch.
 * @param spell how the names are written there
 */
export function readOptions(
  given: Given,
  warn: (sentence: string) => void,
  spell: (name: string) => string,
): WidgetOptions {
  const { domain, key, url } = given
  const read: Record<string, unknown> = {}
  for (const name of Object.keys(given)) {
    const raw = given[name as keyof Given] as unknown
    const value = typeof raw === 'string' ? raw.trim() : raw
    const kind = Object.hasOwn(known, name) ? known[name] : undefined
    const result = kind && readAs(kind, value)
    if (!kind) {
      if (!foreign.test(name)) warn(`Sidenote: ${spell(name)} is not an option. Did you mean ${spell(nearest(name))}?`)
    } else if (value !== undefined && result === undefined)
      warn(`Sidenote: ${spell(name)}="${value}" is left out: it may be ${kind}.`)
    else if (name in fields) read.filter = { ...(read.filter as Filter), [fields[name as keyof typeof fields]]: result }
    else read[name] = result
  }
  return { domain, key, url, ...read }
}

/** How a name is written as an attribute. @example asAttribute('zIndex') === 'data-z-index' */
export const asAttribute = (name: string): string =>
  `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
