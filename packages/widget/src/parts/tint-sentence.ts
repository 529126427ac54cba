import { sentenceStart } from '../markdown/sentences.ts'

/** Elements that a sentence never reaches beyond. */
const blocks = 'p, li, td, th, h3, h4, blockquote'

/** The range from the start of the sentence before a citation to the citation. */
export function sentenceBefore(chip: Element): Range | undefined {
  const block = chip.closest(blocks)
  if (!block) return undefined
  const nodes: { node: Text; start: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    if (chip.compareDocumentPosition(node) & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY))
      break
    if (node.parentElement?.closest('.sn-cites')) continue
    nodes.push({ node, start: text.length })
    text += node.data
  }
  const start = sentenceStart(text, text.length)
  const first = nodes.findLast((entry) => entry.start <= start)
  const last = nodes.at(-1)
  if (!first || !last) return undefined
  const range = document.createRange()
  range.setStart(first.node, Math.min(start - first.start, first.node.length))
  range.setEnd(last.node, last.node.length)
  return range
}

/**
 * Tints the sentence before a citation without touching React's elements. Browsers without the highlight API
 * (https://drafts.csswg.org/css-highlight-api-1/) show no tint.
 * @returns a function that removes the tint
 */
export function tintSentence(chip: Element): () => void {
  const range = 'highlights' in CSS ? sentenceBefore(chip) : undefined
  if (!range) return () => {}
  const tint = new Highlight(range)
  CSS.highlights.set('sidenote-tint', tint)
  return () => {
    if (CSS.highlights.get('sidenote-tint') === tint) CSS.highlights.delete('sidenote-tint')
  }
}
