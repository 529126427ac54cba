import type { Filter } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { folderOf } from '../../pages/links.ts'
import { candidatePaths } from '../candidate-paths.ts'
import type { Twin } from '../ranking/ranked-page.ts'
import type { Editions } from './edition.ts'
import { chosenEditions, meetsFilter } from './meets-filter.ts'
import { type EditionPage, type PlacedPages, placePages } from './place-pages.ts'
import { findTwins, type IntendedEdition } from './twins.ts'
import { newestOf } from './version-order.ts'

interface SiteEditions extends PlacedPages {
  /** By the edition that is meant. */
  readonly twins: Map<string, ReadonlyMap<number, Twin>>
}

/** What searches share of a site’s editions: read by the first that needs it, and kept until a page changes. */
export interface EditionsMemory {
  places?: SiteEditions
}

/** A site, and what is kept of its editions. */
interface EditionSite {
  readonly id: string
  readonly url: string | null
  readonly editionsMemory: EditionsMemory
}

/** What says which edition a query is about. */
interface EditionHints {
  readonly filter?: Filter | null | undefined
  /** As in `SearchOptions`. */
  readonly namedEditions?: ((editions: Editions) => Editions) | undefined
  readonly currentPath?: string | null | undefined
  readonly asksBack?: boolean | undefined
  readonly query?: string | undefined
}

/** The numbers of the pages that meet a filter; undefined when it asks for nothing. */
export const pagesMeeting = async (
  database: Database,
  site: EditionSite,
  filter: Filter,
): Promise<Set<number> | undefined> => {
  if (!filter.version && !filter.language && !filter.tag) return undefined
  const { pages } = await readEditions(database, site)
  return new Set(pages.flatMap((page) => (meetsFilter(page, filter) ? [page.number] : [])))
}

/**
 * The pages that exist in the edition that is meant as well, each with that other page. The edition is the one that a filter
 * or the query names, else that of the reader’s page, else the version that is published without its name (`/docs/` beside
 * `/docs/next/` and `/docs/1.0/`) or is called stable or latest, else the newest; the language whose addresses do not name
 * it, else the one that most pages are in. Where the reader can be asked, no version is meant rather than the newest, and
 * no language by a query that is a name.
 */
export const readTwins = async (
  database: Database,
  site: EditionSite & { editions: Editions },
  { filter, namedEditions, currentPath, asksBack, query = '' }: EditionHints,
): Promise<ReadonlyMap<number, Twin>> => {
  const { versions, languages } = site.editions
  if (versions.length < 2 && languages.length < 2) return new Map()
  const editions = await readEditions(database, site)
  const chosen = chosenEditions(site.editions, { filter: filter ?? {}, query: namedEditions?.(site.editions) })
  const here = currentPath ? editionAt(editions.pages, candidatePaths(currentPath, site.url)) : {}
  const version = editions.current === undefined && !asksBack ? newestOf(versions) : editions.current
  const language = editions.usualLanguage ?? (asksBack && isName(query) ? undefined : editions.fullestLanguage)
  return twinsOf(editions, {
    version: intendedVersion(chosen.versions, here.version ?? version),
    language: intendedLanguage(chosen.languages, here.language === undefined ? language : here.language),
  })
}

const readEditions = async (database: Database, { id, url, editionsMemory }: EditionSite): Promise<SiteEditions> => {
  if (editionsMemory.places) return editionsMemory.places
  const rows = await database
    .selectFrom('pages')
    .select(['number', 'path', 'slug', 'version', 'language', 'tags_json'])
    .where('site_id', '=', id)
    .execute()
  editionsMemory.places = { ...placePages(rows, url), twins: new Map() }
  return editionsMemory.places
}

const twinsOf = (editions: SiteEditions, edition: IntendedEdition): ReadonlyMap<number, Twin> => {
  const key = `${edition.version} ${edition.language}`
  const twins = editions.twins.get(key) ?? findTwins(editions, edition)
  editions.twins.set(key, twins)
  return twins
}

const isName = (query: string): boolean => !/\s/.test(query.trim())

/** A query that names several versions compares them: none of them is meant more. */
const intendedVersion = (names: Editions['versions'], usual: IntendedEdition['version']) =>
  names.length === 0 ? usual : names.length === 1 ? names[0] : undefined

/** A question in English may mean `en` and `en-GB`. */
const intendedLanguage = (tags: Editions['languages'], usual: IntendedEdition['language']) =>
  tags.length === 0 || (usual !== undefined && tags.includes(usual)) ? usual : tags[0]

/** The edition of the reader’s page, or else what all pages of the nearest folder above it have in common. */
const editionAt = (pages: readonly EditionPage[], candidates: readonly string[]): IntendedEdition => {
  const paths = new Set(candidates.map((path) => path.toLowerCase()))
  const page = pages.find(({ path, address }) => paths.has(path) || paths.has(address))
  if (page) return page
  for (let [folder = ''] = paths; folder !== ''; ) {
    folder = folderOf(folder)
    const [first, ...others] = pages.filter(({ address }) => address.startsWith(`${folder}/`))
    if (!first) continue
    const isShared = (name: 'version' | 'language') => others.every((other) => other[name] === first[name])
    return {
      version: isShared('version') ? first.version : undefined,
      language: isShared('language') ? first.language : undefined,
    }
  }
  return {}
}
