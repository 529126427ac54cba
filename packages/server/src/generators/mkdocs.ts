import { posix } from 'node:path'
import { suffixOf } from '../pages/edition-folders.ts'
import { folderOf, joinPaths, pathBelow, within, withoutExtension } from '../pages/links.ts'
import { templateValues } from '../pages/readers/template-values.ts'
import type { Publication, SiteGenerator } from './generator.ts'
import { ignoreMatcherOf } from './globs.ts'
import type { NavigationList, NavigationTarget } from './navigation-lists.ts'
import { type ItemParts, isElsewhere, readList } from './read-list.ts'
import { readPlaces } from './read-places.ts'
import { pathOfUrl, readSettings, recordOf, type Settings, textOf, textsOf } from './settings.ts'
import { readSite } from './site.ts'
import { listAt, type SourceFile, type SourceNode, type SourceString, textAt } from './source-tree.ts'
import type { TextFile } from './tree.ts'

/** MkDocs: `mkdocs.yml` beside the folder of the pages. */
export const mkdocs: SiteGenerator = {
  name: 'mkdocs',
  configurationFiles: { place: 'beside', names: ['mkdocs.yml', 'mkdocs.yaml'] },
  site: {
    async read(_, file) {
      const pagesFolder = pagesFolderOf(file.path, textAt(file.root, 'docs_dir'))
      return { pagesFolder, staticFolders: [pagesFolder], navigationFiles: [file], isPartOfMore: true }
    },
    lists: readLists,
  },
  async open(tree, configuration) {
    const site = await readSite(mkdocs, tree, configuration)
    if (!site) return undefined
    const settings = readSettings(configuration.path, configuration.text) ?? {}
    const publication = publishMkdocs(configuration, settings, tree.pages)
    return { ...publication, navigation: readPlaces({ site, publication, files: tree.pages }) }
  },
}

/** The folder of the pages, which `docs_dir` names from the folder of the configuration. */
export const pagesFolderOf = (path: string, folder = 'docs'): string => within(folderOf(path), folder)

/** What MkDocs makes of its settings, and Zensical of the same settings in TOML. */
export function publishMkdocs({ path, text }: TextFile, settings: Settings, files: readonly string[]): Publication {
  const pages = new Set(files)
  const pagesFolder = pagesFolderOf(path, textOf(settings.docs_dir))
  const base = pathOfUrl(settings.site_url)
  const isFlat = settings.use_directory_urls === false
  const language = textOf(recordOf(settings.theme).language) ?? null
  const translations = translationsOf(settings)
  const values = valuesOf(settings)
  const isIgnored = ignoreMatcherOf(['/templates/', ...linesOf(settings.exclude_docs), ...linesOf(settings.draft_docs)])
  return {
    anchors: `${text.includes('pymdownx.slugs') ? 'pymdown' : 'python'}${hasEmoji(text) ? '-emoji' : ''}`,
    format: 'md',
    includeFolders: snippetFolders(settings, folderOf(path)),
    ...(values && { hasTemplates: true, attributesOf: () => values }),
    isLeftOut: (file) => {
      const page = pathBelow(pagesFolder, file)
      if (page === undefined) return false
      // Of a folder's two index pages, `index.md` is built.
      return (
        isIgnored(page) || (posix.basename(page) === 'README.md' && pages.has(joinPaths(folderOf(file), 'index.md')))
      )
    },
    route: (file) => {
      const page = pathBelow(pagesFolder, file)
      if (page === undefined) return undefined
      const translation = translationOf(page, translations)
      const folder = translation.language === translations?.usual ? '' : (translation.language ?? '')
      const address = joinPaths(base, addressOf(joinPaths(folder, translation.page), isFlat))
      const isFolder = !isFlat && address !== ''
      return { address: isFolder ? `${address}/` : address, path: page, language: translation.language ?? language }
    },
  }
}

