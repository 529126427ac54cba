import { folderOf, isBelow, pathBelow, trimSlashes, within } from '../../pages/links.ts'
import { flagAt, itemsAt, type SourceFile, type SourceNode, textAt, valueAt } from '../source-tree.ts'

/** A folder that a plugin of Docusaurus publishes. Paths are those of the project. */
export interface DocusaurusContent {
  readonly kind: ContentKind
  /** `default` for the plugin that has no other. */
  readonly id: string
  readonly folder: string
  readonly routePrefix: string
  readonly options: SourceNode | undefined
  /** Where its sidebars may be. */
  readonly sidebars: readonly string[]
}

type ContentKind = 'docs' | 'blog' | 'pages'

const kinds: readonly ContentKind[] = ['docs', 'blog', 'pages']
const defaults: Readonly<Record<ContentKind, readonly [path: string, prefix: string]>> = {
  docs: ['docs', 'docs'],
  blog: ['blog', 'blog'],
  pages: ['src/pages', '/'],
}

/** What the presets and plugins of a configuration publish, in the order of the configuration. */
export function docusaurusContents({ path, root }: SourceFile): DocusaurusContent[] {
  const folder = folderOf(path)
  const presets = entriesOf(root, 'presets').filter(([name]) => !name.includes('plugin') && !name.includes('theme'))
  const contents = presets.flatMap(([, options]) => presetContents(options, folder))
  for (const [name, options] of entriesOf(root, 'plugins')) {
    const kind = kinds.find((each) => isPlugin(name, each))
    if (kind) contents.push(contentOf(kind, options, folder))
  }
  if (contents.length === 0) contents.push(contentOf('docs', undefined, folder))
  // Sidebars that nothing names are those of the first alone.
  const first = contents.find(({ kind }) => kind === 'docs')
  return contents.map((each) =>
    each === first || textAt(each.options, 'sidebarPath') ? each : { ...each, sidebars: [] },
  )
}

/** A preset has all kinds; `false` takes one out, and what is computed may be its options. */
const presetContents = (options: SourceNode | undefined, folder: string): DocusaurusContent[] =>
  kinds.flatMap((kind) => {
    const value = valueAt(options, kind)
    if (flagAt(options, kind) === false) return []
    return [contentOf(kind, value?.kind === 'record' ? value : undefined, folder)]
  })

function contentOf(kind: ContentKind, options: SourceNode | undefined, root: string): DocusaurusContent {
  const [path, prefix] = defaults[kind]
  const sidebar = textAt(options, 'sidebarPath')
  const sidebars = sidebar === undefined ? ['sidebars.js', 'sidebars.ts', 'sidebars.json'] : [sidebar]
  return {
    kind,
    id: textAt(options, 'id') ?? 'default',
    folder: within(root, textAt(options, 'path') ?? path),
    routePrefix: trimSlashes(textAt(options, 'routeBasePath') ?? prefix),
    options,
    sidebars: sidebars.map((name) => within(root, name)),
  }
}

/** `content-docs`, `@docusaurus/plugin-content-docs`. */
function isPlugin(name: string, kind: ContentKind): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1)
  return last === `content-${kind}` || last === `plugin-content-${kind}`
}

/** Names and options: `'name'`, `['name', { … }]`. */
const entriesOf = (root: SourceNode, key: string): [name: string, options: SourceNode | undefined][] =>
  itemsAt(root, key).flatMap((entry): [string, SourceNode | undefined][] => {
    if (entry.kind === 'string') return [[entry.value, undefined]]
    if (entry.kind !== 'list') return []
    const [name, options] = entry.items
    return [[name?.kind === 'string' ? name.value : '', options?.kind === 'record' ? options : undefined]]
  })

/** The content that holds a folder, or else the first. */
export function contentAt(contents: readonly DocusaurusContent[], folder: string): DocusaurusContent | undefined {
  const docs = contents.filter(({ kind }) => kind === 'docs')
  const around = docs.filter((each) => folder === each.folder || folder.startsWith(`${each.folder}/`))
  const [longest] = around.sort((one, other) => other.folder.length - one.folder.length)
  return longest ?? docs[0] ?? contents[0]
}

/** A file of Docusaurus, by the folder that it is in. */
export interface FileLocation {
  readonly content: DocusaurusContent
  /** `current`, or the name of a version. */
  readonly version: string
  /** Of a translation. */
  readonly locale: string | null
  /** The path below the folder of this version and translation. */
  readonly path: string
}

/** Finds what files belong to; undefined for what none of the plugins publishes. */
export function locatorOf(
  root: string,
  contents: readonly DocusaurusContent[],
): (file: string) => FileLocation | undefined {
  const byLength = [...contents].sort((one, other) => other.folder.length - one.folder.length)
  return (file) => {
    const steps = pathBelow(root, file)?.split('/') ?? []
    for (const content of contents) {
      const location = versionLocation(content, steps) ?? localeLocation(content, steps)
      if (location) return location
    }
    const content = byLength.find(({ folder }) => isBelow(folder, file))
    return content && { content, version: 'current', locale: null, path: pathBelow(content.folder, file) ?? '' }
  }
}

/** `versioned_docs/version-1.0/…`. */
function versionLocation(content: DocusaurusContent, steps: readonly string[]): FileLocation | undefined {
  const [first, second = ''] = steps
  if (content.kind !== 'docs' || first !== `${prefixOf(content)}versioned_docs`) return undefined
  if (!second.startsWith(versionMark)) return undefined
  return { content, version: withoutMark(second), locale: null, path: steps.slice(2).join('/') }
}

/** `i18n/fr/docusaurus-plugin-content-docs/version-1.0/…`; posts and single pages have no versions. */
function localeLocation(content: DocusaurusContent, steps: readonly string[]): FileLocation | undefined {
  const [first, locale = '', plugin, version = ''] = steps
  const suffix = content.id === 'default' ? '' : `-${content.id}`
  if (first !== 'i18n' || plugin !== `docusaurus-plugin-content-${content.kind}${suffix}`) return undefined
  return content.kind === 'docs'
    ? { content, version: withoutMark(version), locale, path: steps.slice(4).join('/') }
    : { content, version: 'current', locale, path: steps.slice(3).join('/') }
}

const versionMark = 'version-'
const withoutMark = (folder: string): string =>
  folder.startsWith(versionMark) ? folder.slice(versionMark.length) : folder

/** What other instances than the first have in the names of their files. */
const prefixOf = ({ id }: DocusaurusContent): string => (id === 'default' ? '' : `${id}_`)

/** The file of a version's sidebars. */
export const versionedSidebars = (root: string, content: DocusaurusContent, version: string): string =>
  within(root, `${prefixOf(content)}versioned_sidebars/version-${version}-sidebars.json`)

/** The file that lists the versions. */
export const versionsFile = (root: string, content: DocusaurusContent): string =>
  within(root, `${prefixOf(content)}versions.json`)
