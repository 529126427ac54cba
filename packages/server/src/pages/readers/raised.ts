/** Where text stands beside its line: `<sup>` or `<sub>`. */
export type Shift = 'sup' | 'sub'

/** `sup` and `superscript`, `sub` and `subscript`; undefined for other roles of docutils. */
export const shiftOfRole = (role: string): Shift | undefined => {
  if (role === 'sup' || role === 'superscript') return 'sup'
  return role === 'sub' || role === 'subscript' ? 'sub' : undefined
}

const signsOf = (plain: string, shifted: string): ReadonlyMap<string, string> => {
  const signs = [...shifted]
  return new Map([...plain].map((sign, at) => [sign, signs[at] ?? sign]))
}

/** What Unicode has signs of its own for. */
const shiftedSigns: Readonly<Record<Shift, ReadonlyMap<string, string>>> = {
  sup: signsOf('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'),
  sub: signsOf('0123456789+-−=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'),
}
const ownSigns = new Set(Object.values(shiftedSigns).flatMap((signs) => [...signs.values()]))
const marks: Readonly<Record<Shift, string>> = { sup: '^', sub: '_' }

/** What stands raised behind a number or a name as a part of it: `1st`, `3ème`, `Acme™`. */
const ordinals = new Set('st nd rd th e er ère re ème eme o os a as de ste º ª'.split(' '))
const tradeMarks = new Map([
  ['tm', '™'],
  ['sm', '℠'],
  ['®', '®'],
  ['©', '©'],
  ['™', '™'],
  // These stand raised by themselves.
  ...[...'°′″*†‡§¶#'].map((sign) => [sign, sign] as const),
])
/** In letters: raised words behind longer ones are labels, such as “beta”. */
const longestBase = 2

/** What stands on its line beside raised or lowered text. */
interface Beside {
  readonly before: string
  readonly after: string
}

/**
 * What raised or lowered text is on one line, so that it stays told apart from what it stands on, and from what goes on behind
 * it: `10⁶`, `x_max`, `e^(-kt)`, `x^(T)y`.
 */
export function shiftedText(text: string, shift: Shift, { before, after }: Beside): string {
  const words = text.replace(/\s+/g, ' ').trim()
  if (words === '') return ''
  const base = /(?<![\p{L}\p{N}])[\p{L}\p{N}]*$/u.exec(before)?.[0] ?? ''
  if (shift === 'sup') {
    const tradeMark = tradeMarks.get(words.toLowerCase())
    if (tradeMark !== undefined) return tradeMark
    if (/\d$/.test(base) && ordinals.has(words.toLowerCase())) return words
    const isLabel = /^\[|\p{L}{3}/u.test(words) && base.length > longestBase && !/\d$/.test(base)
    if (isLabel || /^\[/.test(words)) return ` ${words}`
  }
  const own = shiftedSigns[shift]
  if ([...words].every((sign) => ownSigns.has(sign))) return words
  const signs = [...words].map((sign) => own.get(sign))
  const isWord = /\p{L}{2}/u.test(words)
  if (!isWord && signs.every((sign) => sign !== undefined)) return signs.join('')
  // Of what is raised twice, as in 2^(2³), a bracket says where it begins.
  const isSimple =
    /^[\p{L}\p{M}\p{N}]+$/u.test(words) && !isWordStart(after) && ![...words].some((sign) => ownSigns.has(sign))
  return marks[shift] + (isSimple ? words : `(${words})`)
}

const isWordStart = (text: string): boolean => /^[\p{L}\p{N}]/u.test(text)

/** A node of a tree of words: of HTML or of Markdown. */
interface Words {
  readonly type: string
  readonly value?: unknown
  readonly children?: readonly Words[]
}

/** What the nodes of a tree say. */
export const wordsIn = (nodes: readonly Words[]): string =>
  nodes.map(({ value, children }) => (children ? wordsIn(children) : typeof value === 'string' ? value : '')).join('')
