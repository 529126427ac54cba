import type { NavigationList, NavigationTarget } from './navigation-lists.ts'
import { addressPath, isElsewhere, readList } from './read-list.ts'
import { type SourceFile, type SourceList, type SourceNode, valueAt } from './source-tree.ts'

/** `{ text, link }` and `{ text, items }`, wherever a configuration writes lists of them out. */
export const readVitepress = (file: SourceFile): NavigationList[] => {
  const bars = new Set<SourceList>()
  const lists = file.lists((list, keys) => {
    const isNavigation = list.items.some(isItem)
    if (isNavigation && keys.includes('nav')) bars.add(list)
    return isNavigation
  })
  return lists.map((list) =>
    readList(file, list, (item) => readItem(item, list, baseAround(file.root, list)), { isBar: bars.has(list) }),
  )
}

const isItem = (item: SourceNode): boolean =>
  valueAt(item, 'text')?.kind === 'string' &&
  (valueAt(item, 'link')?.kind === 'string' || valueAt(item, 'items')?.kind === 'list')

function readItem(item: SourceNode, top: SourceList, base: string) {
  const [label, link, children] = [valueAt(item, 'text'), valueAt(item, 'link'), valueAt(item, 'items')]
  return {
    label: label?.kind === 'string' ? label : undefined,
    target: link?.kind === 'string' ? targetOf(link, baseOf(top, item) || base) : undefined,
    children: children?.kind === 'list' ? children : undefined,
  }
}

const targetOf = (written: NavigationTarget['written'], base: string): NavigationTarget | undefined =>
  isElsewhere(written.value) ? undefined : { written, kind: 'address', path: addressPath(`${base}${written.value}`) }

/** The `base` of the nearest item around an item that has one. */
function baseOf(node: SourceNode, item: SourceNode): string {
  if (node.kind === 'list') {
    const around = node.items.find((one) => one.start <= item.start && item.end <= one.end)
    return around ? baseOf(around, item) : ''
  }
  const base = valueAt(node, 'base')
  const items = valueAt(node, 'items')
  const deeper = items && node !== item ? baseOf(items, item) : ''
  return deeper || (base?.kind === 'string' ? base.value : '')
}

/** The `base` of the section that a list is the `items` of: `'/guide/': { base: '/guide/', items: […] }`. */
function baseAround(node: SourceNode, list: SourceList): string {
  const inner =
    node.kind === 'record' ? node.entries.map((entry) => entry.value) : node.kind === 'list' ? node.items : []
  const base = valueAt(node, 'base')
  if (base?.kind === 'string' && valueAt(node, 'items')?.start === list.start) return base.value
  for (const child of inner) {
    const found = child === list ? '' : baseAround(child, list)
    if (found) return found
  }
  return ''
}
