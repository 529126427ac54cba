import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Serves a folder as a static host does: `/quick-start` is `quick-start.html`, and whatever is missing is `404.html`. */
export const serveFolder = (folder: string): Server =>
  createServer((request, response) => {
    send(folder, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })

const send = async (folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end()
    return
  }
  const path = readPath(request.url ?? '/')
  const file = path === undefined ? undefined : await findFile(folder, path)
  if (!file) {
    const page = await readFile(join(folder, '404.html')).catch(() => 'Not found')
    response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    return
  }
  const { size } = await stat(file)
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-length': size,
    // File names in /assets/ contain a hash of the content.
    'cache-control': path?.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
  })
  if (request.method === 'HEAD') response.end()
  else
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response)
}

const readPath = (address: string): string | undefined => {
  try {
    return decodeURIComponent(new URL(address, 'http://site').pathname)
  } catch {
    return undefined
  }
}

const findFile = async (folder: string, path: string): Promise<string | undefined> => {
  const candidates = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`]
  for (const candidate of candidates) {
    const file = normalize(join(folder, candidate))
    if (!file.startsWith(folder + sep) || file.includes('\0')) continue
    const stats = await stat(file).catch(() => undefined)
    if (stats?.isFile()) return file
  }
  return undefined
}
