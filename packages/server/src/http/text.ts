import { getAllPages, getPageList, getPageText } from '@sidenote/contract'
import type { Request, Response } from 'express'
import type { SiteRow } from '../database/tables.ts'
import { AppError } from '../errors.ts'
import { listPages, numbersOf, type PageList, writePageList, writePages } from '../search/export.ts'
import { readPage } from '../search/pages.ts'
import { writeTexts } from './answers/stream-writer.ts'
import { noIndexYet } from './discovery.ts'
import type { Routes } from './mount/gate.ts'
import { mountOpenDiscovery } from './mount/mount-discovery.ts'

const freshSeconds = 300
/** Clients that this process sends all pages of a site to at a time. */
const mostAllPages = 32
const busySeconds = 5

/** Shared caches may keep open pages only. Search engines shouldn’t index them: they are copies. */
const writeHeaders = (response: Response, isOpen: boolean, type: string): void => {
  response.vary('Authorization').set({
    'Cache-Control': `${isOpen ? 'public' : 'private'}, max-age=${freshSeconds}`,
    'Content-Type': `${type}; charset=utf-8`,
    'X-Robots-Tag': 'noindex',
  })
}

/** Says which page the text is of; a page of a site without an address has none. */
const writeCanonical = (response: Response, url: string): void => {
  const address = URL.parse(url)
  if (address) response.append('Link', `<${address.href}>; rel="canonical"`)
}

/** Ends the response when the client has this revision already, or asks for the headers only. True when it has ended. */
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
export const mountText = (routes: Routes): void => {
  const { database } = routes.gate

  mountOpenDiscovery(routes, getPageList, async ({ site, isOpen, request, response }) => {
    const list = await listPages(database, site)
    refuseWithoutPages(site, list)
    writeHeaders(response, isOpen, 'text/plain')
    if (!isAnswered(request, response, list.revision)) response.end(await writePageList(site, list))
  })

  /** The pages to write; undefined when there is nothing to write. Whoever writes them keeps no more of the list. */
  const beginAllPages = async (call: { site: SiteRow; isOpen: boolean; request: Request; response: Response }) => {
    const list = await listPages(database, call.site)
    refuseWithoutPages(call.site, list)
    writeHeaders(call.response, call.isOpen, 'text/plain')
    return isAnswered(call.request, call.response, list.revision) ? undefined : numbersOf(list)
  }
  let open = 0
  mountOpenDiscovery(routes, getAllPages, async (call) => {
    if (open >= mostAllPages) {
      const message = 'The server is sending all pages to as many clients as it can. Please try again in a few seconds.'
      throw new AppError('not_ready', message, { retryAfterSeconds: busySeconds })
    }
    open += 1
    try {
      const numbers = await beginAllPages(call)
      if (numbers) await writeTexts(call.response, writePages(database, call.site, numbers))
    } finally {
      open -= 1
    }
  })

  mountOpenDiscovery(routes, getPageText, async ({ site, isOpen, params: { path }, response }) => {
    const page = path.endsWith('.md') ? await readPage(database, site, path.slice(0, -'.md'.length)) : undefined
    if (!page) throw new AppError('not_found', `The site "${site.domain}" has no page "${path}".`)
    writeHeaders(response, isOpen, 'text/markdown')
    writeCanonical(response, page.url)
    response.send(page.content)
  })
}
