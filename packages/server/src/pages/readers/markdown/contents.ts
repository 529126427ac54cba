import type { List, PhrasingContent, RootContent } from 'mdast'

/** A table of contents: several links to what stands on the same page, and says what it says. */
export function isContents(node: RootContent): boolean {
  if (node.type === 'list') return node.children.length > 1 && pointsWithin(node)
  if (node.type !== 'paragraph') return false
  return node.children.filter(({ type }) => type === 'link').length > 1 && leadsWithin(node.children)
}

const pointsWithin = ({ children: items }: List): boolean =>
  items.every(
    ({ children: [first, ...below] }) =>
      first?.type === 'paragraph' &&
      leadsWithin(first.children) &&
      below.every((block) => block.type === 'list' && pointsWithin(block)),
  )

/** Whether words are links within the page, and what sets them apart. */
const leadsWithin = (nodes: readonly PhrasingContent[]): boolean =>
  nodes.every((node) => {
    if (node.type === 'link') return node.url.startsWith('#')
    if (node.type === 'strong' || node.type === 'emphasis') return leadsWithin(node.children)
    return node.type === 'break' || (node.type === 'text' && /^[\s•·∙|/,–—-]*$/.test(node.value))
  })
