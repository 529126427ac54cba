import { posix } from 'node:path'
import { folderOf, joinPaths, trimSlashes, withoutExtension } from '../../pages/links.ts'
import { truthOf } from '../../pages/readers/front-matter.ts'
import type { PageFacts } from '../page-facts.ts'
import { recordOf, textOf } from '../settings.ts'

/** What the address of a page depends on beside its path. */
export interface HugoRules {
  /** The address of the site in the page's language. */
  readonly below: string
  readonly facts: PageFacts | undefined
  readonly permalinks: ReadonlyMap<string, string>
  readonly ending: string
}

/** The address of a page; undefined if its section's permalink asks for what isn't known. */
export function addressOf(path: string, { below, facts, permalinks, ending }: HugoRules): string | undefined {
  const url = textOf(facts?.fields.url)
  if (url !== undefined) return addressOfUrl(joinPaths(below, url), url)
  const stem = withoutExtension(posix.basename(path))
  const isBranch = stem === '_index'
  const isIndex = isBranch || stem === 'index'
  const page = isIndex ? folderOf(path) : withoutExtension(path)
  const [section = '', ...inner] = path.split('/')
  const permalink = isBranch || inner.length === 0 ? undefined : permalinks.get(section)
  const slug = isBranch ? null : (facts?.slug ?? null)
  const name =
    permalink === undefined
      ? slug === null
        ? page
        : joinPaths(folderOf(page), slug)
      : expandPermalink(permalink, page, facts)
  if (name === undefined) return undefined
  const address = joinPaths(below, name.split('/').map(pathOf).join('/'))
  return address === '' ? '' : `${address}${isIndex ? '/' : ending}`
}

/** `url` of the front matter is a folder unless it ends like a file. */
function addressOfUrl(path: string, url: string): string {
  const isFile = !url.endsWith('/') && posix.extname(path) !== ''
  return isFile || path === '' ? path : `${path}/`
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
function expandPermalink(template: string, page: string, facts: PageFacts | undefined): string | undefined {
  const name = posix.basename(page)
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(dateOf(facts?.fields.date) ?? '') ?? []
  const title = facts?.title ?? undefined
  const values: Record<string, string | undefined> = {
    year,
    month,
    day,
    title,
    slug: facts?.slug ?? title,
    section: page.split('/')[0],
    sections: folderOf(page),
    filename: name,
    contentbasename: name,
    slugorfilename: facts?.slug ?? name,
    slugorcontentbasename: facts?.slug ?? name,
  }
  let isWhole = true
  const path = template.replace(/:(\w+)/g, (_, token: string) => {
    const value = values[token]
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  return isWhole ? trimSlashes(path) : undefined
}

/** By section; newer configurations name the kind of page first. */
export function permalinksOf(setting: unknown): Map<string, string> {
  const permalinks = recordOf(setting)
  const pages = typeof permalinks.page === 'object' ? recordOf(permalinks.page) : permalinks
  return new Map(
    Object.entries(pages).flatMap(([section, value]) => (typeof value === 'string' ? [[section, value]] : [])),
  )
}

/** Whether a page isn't rendered, or not at this time. */
export function isUnpublished(fields: PageFacts['fields'] | undefined, isOfFuture: boolean): boolean {
  if (!fields) return false
  // Hugo reads the names of fields in small letters.
  const named = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
  if (fields.draft === undefined && truthOf(named.draft) === true) return true
  const build = recordOf(named.build ?? named._build)
  if (build.render === 'never' || truthOf(build.render) === false || truthOf(named.headless) === true) return true
  const today = new Date().toISOString()
  const [begins, ends] = [dateOf(named.publishdate ?? named.date), dateOf(named.expirydate)]
  return (!isOfFuture && begins !== undefined && begins > today) || (ends !== undefined && ends < today)
}

const dateOf = (value: unknown): string | undefined => (value instanceof Date ? value.toISOString() : textOf(value))
