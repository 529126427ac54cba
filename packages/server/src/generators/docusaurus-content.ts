import { posix } from 'node:path'
import { isBelow, pathBelow, trimSlashes, within } from '../pages/links.ts'
import { type SourceFile, type SourceNode, textAt, valueAt } from './source-tree.ts'

/** A folder that a plugin of Docusaurus publishes. Paths are those of the project. */
export interface DocusaurusContent {
  readonly kind: 'docs' | 'blog' | 'pages'
  /** `default` of the plugin that has no other. */
  readonly id: string
  readonly folder: string
  readonly routePrefix: string
  readonly options: SourceNode | undefined
  /** Where its sidebars may be. */
  readonly sidebars: readonly string[]
}

const plugin = /(?:^|\/)(?:plugin-)?content-(docs|blog|pages)$/
const defaults = { docs: ['docs', 'docs'], blog: ['blog', 'blog'], pages: ['src/pages', '/'] } as const

/** What the presets and plugins of a configuration publish, in the order of the configuration. */
export function docusaurusContents(file: SourceFile): DocusaurusContent[] {
  const root = posix.dirname(file.path)
  const found: DocusaurusContent[] = []
  const add = (kind: DocusaurusContent['kind'], options: SourceNode | undefined) => {
    const [path, prefix] = defaults[kind]
    const named = textAt(options, 'sidebarPath')
    const folder = within(root, textAt(options, 'path') ?? path)
    found.push({
      ...{ kind, folder, options, id: textAt(options, 'id') ?? 'default' },
      routePrefix: trimSlashes(textAt(options, 'routeBasePath') ?? prefix),
      sidebars:
        named === undefined
          ? ['js', 'ts', 'json'].map((end) => within(root, `sidebars.${end}`))
          : [within(root, named)],
    })
  }
  for (const [name, options] of entriesOf(file.root, 'presets')) {
    if (/plugin|theme/.test(name)) continue
    for (const kind of ['docs', 'blog', 'pages'] as const) {
      const own = valueAt(options, kind)
      if (own === undefined || own.kind === 'record') add(kind, own)
      // Anything but `false` may be options that are computed.
      else if (file.text.slice(own.start, own.end) !== 'false') add(kind, own)
    }
  }
  for (const [name, options] of entriesOf(file.root, 'plugins')) {
    const kind = plugin.exec(name)?.[1]
    if (kind === 'docs' || kind === 'blog' || kind === 'pages') add(kind, options)
  }
  if (found.length === 0) add('docs', undefined)
  // Sidebars that nothing names are those of the first alone.
  const first = found.find(({ kind }) => kind === 'docs')
  return found.map((each) => (each === first || textAt(each.options, 'sidebarPath') ? each : { ...each, sidebars: [] }))
}

/** Names and options: `'name'`, `['name', { … }]`. */
const entriesOf = (root: SourceNode, key: string): [name: string, options: SourceNode | undefined][] => {
  const list = valueAt(root, key)
  if (list?.kind !== 'list') return []
  return list.items.flatMap((entry): [string, SourceNode | undefined][] => {
    if (entry.kind === 'string') return [[entry.value, undefined]]
    if (entry.kind !== 'list') return []
    const [name, options] = entry.items
    return [[name?.kind === 'string' ? name.value : '', options?.kind === 'record' ? options : undefined]]
  })
}

/** The one that holds a folder, or else is held by it, or else the first. */
export function contentAt(contents: readonly DocusaurusContent[], folder: string): DocusaurusContent | undefined {
  const docs = contents.filter(({ kind }) => kind === 'docs')
  const holding = docs.filter((each) => folder === each.folder || folder.startsWith(`${each.folder}/`))
  const longest = holding.sort((one, other) => other.folder.length - one.folder.length)
  return longest[0] ?? docs[0] ?? contents[0]
}

/** A file of Docusaurus, by the folder that it is in. */
export interface LocatedFile {
  readonly content: DocusaurusContent
  /** `current`, or the name of a version. */
  readonly version: string
  /** Of a translation. */
  readonly locale: string | null
  /** The folder of this version and translation, and the path below it. */
  readonly folder: string
  readonly relative: string
}

/** Finds what files belong to; undefined for what none of the plugins publishes. */
export function locatorOf(
  root: string,
  contents: readonly DocusaurusContent[],
): (file: string) => LocatedFile | undefined {
  const byLength = [...contents].sort((one, other) => other.folder.length - one.folder.length)
  return (file) => {
    const inRoot = pathBelow(root, file)?.split('/') ?? []
    const [first, second = '', third] = inRoot
    for (const content of contents) {
      const { prefix, suffix } = markOf(content)
      if (content.kind === 'docs' && first === `${prefix}versioned_docs` && second.startsWith('version-')) {
        return locate(content, file, inRoot.slice(2), { version: second.slice('version-'.length), locale: null })
      }
      if (first !== 'i18n' || third !== `docusaurus-plugin-content-${content.kind}${suffix}`) continue
      const version = content.kind === 'docs' ? (inRoot[3] ?? '').replace(/^version-/, '') : 'current'
      return locate(content, file, inRoot.slice(content.kind === 'docs' ? 4 : 3), { version, locale: second })
    }
    const content = byLength.find(({ folder }) => isBelow(folder, file))
    return (
      content && locate(content, file, [pathBelow(content.folder, file) ?? ''], { version: 'current', locale: null })
    )
  }
}

/** What other instances than the first have in the names of their folders. */
const markOf = ({ id }: DocusaurusContent): { prefix: string; suffix: string } =>
  id === 'default' ? { prefix: '', suffix: '' } : { prefix: `${id}_`, suffix: `-${id}` }

function locate(
  content: DocusaurusContent,
  file: string,
  below: readonly string[],
  edition: Pick<LocatedFile, 'version' | 'locale'>,
): LocatedFile {
  const relative = below.join('/')
  return { content, ...edition, relative, folder: trimSlashes(file.slice(0, file.length - relative.length)) }
}

/** The file of a version’s sidebars, and the one that lists the versions. */
export const versionedSidebars = (root: string, content: DocusaurusContent, version: string): string =>
  within(root, `${markOf(content).prefix}versioned_sidebars/version-${version}-sidebars.json`)
export const versionsFile = (root: string, content: DocusaurusContent): string =>
  within(root, `${markOf(content).prefix}versions.json`)
