import { access, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { getWidget, getWidgetFile } from '@sidenote/contract'
import type { IRouter, Request, Response } from 'express'
import { AppError } from '../errors.ts'
import { paramsOf } from './mount/read-request.ts'
import { routePath } from './mount/route-path.ts'

const fileName = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/
const servedTypes: ReadonlySet<string> = new Set(['.js', '.mjs', '.css', '.map', '.json', '.svg', '.woff2', '.txt'])
/** The compressed copies that the build puts beside its files, best first. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

/** Short, because a loader names the panel of its own build, which is gone after an update. */
const shortCaching = 'public, max-age=300, stale-while-revalidate=300'
const immutableCaching = 'public, max-age=31536000, immutable'

const isFile = async (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )

const noSuchFile = (request: Request): AppError =>
  new AppError('not_found', `The widget has no file "${request.path}".`)

interface ServedFile {
  readonly path: string
  /** The `Cache-Control` header. */
  readonly caching: string
}

const sendFile = async (request: Request, response: Response, { path, caching }: ServedFile): Promise<void> => {
  response.set('Access-Control-Allow-Origin', '*')
  const type = extname(path)
  if (!servedTypes.has(type) || !(await isFile(path))) throw noSuchFile(request)
  response.vary('Accept-Encoding')
  response.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': caching })
  response.type(type)
  const accepted = request.acceptsEncodings()
  let copy = path
  for (const { name, suffix } of encodings) {
    if (!accepted.includes(name) || !(await isFile(path + suffix))) continue
    response.set('Content-Encoding', name)
    copy = path + suffix
    break
  }
  // Not `sendFile`, which sets its own caching and refuses dotted folders such as `.sidenote`.
  response.send(await readFile(copy))
}

/** A sentence when the widget can’t be served; undefined when it can. */
export const findMissingWidget = async (folder: string): Promise<string | undefined> => {
  try {
    await access(join(folder, 'widget.js'))
    return undefined
  } catch {
    return 'The widget is not built: widget.js is missing. Run "pnpm build".'
  }
}

/** Serves the built widget to any page. Files with a hash in their name are cached for ever, the loader for five minutes. */
export const mountWidget = (router: IRouter, folder: string): void => {
  router.get(getWidget.path, (request, response) =>
    sendFile(request, response, { path: join(folder, 'widget.js'), caching: shortCaching }),
  )
  router.get(routePath(getWidgetFile.path), (request, response) => {
    const { version, file } = paramsOf<typeof getWidgetFile>(request)
    if (!fileName.test(version) || !fileName.test(file)) throw noSuchFile(request)
    return sendFile(request, response, { path: join(folder, 'widget', version, file), caching: immutableCaching })
  })
}
