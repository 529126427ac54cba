import { posix } from 'node:path'
import {
  eachItem,
  eachList,
  type NavigationItem,
  type NavigationList,
  readNavigationLists,
} from '../../generators/navigation-lists.ts'
import { readSource } from '../../generators/read-source.ts'
import type { Site, SiteGeneratorName } from '../../generators/site.ts'
import type { SourceFile } from '../../generators/source-tree.ts'
import type { Routes } from '../validate/routes.ts'
import { type FactsRequest, readDocumentation } from '../validate/tree.ts'
import { insertItem, itemCode, removeItem } from './edit-list.ts'
import { quoteFor, writeGroup, writeItem } from './write-item.ts'

/** A change to where a page stands in the navigation. Pages are given by their files. */
export interface NavigationChange {
  readonly operation: 'add' | 'move' | 'remove' | 'rename'
  readonly page: string
  readonly label?: string | undefined
  /** Label of the group, or the labels down to it joined by ` > `. */
  readonly group?: string | undefined
  /** Page of the same group that it comes after; otherwise it comes last. */
  readonly after?: string | undefined
  readonly createGroup?: boolean | undefined
}

/** The documentation, and a change to its navigation. */
export interface NavigationEditRequest extends FactsRequest {
  readonly change: NavigationChange
}

/** Changes the navigation of a tree. @returns the new texts of files, by their paths @throws Error with a sentence for the model */
export async function editNavigation(
  request: NavigationEditRequest,
  note: (file: string) => void,
): Promise<Map<string, string>> {
  const { site, routes, facts } = await readDocumentation(request, note)
  const { change } = request
  const title = change.operation === 'add' ? (facts.get(change.page)?.title ?? undefined) : undefined
  return updateNavigation(site, routes, { ...change, label: change.label ?? title })
}

/**
 * Changes the navigation where it is written, and nothing else in the file. The result is read again: it is refused when
 * anything but the change asked for has changed.
 * @returns the files to write.
 * @throws Error with a sentence for the model
 */
function updateNavigation(site: Site, routes: Routes, change: NavigationChange): Map<string, string> {
  const { generator } = site
  if (!generator) throw new Error('No navigation file of a known generator was found: there is nothing to update.')
  const editor = new Editor({ ...site, generator }, routes)
  const before = editor.targets()
  if (before.length === 0) throw new Error(editor.nothingWritten())
  const { page } = change
  const own = routes.addressesOf(page)
  if (change.operation !== 'remove' && own.length === 0) throw new Error(`“${page}” is no page of this site.`)
  if (change.operation === 'add') {
    if (editor.find(page)) throw new Error(`“${page}” is in the navigation already. Use move or rename.`)
    editor.add(change)
  } else if (change.operation === 'remove') editor.remove(page)
  else if (change.operation === 'rename') editor.rename(page, change.label)
  else editor.move(change)
  editor.requireOnly(before, change.operation === 'add' ? 1 : change.operation === 'remove' ? -1 : 0)
  return editor.changed
}

class Editor {
  readonly changed = new Map<string, string>()
  #site: Site & { generator: SiteGeneratorName }
  readonly #routes: Routes

  constructor(site: Site & { generator: SiteGeneratorName }, routes: Routes) {
    this.#site = site
    this.#routes = routes
  }

