import { setImmediate as pause } from 'node:timers/promises'

/** A part of a name: one character, one of several, any one, or any number of them. */
type Token = { readonly kind: 'some' } | { readonly kind: 'one'; readonly accepts: (character: string) => boolean }

/** A folder or file of a glob; `folders` stands for any number of folders. */
type Part = 'folders' | readonly Token[]

const star: Token = { kind: 'some' }
const anyOne: Token = { kind: 'one', accepts: () => true }
const literal = (wanted: string): Token => ({ kind: 'one', accepts: (character) => character === wanted })

/** A list such as `[a-z]` or `[!.]`. Undefined when it doesn't end: then its bracket is a character. */
const readSet = (name: string, start: number): { token: Token; end: number } | undefined => {
  const isNegated = name[start + 1] === '!' || name[start + 1] === '^'
  const first = start + (isNegated ? 2 : 1)
  const end = name.indexOf(']', first + 1)
  if (end === -1) return undefined
  const ranges: (readonly [string, string])[] = []
  for (let at = first; at < end; at++) {
    const from = name[at] ?? ''
    const isRange = name[at + 1] === '-' && at + 2 < end
    ranges.push([from, isRange ? (name[at + 2] ?? '') : from])
    if (isRange) at += 2
  }
  const isListed = (character: string) => ranges.some(([from, to]) => from <= character && character <= to)
  return { token: { kind: 'one', accepts: (character) => isListed(character) !== isNegated }, end }
}

const readName = (name: string): Token[] => {
  const tokens: Token[] = []
  for (let at = 0; at < name.length; at++) {
    const character = name[at] ?? ''
    const set = character === '[' ? readSet(name, at) : undefined
    if (set) {
      tokens.push(set.token)
      at = set.end
    } else if (character === '*') {
      if (tokens.at(-1) !== star) tokens.push(star)
    } else if (character === '\\' && at + 1 < name.length) {
      at += 1
      tokens.push(literal(name[at] ?? ''))
    } else {
      tokens.push(character === '?' ? anyOne : literal(character))
    }
  }
  return tokens
}

interface Sequence<Wanted, Given> {
  readonly wanted: readonly Wanted[]
  readonly given: readonly Given[]
  readonly isMany: (wanted: Wanted) => boolean
  readonly accepts: (wanted: Wanted, given: Given) => boolean
}

/**
 * Matches what stands for one thing or for many, from the left. After something that stands for many, what follows is tried at
 * each place; what came before it never has to be tried again, so the time is at most the product of the two lengths.
 */
const matches = <Wanted, Given>({ wanted, given, isMany, accepts }: Sequence<Wanted, Given>): boolean => {
  let next = 0
  let retry: { wanted: number; given: number } | undefined
  for (let at = 0; at < given.length; ) {
    const one = wanted[next]
    const thing = given[at]
    if (one !== undefined && isMany(one)) {
      next += 1
      retry = { wanted: next, given: at }
    } else if (one !== undefined && thing !== undefined && accepts(one, thing)) {
      next += 1
      at += 1
    } else if (retry) {
      retry.given += 1
      next = retry.wanted
      at = retry.given
    } else {
      return false
    }
  }
  return wanted.slice(next).every(isMany)
}

const matchesName = (tokens: readonly Token[], name: string): boolean =>
  matches({
    wanted: tokens,
    given: [...name],
    isMany: (token) => token.kind === 'some',
    accepts: (token, character) => token.kind === 'one' && token.accepts(character),
  })

/**
 * Reads a glob: `*`, `?` and `[a-z]` stand for characters of one name, `**` for any number of folders. No glob takes long for a
 * path, as those of git do.
 */
export const readGlob = (glob: string): ((path: string) => boolean) => {
  const parts: Part[] = []
  for (const name of glob.split('/')) {
    if (name !== '**') parts.push(readName(name))
    else if (parts.at(-1) !== 'folders') parts.push('folders')
  }
  // At the end, `**` stands for what is in a folder, and there has to be something.
  if (parts.at(-1) === 'folders') parts.push([star])
  return (path) =>
    matches({
      wanted: parts,
      given: path.split('/'),
      isMany: (part) => part === 'folders',
      accepts: (part, name) => part !== 'folders' && matchesName(part, name),
    })
}

const turnMilliseconds = 10
const longestMilliseconds = 5_000

/**
 * Chooses the paths that a glob matches. Others have their turn in between, however many there are.
 *
 * @throws Error when it takes longer than 5 s
 */
export const filterPaths = async (paths: Iterable<string>, glob: string): Promise<string[]> => {
  const isMatch = readGlob(glob)
  const start = performance.now()
  let turn = start
  const chosen: string[] = []
  for (const path of paths) {
    if (isMatch(path)) chosen.push(path)
    const now = performance.now()
    if (now - turn < turnMilliseconds) continue
    if (now - start > longestMilliseconds) throw new Error(`“${glob}” takes too long to look for. Name a folder.`)
    await pause()
    turn = performance.now()
  }
  return chosen
}
