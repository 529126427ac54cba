import { posix } from 'node:path'
import { stringify } from 'yaml'
import type { NavigationList } from '../../generators/navigation-lists.ts'
import type { Site, SiteGeneratorName } from '../../generators/site.ts'
import { valueAt } from '../../generators/source-tree.ts'
import { pagePath, withoutExtension } from '../../pages/links.ts'

export interface NewItem {
  /** File of the page. */
  readonly page: string
  readonly label: string
  /** The page's first address, without a prefix; and its id where a generator goes by ids. */
  readonly address: string
}

/** Writes an item in the words of a generator, in the manner of the items around it. */
export function writeItem(site: Site & { generator: SiteGeneratorName }, list: NavigationList, item: NewItem): string {
  const relative = site.pagesFolder ? item.page.slice(site.pagesFolder.length + 1) : item.page
  const quote = quoteFor(list)
  switch (site.generator) {
    case 'vitepress':
      return `{ text: ${quote(item.label)}, link: ${quote(vitepressLink(list, item.address, relative))} }`
    case 'docusaurus': {
      const id = item.address.startsWith(`${site.routePrefix}/`)
        ? item.address.slice(site.routePrefix.length + 1)
        : item.address
      return list.items.every((one) => one.node.kind === 'string' || one.list)
        ? quote(id)
        : record(list, [
            ['type', 'doc'],
            ['id', id],
            ['label', item.label],
          ])
    }
    case 'starlight': {
      const slug = pagePath(relative).toLowerCase() || 'index'
      if (list.items.some((one) => valueAt(one.node, 'link') && !valueAt(one.node, 'slug'))) {
        return record(list, [
          ['label', item.label],
          ['link', `/${slug === 'index' ? '' : `${slug}/`}`],
        ])
      }
      const isPlain = list.items.length > 0 && list.items.every((one) => one.node.kind === 'string' || one.list)
      return isPlain
        ? quote(slug)
        : record(list, [
            ['label', item.label],
            ['slug', slug],
          ])
    }
    case 'mintlify': {
      const isRooted = list.items.some((one) => one.target?.written.value.startsWith('/'))
      return quote(`${isRooted ? '/' : ''}${withoutExtension(relative)}`)
    }
    case 'mkdocs':
      return `${yamlText(item.label)}: ${yamlText(relative)}`
  }
}

/** A group that holds one item. */
export function writeGroup(
  site: Site & { generator: SiteGeneratorName },
  list: NavigationList,
  label: string,
  code: string,
): string {
  const quote = quoteFor(list)
  const inner = code.replace(/\n/g, '\n    ')
  const key = list.file.syntax === 'json' ? quote : (name: string) => name
  const bracketed = (first: string, name: string, items: string) =>
    `{\n  ${first}${key(name)}: ${quote(label)},\n  ${key(items)}: [\n    ${inner}\n  ]\n}`
  switch (site.generator) {
    case 'vitepress':
      return bracketed('', 'text', 'items')
    case 'docusaurus':
      return bracketed(`${key('type')}: ${quote('category')},\n  `, 'label', 'items')
    case 'starlight':
      return bracketed('', 'label', 'items')
    case 'mintlify':
      return bracketed('', 'group', 'pages')
    case 'mkdocs':
      return `${yamlText(label)}:\n  - ${code.replace(/\n/g, '\n    ')}`
  }
}

/** Writes a text as the file writes texts. */
export function quoteFor({ file, items }: NavigationList): (text: string) => string {
  if (file.syntax === 'yaml') return yamlText
  const near = items.map((item) => file.text.charAt((item.label ?? item.target?.written ?? item.node).start)).join('')
  const marks = /['"]/.test(near) ? near : file.text
  const isDouble = file.syntax === 'json' || marks.split('"').length > marks.split("'").length
  return (text) => {
    const double = JSON.stringify(text)
    return isDouble ? double : `'${double.slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`
  }
}

const yamlText = (text: string): string => stringify(text, { lineWidth: 0 }).trimEnd()

function record(list: NavigationList, fields: readonly (readonly [string, string])[]): string {
  const quote = quoteFor(list)
  const key = list.file.syntax === 'json' ? quote : (name: string) => name
  return `{ ${fields.map(([name, value]) => `${key(name)}: ${quote(value)}`).join(', ')} }`
}

/** With the ending that the other links have, and without the `base` that is put before them. */
function vitepressLink(list: NavigationList, address: string, relative: string): string {
  const written = list.items.flatMap((item) => item.target ?? [])
  const ending = written.map(({ written: { value } }) => /\.(?:html|md)$/.exec(value)?.[0]).find(Boolean) ?? ''
  const isIndex = /(?:^|\/)index\.md$/.test(relative)
  const link = `/${address}${isIndex ? (address ? '/' : '') : ending}`
  const based = written.find(({ written: { value } }) => !value.startsWith('/'))
  if (!based) return link
  const base = `/${based.path.slice(0, based.path.length - based.written.value.replace(/^\/+|\/+$|\.(?:html|md)$/g, '').length)}`
  if (link.startsWith(base)) return link.slice(base.length)
  throw new Error(
    `The links of this group begin with ${base}, and ${posix.join('/', address)} does not. Choose another group.`,
  )
}
