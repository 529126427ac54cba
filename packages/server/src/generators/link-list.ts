import { folderOf, hasHost, joinPaths, trimSlashes, within } from '../pages/links.ts'
import type { NavigationEntry } from './generator.ts'
import { withoutQuery } from './read-list.ts'
import type { TextFile } from './tree.ts'

/** A page that is only called like a list names hardly any page. */
const fewestPages = 2

/**
 * The pages that a list of links in Markdown names, in its order: `SUMMARY.md` of mdBook, HonKit and GitBook, `_sidebar.md`
 * of Docsify. The list itself is no page.
 */
export function readLinkList({ path, text }: TextFile, files: readonly string[]): Map<string, NavigationEntry> {
  const pages = new Set(files)
  const navigation = new Map<string, NavigationEntry>()
  for (const { target, trail } of linksIn(text)) {
    const file = fileOf(within(folderOf(path), target), pages)
    if (file !== undefined && file !== path && !navigation.has(file)) navigation.set(file, { trail })
  }
  return navigation
}

/** `readLinkList` of what may be another page; undefined if it is. */
export function tryLinkList(
  path: string,
  text: string | undefined,
  files: readonly string[],
): Map<string, NavigationEntry> | undefined {
  const navigation = text === undefined ? undefined : readLinkList({ path, text }, files)
  return navigation && navigation.size >= fewestPages ? navigation : undefined
}

/** A path with or without its extension, or that of a folder. */
function fileOf(path: string, pages: ReadonlySet<string>): string | undefined {
  const names = [path, `${path}.md`, joinPaths(path, 'README.md'), joinPaths(path, 'index.md')]
  return names.find((name) => pages.has(name))
}

/** A link of a list, and the titles that it is below. */
interface ListLink {
  readonly target: string
  readonly trail: readonly string[]
}

function linksIn(text: string): ListLink[] {
  const links: ListLink[] = []
  const above: { width: number; title: string }[] = []
  let part = ''
  let isFirst = true
  for (const line of text.split('\n')) {
    const heading = headingIn(line)
    if (heading) {
      // The first one is the list's own.
      part = isFirst && heading.level === 1 ? '' : plain(heading.title)
      above.length = 0
    }
    if (line.trim() !== '') isFirst = false
    const item = heading ? undefined : itemIn(line)
    if (!item) continue
    while ((above.at(-1)?.width ?? -1) >= item.width) above.pop()
    const trail = [part, ...above.map(({ title }) => title)].filter(Boolean)
    if (item.target !== undefined) links.push({ target: item.target, trail })
    if (item.isMarked) above.push({ width: item.width, title: plain(item.title) })
  }
  return links
}

/** `## Guides`. */
function headingIn(line: string): { level: number; title: string } | undefined {
  const marks = /^#{1,6}(?=\s)/.exec(line)?.[0] ?? ''
  if (marks === '') return undefined
  const title = line.slice(marks.length).trim()
  const end = [...title].findLastIndex((letter) => letter !== '#') + 1
  return { level: marks.length, title: title.slice(0, end).trim() }
}

interface ListItem {
  /** Of the indentation. */
  readonly width: number
  readonly title: string
  /** A file or a folder below the list's; undefined for other addresses, and for an item without a link. */
  readonly target: string | undefined
  /** Whether it's marked as an item; a link without a mark has nothing below it. */
  readonly isMarked: boolean
}

/** `- [Title](path.md)`, `1. Title`, `[Title](path.md)`. */
function itemIn(line: string): ListItem | undefined {
  const [, indent = '', mark = ''] = /^(\s*)([-*+]\s+|\d+[.)]\s+)?/.exec(line) ?? []
  const rest = line.slice(indent.length + mark.length).trimEnd()
  const [, name, address] = /^\[((?:[^[\]]|\[[^[\]]*\])*)\]\(<?([^()\s>]*)>?(?:\s[^()]*)?\)/.exec(rest) ?? []
  if (mark === '' && address === undefined) return undefined
  const isElsewhere = !address || hasHost(address) || address.startsWith('#')
  const target = isElsewhere ? undefined : trimSlashes(withoutQuery(address))
  return { width: indent.length, title: name ?? rest, target, isMarked: mark !== '' }
}

const plain = (title: string): string =>
  title
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<[^<>]{1,300}>|\{#[^{}]{1,100}\}|[*`_]/g, '')
    .trim()
