import type { BlockContent, PhrasingContent } from 'mdast'
import { strongParagraph, trimmed } from './reduced-nodes.ts'

const alert = /^\\?\[!([a-z]{1,30})\\?\][+-]?\s*/i

/** `[!WARNING]` at the beginning of a quote, as GitHub and others write it, is its title. */
export function withAlert(blocks: readonly BlockContent[]): BlockContent[] {
  const [first, ...rest] = blocks
  const text = first?.type === 'paragraph' ? first.children[0] : undefined
  const name = text?.type === 'text' ? alert.exec(text.value)?.[1] : undefined
  if (name === undefined || first?.type !== 'paragraph' || text?.type !== 'text') return [...blocks]
  const children = trimmed([{ ...text, value: text.value.replace(alert, '') }, ...first.children.slice(1)])
  const title: PhrasingContent = { type: 'text', value: name.charAt(0).toUpperCase() + name.slice(1).toLowerCase() }
  return [strongParagraph(title), ...(children.length > 0 ? [{ ...first, children }] : []), ...rest]
}
