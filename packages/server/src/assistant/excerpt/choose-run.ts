import { inverseFrequency } from '../../search/ranking/term-weight.ts'
import { announces, type Piece, subjectOf, writePiece } from './pieces.ts'
import type { SearchWords } from './search-words.ts'

/** In characters: of an excerpt, of a further one, and of code and steps, which are never cut. */
export const longest = { excerpt: 1_200, further: 600, code: 1_500, steps: 2_400 }
const mostCode = 2
/** A row or an item that touches this much less of the question than the best is left out. */
const leastShare = 0.6
const mostParts = 8

/**
 * Chooses what of a section is quoted: all of a short one; of a long one the run of pieces, whole and in order, that touches
 * most of the question. Of tables and lists that are too long, the parts that tell; of a long paragraph the best run of sentences.
 */
export const chooseRun = (all: readonly Piece[], search: SearchWords, room: number): Piece[] => {
  const pieces = all.flatMap((piece) => shorten(piece, search, room))
  const texts = pieces.map((piece) => `${piece.under ?? ''} ${writePiece(piece)}`)
  return bestRun(texts, search, (from) => {
    const codes = pieces.flatMap(({ kind }, at) => (kind === 'code' && at >= from ? [at] : []))
    const fitting = fittingRun(pieces.map(writePiece), from, room).slice(0, (codes[mostCode] ?? pieces.length) - from)
    // What a paragraph announces is quoted with it, however long it is.
    const isCut = fitting.length === 1 && pieces[from]?.kind === 'prose' && pieces[from + 1]?.kind !== 'prose'
    const run = isCut ? [from, from + 1] : fitting
    const last = pieces[run.at(-1) ?? -1]
    return run.length > 1 && last && announces(last) ? run.slice(0, -1) : run
  }).flatMap((at) => pieces[at] ?? [])
}

/** The places from one on whose texts fit in the room; one at least. */
const fittingRun = (texts: readonly string[], from: number, room: number): number[] => {
  let left = room - (texts[from]?.length ?? 0)
  let to = from + 1
  while (to < texts.length && left >= (texts[to]?.length ?? 0)) left -= texts[to++]?.length ?? 0
  return Array.from({ length: to - from }, (_, offset) => from + offset)
}

/** How much of the question some texts touch together; a word counts more the fewer of all texts have it. */
const worthOf = (texts: readonly string[], { weights, read }: SearchWords) => {
  const terms = texts.map((text) => new Set(read(text)))
  const worths = new Map(
    [...weights].map(([term, weight]) => {
      const having = terms.filter((each) => each.has(term)).length
      return [term, weight * (0.3 + inverseFrequency(texts.length, having))]
    }),
  )
  return (places: readonly number[]): number =>
    [...worths].reduce((sum, [term, worth]) => (places.some((at) => terms[at]?.has(term)) ? sum + worth : sum), 0)
}

/** The first of the runs, one from each place, that touches most. */
const bestRun = (texts: readonly string[], search: SearchWords, runFrom: (from: number) => number[]): number[] => {
  const worth = worthOf(texts, search)
  let best: { run: number[]; worth: number } = { run: [], worth: -1 }
  for (const from of texts.keys()) {
    const run = runFrom(from)
    const own = worth(run)
    if (own > best.worth) best = { run, worth: own }
  }
  return best.run
}

/** A piece that is no longer than there is room for; nothing of code and steps that are. */
const shorten = (piece: Piece, search: SearchWords, room: number): Piece[] => {
  const { kind, parts } = piece
  const size = writePiece(piece).length
  if (kind === 'code' || kind === 'steps') return size <= longest[kind] ? [piece] : []
  const most = kind === 'list' ? room : room / 2
  if (size <= most) return [piece]
  const places =
    kind === 'prose'
      ? bestRun(parts, search, (from) => fittingRun(parts, from, most))
      : tellingParts(parts, search, most)
  return [{ ...piece, parts: places.flatMap((at) => parts[at] ?? []) }]
}

/** Those of the parts, in order, that touch nearly as much as the best; what begins with the words counts twice. */
const tellingParts = (parts: readonly string[], search: SearchWords, room: number): number[] => {
  const inAll = worthOf(parts, search)
  const inSubject = worthOf(parts.map(subjectOf), search)
  const worths = parts.map((_, at) => inAll([at]) + inSubject([at]))
  const ranked = [...parts.keys()]
    .filter((at) => (worths[at] ?? 0) >= leastShare * Math.max(...worths))
    .sort((one, other) => (worths[other] ?? 0) - (worths[one] ?? 0))
    .slice(0, mostParts)
  const chosen = fittingRun(
    ranked.map((at) => parts[at] ?? ''),
    0,
    room,
  )
  return chosen.flatMap((at) => ranked[at] ?? []).sort((one, other) => one - other)
}
