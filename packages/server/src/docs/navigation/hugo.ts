import { posix } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { isRecord } from '../front-matter.ts'
import { folderOf, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../links.ts'
import { suffixOf } from './locale-folders.ts'
import type { Publisher } from './published.ts'

/** Where Hugo is configured, by the names of the files. */
export const hugoConfigurations = [
  ...['toml', 'yaml', 'yml', 'json'].flatMap((ending) => [`hugo.${ending}`, `config.${ending}`]),
  ...['toml', 'yaml', 'yml'].flatMap((ending) => [
    `config/_default/hugo.${ending}`,
    `config/_default/config.${ending}`,
  ]),
]

/** Whether such a file is Hugo’s. */
export const isOfHugo = (text: string): boolean => /^[ \t]*"?base_?url"?[ \t]*[:=]/im.test(text)

interface WrittenFile {
  readonly path: string
  readonly text: string
}

interface Language {
  readonly name: string
  readonly folder: string
}

/**
 * The route rules of Hugo. `languages` is the file that lists them when the configuration is a folder. Undefined when the
 * configuration cannot be read, or mounts folders in other places.
 */
export function publishHugo(configuration: WrittenFile, languages: WrittenFile | undefined): Publisher | undefined {
  const settings = readSettings(configuration)
  if (!settings || isRecord(settings.module)) return undefined
  const root = folderOf(configuration.path).replace(/(?:^|\/)config\/_default$/, '')
  const folder = within(root, textOf(settings.contentdir) ?? 'content')
  const listed = settings.languages ?? (languages && readSettings(languages))
  const known = languagesOf(listed, root, folder)
  const usual = textOf(settings.defaultcontentlanguage) ?? 'en'
  const isUsualBelow = settings.defaultcontentlanguageinsubdir === true
  const url = textOf(settings.baseurl) ?? ''
  const base = URL.canParse(url) ? trimSlashes(new URL(url).pathname) : ''
  const ending = settings.uglyurls === true ? '.html' : '/'
  const moved = new Set(isRecord(settings.permalinks) ? Object.keys(settings.permalinks) : [])
  const find = (file: string) => {
    for (const language of known) {
      const relative = pathBelow(language.folder, file)
      if (relative !== undefined) return { relative, language: language.folder === folder ? undefined : language.name }
    }
    const relative = pathBelow(folder, file)
    return relative === undefined ? undefined : { relative, language: undefined }
  }
  return {
    anchors: 'hugo',
    isLeftOut: (file) => find(file) === undefined,
    publish: (file) => {
      const found = find(file)
      if (!found || moved.has(found.relative.split('/')[0] ?? '')) return undefined
      const suffix = suffixOf(found.relative)
      const isTranslation = suffix !== undefined && known.some(({ name }) => name === suffix.language)
      const language = isTranslation ? suffix.language : (found.language ?? (known.length > 0 ? usual : null))
      const relative = isTranslation ? suffix.plain : found.relative
      const below =
        language !== null && (language !== usual || isUsualBelow) ? joinPaths(base, language.toLowerCase()) : base
      const page = withoutExtension(relative).toLowerCase().replace(/\s+/g, '-')
      const isIndex = /^_?index$/.test(posix.basename(page))
      const address = joinPaths(below, isIndex ? folderOf(page) : page)
      // What a bundle says of its address counts from the folder above.
      const named = isIndex && folderOf(relative) !== '' ? `${folderOf(relative)}.md` : relative
      return {
        ...{ address: address === '' ? '' : `${address}${isIndex ? '/' : ending}`, root: below, ending },
        ...{ start: 'folder' as const, relative: named, version: null, language },
      }
    },
  }
}

/** Those with a folder of their own first, the deepest first. */
function languagesOf(listed: unknown, root: string, folder: string): Language[] {
  const found = Object.entries(isRecord(listed) ? listed : {}).flatMap(([name, value]): Language[] => {
    if (!isRecord(value)) return []
    const own = Object.entries(value).find(([key]) => key.toLowerCase() === 'contentdir')?.[1]
    return [{ name, folder: typeof own === 'string' ? within(root, own) : folder }]
  })
  return found.sort((one, other) => other.folder.length - one.folder.length)
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Settings by their names in small letters, as Hugo reads them; undefined for what cannot be parsed. */
function readSettings({ path, text }: WrittenFile): Record<string, unknown> | undefined {
  try {
    const value: unknown = path.endsWith('.toml') ? parseToml(text) : parseYaml(text, { maxAliasCount: 100 })
    if (!isRecord(value)) return undefined
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), inner]))
  } catch {
    return undefined
  }
}
