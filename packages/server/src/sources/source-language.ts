import { languageOfText } from '../search/words/languages.ts'
import type { SourceItem } from './source.ts'

/** How many pages are looked at: those that say no language, and all. */
const most = { texts: 40, items: 200 }
/** The share of them that has to be in one language. */
const leastShare = 0.4

/**
 * The same items, after it was told what language the pages are in that do not say it: that of most of the first ones, where
 * it is plain and hardly one is in another. English pages are read as those of which nothing is known.
 */
export async function* tellLanguage(
  items: AsyncIterable<SourceItem>,
  tell: (language: string | null) => void,
): AsyncIterable<SourceItem> {
  const first: SourceItem[] = []
  let isTold = false
  for await (const item of items) {
    if (isTold) {
      yield item
      continue
    }
    first.push(item)
    if (first.length < most.items && textsOf(first).length < most.texts) continue
    isTold = true
    tell(mostlyIn(textsOf(first)))
    yield* first.splice(0)
  }
  if (first.length > 0) tell(mostlyIn(textsOf(first)))
  yield* first
}

/** Of the pages that nothing says a language of. */
const textsOf = (items: readonly SourceItem[]): string[] =>
  items.flatMap((item) => (item.kind === 'document' && !item.document.place?.language ? [item.document.text] : []))

const mostlyIn = (texts: readonly string[]): string | null => {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const language = languageOfPage(text)
    if (language && language !== 'en') counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const [[language, count] = ['', 0], [, other] = ['', 0]] = [...counts].sort((one, next) => next[1] - one[1])
  return count >= leastShare * texts.length && other <= count / 5 ? language : null
}

/** The language that a page is plainly written in. */
export const languageOfPage = (text: string): string | undefined => languageOfText(proseOf(text))

/** Without what is in English everywhere: code and markup. */
const proseOf = (text: string): string =>
  evenParts(evenParts(text.slice(0, longestRead), /^(?:`{3}|~{3})/m), /<\/?(?:script|style|head|nav|pre)\b/i).replace(
    /<[^<>]{0,500}>|`[^`\n]*`|\]\([^()\n]{0,300}\)/g,
    ' ',
  )

/** In characters. */
const longestRead = 60_000

/** What stands outside of what a mark begins and the next one ends. */
const evenParts = (text: string, mark: RegExp): string =>
  text
    .split(mark)
    .filter((_, at) => at % 2 === 0)
    .join(' ')
