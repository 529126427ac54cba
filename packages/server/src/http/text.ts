import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getAllPages, getPageList, getPageText } from '@sidenote/contract'
import type { IRouter, Request, Response } from 'express'
import type { SiteRow } from '../database/tables.ts'
import { AppError } from '../errors.ts'
import { listPages, type PageList, writePageList, writePages } from '../search/export.ts'
import { readPage } from '../search/pages.ts'
import { noIndexYet } from './discovery.ts'
import { type Gate, mountOpenDiscovery } from './mount/mount.ts'

const freshSeconds = 300

/** Shared caches may keep what is open; what a key opened is for its owner. It is a copy, so search engines pass it by. */
const writeHeaders = (response: Response, isOpen: boolean, type: string): void => {
  response.vary('Authorization').set({
    'Cache-Control': `${isOpen ? 'public' : 'private'}, max-age=${freshSeconds}`,
    'Content-Type': `${type}; charset=utf-8`,
    'X-Robots-Tag': 'noindex',
  })
}

/** True when the client has this revision already, or wants the headers alone: then everything is answered. */
const isAnswered = (request: Request, response: Response, revision: string): boolean => {
  response.set('ETag', `W/"${revision}"`)
  if (request.fresh) response.status(304)
  else if (request.method !== 'HEAD') return false
  response.end()
  return true
}

const refuseWithoutPages = (site: SiteRow, { pages }: PageList): void => {
  if (pages.length === 0) throw noIndexYet(site)
}

/** Mounts the pages as text: a list of them, all of them, and each. */
export const mountText = (router: IRouter, gate: Gate): void => {
  const { database } = gate

  mountOpenDiscovery(router, gate, getPageList, async ({ site, isOpen, request, response }) => {
    const list = await listPages(database, site)
    refuseWithoutPages(site, list)
    writeHeaders(response, isOpen, 'text/plain')
    if (!isAnswered(request, response, list.revision)) response.end(writePageList(site, list))
  })

  mountOpenDiscovery(router, gate, getAllPages, async ({ site, isOpen, request, response }) => {
    const list = await listPages(database, site)
    refuseWithoutPages(site, list)
    writeHeaders(response, isOpen, 'text/plain')
    if (isAnswered(request, response, list.revision)) return
    await pipeline(Readable.from(writePages(database, site, list)), response).catch((error: unknown) => {
      // A client that leaves is no failure; anything else is told by the log, since the headers are gone.
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error
    })
  })

  mountOpenDiscovery(router, gate, getPageText, async ({ site, isOpen, request, response }) => {
    const written = [request.params.path ?? []].flat().join('/')
    const page = written.endsWith('.md') ? await readPage(database, site, written.slice(0, -'.md'.length)) : undefined
    if (!page) throw new AppError('not_found', `The site "${site.domain}" has no page "${written}".`)
    writeHeaders(response, isOpen, 'text/markdown')
    response.send(page.content)
  })
}