/** What the plugins for variables show of `extra` and of the settings; undefined without one of them. */
function valuesOf(settings: Settings): Record<string, string> | undefined {
  const named = (Array.isArray(settings.plugins) ? settings.plugins : Object.keys(recordOf(settings.plugins))).flatMap(
    (plugin) => (typeof plugin === 'string' ? plugin : Object.keys(recordOf(plugin))),
  )
  if (!named.some((name) => ['macros', 'markdownextradata', 'jinja', 'mkdocs-simple-hooks'].includes(name)))
    return undefined
  const { extra, site_name, site_url, repo_url, site_description, copyright, edit_uri } = settings
  const config = { site_name, site_url, repo_url, site_description, copyright, edit_uri, extra }
  return { ...templateValues(config, 'config'), ...templateValues(extra, 'extra'), ...templateValues(extra) }
}

const hasEmoji = (text: string): boolean => text.includes('pymdownx.emoji')

const linesOf = (setting: unknown): string[] => textOf(setting)?.split('\n') ?? []

/** The address of a page, without a slash at its end. */
function addressOf(page: string, isFlat: boolean): string {
  const name = withoutExtension(page)
  const isIndex = ['index', 'readme'].includes(posix.basename(name).toLowerCase())
  if (isFlat) return isIndex ? joinPaths(folderOf(name), 'index.html') : `${name}.html`
  return isIndex ? folderOf(name) : name
}

/** What `plugins` or `markdown_extensions`, a list or a record, say about one of them. */
function optionsOf(list: unknown, name: string): Settings | undefined {
  const items = Array.isArray(list) ? list.map((item) => recordOf(item)) : [recordOf(list)]
  const item = items.find((each) => each[name] !== undefined && each[name] !== null)
  return item && recordOf(item[name])
}

/** `base_path` of the extension for snippets. */
function snippetFolders({ markdown_extensions }: Settings, root: string): string[] {
  const path = optionsOf(markdown_extensions, 'pymdownx.snippets')?.base_path
  const folders = textOf(path) === undefined ? textsOf(path) : [textOf(path) ?? '']
  return folders
    .map((folder) => posix.join(root, folder))
    .filter((folder) => folder !== '.' && !folder.startsWith('..'))
}

interface Translations {
  /** Whether the language is in a file's name; else it's a folder. */
  readonly isSuffixed: boolean
  readonly languages: ReadonlySet<string>
  readonly usual: string | undefined
}

/** What the plugin `i18n` sets; undefined without it. */
function translationsOf({ plugins }: Settings): Translations | undefined {
  const options = optionsOf(plugins, 'i18n')
  if (!options) return undefined
  const languages = (Array.isArray(options.languages) ? options.languages : []).map(recordOf)
  return {
    isSuffixed: options.docs_structure !== 'folder',
    languages: new Set(languages.flatMap(({ locale }) => textOf(locale) ?? [])),
    usual: textOf(languages.find((each) => each.default === true)?.locale),
  }
}

/** The page that a file translates, and the language. */
function translationOf(
  page: string,
  translations: Translations | undefined,
): { page: string; language: string | undefined } {
  const [first = '', ...below] = page.split('/')
  const suffix = translations?.isSuffixed ? suffixOf(page) : undefined
  const name = translations?.isSuffixed ? suffix?.language : first
  if (name === undefined || !translations?.languages.has(name)) return { page, language: translations?.usual }
  return { page: suffix?.plain ?? below.join('/'), language: name }
}

/** `nav:` of mkdocs.yml: files, `Title: file`, and `Title:` with a list. */
function readLists(file: SourceFile): NavigationList[] {
  const nav = listAt(file.root, 'nav')
  return nav ? [readList({ file, node: nav, readItem })] : []
}

function readItem(item: SourceNode): ItemParts {
  if (item.kind === 'string') return { target: fileTarget(item) }
  const [only] = item.kind === 'record' ? item.entries : []
  if (!only) return {}
  if (only.value.kind === 'list') return { label: only.key, children: only.value }
  return { label: only.key, target: only.value.kind === 'string' ? fileTarget(only.value) : undefined }
}

function fileTarget(written: SourceString): NavigationTarget | undefined {
  const path = navigationFile(written.value)
  return path === undefined ? undefined : { written, kind: 'file', path }
}

/** The file that an item names; undefined for addresses, and for the globs and folders that plugins take. */
export function navigationFile(item: string): string | undefined {
  const isFile = /\.(?:md|markdown)$/i.test(item) && !/[*?!]/.test(item)
  if (!isFile || isElsewhere(item)) return undefined
  const path = posix.normalize(item)
  return path.startsWith('/') ? path.slice(1) : path
}
