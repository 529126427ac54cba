import type { Filter } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { PageRow } from '../../database/tables.ts'
import { languageNamed } from '../../generators/edition-folders.ts'
import { folderOf, placeOfAddress } from '../../pages/links.ts'
import { candidatePaths } from '../pages.ts'
import type { Twin } from '../rank.ts'
import { type Edition, editionOf } from './edition.ts'
import { compareVersions, newestOf, releasedNames } from './version-order.ts'

/**
 * Whether a page meets a filter. One that names no version, no language or no tag meets any; letter case does not matter,
 * and `en` meets `en-GB`.
 */
export const meetsFilter = (page: Edition, { version, language, tag }: Filter): boolean =>
  (!version || page.version === null || isSame(page.version, version)) &&
  (!language || page.language === null || isSameLanguage(page.language, language)) &&
  (!tag || page.tags.length === 0 || page.tags.some((own) => isSame(own, tag)))

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The same language; a region counts when both name one. */
function isSameLanguage(one: string, other: string): boolean {
  const [first, second] = [one, other].map((tag) => tag.toLowerCase().replace('_', '-'))
  if (first === undefined || second === undefined) return false
  return first === second || first.startsWith(`${second}-`) || second.startsWith(`${first}-`)
}

/** A page, with what it has in common with the same page of other editions. */
interface EditionPage extends Edition {
  readonly number: number
  /** Its file’s or its given one, and where it is published; in lower case. */
  readonly path: string
  readonly address: string
  /** The address without the folders that name version and language. */
  readonly place: string
}

interface PlacedPages {
  readonly pages: readonly EditionPage[]
  /** The version that is published without its name, or called the released one; undefined where there is none, or several. */
  readonly current: string | null | undefined
  /** The language of the pages that are translated and whose addresses do not name it; undefined where there is none. */
  readonly usualLanguage: string | null | undefined
  /** The language that most pages are in, and English where as many are; undefined where several have as many. */
  readonly fullestLanguage: string | null | undefined
}

interface SiteEditions extends PlacedPages {
  /** By the edition that is meant. */
  readonly twins: Map<string, ReadonlyMap<number, Twin>>
}

interface IndexedSite {
  readonly id: string
  readonly url: string | null
  readonly editionsMemory: EditionsMemory
}

/** Where the pages of a site stand among its editions: read by the first search that asks, until a page changes. */
export interface EditionsMemory {
  places?: SiteEditions
}

const readEditions = async (database: Database, { id, url, editionsMemory }: IndexedSite): Promise<SiteEditions> => {
  if (editionsMemory.places) return editionsMemory.places
  const rows = await database
    .selectFrom('pages')
    .select(['number', 'path', 'slug', 'version', 'language', 'tags_json'])
    .where('site_id', '=', id)
    .execute()
  editionsMemory.places = { ...placePages(rows, url), twins: new Map() }
  return editionsMemory.places
}

type EditionRow = Pick<PageRow, 'number' | 'path' | 'slug' | 'version' | 'language' | 'tags_json'>

const placePages = (rows: readonly EditionRow[], siteUrl: string | null): PlacedPages => {
  const placed = rows.map(({ number, path, slug, ...row }) => {
    const address = placeOfAddress(slug ?? path, siteUrl).toLowerCase()
    return {
      ...editionOf(row),
      number,
      path: path.toLowerCase(),
      address,
      place: withoutLanguage(address, row.language),
    }
  })
  const languages = Map.groupBy(placed, ({ language }) => language)
  const names = new Map(
    [...Map.groupBy(placed, ({ version }) => version)].map(([version, own]) => [version, versionNames(version, own)]),
  )
  const pages = placed.map((page) => {
    const folders = names.get(page.version)
    return { ...page, place: withoutSteps(page.place, (step) => folders?.has(step) ?? false) }
  })
  const isOne = readShared(pages, 'version').has(null)
  const unnamed = [...names].flatMap(([version, folders]) =>
    folders.size === 0 && (version !== null || isOne) ? [version] : [],
  )
  const released = releasedNames.flatMap(
    (name) => [...names.keys()].find((version) => version?.toLowerCase() === name) ?? [],
  )
  const translated = [...readShared(pages, 'language')].sort((one, other) => other[1] - one[1])
  const plain = translated.find(([language]) =>
    languages.get(language)?.every(({ address, place }) => address === place),
  )
  return {
    pages,
    current: unnamed.length === 1 ? unnamed[0] : released[0],
    usualLanguage: plain?.[0],
    fullestLanguage: fullestOf(
      languages,
      translated.map(([language]) => language),
    ),
  }
}

