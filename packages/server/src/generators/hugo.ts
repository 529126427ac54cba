import { posix } from 'node:path'
import { suffixOf } from '../pages/edition-folders.ts'
import { isRecord } from '../pages/is-record.ts'
import { folderOf, isBelow, joinPaths, pathBelow, within } from '../pages/links.ts'
import { templateValues } from '../pages/readers/template-values.ts'
import type { Generator, Publication } from './generator.ts'
import { addressOf, isUnpublished, permalinksOf } from './hugo/pages.ts'
import type { PageFacts } from './page-facts.ts'
import { pathOfUrl, readSettings, recordOf, type Settings, textOf, textsOf } from './settings.ts'
import type { TextFile, Tree } from './tree.ts'

/** Hugo: one configuration file, or a folder of them; names that other programs use too. */
export const hugo: Generator = {
  name: 'hugo',
  configurationFiles: {
    place: 'above',
    names: [
      ...['toml', 'yaml', 'yml', 'json'].flatMap((ending) => [`hugo.${ending}`, `config.${ending}`]),
      ...['toml', 'yaml', 'yml'].flatMap((ending) => [
        `config/_default/hugo.${ending}`,
        `config/_default/config.${ending}`,
      ]),
    ],
    isMeant: (text) => /^[ \t]*"?base_?url"?[ \t]*[:=]/im.test(text),
  },
  async open(tree, configuration) {
    const settings = readHugoSettings(configuration)
    // Mounted folders may be published anywhere.
    if (!settings || isRecord(settings.module)) return undefined
    const folder = folderOf(configuration.path)
    const isDefault = folder === defaults || folder.endsWith(`/${defaults}`)
    const root = isDefault ? folder.slice(0, Math.max(0, folder.length - defaults.length - 1)) : folder
    const languages = settings.languages ?? (isDefault ? await readLanguages(tree, folder) : undefined)
    return publish(tree, { settings, root, languages })
  },
}

const defaults = 'config/_default'

/** Settings by their names in small letters, as Hugo reads them. */
function readHugoSettings({ path, text }: TextFile): Settings | undefined {
  const settings = readSettings(path, text)
  return settings && Object.fromEntries(Object.entries(settings).map(([key, value]) => [key.toLowerCase(), value]))
}

/** The file that lists the languages, beside a configuration that is a folder. */
async function readLanguages(tree: Tree, folder: string): Promise<Settings | undefined> {
  for (const ending of ['toml', 'yaml', 'yml']) {
    const path = joinPaths(folder, `languages.${ending}`)
    const text = await tree.read(path)
    if (text !== undefined) return readHugoSettings({ path, text })
  }
  return undefined
}

interface HugoSite {
  readonly settings: Settings
  /** The folder of the site. */
  readonly root: string
  readonly languages: unknown
}

