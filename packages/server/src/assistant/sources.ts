import type { SourceMetadata } from '@sidenote/contract'
import { isHashRoute } from '../pages/links.ts'
import { beginningOf, inlineText, plainText } from '../pages/plain-text.ts'
import type { Edition } from '../search/editions/edition.ts'
import type { SectionMatch } from '../search/search.ts'
import { readTerms } from '../search/words/words.ts'
import type { AnswerChunk } from './chunk.ts'

/** A passage that the answer may cite as `[number]`. */
export type Source = Pick<
  SectionMatch,
  'path' | 'title' | 'heading' | 'anchor' | 'url' | 'breadcrumbs' | 'content' | 'byWords'
> &
  Partial<Edition> & { readonly number: number }

/** The sources of one answer. Numbers start at 1 and are never given twice, nor is a passage. */
export interface SourceList {
  readonly all: readonly Source[]
  /** Gives a passage its number; `isNew` is false when it has one already. */
  add(passage: Omit<Source, 'number'>): { source: Source; isNew: boolean }
  has(number: number): boolean
}

export const createSourceList = (): SourceList => {
  const all: Source[] = []
  const byPassage = new Map<string, Source>()
  return {
    all,
    add(passage) {
      const key = `${passage.path}#${passage.anchor ?? ''}\n${passage.content}`
      const known = byPassage.get(key)
      if (known) return { source: known, isNew: false }
      const source = { ...passage, number: all.length + 1 }
      byPassage.set(key, source)
      all.push(source)
      return { source, isNew: true }
    },
    has: (number) => Number.isInteger(number) && number >= 1 && number <= all.length,
  }
}

/** What a reader calls the passage: `Server options › Port`. */
export const nameOf = (source: Pick<Source, 'title' | 'heading'>): string =>
  source.heading && source.heading !== source.title ? `${source.title} › ${source.heading}` : source.title

/** The `source-url` part; its link marks the sentence that touches the question most. What the AI SDK has no field for stands in `providerMetadata.sidenote`. */
export const sourceChunk = (source: Source, question: string): AnswerChunk => {
  const snippet = snippetOf(source.content)
  const sidenote: SourceMetadata = {
    number: source.number,
    path: source.path,
    anchor: source.anchor,
    heading: source.heading,
    breadcrumbs: source.breadcrumbs,
    snippet,
    ...(source.version ? { version: source.version } : {}),
  }
  return {
    type: 'source-url',
    sourceId: `source_${source.number}`,
    url: withTextFragment(source.url, nearestSentence(source.content, question) ?? source.content),
    title: nameOf(source),
    providerMetadata: { sidenote },
  }
}

/** The sentence of a passage that has most words of the question; undefined when none has two of them. */
const nearestSentence = (content: string, question: string): string | undefined => {
  const asked = new Set(readTerms(question))
  let most = 1
  let nearest: string | undefined
  for (const sentence of plainText(content).split(/(?<=[.!?])\s+(?=\p{Lu})/u)) {
    const shared = new Set(readTerms(sentence).filter((term) => asked.has(term))).size
    if (shared <= most) continue
    most = shared
    nearest = sentence
  }
  return nearest
}

const snippetLength = 280

/** The beginning of a passage as plain text, cut between words where there are blanks between them. */
const snippetOf = (content: string): string => {
  const text = plainText(content)
  if (text.length <= snippetLength) return text
  const blank = text.lastIndexOf(' ', snippetLength)
  return `${beginningOf(text, blank > snippetLength / 2 ? blank : snippetLength)}…`
}

/**
 * Adds a text fragment, so that the browser marks the passage: the first words of its first paragraph that has enough of them, up
 * to the first character that a page may show differently than its source says. Browsers that find no such text go to the anchor.
 */
export const withTextFragment = (url: string, content: string): string => {
  // The script that reads such an address would take it for a part of that.
  if (isHashRoute(url)) return url
  for (const paragraph of content.split(/\n{2,}/)) {
    if (!/^(?:[\p{L}\p{N}]|\*\*)/u.test(paragraph) || /^\d+[.)] /.test(paragraph)) continue
    const quoted = firstWords(inlineText(paragraph))
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
