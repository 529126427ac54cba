import {
  getLook,
  getPage,
  type Look,
  listStarters,
  type Page,
  type SearchResult,
  type Starters,
  searchPages as searchPagesEndpoint,
} from '@sidenote/contract'
import type { Logger } from 'pino'
import { noteEmptySearch } from '../administration/conversations/empty-searches.ts'
import { namedEditions } from '../assistant/question/ambiguity.ts'
import { readSiteSettings } from '../assistant/site-settings.ts'
import { openStarters } from '../assistant/starters.ts'
import type { SiteRow } from '../database/tables.ts'
import { AppError } from '../errors.ts'
import { hasIndex, readPage } from '../search/pages.ts'
import { searchPages } from '../search/search.ts'
import type { SearchIndex } from '../search/search-index.ts'
import type { SectionMatch } from '../search/section-match.ts'
import { visibleText, visibleValue } from '../visible-text.ts'
import { indexFor } from './admission/index-for.ts'
import type { Routes } from './mount/gate.ts'
import { mountDiscovery } from './mount/mount-discovery.ts'

interface DiscoveryDependencies {
  readonly searchIndex: SearchIndex
  readonly log: Logger
}

const defaultPageSize = 10
/** How long a browser keeps what hardly changes. */
const fiveMinutes = 'private, max-age=300'
const sectionsPerPage = 3

const describeMatch = (match: SectionMatch): SearchResult => {
  const { content, path, title, description, heading, anchor, url, score, trail, breadcrumbs } = match
  const names = visibleValue({ title, description, heading, breadcrumbs: [...trail, ...breadcrumbs] })
  return { content: visibleText(content), path, metadata: { ...names, anchor, url, score } }
}

/** The answer of a site that was never synced. */
export const noIndexYet = ({ domain }: Pick<SiteRow, 'domain'>): AppError =>
  new AppError('not_found', `The site "${domain}" has no search index yet. Run "sidenote sync ${domain}".`)

/** Mounts the search, questions to begin with, and pages as Markdown. */
export const mountDiscoveryRoutes = (routes: Routes, { searchIndex, log }: DiscoveryDependencies): void => {
  const { database } = routes.gate

  mountDiscovery(routes, getPage, async ({ body, site }): Promise<Page> => {
    const page = await readPage(database, site, body.path)
    if (page) return { path: body.path, content: page.content }
    if (!(await hasIndex(database, site))) throw noIndexYet(site)
    throw new AppError('not_found', `The site "${site.domain}" has no page "${body.path || '/'}".`)
  })

  const prepareStarters = openStarters(database)
  mountDiscovery(routes, listStarters, async ({ query, site, response }): Promise<Starters> => {
    response.set('Cache-Control', fiveMinutes)
    return visibleValue(await prepareStarters(site, query.currentPath ?? ''))
  })

  mountDiscovery(routes, getLook, async ({ site, response }): Promise<Look> => {
    response.set('Cache-Control', fiveMinutes)
    return (await readSiteSettings(database, site)).look ?? {}
  })

  mountDiscovery(routes, searchPagesEndpoint, async ({ body, site, request }): Promise<SearchResult[]> => {
    const matches = await searchPages(indexFor(searchIndex, request), site, {
      query: body.query,
      limit: body.pageSize ?? defaultPageSize,
      sectionsPerPage,
      filter: body.filter,
      scoreThreshold: body.scoreThreshold,
      currentPath: body.currentPath,
      typing: body.typing,
      namedEditions: namedEditions({ question: body.query, history: [] }),
    })
    if (matches.length === 0) {
      // The list of empty searches is a help to owners; a search doesn’t fail because of it.
      await noteEmptySearch(database, site, body).catch((error: unknown) => {
        log.warn({ err: error }, 'empty search not counted')
      })
    }
    return matches.map(describeMatch)
  })
}
