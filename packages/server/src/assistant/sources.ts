import type { SourceMetadata } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { Block } from '../pages/block.ts'
import { paragraphsOf, runningTexts } from '../pages/block-text.ts'
import { isHashRoute } from '../pages/links.ts'
import { beginningOf, segmentsOf } from '../pages/plain-text.ts'
import type { Edition } from '../search/editions/edition.ts'
import { readBlocks } from '../search/section-blocks.ts'
import type { SectionMatch } from '../search/section-match.ts'
import { readTerms } from '../search/words/words.ts'
import type { AnswerChunk } from './chunk.ts'

/** A passage that may become a source. */
export type Passage = Pick<
  SectionMatch,
  'path' | 'title' | 'heading' | 'anchor' | 'url' | 'breadcrumbs' | 'content' | 'places' | 'byWords'
> &
  Partial<Edition>

/** A passage that the answer may cite as `[number]`. */
export interface Source extends Omit<Passage, 'places'> {
  readonly number: number
  /** What it is made of. */
  readonly blocks: readonly Block[]
}

/** The sources of one answer. Numbers start at 1 and are never given twice, nor is a passage. */
export interface SourceList {
  readonly all: readonly Source[]
  /** The source that a passage is. */
  find(passage: Passage): Source | undefined
  /** Reads the blocks of passages and gives them numbers; those that have one keep it. */
  add(passages: readonly Passage[]): Promise<Source[]>
  has(number: number): boolean
}

/** Tells passages apart. */
export const passageKey = ({ path, anchor, content }: Pick<Passage, 'path' | 'anchor' | 'content'>): string =>
  `${path}#${anchor ?? ''}\n${content}`

/** @param site Whose passages it takes. */
export const createSourceList = (database: Database, site: { readonly id: string }): SourceList => {
  const all: Source[] = []
  const byKey = new Map<string, Source>()
  const find = (passage: Passage) => byKey.get(passageKey(passage))
  return {
    all,
    find,
    async add(passages) {
      const unknown = passages.filter((passage) => !find(passage))
      const blocks = await readBlocks(database, site.id, unknown)
      for (const [at, { places: _places, ...passage }] of unknown.entries()) {
        const key = passageKey(passage)
        if (byKey.has(key)) continue
        const source = { ...passage, number: all.length + 1, blocks: blocks[at] ?? [] }
        byKey.set(key, source)
        all.push(source)
      }
      return passages.flatMap((passage) => find(passage) ?? [])
    },
    has: (number) => Number.isInteger(number) && number >= 1 && number <= all.length,
  }
}

/** What a reader calls the passage: `Server options › Port`. */
export const nameOf = (source: Pick<Source, 'title' | 'heading'>): string =>
  source.heading && source.heading !== source.title ? `${source.title} › ${source.heading}` : source.title

/** The `source-url` part; its link marks the sentence that touches the question most. What the AI SDK has no field for stands in `providerMetadata.sidenote`. */
export const sourceChunk = (source: Source, question: string): AnswerChunk => {
  const texts = runningTexts(source.blocks)
  const nearest = nearestSentence(texts, question)
  const sidenote: SourceMetadata = {
    number: source.number,
    path: source.path,
    anchor: source.anchor,
    heading: source.heading,
    breadcrumbs: source.breadcrumbs,
    snippet: snippetOf(texts.join(' ')),
    ...(source.version ? { version: source.version } : {}),
  }
  return {
    type: 'source-url',
    sourceId: `source_${source.number}`,
    url: withTextFragment(source.url, nearest === undefined ? paragraphsOf(source.blocks) : [nearest]),
    title: nameOf(source),
    providerMetadata: { sidenote },
  }
}

/** The sentence of a passage that has most words of the question; undefined when none has two of them. */
const nearestSentence = (texts: readonly string[], question: string): string | undefined => {
  const asked = new Set(readTerms(question))
  let most = 1
  let nearest: string | undefined
  for (const sentence of texts.flatMap(segmentsOf)) {
    const shared = new Set(readTerms(sentence).filter((term) => asked.has(term))).size
    if (shared <= most) continue
    most = shared
    nearest = sentence
  }
  return nearest
}

const snippetLength = 280

/** The beginning of a passage as plain text, cut between words where there are blanks between them. */
const snippetOf = (text: string): string => {
  if (text.length <= snippetLength) return text
  const blank = text.lastIndexOf(' ', snippetLength)
  return `${beginningOf(text, blank > snippetLength / 2 ? blank : snippetLength)}…`
}

/**
 * Adds a text fragment, so that the browser marks the passage: the first words of the first of its paragraphs that has enough
 * of them, up to the first character that a page may show differently than its source says. Browsers that find no such text
 * go to the anchor.
 *
 * @param paragraphs As plain text.
 */
export const withTextFragment = (url: string, paragraphs: readonly string[]): string => {
  // The script that reads such an address would take it for a part of that.
  if (isHashRoute(url)) return url
  for (const paragraph of paragraphs) {
    const quoted = firstWords(paragraph)
    if (quoted.length < 3) continue
    const fragment = `:~:text=${encodeURIComponent(quoted.join(' ').replace(/,$/, ''))}`
    return url.includes('#') ? url + fragment : `${url}#${fragment}`
  }
  return url
}

const firstWords = (text: string): string[] => {
  const plain = /^[\p{L}\p{N} ,]+/u.exec(text)?.[0] ?? ''
  const words = plain.trim().split(' ').slice(0, 8)
  // The last word may have been cut by the character that ended the run.
  const isWhole = words.length === 8 || /^(?:$|[.!?:;](?:\s|$))/.test(text.slice(plain.length))
  return isWhole ? words : words.slice(0, -1)
}
