import { extname } from 'node:path'
import type { IRouter, Request, Response } from 'express'
import { AppError } from '../errors.ts'
import { sendPrepared } from './prepared-body.ts'
import { createFileReader } from './prepared-files.ts'

const startPage = 'index.html'
const servedTypes: ReadonlySet<string> = new Set(['.js', '.css', '.svg', '.woff2', '.html'])

/** The page that shows the widget: the Appearance page has it in a frame. */
const previewPage = 'preview.html'

/** Nothing from another server, and nothing inline. Only the preview may be framed, by the dashboard itself. */
const policyOf = (path: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    `frame-ancestors ${path === previewPage ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Files in `assets/` have a hash in their name; the page that names them may be another after an update. */
const cachingOf = (path: string): string =>
  path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/**
 * Serves the built dashboard. Every address below `/dashboard/` that is no file gets its page, which reads the address itself.
 * @param folder of the built files
 */
export const mountDashboard = (router: IRouter, folder: string): void => {
  const readFiles = createFileReader(folder, { first: startPage, isServed: (path) => servedTypes.has(extname(path)) })
  const send = async (request: Request, response: Response): Promise<void> => {
    const files = await readFiles()
    const wanted = request.path.slice('/dashboard/'.length)
    const path = wanted.startsWith('assets/') || files.has(wanted) ? wanted : startPage
    const file = files.get(path)
    if (!file) {
      const reason = files.has(startPage) ? 'has no such file' : 'is not built. Run "pnpm build"'
      throw new AppError('not_found', `There is nothing at ${request.path}: the dashboard ${reason}.`)
    }
    const own = { 'Content-Security-Policy': policyOf(path), 'Cache-Control': cachingOf(path) }
    response.set(headers).set(own).type(extname(path))
    sendPrepared(request, response, file)
  }
  router.get('/dashboard{/*path}', (request, response, next) => {
    if (request.path.startsWith('/dashboard/auth/')) return next()
    return request.path === '/dashboard' ? response.redirect(302, '/dashboard/') : send(request, response)
  })
  router.get('/', (request, response, next) => {
    // For people only: a program that asks for the root address reads that there is nothing.
    if (request.get('Accept')?.includes('text/html')) return response.redirect(302, '/dashboard/')
    next()
  })
}
