import type { Filter } from '@sidenote/contract'
import { type OptionText, optionKinds, type RawOptions, type WidgetOptions } from './options.ts'

/** A check throws or returns something falsy if the text is wrong. */
const checks: Readonly<Record<OptionText, (value: string) => unknown>> = {
  text: () => true,
  'an address': (value) => value && new URL(value, 'https://a.b'),
  'a CSS colour': (value) => CSS.supports('color', value),
  'a CSS length': (value) => CSS.supports('bottom', value),
  'a CSS selector': (value) => document.createDocumentFragment().querySelector(value) === null,
  'a language tag': (value) => new Intl.Locale(value),
  'a reader signed by your server': (value) => /^signed\.\d{10}\.[\w-]{43}\.[\w@:-]{1,60}$/.test(value),
  'keys such as mod+i, or none': (value) => /^(none|((mod|ctrl|alt|shift)\+)+[a-z0-9./])$/.test(value),
}

/** Attributes can't hold objects, so each field of the filter is an attribute of its own. */
const filterFields = { filterVersion: 'version', filterLanguage: 'language', filterTag: 'tag' } as const

const kinds: Readonly<Record<string, string>> = {
  ...optionKinds,
  filterVersion: 'text',
  filterLanguage: 'text',
  filterTag: 'text',
}

const isOneOf = <Name extends string>(name: string, table: Readonly<Record<Name, unknown>>): name is Name =>
  Object.hasOwn(table, name)

function passes(kind: string, value: string): boolean {
  try {
    const name = kind.replace(' or an element', '')
    return isOneOf(name, checks) ? Boolean(checks[name](value)) : kind.split(', ').includes(value)
  } catch {
    return false
  }
}

/** The entries of an array, or of a text that separates them by `|`. Undefined for anything else. */
export function readList(value: unknown): string[] | undefined {
  const entries = typeof value === 'string' ? value.split('|') : value
  return Array.isArray(entries) ? entries.map((entry) => String(entry).trim()).filter(Boolean) : undefined
}

/** The value as its kind has it, or undefined if it isn't of that kind. */
function readAs(kind: string, value: unknown): unknown {
  if (kind.startsWith('a whole number, ')) {
    const [least, most] = kind.slice('a whole number, '.length).split(' to ').map(Number)
    const number = /^\d+$/.test(String(value)) ? Number(value) : Number.NaN
    return number >= Number(least) && number <= Number(most) ? number : undefined
  }
  if (kind === 'a list, separated by |') return readList(value)
  if (typeof value === 'object' && value)
    return kind === 'an object' || (kind.endsWith('element') && value instanceof HTMLElement) ? value : undefined
  return typeof value === 'string' && passes(kind, value) ? value : undefined
}

/** How many pairs of neighbouring letters the two words share. */
const likeness = (word: string, other: string): number =>
  [...word].filter((_, index) => other.includes(word.slice(index, index + 2))).length

const nearestName = (name: string): string =>
  Object.keys(kinds).reduce((best, other) => (likeness(name, other) > likeness(name, best) ? other : best))

/** Page tools add attributes with these prefixes to every script tag. */
const toolPrefixes = ['cf', 'nscript', 'turbo', 'astro', 'swup']

/** How warnings are given and how they spell the names of options. */
interface OptionWarnings {
  warn(sentence: string): void
  /** Spells a name as the owner wrote it: as an attribute, or as it is. */
  spell(name: string): string
}

/**
 * Validates options. Ignores unknown names and bad values, with a warning. It's in the panel's file rather than the
 * loader's, since only owners' mistakes need it.
 */
export function readOptions(raw: RawOptions, { warn, spell }: OptionWarnings): WidgetOptions {
  const { domain, key, url } = raw
  const result: Record<string, unknown> = {}
  const filter: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(raw)) {
    const value = typeof given === 'string' ? given.trim() : given
    const kind = isOneOf(name, kinds) ? kinds[name] : undefined
    const option = kind && readAs(kind, value)
    if (!kind) {
      if (!toolPrefixes.some((prefix) => name.startsWith(prefix)))
        warn(`Sidenote: ${spell(name)} is not an option. Did you mean ${spell(nearestName(name))}?`)
    } else if (value !== undefined && option === undefined)
      warn(`Sidenote: ${spell(name)}="${value}" is ignored. Allowed: ${kind}.`)
    else if (isOneOf(name, filterFields)) filter[filterFields[name]] = option
    else result[name] = option
  }
  if (Object.keys(filter).length > 0) result.filter = { ...(result.filter as Filter), ...filter }
  return { domain, key, url, ...result }
}

/** An option's name as an attribute. @example asAttribute('zIndex') === 'data-z-index' */
export const asAttribute = (name: string): string =>
  `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
