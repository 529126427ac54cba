import type { Filter } from '@sidenote/contract'

/** How the widget is set up: by `data-` attributes of the script tag, by `mount` and by `Sidenote.update`. */
export interface WidgetOptions {
  /** The site's domain identifier, as `sidenote sites add` was given it. */
  readonly domain: string
  /** The site's public assistant key, `svc_dsc_…`. */
  readonly key: string
  /** Where the Sidenote server is. @default the origin that the script came from */
  readonly url: string
  /** Name of the site, as readers know it. @default what the page says about itself */
  readonly title?: string
  /** @default 'auto': follows the page, live */
  readonly theme?: 'auto' | 'light' | 'dark'
  /** Any CSS colour. @default the colour of the page's own links */
  readonly accent?: string
  /** @default 'right' */
  readonly side?: 'right' | 'left'
  /** `none`: only the shortcut, `data-ask` elements and the API open the panel. @default 'button' */
  readonly launcher?: 'button' | 'bar' | 'none'
  /** Questions offered before the first one. A page may give its own in `<meta name="sidenote:questions">`. */
  readonly questions?: readonly string[]
  /** How many search results an answer is made from. @default 5 */
  readonly retrievalPageSize?: number
  /** Which version or language of the documentation is asked. */
  readonly filter?: Filter
}

/** Splits `a | b`. @example readQuestions('How do I start? | What is new?') */
export const readQuestions = (value: string): string[] =>
  value
    .split('|')
    .map((question) => question.trim())
    .filter(Boolean)

/** The attributes there are, in the spelling of `dataset`, and the values that they may have; none named means any. */
const attributesKnown: Readonly<Record<string, string>> = {
  domain: '',
  key: '',
  url: '',
  title: '',
  accent: '',
  questions: '',
  filterVersion: '',
  filterLanguage: '',
  filterTag: '',
  theme: 'auto, light, dark',
  side: 'right, left',
  launcher: 'button, bar, none',
  retrievalPageSize: 'a whole number from 1 to 50',
}

const asAttribute = (name: string): string => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** In how many places two neighbouring letters of a word stand in the other too. */
const likeness = (word: string, other: string): number =>
  Array.from(word).filter((_, index) => other.includes(word.slice(index, index + 2))).length

const nearest = (name: string): string =>
  Object.keys(attributesKnown).reduce((best, other) => (likeness(name, other) > likeness(name, best) ? other : best))

// Attributes that page tools put on every script tag; they are not meant for us.
const foreign = /^(cf|nscript|turbo|astro|swup)/

/** What was read from the tag; `domain` and `key` may be missing, which the caller says aloud. */
export type AttributeOptions = Partial<WidgetOptions>

const isAllowed = (name: string, value: string): boolean => {
  const allowed = attributesKnown[name]
  if (name === 'retrievalPageSize') return /^([1-9]|[1-4]\d|50)$/.test(value)
  return !allowed || allowed.split(', ').includes(value)
}

/**
 * Reads the `data-` attributes of the script tag. An unknown name or a bad value is warned about and left out.
 * @param attributes the tag's `dataset`
 */
export function readAttributes(
  attributes: Readonly<Record<string, string | undefined>>,
  warn: (sentence: string) => void,
): AttributeOptions {
  const read: Record<string, string> = {}
  for (const name of Object.keys(attributes)) {
    const value = (attributes[name] ?? '').trim()
    const said = `Sidenote: ${asAttribute(name)}`
    if (!Object.hasOwn(attributesKnown, name)) {
      if (!foreign.test(name)) warn(`${said} is not an option. Did you mean ${asAttribute(nearest(name))}?`)
    } else if (isAllowed(name, value)) read[name] = value
    else warn(`${said}="${value}" is not ${attributesKnown[name]}; it is left out.`)
  }
  return toOptions(read)
}

/** `isAllowed` has seen to the values; this is the one place that says which types they have. */
function toOptions({
  filterVersion: version,
  filterLanguage: language,
  filterTag: tag,
  ...read
}: Record<string, string>) {
  return {
    ...read,
    questions: readQuestions(read.questions ?? ''),
    retrievalPageSize: Number(read.retrievalPageSize ?? 5),
    filter: { version, language, tag },
  } as AttributeOptions
}
