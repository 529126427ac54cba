import { english } from '../locales/english.ts'
import { englishPageTexts } from '../locales/english-page.ts'
import type { Words } from '../locales/words.ts'
import type { WidgetOptions } from '../page/options.ts'
import { fieldsOf } from './fields.ts'
import { languageAddress } from './server-address.ts'

/** A panel is in English rather than later than this, in milliseconds. */
const longestWait = 3_000

const kindOf = (text: unknown): string => (Array.isArray(text) ? `${text.length} texts` : typeof text)

const hasTexts = (text: object): boolean => !Array.isArray(text) && !('other' in text)

/** Adds the English texts that words of another version haven't, or have in another shape. */
function complete<Texts extends object>(texts: Texts, given: unknown): Texts {
  const others = fieldsOf(given)
  const own = Object.entries(texts).flatMap(([name, text]) => {
    const other = others[name]
    if (kindOf(other) !== kindOf(text)) return []
    return [[name, typeof text === 'object' && hasTexts(text) ? complete(text, other) : other]]
  })
  return { ...texts, ...Object.fromEntries(own) }
}

/**
 * Fetches the words of a language from the server, which may be of another version. Undefined for English. Throws if they
 * couldn't be fetched.
 */
export async function fetchWords(language: string, options: WidgetOptions): Promise<Words | undefined> {
  if (language === 'en') return undefined
  const signal = AbortSignal.timeout(longestWait)
  const response = await fetch(languageAddress(options, language), { credentials: 'omit', signal })
  if (!response.ok) throw new Error(`The server answered with ${response.status}.`)
  return complete({ page: englishPageTexts, panel: english }, await response.json())
}
