import { posix } from 'node:path'
import { isRecord } from '../pages/is-record.ts'
import { folderOf, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import { suffixOf } from './edition-folders.ts'
import type { PageFacts } from './page-facts.ts'
import { parseSettings, textOf } from './parse-settings.ts'
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

interface HugoPages {
  readonly files: readonly string[]
  /** What the pages say themselves. */
  readonly facts: ReadonlyMap<string, PageFacts>
}

interface Language {
  readonly name: string
  readonly folder: string
}

/**
 * The route rules of Hugo. `languages` is the file that lists them when the configuration is a folder. Undefined when the
 * configuration cannot be read, or mounts folders in other places.
 */
export function publishHugo(
  configuration: WrittenFile,
  languages: WrittenFile | undefined,
  { files, facts }: HugoPages,
): Publisher | undefined {
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
  const permalinks = permalinksOf(settings.permalinks)
  const isOfFuture = settings.buildfuture === true
  const leaves = new Set(
    files.filter((file) => /(?:^|\/)index\.(?:[\w-]+\.)?(?:md|markdown|html)$/.test(file)).map(folderOf),
  )
  const find = (file: string) => {
    for (const language of known) {
      const relative = pathBelow(language.folder, file)
      if (relative !== undefined) return { relative, language: language.folder === folder ? undefined : language.name }
    }
    const relative = pathBelow(folder, file)
    return relative === undefined ? undefined : { relative, language: undefined }
  }
  return {
    anchors: settings.enableemoji === true ? 'hugo-emoji' : 'hugo',
    format: 'md',
    isLeftOut: (file) => {
      const found = find(file)
      return (
        !found || isPartOfBundle(found.relative, file, leaves) || isUnpublished(facts.get(file)?.fields, isOfFuture)
      )
    },
    publish: (file) => {
      const found = find(file)
      if (!found) return undefined
      const suffix = suffixOf(found.relative)
      const isTranslation = suffix !== undefined && known.some(({ name }) => name === suffix.language)
      const language = isTranslation ? suffix.language : (found.language ?? (known.length > 0 ? usual : null))
      const relative = isTranslation ? suffix.plain : found.relative
      const below =
        language !== null && (language !== usual || isUsualBelow) ? joinPaths(base, language.toLowerCase()) : base
      const fact = facts.get(file)
      const address = addressBelow(below, relative, { fact, permalinks, ending })
      if (address === undefined) return undefined
      return { address, root: below, ending, relative, version: null, language }
    },
  }
}

interface HugoRules {
  readonly fact: PageFacts | undefined
  readonly permalinks: ReadonlyMap<string, string>
  readonly ending: string
}

/** The address of a page below that of its language; undefined when its section’s permalink asks for what is not known. */
function addressBelow(below: string, relative: string, { fact, permalinks, ending }: HugoRules): string | undefined {
  const url = textOf(fact?.fields.url)
  if (url !== undefined) {
    const path = joinPaths(below, url)
    return /[^/]\/$/.test(url) || path === '' ? `${path}/` : /\.\w+$/.test(path) ? path : `${path}/`
  }
  const isIndex = /^_?index$/.test(withoutExtension(posix.basename(relative)))
  const isBranch = withoutExtension(posix.basename(relative)) === '_index'
  const page = isIndex ? folderOf(relative) : withoutExtension(relative)
  const [section = '', ...inner] = relative.split('/')
  const permalink = isBranch || inner.length === 0 ? undefined : permalinks.get(section)
  const slug = fact?.slug ?? undefined
  const named = slug === undefined || isBranch ? page : joinPaths(folderOf(page), slug)
  const made = permalink === undefined ? named : expandPermalink(permalink, page, fact)
  if (made === undefined) return undefined
  const address = joinPaths(below, made.split('/').map(pathOf).join('/'))
  return address === '' ? '' : `${address}${isIndex ? '/' : ending}`
}

/** `UnicodeSanitize` of Hugo, in small letters. */
const pathOf = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}\p{Nd}._#+~@\-\s]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-{2,}/g, (dashes) => (name.includes(dashes) ? dashes : '-'))
    .toLowerCase()

/** `/:year/:slug/` of a page. */
function expandPermalink(template: string, page: string, fact: PageFacts | undefined): string | undefined {
  const name = posix.basename(page)
  const [year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(dateOf(fact?.fields.date) ?? '')?.slice(1) ?? []
  const title = fact?.title ?? undefined
  const values: Record<string, string | undefined> = {
    ...{ year, month, day, title, slug: fact?.slug ?? title, section: page.split('/')[0] },
    ...{ sections: folderOf(page), filename: name, contentbasename: name },
    ...{ slugorfilename: fact?.slug ?? name, slugorcontentbasename: fact?.slug ?? name },
  }
  let isWhole = true
  const made = template.replace(/:(\w+)/g, (_, token: string) => {
    const value = values[token]
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  return isWhole ? trimSlashes(made) : undefined
}

/** By section; newer configurations name the kind of page first. */
function permalinksOf(written: unknown): Map<string, string> {
  const pages = isRecord(written) ? (isRecord(written.page) ? written.page : written) : {}
  return new Map(
    Object.entries(pages).flatMap(([section, value]) => (typeof value === 'string' ? [[section, value]] : [])),
  )
}

/** What stands beside the `index.md` of a folder belongs to that page. */
const isPartOfBundle = (relative: string, file: string, leaves: ReadonlySet<string>): boolean => {
  const above = file.slice(0, file.length - relative.length)
  for (let folder = folderOf(file); folder.length > above.length; folder = folderOf(folder)) {
    if (leaves.has(folder)) return folder !== folderOf(file) || !/^index\./.test(posix.basename(file))
  }
  return false
}

/** A page that is not rendered, or not at this time. */
function isUnpublished(fields: PageFacts['fields'] | undefined, isOfFuture: boolean): boolean {
  if (!fields) return false
  const build = isRecord(fields.build) ? fields.build : isRecord(fields._build) ? fields._build : {}
  if (build.render === 'never' || build.render === false || fields.headless === true) return true
  const today = new Date().toISOString()
  const [begins, ends] = [dateOf(fields.publishDate ?? fields.date), dateOf(fields.expiryDate)]
  return (!isOfFuture && begins !== undefined && begins > today) || (ends !== undefined && ends < today)
}

const dateOf = (value: unknown): string | undefined => (value instanceof Date ? value.toISOString() : textOf(value))

/** Those with a folder of their own first, the deepest first. */
function languagesOf(listed: unknown, root: string, folder: string): Language[] {
  const found = Object.entries(isRecord(listed) ? listed : {}).flatMap(([name, value]): Language[] => {
    if (!isRecord(value)) return []
    const own = Object.entries(value).find(([key]) => key.toLowerCase() === 'contentdir')?.[1]
    return [{ name, folder: typeof own === 'string' ? within(root, own) : folder }]
  })
  return found.sort((one, other) => other.folder.length - one.folder.length)
}

/** Settings by their names in small letters, as Hugo reads them; undefined for what cannot be parsed. */
function readSettings({ path, text }: WrittenFile): Record<string, unknown> | undefined {
  const settings = parseSettings(text, path.endsWith('.toml') ? 'toml' : 'yaml')
  return settings && Object.fromEntries(Object.entries(settings).map(([key, inner]) => [key.toLowerCase(), inner]))
}
