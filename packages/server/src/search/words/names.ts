import type { Block } from '../../pages/block.ts'
import { visitLeaves } from '../../pages/block-text.ts'
import { readTerms } from './words.ts'

/** What tells a name from the words of a text; no word begins with it. */
const nameMark = '='
/** In characters. */
const longestName = 60
/** In words: a query that is longer isn't a name. */
const mostWords = 3

/** Before a word: `--flag`, `-v`, `.env`, `@media`, `$ref`, `::before`, `&str`. */
const signedBefore = /(?<![\p{L}\p{N}_$&@%#:.+-])(?:--?|::?|[.@$&%#])(?=[A-Za-z])[A-Za-z][\w-]{0,40}(?!\w|\.\w)/gu
/** Behind a word: `C++`, `F#`. */
const signedBehind = /(?<=(?<![\p{L}\p{N}_])([A-Za-z]\w{0,9}))(?:\+\+|#)(?![\w+#])/gu
const signs = /[.@$&%#:+-][A-Za-z]|[+#]/

/**
 * The terms of what signs alone tell apart: `c++`, `c#`, `--flag`, `$ref`. Flags of one letter keep their case, as `-v` and `-V`
 * mean different things.
 */
export function signedTerms(text: string): string[] {
  if (!signs.test(text)) return []
  const before = (text.match(signedBefore) ?? []).map((found) => (/^-\w$/.test(found) ? found : found.toLowerCase()))
  const behind = [...text.matchAll(signedBehind)].map(([mark, word = '']) => `${word}${mark}`.toLowerCase())
  return [...before, ...behind]
}

/** Whether a term is a name, or one that signs tell apart. */
export const isExactTerm = (term: string): boolean => /^[=.@$&%#:-]|[+#]$/.test(term)

/** A name as it is compared with others: without marks of code around it, in lower case but for flags of one letter. */
export function exactName(text: string): string {
  const name = text
    .normalize('NFKC')
    .replace(/[`“”"]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return /^-\w$/.test(name) ? name : name.toLowerCase()
}

/** Terms are kept side by side, so that none has a blank. */
const nameTerm = (text: string): string[] => {
  const name = exactName(text)
  return name === '' || name.length > longestName ? [] : [nameMark + name.replaceAll(' ', '_')]
}

/** The terms of a whole title, by which an exact query finds it, also where its words are written as one. */
export const titleTerms = (title: string): string[] => [
  ...new Set([...nameTerm(title), ...nameTerm(joinedName(title)), ...emptyTerms(title)]),
]

/** A name as it is typed as one word: `time zone` and `time-zone` as `timezone`. */
export const joinedName = (text: string): string => exactName(text).replace(/(?<=[a-z\d])[ -](?=[a-z\d])/g, '')

/** A word that may be an identifier, with the signs before it. */
const identifier = /(?<![\w.$@&%#:-])(?:--?|::?|[.@$&%#])?[A-Za-z_]\w{0,60}(?:[.:-]{1,2}\w{1,60}){0,8}/g
/** What plain words don't have: `useRef`, `vi.mock`, `TS2345`, `--flag`, `max_steps`. */
const unlikeWords = /[a-z][A-Z]|\d|_|\w[.:]\w|^[^A-Za-z]/
/** Where an identifier comes apart when it is typed in words. */
const insideIdentifier = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z\d]+/

/** The identifiers in a heading, each as it is written and in words: `useRef` as `useref` and `use ref`. */
export const identifiersIn = (heading: string): string[] => [
  ...new Set(
    (heading.match(identifier) ?? [])
      .filter((found) => unlikeWords.test(found))
      .flatMap((found) => [found, found.split(insideIdentifier).filter(Boolean).join(' ')].map(exactName)),
  ),
]

/** The terms of the identifiers in a heading. */
export const identifierTerms = (heading: string): string[] => identifiersIn(heading).flatMap(nameTerm)

/** The terms of a name that consists of signs or of words that say nothing: `!==`, `from`, `=>`. None of any other one. */
export function emptyTerms(name: string): string[] {
  if (name.length > longestName || readTerms(name).length > 0) return []
  const words = name.split(/\s+/)
  return [
    ...new Set(
      [name, ...(words.length > 1 ? words.filter((word) => !/[\p{L}\p{N}]/u.test(word)) : [])].flatMap(nameTerm),
    ),
  ]
}

/** The same of all names in code that stand in the words of blocks. */
export function emptyNamesIn(blocks: readonly Block[]): string[] {
  const terms: string[] = []
  visitLeaves(blocks, (leaf) => {
    if (typeof leaf !== 'string' && leaf.type === 'code') terms.push(...emptyTerms(leaf.text))
  })
  return terms
}

/** The name that a query may be: without the question mark behind it, and the brackets of a call. */
export const typedName = (query: string): string => {
  const name = exactName(query)
  const bare = name.replace(/(?:\(\))?\?*$/, '')
  return bare === '' ? name : bare
}

/** The name that a heading may be: `reply.send(data)` without what stands in brackets. */
export const headingName = (heading: string): string => {
  const name = typedName(heading)
  const bracket = name.indexOf('(')
  return bracket > 0 && name.endsWith(')') ? name.slice(0, bracket).trim() : name
}

const signsAround = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** The exact terms of a query: itself as a name, and, of a short one, each of its words that would say nothing. */
export function queryNames(query: string): string[] {
  const words = exactName(query).split(' ')
  const plain = words.length <= mostWords ? words.map((word) => word.replace(signsAround, '')) : []
  const empty = [...new Set([...(words.length <= mostWords ? words : []), ...plain])].flatMap(emptyTerms)
  return [...new Set([...nameTerm(typedName(query)), ...empty])]
}
