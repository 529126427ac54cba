import type { InlineCode, PhrasingContent } from 'mdast'
import { isOneWord, oneLine } from '../../text-lines.ts'
import { shiftedText, wordsIn } from '../raised.ts'
import { wordSet } from '../word-set.ts'

const codeElements = wordSet('code samp tt var')
const deletedElements = wordSet('del s strike')

/** What stands beside an element among words. */
export interface Beside {
  readonly before: readonly PhrasingContent[]
  readonly after: string
}

/**
 * An element of HTML among words whose look says something: raised and lowered text, keys, code, readings of ruby, what is
 * struck out. Undefined for any other one, which is its words.
 *
 * @param inner Reads what it holds.
 * @param beside What stands before it, and the words behind it.
 */
export function shownElement(
  name: string,
  inner: () => PhrasingContent[],
  { before, after }: Beside,
): PhrasingContent[] | undefined {
  if (name === 'sup' || name === 'sub') {
    const words = inner()
    const [only, ...others] = words
    // A link to a place of the page is the mark of a note there.
    if (name === 'sup' && only?.type === 'link' && others.length === 0 && only.url.startsWith('#'))
      return [{ type: 'text', value: ' ' }, only]
    const said = shiftedText(wordsIn(words), name, { before: wordsIn(before.slice(-1)), after })
    if (said === '') return []
    const text: PhrasingContent = { type: 'text', value: said }
    if (only?.type !== 'link' || others.length > 0) return [text]
    const link: PhrasingContent = { ...only, children: [{ type: 'text', value: said.trimStart() }] }
    return said.startsWith(' ') ? [{ type: 'text', value: ' ' }, link] : [link]
  }
  if (name === 'kbd') return [{ type: 'inlineCode', value: oneLine(wordsIn(inner())), data: { isKey: true } }]
  if (codeElements.has(name)) {
    const value = wordsIn(inner())
    return value.trim() === '' ? [] : [{ type: 'inlineCode', value }]
  }
  if (name === 'q') return [{ type: 'text', value: '"' }, ...inner(), { type: 'text', value: '"' }]
  if (deletedElements.has(name)) return [{ type: 'delete', children: inner() }]
  if (name === 'rp') return []
  return name === 'rt' ? [{ type: 'text', value: `(${oneLine(wordsIn(inner()))})` }] : undefined
}

/** Words without those that are struck out right before them, or behind: `~~10~~20` is never read as 1020. */
export function apartDeleted(phrases: readonly PhrasingContent[]): PhrasingContent[] {
  if (!phrases.some(({ type }) => type === 'delete')) return [...phrases]
  return phrases.flatMap((node, at): PhrasingContent[] => {
    const before = phrases[at - 1]
    const isBeside = before !== undefined && (node.type === 'delete' || before.type === 'delete')
    const isJoined = isBeside && isOneWord(wordsIn([before]), wordsIn([node]))
    return isJoined ? [{ type: 'text', value: ' ' }, node] : [node]
  })
}

const isKey = (node: PhrasingContent | undefined): node is InlineCode =>
  node?.type === 'inlineCode' && node.data?.isKey === true

/** Keys that are pressed together as one name: `Ctrl+C`. Nothing between two keys means the same as a plus sign. */
export function joinKeys(phrases: readonly PhrasingContent[]): PhrasingContent[] {
  const joined: PhrasingContent[] = []
  for (const node of phrases) {
    const last = joined.at(-1)
    const before = joined.at(-2)
    if (!isKey(node)) joined.push(node)
    else if (isKey(last)) last.value += `+${node.value}`
    else if (isKey(before) && last?.type === 'text' && last.value.trim() === '+') {
      before.value += `+${node.value}`
      joined.pop()
    } else joined.push({ ...node })
  }
  return joined
}
