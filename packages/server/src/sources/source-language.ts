import { OverrunError } from '../reading/pool.ts'
import type { ReadingLane } from '../reading/reading.ts'
import type { SourceItem } from './source.ts'

/** How many pages are looked at: those that say no language, and all. */
const most = { texts: 40, items: 200 }
/** In characters; what follows is not looked at. */
const longestText = 60_000
/** The share of them that has to be in one language. */
const leastShare = 0.4

interface LanguageParts {
  readonly reading: ReadingLane
  readonly signal: AbortSignal
  /** Called once, before the items are given: the language, or null. */
  readonly tell: (language: string | null) => void
}

/**
 * The same items, after telling what language the pages are in that do not say it: that of most of the first ones, where
 * it is plain and hardly one is in another. English pages are read as those of which nothing is known.
 */
export async function* tellLanguage(items: AsyncIterable<SourceItem>, parts: LanguageParts): AsyncIterable<SourceItem> {
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
    parts.tell(await commonLanguage(textsOf(first), parts))
    yield* first.splice(0)
  }
  if (first.length > 0) parts.tell(await commonLanguage(textsOf(first), parts))
  yield* first
}

/** Of the pages that nothing says a language of. */
const textsOf = (items: readonly SourceItem[]): string[] =>
  items.flatMap((item) =>
    item.kind === 'document' && !item.document.place?.language ? [item.document.text.slice(0, longestText)] : [],
  )

async function commonLanguage(
  texts: readonly string[],
  { reading, signal }: Omit<LanguageParts, 'tell'>,
): Promise<string | null> {
  if (texts.length === 0) return null
  const languages = await reading.run('languages', texts, { signal }).catch((error: unknown) => {
    if (error instanceof OverrunError) return []
    throw error
  })
  const counts = new Map<string, number>()
  for (const language of languages) {
    if (language && language !== 'en') counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const [[language, count] = ['', 0], [, other] = ['', 0]] = [...counts].sort((one, next) => next[1] - one[1])
  return count >= leastShare * texts.length && other <= count / 5 ? language : null
}
