import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Source } from '@sidenote/contract'
import { listen } from './listen.ts'

/** What a website answers at an address: HTML, a whole answer, or something that it does with the connection. */
export type Reply =
  | string
  | { status?: number; headers?: Record<string, string>; body?: string | Buffer }
  | ((request: IncomingMessage, response: ServerResponse) => void)

export interface Website {
  readonly url: string
  readonly host: string
  /** Paths that were asked for, oldest first. */
  readonly asked: string[]
  /** Connections that were made. */
  readonly connections: () => number
  replies: Record<string, Reply>
  /** What any other address answers. @default 404 */
  other: (path: string) => Reply
  close(): Promise<void>
}

const notFound: Reply = { status: 404, body: 'There is no such page.' }

/** Starts a website on a free port of this machine, or at one of its addresses alone. */
export const startWebsite = async (
  replies: Record<string, Reply> = {},
  at: { address?: string; port?: number } = {},
): Promise<Website> => {
  let connections = 0
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    website.asked.push(path)
    const reply = website.replies[path] ?? website.other(path)
    if (typeof reply === 'function') return reply(request, response)
    const { status = 200, headers = {}, body = '' } = typeof reply === 'string' ? { body: reply } : reply
    const sent = Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')])
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...Object.fromEntries(sent) }).end(body)
  })
  server.on('connection', () => {
    connections++
  })
  const { port, close } = await listen(server, { host: at.address ?? '0.0.0.0', port: at.port ?? 0 })
  const host = `${at.address ?? '127.0.0.1'}:${port}`
  const website: Website = {
    url: `http://${host}`,
    host,
    asked: [],
    connections: () => connections,
    replies,
    other: () => notFound,
    close,
  }
  return website
}

/** A website as a source that is read at once, though it is on this machine. */
export const sourceOf = ({ url, host }: Website, more: object = {}): Source => ({
  kind: 'website',
  url: `${url}/`,
  delayMilliseconds: 0,
  allowedHosts: [host],
  ...more,
})

/** A page with these links. */
export const htmlPage = (title: string, links: readonly string[] = [], more = ''): string =>
  `<!doctype html><html><head><title>${title}</title>${more}</head><body><main><h1>${title}</h1><p>Text of ${title}.</p>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join(' ')}</main></body></html>`
