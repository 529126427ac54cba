import type { Element, ElementContent } from 'hast'
import { oneLine } from '../../text-lines.ts'
import { findElement, textIn } from './elements.ts'

/**
 * Puts what tabs are called at the beginning of what they show, where the list of tabs stood: by the roles of tabs, or as
 * labels before as many blocks. Tabs whose blocks are not there keep their list. Changes the tree.
 */
export function nameTabs(around: Element): void {
  const hasRoles = findElement(around, (node) => roleOf(node) === 'tablist') !== undefined
  const name = (node: Element): void => {
    for (const child of [...node.children]) if (child.type === 'element') name(child)
    if (hasRoles) nameByRoles(node)
    nameByLabels(node)
  }
  name(around)
}

const roleOf = (node: ElementContent): string =>
  node.type === 'element' ? String(node.properties.role ?? '').toLowerCase() : ''

/** Elements of a role below another; what is inside of them is their own. */
function withRole(around: Element, role: string): Element[] {
  return around.children.flatMap((child) =>
    child.type !== 'element' ? [] : roleOf(child) === role ? [child] : withRole(child, role),
  )
}

function nameByRoles(around: Element): void {
  const lists = withRole(around, 'tablist')
  const panels = withRole(around, 'tabpanel')
  if (lists.length !== 1 || panels.length === 0) return
  const [list] = lists
  const tabs = list ? withRole(list, 'tab') : []
  const named = panels.filter((panel, at) => {
    const isMeant = ({ properties: { id, ariaControls } }: Element) =>
      (id !== undefined && id === String(panel.properties.ariaLabelledBy)) ||
      (panel.properties.id !== undefined && panel.properties.id === String(ariaControls))
    const tab = tabs.find(isMeant) ?? (tabs.length === panels.length ? tabs[at] : undefined)
    if (tab) beginWith(panel, tab)
    return tab
  })
  if (list && named.length === tabs.length) {
    list.children = []
    list.properties.role = undefined
  }
  // It is no panel to the tabs around, and no longer closed.
  for (const { properties } of named) {
    properties.role = undefined
    properties.hidden = undefined
  }
}

function nameByLabels(around: Element): void {
  const elements = around.children.filter((child) => child.type === 'element')
  for (const [at, list] of elements.entries()) {
    const labels = elementsIn(list).filter(({ tagName }) => tagName !== 'input')
    const blocks = elementsIn(elements[at + 1])
    if (labels.length === 0 || labels.length !== blocks.length) continue
    if (!labels.every(({ tagName, properties }) => tagName === 'label' && properties.htmlFor !== undefined)) continue
    for (const [place, label] of labels.entries()) beginWith(blocks[place], label)
    list.children = []
  }
}

const elementsIn = (node: Element | undefined): Element[] =>
  node?.children.filter((child) => child.type === 'element') ?? []

function beginWith(block: Element | undefined, label: Element): void {
  const value = oneLine(textIn(label))
  if (!block || value === '' || textIn(block).trim() === '') return
  const title: Element = { type: 'element', tagName: 'strong', properties: {}, children: [{ type: 'text', value }] }
  block.children.unshift({ type: 'element', tagName: 'p', properties: {}, children: [title] })
}
