import {
  type AssistantRequest,
  getPage,
  type Page,
  type SearchResult,
  searchPages as searchPagesEndpoint,
  sendAssistantMessage,
  sendDataStreamMessage,
  sendFeedback,
} from '@sidenote/contract'
import type { IRouter, Response } from 'express'
import type { Logger } from 'pino'
import { noteEmptySearch } from '../administration/empty-searches.ts'
import { answer } from '../assistant/answer.ts'
import type { Models } from '../assistant/models.ts'
import { saveFeedback } from '../assistant/threads.ts'
import type { SiteRow } from '../database/tables.ts'
import { hasIndex, readPage } from '../docs/pages.ts'
import { type SectionMatch, searchPages } from '../docs/search.ts'
import { AppError } from '../errors.ts'
import { dataStream, readDataStreamRequest } from './data-stream.ts'
import { type AnswerEncoding, abortOnClose, writeEventStream } from './event-stream.ts'
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
      ...(typeof body.scoreThreshold === 'number' && { scoreThreshold: body.scoreThreshold }),
    })
    if (matches.length === 0) {
      // What readers miss is worth knowing, but no reason to fail a search.
      await noteEmptySearch(database, site, body.query).catch((error: unknown) => {
        discovery.log.warn({ err: error }, 'empty search not counted')
      })
    }
    return matches.map(describeMatch)
  })

  const streamAnswer = async (
    response: Response,
    { site, request, encoding }: { site: SiteRow; request: AssistantRequest; encoding?: AnswerEncoding },
  ) => {
    const log = discovery.log.child({ requestId: requestIdOf(response) })
    const abort = abortOnClose(response)
    const { threadId, chunks } = await answer({ database, models, log }, { site, request, signal: abort.signal })
    const onError = (error: unknown) => log.error({ err: error }, 'answer stream failed')
    await writeEventStream(response, chunks, { threadId, abort, shutdown, onError, ...(encoding && { encoding }) })
  }

  mountDiscovery(router, discovery, sendAssistantMessage, ({ body, site, response }) =>
    streamAnswer(response, { site, request: body }),
  )

  mountDiscovery(router, discovery, sendDataStreamMessage, ({ body, site, response }) =>
    streamAnswer(response, { site, request: readDataStreamRequest(body), encoding: dataStream }),
  )

  mountDiscovery(router, discovery, sendFeedback, async ({ body, site }) => {
    await saveFeedback(database, site, body)
  })
}
