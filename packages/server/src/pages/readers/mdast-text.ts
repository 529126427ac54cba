import type { Nodes } from 'mdast'
import { oneLine } from '../text-lines.ts'

declare module 'mdast' {
  /** A formula in TeX. */
  interface InlineMath extends Literal {
    type: 'inlineMath'
    /** Whether it stands on lines of its own. */
    isBlock?: boolean
  }
  interface PhrasingContentMap {
    inlineMath: InlineMath
  }
  interface RootContentMap {
    inlineMath: InlineMath
  }
  interface InlineCodeData {
    /** Whether it is a key of the keyboard. */
    isKey?: boolean
  }
}

/** The readable text of reduced blocks without code blocks, on one line. */
export function proseText(nodes: readonly Nodes[]): string {
  const words: string[] = []
  for (const node of nodes) collectProse(node, words)
  return oneLine(words.join(''))
}

function collectProse(node: Nodes, words: string[]): void {
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'inlineMath') words.push(node.value)
  else if (node.type === 'break') words.push(' ')
  else if ('children' in node) {
    for (const child of node.children) collectProse(child, words)
    if (!isPhrase(node)) words.push('\n')
  }
}

const isPhrase = (node: Nodes): boolean =>
  node.type === 'emphasis' || node.type === 'strong' || node.type === 'delete' || node.type === 'link'

/** The code blocks of reduced blocks, with the file names their first lines give. */
export function codeText(nodes: readonly Nodes[]): string {
  const parts: string[] = []
  const collect = (node: Nodes): void => {
    if (node.type === 'code') parts.push(node.meta ? `${node.meta}\n${node.value}` : node.value)
    else if ('children' in node) for (const child of node.children) collect(child)
  }
  for (const node of nodes) collect(node)
  return parts.join('\n')
}
