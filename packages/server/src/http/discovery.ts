import {
  getPage,
  type Page,
  type SearchResult,
  searchPages as searchPagesEndpoint,
  sendAssistantMessage,
  sendFeedback,
} from '@sidenote/contract'
import type { IRouter } from 'express'
import type { Logger } from 'pino'
import { answer } from '../assistant/answer.ts'
import type { Models } from '../assistant/models.ts'
import { saveFeedback } from '../assistant/threads.ts'
import { hasIndex, readPage } from '../docs/pages.ts'
import { type SectionMatch, searchPages } from '../docs/search.ts'
import { AppError } from '../errors.ts'
import { abortOnClose, writeEventStream } from './event-stream.ts'
import { requestIdOf } from './request-id.ts'
import { type Gate, mountDiscovery } from './route.ts'

export interface Discovery extends Gate {
  readonly models: Models
  readonly log: Logger
  /** Fires when answers that still stream must end. */
  readonly shutdown: AbortSignal
}

const defaultPageSize = 10

const describeMatch = (match: SectionMatch): SearchResult => {
  const { content, path, title, description, heading, anchor, url, score, breadcrumbs } = match
  return { content, path, metadata: { title, description, heading, anchor, url, score, breadcrumbs } }
}

/** Mounts what an assistant key opens: page, search, assistant, feedback. */
export const mountDiscoveryRoutes = (router: IRouter, discovery: Discovery): void => {
  const { database, models, shutdown } = discovery

  mountDiscovery(router, discovery, getPage, async ({ body, site }): Promise<Page> => {
    const page = await readPage(database, site, body.path)
    if (page) return { path: body.path, content: page.content }
    const indexed = await hasIndex(database, site)
    throw new AppError(
      'not_found',
      indexed
        ? `The site "${site.domain}" has no page "${body.path}".`
        : `The site "${site.domain}" has no search index yet. Run "sidenote sync ${site.domain}".`,
    )
  })

  mountDiscovery(router, discovery, searchPagesEndpoint, async ({ body, site }): Promise<SearchResult[]> => {
    const matches = await searchPages(database, site, {
      query: body.query,
      limit: body.pageSize ?? defaultPageSize,
      ...(body.filter && { filter: body.filter }),
      ...(body.typing && { typing: true }),
      ...(typeof body.scoreThreshold === 'number' && { scoreThreshold: body.scoreThreshold }),
    })
    return matches.map(describeMatch)
  })

  mountDiscovery(router, discovery, sendAssistantMessage, async ({ body, site, response }) => {
    const log = discovery.log.child({ requestId: requestIdOf(response) })
    const abort = abortOnClose(response)
    const { threadId, chunks } = await answer({ database, models, log }, { site, request: body, signal: abort.signal })
    const onError = (error: unknown) => log.error({ err: error }, 'answer stream failed')
    await writeEventStream(response, chunks, { threadId, abort, shutdown, onError })
  })

  mountDiscovery(router, discovery, sendFeedback, async ({ body, site }) => {
    await saveFeedback(database, site, body)
  })
}
