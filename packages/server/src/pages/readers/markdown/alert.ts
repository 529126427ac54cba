import type { BlockContent, PhrasingContent } from 'mdast'
import { strongParagraph, trimmed } from './reduced-nodes.ts'

const alert = /^\\?\[!([a-z]{1,30})\\?\][+-]?\s*/i

/** `[!WARNING]` at the beginning of a quote or of a paragraph in it, as GitHub and others write it, is the title of what follows. */
export const withAlerts = (blocks: readonly BlockContent[]): BlockContent[] => blocks.flatMap(withAlert)

function withAlert(block: BlockContent): BlockContent[] {
  const text = block.type === 'paragraph' ? block.children[0] : undefined
  const name = text?.type === 'text' ? alert.exec(text.value)?.[1] : undefined
  if (name === undefined || block.type !== 'paragraph' || text?.type !== 'text') return [block]
  const children = trimmed([{ ...text, value: text.value.replace(alert, '') }, ...block.children.slice(1)])
  const title: PhrasingContent = { type: 'text', value: name.charAt(0).toUpperCase() + name.slice(1).toLowerCase() }
  return [strongParagraph(title), ...(children.length > 0 ? [{ ...block, children }] : [])]
}
