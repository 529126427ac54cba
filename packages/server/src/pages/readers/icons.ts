import { wordSet } from './word-set.ts'

const yes = wordSet('check checkmark tick yes ok supported')
const no = wordSet('cross crossmark times close cancel remove xmark x no unsupported')
/** What else names of icons say: of which set they are, and how they are drawn. */
const besides = wordSet(
  'fa fas far fad bi ti mdi ph ri la bx ci anticon carbon codicon feather glyphicon heroicons icon icons ion lucide material octicon tabler i circle square outline solid bold thin sm lg xl mark svg',
)

/** What an icon says that is called `fa-check-circle` or `XMark`: `✓`, `✗`, or undefined for any other one. */
export function signOfIcon(name: string): string | undefined {
  const words = name
    .split(/[-_]|(?<=[a-z])(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => !besides.has(word))
  const [word = '', ...others] = words
  if (others.length > 0) return undefined
  return signOf(yes.has(word) ? true : no.has(word) ? false : undefined)
}

/** What the first of some names says, such as the classes of an element. */
export const signAmong = (names: readonly string[]): string | undefined => names.map(signOfIcon).find(Boolean)

/** How yes and no are drawn. */
export const signOf = (isYes: boolean | undefined): string | undefined =>
  isYes === undefined ? undefined : isYes ? '✓' : '✗'
