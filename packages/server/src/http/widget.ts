import { access, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { getWidget, getWidgetFile } from '@sidenote/contract'
import type { IRouter, Request, Response } from 'express'
import { AppError } from '../errors.ts'
import { routePath } from './mount/mount.ts'

const fileName = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/
const servedTypes: ReadonlySet<string> = new Set(['.js', '.mjs', '.css', '.map', '.json', '.svg', '.woff2', '.txt'])
/** The build puts compressed copies beside its files; best first. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

/** A loader names the panel of its own build, which the server has no more after an update: nobody keeps it for long. */
const shortCaching = 'public, max-age=300, stale-while-revalidate=300'
const immutableCaching = 'public, max-age=31536000, immutable'

const isFile = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ?? false
}

const noSuchFile = (request: Request): AppError =>
  new AppError('not_found', `The widget has no file "${request.path}".`)

const sendFile = async (request: Request, response: Response, path: string, caching: string): Promise<void> => {
  response.set('Access-Control-Allow-Origin', '*')
  const type = extname(path)
  if (!servedTypes.has(type) || !(await isFile(path))) throw noSuchFile(request)
  response.vary('Accept-Encoding')
  response.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': caching })
  response.type(type)
  const accepted = request.acceptsEncodings()
  let sent = path
  for (const { name, suffix } of encodings) {
    if (!accepted.includes(name) || !(await isFile(path + suffix))) continue
    response.set('Content-Encoding', name)
    sent = path + suffix
    break
  }
  // `send` sets its own caching and refuses dotted folders such as `.sidenote`, both of which are decided here.
  response.send(await readFile(sent))
}

/** Says what is missing for the widget to be served; undefined when nothing is. */
export const findMissingWidget = async (folder: string): Promise<string | undefined> => {
  try {
    await access(join(folder, 'widget.js'))
    return undefined
  } catch {
    return 'The widget is not built: widget.js is missing. Run "pnpm build".'
  }
}

/** Serves the built widget to any page. What has a hash in its name may be kept for ever, the loader for five minutes. */
export const mountWidget = (router: IRouter, folder: string): void => {
  router.get(getWidget.path, (request, response) =>
    sendFile(request, response, join(folder, 'widget.js'), shortCaching),
  )
  router.get(routePath(getWidgetFile.path), (request, response) => {
    const version = String(request.params.version)
    const file = String(request.params.file)
    if (!fileName.test(version) || !fileName.test(file)) throw noSuchFile(request)
    return sendFile(request, response, join(folder, 'widget', version, file), immutableCaching)
  })
}
