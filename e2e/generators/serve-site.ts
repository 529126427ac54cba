import { readFile, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import path from 'node:path'

/** Where all sites are served. */
export const base = '/docs'

/** What stands in a site's script tag, and what it's replaced by when a page is served. */
export interface Tag {
  readonly url: string
  readonly domain: string
  readonly key: string
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const isText = (file: string): boolean => /\.(?:html|m?js|json|txt)$/.test(file)

const fill = (text: string, { url, domain, key }: Tag): string =>
  text
    .replaceAll('https://sidenote.acme.com', url)
    .replaceAll('svc_dsc_KEY', key)
    .replace(/(data-domain[^a-z]{1,8})acme/g, (_, start) => `${start}${domain}`)

const isFile = async (file: string): Promise<boolean> => (await stat(file).catch(() => undefined))?.isFile() ?? false

/** Finds the file of an address, or the address with a slash behind it, as static hosts do. */
async function resolve(folder: string, pathname: string): Promise<{ file?: string; redirect?: string }> {
  const place = path.join(folder, decodeURIComponent(pathname))
  if (pathname.endsWith('/')) return { file: path.join(place, 'index.html') }
  if (await isFile(place)) return { file: place }
  if (await isFile(`${place}.html`)) return { file: `${place}.html` }
  return (await isFile(path.join(place, 'index.html'))) ? { redirect: `${base}${pathname}/` } : {}
}

/** Serves a built site below `/docs`, with the tag's placeholders filled in. */
export const serveSite = (folder: string, tag: Tag): Server =>
  createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const below = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined
    const { file, redirect } = below === undefined ? {} : await resolve(folder, below)
    if (redirect) return response.writeHead(301, { location: redirect }).end()
    if (!file || !(await isFile(file))) return response.writeHead(404).end('Not found')
    response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream')
    return response.end(isText(file) ? fill(await readFile(file, 'utf8'), tag) : await readFile(file))
  })