  lists = (): NavigationList[] => readNavigationLists(this.#site)
  targets = (): string[] => [...eachItem(this.lists())].flatMap(({ target }) => target?.path ?? []).sort()

  nothingWritten = (): string =>
    `The ${this.#site.generator} navigation is not written out in ${this.#site.navigationFiles.map((file) => file.path).join(', ') || 'any file'}: it is made from the files. Set the order in the pages’ front matter.`

  find(page: string): (NavigationItem & { within: NavigationList }) | undefined {
    const items = [...eachItem(this.lists())].filter(({ target }) => target && this.#isOf(target, page))
    return items.find(({ within }) => !within.isBar) ?? items[0]
  }

  #isOf(target: NonNullable<NavigationItem['target']>, page: string): boolean {
    if (target.kind === 'folder') return false
    if (target.kind === 'file') return posix.join(this.#site.pagesFolder, target.path) === page
    return this.#routes.addressesOf(page).includes(target.path)
  }

  add(change: NavigationChange, code?: string): void {
    const group = change.group && change.createGroup ? this.#findGroup(change.group) : undefined
    if (change.group && change.createGroup && !group) {
      const list = this.#listOf(change.after) ?? this.#mainList()
      const item = code ?? this.#code(list, change)
      this.#insert(list, this.#indexAfter(list, change.after), writeGroup(this.#site, list, change.group, item))
      return
    }
    const list = change.group ? this.#group(change.group) : (this.#listOf(change.after) ?? this.#nearest(change.page))
    this.#insert(list, this.#indexAfter(list, change.after), code ?? this.#code(list, change))
  }

  remove(page: string): void {
    const found = this.#require(page)
    const { within } = found
    const index = this.#indexIn(within, found)
    const parent = [...eachItem(this.lists())].find((item) => item.list?.node.start === within.node.start)
    // A group that holds nothing else goes with it: none of the generators shows an empty one.
    const isLast = within.items.length === 1 && parent && !parent.target && parent.list?.file.path === within.file.path
    if (!isLast) this.#write(within.file, removeItem(within.file.text, within.node, index))
    else
      this.#write(
        parent.within.file,
        removeItem(parent.within.file.text, parent.within.node, this.#indexIn(parent.within, parent)),
      )
  }

  move(change: NavigationChange): void {
    const found = this.#require(change.page)
    if (!change.group && !change.after) throw new Error('A move needs a group, or a page that it comes after.')
    if (change.after === change.page) throw new Error('A page cannot come after itself.')
    const code = itemCode(found.within.file.text, found.within.node, this.#indexIn(found.within, found))
    this.remove(change.page)
    this.add(change, code)
  }

  rename(page: string, label: string | undefined): void {
    if (!label) throw new Error('A rename needs a label.')
    const found = this.#require(page)
    const { file } = found.within
    if (this.#site.generator === 'mintlify') {
      throw new Error('Mintlify shows the title of the page: set title or sidebarTitle in its front matter.')
    }
    const isBare = found.node.kind === 'string'
    const span = found.label ?? found.node
    const code = isBare ? this.#labelled(found, label) : quoteFor(found.within)(label)
    if (!isBare && !found.label) throw new Error(`The entry of “${page}” has no label to change.`)
    this.#write(file, file.text.slice(0, span.start) + code + file.text.slice(span.end))
  }

  /** The kind and number of entries but for the change must be what they were. */
  requireOnly(before: readonly string[], difference: number): void {
    const after = this.targets()
    const lost = without(before, after)
    const gained = without(after, before)
    const isRight =
      difference < 0 ? gained.length === 0 && lost.length === 1 : gained.length === difference && lost.length === 0
    if (!isRight)
      throw new Error('The navigation is written in a way that cannot be changed safely. Edit the file itself.')
  }

  #labelled(found: NavigationItem & { within: NavigationList }, label: string): string {
    const quote = quoteFor(found.within)
    const target = found.target?.written.value ?? ''
    if (this.#site.generator === 'mkdocs') return `${quote(label)}: ${quote(target)}`
    const key = found.within.file.syntax === 'json' ? quote : (name: string) => name
    const fields =
      this.#site.generator === 'docusaurus'
        ? [
            ['type', 'doc'],
            ['id', target],
          ]
        : [['slug', target]]
    return `{ ${[...fields, ['label', label]].map(([name = '', value = '']) => `${key(name)}: ${quote(value)}`).join(', ')} }`
  }

  #require(page: string): NavigationItem & { within: NavigationList } {
    const found = this.find(page)
    if (!found) throw new Error(`“${page}” is not in the navigation.`)
    return found
  }

  #indexIn(list: NavigationList, item: NavigationItem): number {
    const index = list.items.findIndex((one) => one.node.start === item.node.start)
    const place = list.node.places[index]
    if (place?.start !== item.node.start) {
      throw new Error('The entry is written elsewhere and only named in the list: edit the file itself.')
    }
    return index
  }

  #indexAfter(list: NavigationList, after: string | undefined): number {
    if (!after) return list.items.length
    const index = list.items.findIndex(({ target }) => target && this.#isOf(target, after))
    if (index < 0) throw new Error(`“${after}” is not in the same group of the navigation.`)
    return index + 1
  }

  #listOf(after: string | undefined): NavigationList | undefined {
    return after === undefined ? undefined : this.#require(after).within
  }

