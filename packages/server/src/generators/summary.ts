import { parse as parseToml, TomlError } from 'smol-toml'
import { isRecord } from '../pages/is-record.ts'
import {
  folderOf,
  isBelow,
  joinPaths,
  pagePath,
  pathBelow,
  trimSlashes,
  within,
  withoutExtension,
} from '../pages/links.ts'
import { parseSettings, textOf } from './parse-settings.ts'
import type { NamedPlace } from './places.ts'
import type { Published, Publisher } from './published.ts'

/** A site whose pages a list of links in Markdown names and orders: `SUMMARY.md` of mdBook and GitBook, `_sidebar.md` of Docsify. */
export interface SummarySite {
  readonly publisher: Publisher
  readonly places: ReadonlyMap<string, NamedPlace>
}

const summaryFile = /(?:^|\/)(?:SUMMARY|_sidebar)\.md$/
/** Parts of a page that Docsify puts around others. */
const docsifyPart = /(?:^|\/)_(?:sidebar|navbar|coverpage)\.md$/

/** What stands beside the list: mdBook’s `book.toml`, `book.json` of HonKit, `.gitbook.yaml`. */
export interface SummarySettings {
  readonly book?: string | undefined
  readonly honkit?: string | undefined
  readonly gitbook?: string | undefined
}
const fewestNamed = 2

/** The list among the pages that stands highest. */
export const findSummary = (files: readonly string[]): string | undefined =>
  files.filter((file) => summaryFile.test(file)).sort((one, other) => one.length - other.length)[0]

/** The pages that a list names, in its order; the list itself is none. */
export function namedPages(
  { path, text }: { path: string; text: string },
  files: readonly string[],
): Map<string, NamedPlace> {
  const known = new Set(files)
  const places = new Map<string, NamedPlace>()
  for (const { target, trail } of itemsOf(text)) {
    const file = fileOf(within(folderOf(path), target), known)
    if (file !== undefined && file !== path && !places.has(file)) places.set(file, { trail, scope: {} })
  }
  return places
}

/** Reads the list. Undefined when it names hardly any page, as a page that is only called so. */
export function readSummary(
  list: { path: string; text: string },
  { files, settings, around }: { files: readonly string[]; settings: SummarySettings; around: Publisher },
): SummarySite | undefined {
  const { path } = list
  const places = namedPages(list, files)
  if (places.size < fewestNamed) return undefined
  const folder = folderOf(path)
  const { book, honkit, gitbook } = settings
  const isPart = (file: string) => file === path || docsifyPart.test(file)
  // What the list does not name is built by none of these.
  const isNamed = (file: string) =>
    places.has(file) || (honkit !== undefined && file === joinPaths(folder, 'GLOSSARY.md'))
  if (book !== undefined || honkit !== undefined) {
    const language = textOf(parseSettings(honkit ?? '')?.language) ?? null
    const base = book === undefined ? '' : siteUrlOf(book)
    return {
      publisher: {
        anchors: 'github',
        format: 'md',
        // HonKit writes its pages beside their sources.
        isLeftOut: (file) => (honkit !== undefined || isBelow(folder, file)) && !isNamed(file),
        publish: (file) => publishOfBook(file, folder, { base, language }),
      },
      places,
    }
  }
  if (gitbook !== undefined) {
    return {
      publisher: {
        anchors: 'github',
        format: 'md',
        isLeftOut: (file) => !places.has(file),
        publish: (file) => publishOfGitBook(file, folder),
      },
      places,
    }
  }
  const isLeftOut = (file: string) => isPart(file) || (around.isLeftOut?.(file) ?? false)
  return { publisher: { ...around, isLeftOut }, places }
}

/** A path with or without its extension, or that of a folder. */
function fileOf(path: string, known: ReadonlySet<string>): string | undefined {
  const names = [path, `${path}.md`, joinPaths(path, 'README.md'), joinPaths(path, 'index.md')]
  return names.find((name) => known.has(name))
}

/** The links of the list, each with the titles that it is below. */
function itemsOf(text: string): { target: string; trail: string[] }[] {
  const items: { target: string; trail: string[] }[] = []
  const above: { width: number; title: string }[] = []
  let part = ''
  let isFirst = true
  for (const line of text.split(/\r\n|\n|\r/)) {
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line)
    if (heading) {
      // The first one is the list's own.
      part = isFirst && heading[1] === '#' ? '' : plain(heading[2] ?? '')
      above.length = 0
    }
    if (line.trim() !== '') isFirst = false
    const [, indent = '', mark = '', rest = ''] = /^(\s*)([-*+]\s+|\d+[.)]\s+)?(.*)$/.exec(line) ?? []
    const [, name, target] = /^\[((?:[^[\]]|\[[^[\]]*\])*)\]\(<?([^()\s>]*)>?(?:\s[^()]*)?\)/.exec(rest) ?? []
    if (heading || (mark === '' && target === undefined)) continue
    while ((above.at(-1)?.width ?? -1) >= indent.length) above.pop()
    const title = plain(name ?? rest)
    const trail = [part, ...above.map((item) => item.title)].filter(Boolean)
    if (target && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target)) {
      items.push({ target: trimSlashes(target.replace(/[?#].*$/s, '')), trail })
    }
    if (mark !== '') above.push({ width: indent.length, title })
  }
  return items
}

const plain = (title: string): string =>
  title
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<[^<>]{1,300}>|\{#[^{}]{1,100}\}|[*`_]/g, '')
    .trim()

function publishOfGitBook(file: string, folder: string): Published | undefined {
  const relative = pathBelow(folder, file)
  if (relative === undefined) return undefined
  return { address: pagePath(relative), root: '', ending: '', relative, version: null, language: null }
}

function publishOfBook(
  file: string,
  folder: string,
  { base, language }: { base: string; language: string | null },
): Published | undefined {
  const relative = pathBelow(folder, file)
  if (relative === undefined || !/\.(?:md|markdown)$/.test(file)) return undefined
  const page = withoutExtension(relative)
  const isIndex = /(?:^|\/)(?:readme|index)$/i.test(page)
  const below = joinPaths(base, folderOf(page))
  const address = isIndex ? below && `${below}/` : joinPaths(base, `${page}.html`)
  return { address, root: base, ending: '.html', relative, version: null, language }
}

/** `site-url` of the HTML output, as `/book/`. */
function siteUrlOf(book: string): string {
  try {
    const { output } = parseToml(book)
    const html = isRecord(output) ? output.html : undefined
    const url = isRecord(html) ? html['site-url'] : undefined
    return typeof url === 'string' && url.startsWith('/') ? trimSlashes(url) : ''
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    return ''
  }
}
