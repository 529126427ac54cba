import type { Filter } from './wire.ts'

/** Every option, with what its value may be. Types and validation derive from this, and warnings quote it. */
export const optionKinds = {
  /** The site's domain, as in `sidenote sites add`. */
  domain: 'text',
  /** The site's public assistant key, `svc_dsc_…`. */
  key: 'text',
  /** Address of the Sidenote server, or of a proxy in front of it. @default the script's origin */
  url: 'an address',
  /** Name of the site as readers know it. @default the page's own, from its metadata or title */
  title: 'text',
  /** Address of an image for the panel's header. @default Sidenote's mark */
  logo: 'an address',
  /** Text in the empty text box. @default 'Ask a question…' */
  placeholder: 'text',
  /** The line under the text box; '' removes it. @default 'AI can be wrong. Check the linked passages.' */
  disclaimer: 'text',
  /** Questions to suggest before the first one. A page can have its own in `<meta name="sidenote:questions">`. */
  questions: 'a list, separated by |',
  /** Where readers find help if the documentation doesn't answer. @default the site's setting */
  supportUrl: 'an address',
  /** What opens the panel. With `none`: only shortcut, triggers and API. @default 'button', or 'none' with a `trigger` */
  launcher: 'button, bar, none',
  /** Selector of the page's own elements that open the panel. */
  trigger: 'a CSS selector',
  /** Keys that open the panel: `mod+i`, `mod+shift+k`, `none`. `mod` is Cmd on a Mac and Ctrl elsewhere. @default 'mod+i' */
  shortcut: 'keys such as mod+i, or none',
  /** Whether the panel has a search. With `shortcut`, Cmd/Ctrl+K opens it too. @default 'button' */
  search: 'button, shortcut, none',
  /** Shape of the panel. @default 'panel', a sheet at the side */
  variant: 'panel, modal, popover, inline',
  /** The element that the variant `inline` fills. */
  container: 'a CSS selector or an element',
  /** Side of the launcher and the panel. @default 'right', or 'left' on right-to-left pages */
  side: 'right, left',
  /** Distance of the launcher from the window's lower edge, to clear what the page has there. @default '20px' */
  bottom: 'a CSS length',
  /** @default 'auto', which follows the page live */
  theme: 'auto, light, dark',
  /** Any CSS colour, including `var(--brand)`. @default the colour of the page's links */
  accent: 'a CSS colour',
  /** Radius of floating corners, in px. @default 16 */
  radius: 'a whole number, 0 to 32',
  /** Stacking order on the page. @default 2147000000 */
  zIndex: 'a whole number, 0 to 2147483647',
  /** Language of the widget, such as `de` or `pt-BR`. @default the page's, else the browser's */
  language: 'a language tag',
  /** How many search results to answer from. @default 5 */
  retrievalPageSize: 'a whole number, 1 to 50',
  /** Version, language or tag of the documentation to answer from. */
  filter: 'an object',
  /** Hosts whose images answers may show. Other images become links. @default none */
  imageHosts: 'a list, separated by |',
  /** Media types that readers may attach, such as `image/png|image/jpeg`, if the site's settings allow them too. @default none */
  attachments: 'a list, separated by |',
  /** What the reader has to agree to before the first question. @default nothing */
  consent: 'text',
  /** Where conversations are stored: for `storageDays`, until the tab is closed, or not at all. @default 'local' */
  storage: 'local, session, none',
  /** Days after its last use that a conversation is kept. @default 30 */
  storageDays: 'a whole number, 1 to 365',
  /** The signed-in reader, `signed.…`. Each reader has their own conversations. @default a random one per browser */
  reader: 'a reader signed by your server',
  /** Whether an agent in the browser gets tools to search, read and ask (WebMCP); never with `consent`. @default 'auto' */
  agentTools: 'auto, none',
  /** Where the page menu is: empty elements, or those that it follows, such as `h1`. It copies the page, and opens it in other tools. @default nowhere */
  pageMenu: 'a CSS selector',
  /** The page's nonce, if a strict policy requires one. @default the script tag's */
  nonce: 'text',
} as const

/** Kinds of options that are strings, but not any string: `read-options.ts` has a check for each. */
export type OptionText =
  | 'text'
  | 'an address'
  | 'a CSS colour'
  | 'a CSS length'
  | 'a CSS selector'
  | 'a language tag'
  | 'a reader signed by your server'
  | 'keys such as mod+i, or none'

type Words<Kind extends string> = Kind extends `${infer First}, ${infer Rest}` ? First | Words<Rest> : Kind
type ValueOf<Kind extends string> = Kind extends OptionText
  ? string
  : Kind extends 'a list, separated by |'
    ? readonly string[]
    : Kind extends 'an object'
      ? Filter
      : Kind extends 'a CSS selector or an element'
        ? string | HTMLElement
        : Kind extends `a whole number, ${string}`
          ? number
          : Words<Kind>

type Options = { readonly [Name in keyof typeof optionKinds]?: ValueOf<(typeof optionKinds)[Name]> | undefined }

/** How the widget is set up: by `data-` attributes of the script tag, by `mount` and by `Sidenote.update`. */
export type WidgetOptions = Options & { readonly domain: string; readonly key: string; readonly url: string }

/** What `Sidenote.update` takes; `undefined` brings a default back. */
export type OptionChanges = Options & { readonly domain?: string; readonly key?: string; readonly url?: string }

/** Options as an owner wrote them, not looked at yet: attributes are all text. */
export type RawOptions = WidgetOptions