  #groups = (): NavigationList[] => [...eachList(this.lists())].filter((list) => list.labels.length > 0 && !list.isBar)

  #findGroup(group: string): NavigationList | undefined {
    const wanted = group.split('>').map((part) => part.trim().toLowerCase())
    const found = this.#groups().filter(({ labels }) =>
      wanted.every((part, index) => labels.at(index - wanted.length)?.toLowerCase() === part),
    )
    if (found.length > 1) {
      throw new Error(
        `Several groups are called “${group}”: ${found.map((one) => `“${one.labels.join(' > ')}”`).join(', ')}.`,
      )
    }
    return found[0]
  }

  #group(group: string): NavigationList {
    const found = this.#findGroup(group)
    if (found) return found
    const all = this.#groups().map((list) => `“${list.labels.join(' > ')}”`)
    throw new Error(`The navigation has no group “${group}”. It has ${all.slice(0, 40).join(', ') || 'none'}.`)
  }

  /** The list with the most pages of the same folder. */
  #nearest(page: string): NavigationList {
    const folder = posix.dirname(this.#routes.addressesOf(page)[0] ?? '')
    const count = (list: NavigationList) =>
      list.items.filter(({ target }) => target && posix.dirname(target.path) === folder).length
    const lists = [...eachList(this.lists())].filter((list) => !list.isBar)
    const [best] = lists.toSorted((one, other) => count(other) - count(one))
    return best && count(best) > 0 ? best : this.#mainList()
  }

  #mainList(): NavigationList {
    const lists = this.lists()
    const main = lists.findLast((list) => !list.isBar) ?? lists.at(-1)
    if (!main) throw new Error(this.nothingWritten())
    return main
  }

  #code(list: NavigationList, { page, label }: NavigationChange): string {
    const addresses = this.#routes.addressesOf(page)
    const address = (this.#site.generator === 'docusaurus' ? documentId(addresses) : addresses[0]) ?? ''
    return writeItem(this.#site, list, { page, label: label ?? titleOf(page), address })
  }

  #insert(list: NavigationList, index: number, code: string): void {
    this.#write(list.file, insertItem(list.file.text, list.node, index, code))
  }

  #write(file: SourceFile, text: string): void {
    this.changed.set(file.path, text)
    const navigationFiles = this.#site.navigationFiles.map((one) =>
      one.path === file.path ? readSource(file.path, text) : one,
    )
    this.#site = { ...this.#site, navigationFiles }
  }
}

/** Docusaurus names documents by their files, with `index` kept and numbers gone: the longest of the addresses. */
const documentId = (addresses: readonly string[]): string | undefined =>
  addresses.find((address) => address.endsWith('/index')) ??
  addresses.findLast((address) => !/(?:^|\/)\d+[-_.]/.test(address))

const titleOf = (page: string): string => {
  const name = posix.basename(page).replace(/\.\w+$/, '')
  const words = (/^(?:index|readme)$/i.test(name) ? posix.basename(posix.dirname(page)) : name).replace(
    /^\d+[-_. ]+/,
    '',
  )
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/[-_]+/g, ' ')
}

/** What `all` has more than `other`, each as often. */
function without(all: readonly string[], other: readonly string[]): string[] {
  const left = [...other]
  return all.filter((one) => {
    const index = left.indexOf(one)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}