const fullestOf = (pagesIn: ReadonlyMap<string | null, readonly unknown[]>, translated: readonly (string | null)[]) => {
  const countOf = (language: string | null) => pagesIn.get(language)?.length ?? 0
  const most = Math.max(...translated.map(countOf))
  const full = translated.filter((language) => countOf(language) === most)
  const english = full.find((language) => language !== null && isSameLanguage(language, 'en'))
  return english ?? (full.length === 1 ? full[0] : undefined)
}

/**
 * How many places of a version, or of a language, are those of another one as well, where that is at least half of what the
 * others share: a home page and a blog may stand beside all of them.
 */
const readShared = <Of extends 'version' | 'language'>(
  pages: readonly EditionPage[],
  of: Of,
): ReadonlyMap<EditionPage[Of], number> => {
  const counts = new Map<EditionPage[Of], number>()
  for (const alike of Map.groupBy(pages, ({ place }) => place).values()) {
    const different = new Set(alike.map((page) => page[of]))
    if (different.size > 1) for (const one of different) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  const most = Math.max(0, ...counts.values())
  return new Map([...counts].filter(([, count]) => count * 2 > most))
}

const withoutSteps = (address: string, isLeftOut: (step: string) => boolean): string =>
  address
    .split('/')
    .filter((step) => !isLeftOut(step))
    .join('/')

/** Without the folder, or the end of the name, that says the language: `fr/install`, `install.fr`, `zh/install` of `zh-CN`. */
const withoutLanguage = (address: string, language: string | null): string => {
  if (language === null) return address
  const written = language.toLowerCase().replace('_', '-')
  const names = (step: string) =>
    step.replace('_', '-') === written || isSameLanguage(languageNamed(step) ?? '', language)
  const bare = withoutSteps(address, names)
  const end = bare.lastIndexOf('.')
  return end >= 0 && names(bare.slice(end + 1)) ? bare.slice(0, end) : bare
}

/** What the addresses of all pages of a version begin with and that names it: `1.0`, `v2`, `next`. */
const versionNames = (version: string | null, pages: readonly { place: string }[]): ReadonlySet<string> => {
  const [first = [], ...others] = pages.map(({ place }) => place.split('/'))
  const different = first.findIndex((step, at) => others.some((steps) => steps[at] !== step))
  const shared = different < 0 ? first : first.slice(0, different)
  return new Set(shared.filter((step) => step === version?.toLowerCase() || versionName.test(step)))
}

const versionName =
  /^(?:v|version-?|release-?)?\d+(?:[._][a-z\d]+)*(?:-[a-z][a-z\d.]*)?$|^(?:next|latest|stable|current|main|master|dev|devel|develop|nightly|canary|unreleased)$/

/** The numbers of the pages that meet a filter, or nothing when it asks for nothing. */
export const pagesMeeting = async (
  database: Database,
  site: IndexedSite,
  filter: Filter,
): Promise<Set<number> | undefined> => {
  if (!filter.version && !filter.language && !filter.tag) return undefined
  const { pages } = await readEditions(database, site)
  return new Set(pages.flatMap((page) => (meetsFilter(page, filter) ? [page.number] : [])))
}

/** Versions and languages of pages; null is that of the pages that do not say theirs. */
export interface Editions {
  readonly versions: readonly (string | null)[]
  readonly languages: readonly (string | null)[]
}

/** What tells the edition that a query is about. */
interface Telling {
  readonly filter?: Filter | null | undefined
  /** Those that the query names, of those there are. */
  readonly namedEditions?: ((known: Editions) => Editions) | undefined
  /** Where the reader is. */
  readonly currentPath?: string | null | undefined
  /** Is no version meant, rather than the newest, where nothing tells it, and no language by who asks for a name? */
  readonly asksBack?: boolean | undefined
  readonly query?: string | undefined
}

/**
 * The pages that there are in the edition that is meant as well, each with that other page. The edition is what a filter or
 * the query names, else that of the page that the reader is on, else the version that is published without its name
 * (`/docs/` beside `/docs/next/` and `/docs/1.0/`) or is called stable or latest, else the newest; the language whose
 * addresses do not name it, else the one that most pages are in.
 */
export const readTwins = async (
  database: Database,
  site: IndexedSite & { editions: Editions },
  { filter, namedEditions, currentPath, asksBack, query = '' }: Telling,
): Promise<ReadonlyMap<number, Twin>> => {
  const { versions, languages } = site.editions
  if (versions.length < 2 && languages.length < 2) return new Map()
  const editions = await readEditions(database, site)
  const { pages, current, fullestLanguage, twins } = editions
  const usualLanguage = editions.usualLanguage ?? (asksBack && isName(query) ? undefined : fullestLanguage)
  const named = namedIn(site.editions, filter ?? {}, namedEditions?.(site.editions))
  const here = currentPath ? editionHere(pages, candidatePaths(currentPath, site.url)) : {}
  const usual = current === undefined && !asksBack ? newestOf(versions) : current
  const edition = {
    version: versionMeant(named.versions, here.version ?? usual),
    language: languageMeant(named.languages, here.language === undefined ? usualLanguage : here.language),
  }
  const key = Object.values(edition).map(String).join(' ')
  const known = twins.get(key) ?? twinsIn(editions, edition)
  twins.set(key, known)
  return known
}

const isName = (query: string): boolean => !/\s/.test(query.trim())

/** What a filter asks for is meant more than what the query names. */
const namedIn = (known: Editions, { version, language }: Filter, named: Editions | undefined): Editions => ({
  versions: version ? known.versions.filter((own) => own !== null && isSame(own, version)) : (named?.versions ?? []),
  languages: language
    ? known.languages.filter((own) => own !== null && isSameLanguage(own, language))
    : (named?.languages ?? []),
})

/** The numbers of the pages that the current version, or else the newest, has as well. */
export const pagesOfOtherVersions = (rows: readonly EditionRow[], siteUrl: string | null): ReadonlySet<number> => {
  const placed = placePages(rows, siteUrl)
  const { pages, current } = placed
  const version = current === undefined ? newestOf(pages.map((page) => page.version)) : current
  return new Set(twinsIn(placed, { version }).keys())
}

/** A version or a language of which nothing is known is undefined; one that pages do not say is null. */
interface MeantEdition {
  readonly version?: string | null | undefined
  readonly language?: string | null | undefined
}

/** Who names several versions compares them. */
const versionMeant = (named: Editions['versions'], usual: MeantEdition['version']) =>
  named.length > 1 ? undefined : named.length === 1 ? named[0] : usual

/** Who asks in English may mean `en` and `en-GB`. */
const languageMeant = (named: Editions['languages'], here: MeantEdition['language']) =>
  named.length === 0 || (here !== undefined && named.includes(here)) ? here : named[0]

/** That of the page that the reader is on, or else of all pages of the folder that it is in. */
const editionHere = (pages: readonly EditionPage[], written: readonly string[]): MeantEdition => {
  const paths = new Set(written.map((path) => path.toLowerCase()))
  const page = pages.find(({ path, address }) => paths.has(path) || paths.has(address))
  if (page) return page
  for (let [folder = ''] = paths; folder !== ''; ) {
    folder = folderOf(folder)
    const around = pages.filter(({ address }) => address.startsWith(`${folder}/`))
    const [first, ...others] = around
    if (!first) continue
    const isShared = (of: 'version' | 'language') => others.every((other) => other[of] === first[of])
    return {
      version: isShared('version') ? first.version : undefined,
      language: isShared('language') ? first.language : undefined,
    }
  }
  return {}
}

const twinsIn = ({ pages, current }: PlacedPages, { version, language }: MeantEdition): Map<number, Twin> => {
  const twins = new Map<number, Twin>()
  for (const alike of Map.groupBy(pages, ({ place }) => place).values()) {
    if (alike.length < 2) continue
    const others = version === undefined ? [] : alike.toSorted(comparePages(current))
    for (const page of alike) {
      const versionOf = version === undefined ? page.version : version
      const languageOf = language === undefined ? page.language : language
      const twin =
        alike.find((other) => other.version === versionOf && other.language === languageOf) ??
        alike.find((other) => other.version === versionOf && other.language === page.language) ??
        others.find((other) => other.language === page.language)
      if (twin && twin !== page)
        twins.set(page.number, { page: twin.number, isTranslation: twin.language !== page.language })
    }
  }
  return twins
}

/** What the version that is meant has no more, or not yet, is read in the current one, else the newest. */
const comparePages = (current: PlacedPages['current']) => (one: EditionPage, other: EditionPage) =>
  Number(other.version === current) - Number(one.version === current) || compareVersions(one.version, other.version)
