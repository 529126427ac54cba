import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5'

type Parent = DefaultTreeAdapterTypes.ParentNode
type Child = DefaultTreeAdapterTypes.ChildNode

/** As deep as any page that is meant to be read. Browsers go down to 512. */
const deepest = 200
/** As for readers without scripts. Where something stands is not kept: that takes as much memory as the tree itself. */
const options = { scriptingEnabled: false }

/** The tree of an HTML document. What is nested too deep stands side by side. */
export const readDocument = (text: string): Root => treeOf(parse(text, options))

/** The same of a part of one. */
export const readFragment = (text: string): Root => treeOf(parseFragment(text, options))

function treeOf(parsed: Parent): Root {
  flatten(parsed)
  const tree = fromParse5(parsed)
  return tree.type === 'root' ? tree : { type: 'root', children: [] }
}

function flatten(root: Parent): void {
  const left = [{ node: root, depth: 0 }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, depth } = next
    if (depth === deepest) node.childNodes = innermost(node)
    // Nobody sees it.
    if ('content' in node) node.content.childNodes = []
    if (depth < deepest) for (const child of parentsIn(node)) left.push({ node: child, depth: depth + 1 })
  }
}

const parentsIn = (node: Parent): (Parent & Child)[] => node.childNodes.filter((child) => 'childNodes' in child)

/** What stands below an element and holds no other elements itself, in the order of the document. */
function innermost(around: Parent): Child[] {
  const found: Child[] = []
  const left: Child[] = around.childNodes.toReversed()
  for (let node = left.pop(); node; node = left.pop()) {
    if (!('childNodes' in node) || parentsIn(node).length === 0) found.push(node)
    else for (const child of node.childNodes.toReversed()) left.push(child)
  }
  return found
}