async function publish(tree: Tree, site: HugoSite): Promise<Publication> {
  const { settings } = site
  const locate = locatorOf(site)
  const facts = await tree.facts()
  const isPart = partsOf(tree.pages)
  const isIgnored = ignoredFiles(settings.ignorefiles)
  const rules = {
    permalinks: permalinksOf(settings.permalinks),
    ending: settings.uglyurls === true ? '.html' : '/',
  }
  const base = pathOfUrl(settings.baseurl)
  const values = Object.fromEntries(
    Object.entries(templateValues(settings.params, 'param')).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return {
    anchors: settings.enableemoji === true ? 'hugo-emoji' : 'hugo',
    format: 'md',
    attributesOf: () => values,
    route: (file) => {
      const page = locate(file)
      const fact = facts.get(file)
      if (!page || isPart(file, page.folder) || isIgnored(file)) return undefined
      const fields = { ...cascadeAt(file, page.folder, facts), ...fact?.fields }
      if (isUnpublished(fields, settings.buildfuture === true)) return undefined
      const { path, language, isBelowLanguage } = page
      const below = isBelowLanguage ? joinPaths(base, language?.toLowerCase() ?? '') : base
      return { address: addressOf(path, { ...rules, below, facts: fact }), path, language }
    },
  }
}

/** Expressions of files that are left out, as far as they are texts, perhaps at the end of a path. */
function ignoredFiles(setting: unknown): (file: string) => boolean {
  const rules = textsOf(setting).flatMap((pattern) => {
    const [, written = '', end] = /^((?:[^\\.*+?^$()[\]{}|]|\\.)+)(\$?)$/.exec(pattern) ?? []
    const text = written.replace(/\\(.)/g, '$1')
    return text === '' ? [] : [{ text, isEnd: end === '$' }]
  })
  return (file) => rules.some(({ text, isEnd }) => (isEnd ? file.endsWith(text) : file.includes(text)))
}

/** What the sections above a page say of all pages in them; the nearest counts. */
function cascadeAt(
  file: string,
  root: string,
  facts: ReadonlyMap<string, PageFacts>,
): Readonly<Record<string, unknown>> {
  let found: Readonly<Record<string, unknown>> = {}
  for (let folder = folderOf(file); folder.length >= root.length && isRoot(folder, root); folder = folderOf(folder)) {
    const section = joinPaths(folder, '_index.md')
    const { cascade } = facts.get(section)?.fields ?? {}
    if (section !== file && isRecord(cascade) && cascade._target === undefined && cascade.target === undefined)
      found = { ...cascade, ...found }
    if (folder === root) break
  }
  const { draft, ...others } = found
  // What a page says itself is read with it.
  return draft === undefined ? others : { ...others, Draft: draft }
}

const isRoot = (folder: string, root: string): boolean => folder === root || isBelow(root, folder)

/** A file by the folder of its language. */
interface HugoPage {
  readonly folder: string
  /** Below the folder, without the language in its name. */
  readonly path: string
  readonly language: string | null
  /** Whether the language is part of the address. */
  readonly isBelowLanguage: boolean
}

function locatorOf({ settings, root, languages }: HugoSite): (file: string) => HugoPage | undefined {
  const content = within(root, textOf(settings.contentdir) ?? 'content')
  const folders = languageFolders(languages, root, content)
  const names = new Set(folders.map(({ name }) => name))
  const usual = textOf(settings.defaultcontentlanguage) ?? 'en'
  const isUsualBelow = settings.defaultcontentlanguageinsubdir === true
  return (file) => {
    const { folder, name } = folders.find((each) => isBelow(each.folder, file)) ?? { folder: content, name: undefined }
    const path = pathBelow(folder, file)
    if (path === undefined) return undefined
    const suffix = suffixOf(path)
    const isTranslation = suffix !== undefined && names.has(suffix.language)
    const language = isTranslation ? suffix.language : folder === content ? undefined : name
    const known = language ?? (names.size > 0 ? usual : null)
    return {
      folder,
      path: isTranslation ? suffix.plain : path,
      language: known,
      isBelowLanguage: known !== null && (known !== usual || isUsualBelow),
    }
  }
}

/** Those with a folder of their own first, the deepest first. */
function languageFolders(languages: unknown, root: string, content: string): { name: string; folder: string }[] {
  const folders = Object.entries(recordOf(languages)).map(([name, value]) => {
    const folder = Object.entries(recordOf(value)).find(([key]) => key.toLowerCase() === 'contentdir')?.[1]
    return { name, folder: typeof folder === 'string' ? within(root, folder) : content }
  })
  return folders.sort((one, other) => other.folder.length - one.folder.length)
}

/** Finds the files that belong to a page: what's beside and below the `index.md` of a folder, down to `root`. */
function partsOf(files: readonly string[]): (file: string, root: string) => boolean {
  const bundles = new Set(files.filter(isBundleIndex).map(folderOf))
  return (file, root) => {
    for (let folder = folderOf(file); folder.length > root.length; folder = folderOf(folder)) {
      if (bundles.has(folder)) return folder !== folderOf(file) || !posix.basename(file).startsWith('index.')
    }
    return false
  }
}

/** `index.md`, `index.fr.md`, `index.html`. */
const isBundleIndex = (file: string): boolean => /(?:^|\/)index\.(?:[\w-]+\.)?(?:md|markdown|html)$/.test(file)
