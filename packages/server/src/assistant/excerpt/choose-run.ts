import { inverseFrequency } from '../../search/ranking/term-weight.ts'
import { announces, type Piece, writePiece } from './pieces.ts'
import { partsOfName, type SearchWords, statesWanted } from './search-words.ts'

/** In characters: of an excerpt, of a further one, and of one piece that is longer than there is room for. */
export const longest = { excerpt: 1_200, further: 600, code: 1_500, steps: 2_400 }
/** A part of a list or a table that touches this much less of the question than the best is left out. */
const leastShare = 0.6
const mostParts = 8

/**
 * Chooses what of a section is quoted: all of a short one; of a long one the run of pieces, whole and in order, that touches
 * most of the question, with one block of code for who asks how. Of tables and lists that are too long, and of what begins with the name that is
 * asked for, the parts that tell; of a long paragraph the sentences around the best.
 */
export const chooseRun = (
  all: readonly Piece[],
  search: SearchWords,
  { heading, room }: { heading: string; room: number },
): Piece[] => {
  const named = all.flatMap((piece) => {
    const parts = partsOfName(search, piece)
    return parts.length > 0 ? [{ ...piece, parts }] : []
  })
  const pieces = named.length > 0 ? named : all.flatMap((piece) => shorten(piece, search, room))
  const worth = worthOf(pieces, search, heading)
  let best: Run = { pieces: [], worth: -1 }
  for (let from = 0; from < pieces.length; from++) {
    const run = runFrom(pieces, { from, room, mostCode: search.intent === 'how' ? 2 : 1 })
    // An answer begins where its section does, unless more of the question stands further down.
    const value = worth(run) + (from === 0 ? opening : 0)
    if (value > best.worth) best = { pieces: run, worth: value }
  }
  return best.pieces
}

interface Run {
  readonly pieces: Piece[]
  readonly worth: number
}

const opening = 0.25
const sized = (piece: Piece): number => writePiece(piece).length

/** As many pieces as there is room for; what announces something only with that. */
const runFrom = (
  pieces: readonly Piece[],
  { from, room, mostCode }: { from: number; room: number; mostCode: number },
): Piece[] => {
  const run: Piece[] = []
  let left = room
  let codes = mostCode
  for (const piece of pieces.slice(from)) {
    if (piece.kind === 'code' && codes-- === 0) break
    left -= sized(piece)
    if (left < 0 && run.length > 0 && !(piece.kind !== 'prose' && run.length === 1)) break
    run.push(piece)
    if (left < 0) break
  }
  const last = run.at(-1)
  return run.length > 1 && last && announces(last) ? run.slice(0, -1) : run
}

/** How much of the question a run touches: rare words of the section count more, and what was asked for by its kind. */
const worthOf = (pieces: readonly Piece[], search: SearchWords, heading: string) => {
  const texts = pieces.map((piece) => new Set(search.read(`${piece.under ?? ''} ${writePiece(piece)}`)))
  const rarity = new Map(
    [...search.weights].map(([term, weight]) => {
      const having = texts.filter((text) => text.has(term)).length
      return [term, having === 0 ? 0 : weight * (0.3 + inverseFrequency(texts.length, having))]
    }),
  )
  const total = [...rarity.values()].reduce((sum, each) => sum + each, 0) || 1
  return (run: readonly Piece[]): number => {
    const said = new Set(run.flatMap((piece) => [...(texts[pieces.indexOf(piece)] ?? [])]))
    const touched = [...said].reduce((sum, term) => sum + (rarity.get(term) ?? 0), 0) / total
    const shows = search.intent === 'how' && run.some(({ kind }) => kind === 'code' || kind === 'steps')
    return touched + (shows ? 0.3 : 0) + (run.some((piece) => statesWanted(search, piece, heading)) ? 0.4 : 0)
  }
}

/** A piece that is no longer than there is room for; nothing of code and steps that are. */
const shorten = (piece: Piece, search: SearchWords, room: number): Piece[] => {
  if (piece.kind === 'code') return sized(piece) <= longest.code ? [piece] : []
  if (piece.kind === 'steps') return sized(piece) <= longest.steps ? [piece] : []
  const most = piece.kind === 'list' ? room : room / 2
  if (sized(piece) <= most) return [piece]
  return [
    {
      ...piece,
      parts: piece.kind === 'prose' ? sentencesAround(piece.parts, search, most) : tellingParts(piece, search, most),
    },
  ]
}

const weighParts = (parts: readonly string[], { weights, read }: SearchWords): number[] => {
  const said = parts.map((part) => new Set(read(part)))
  const worth = (term: string) =>
    (weights.get(term) ?? 0) * inverseFrequency(parts.length, said.filter((terms) => terms.has(term)).length)
  return said.map((terms) => [...terms].reduce((sum, term) => sum + (weights.has(term) ? worth(term) : 0), 0))
}

const tellingParts = ({ parts }: Piece, search: SearchWords, room: number): string[] => {
  const worths = weighParts(parts, search)
  const best = Math.max(...worths)
  const ranked = parts
    .map((part, at) => ({ part, at, worth: worths[at] ?? 0 }))
    .filter(({ worth }) => worth >= leastShare * best)
    .sort((one, other) => other.worth - one.worth || one.at - other.at)
  const chosen: typeof ranked = []
  let left = room
  for (const each of ranked.slice(0, mostParts)) {
    left -= each.part.length
    if (left >= 0 || chosen.length === 0) chosen.push(each)
  }
  return chosen.sort((one, other) => one.at - other.at).map(({ part }) => part)
}

const sentencesAround = (sentences: readonly string[], search: SearchWords, room: number): string[] => {
  const worths = weighParts(sentences, search)
  let from = worths.indexOf(Math.max(...worths))
  if (sentences.slice(0, from + 1).join(' ').length <= room) from = 0
  let to = from + 1
  while (to < sentences.length && sentences.slice(from, to + 1).join(' ').length <= room) to++
  return sentences.slice(from, to)
}
