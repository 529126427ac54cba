import { access } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { getWidget, getWidgetFile } from '@sidenote/contract'
import type { IRouter, Request, Response } from 'express'
import { AppError } from '../errors.ts'
import { paramsOf } from './mount/read-request.ts'
import { routePath } from './mount/route-path.ts'
import { sendPrepared } from './prepared-body.ts'
import { createFileReader } from './prepared-files.ts'

/** Short, because a loader names the panel of its own build, which is gone after an update, and texts change with it. */
const shortCaching = 'public, max-age=300, stale-while-revalidate=300'
const immutableCaching = 'public, max-age=31536000, immutable'
/** The folder of the files that have no hash in their names. */
const languagesFolder = 'languages'

/** A sentence when the widget can’t be served; undefined when it can. */
export const findMissingWidget = async (folder: string): Promise<string | undefined> => {
  try {
    await access(join(folder, 'widget.js'))
    return undefined
  } catch {
    return 'The widget is not built: widget.js is missing. Run "pnpm build".'
  }
}

const servedTypes: ReadonlySet<string> = new Set(['.js', '.mjs', '.css', '.map', '.json', '.svg', '.woff2', '.txt'])

/** The loader and what it fetches. */
const isServed = (path: string): boolean => {
  const [place, ...steps] = path.split('/')
  if (steps.length === 0) return path === 'widget.js'
  return place === 'widget' && servedTypes.has(extname(path)) && !steps.some((step) => step.startsWith('.'))
}

/** Serves the built widget to any page. Files with a hash in their name are cached for ever, others for five minutes. */
export const mountWidget = (router: IRouter, folder: string): void => {
  const readFiles = createFileReader(folder, { first: 'widget.js', isServed })
  const send = async (
    request: Request,
    response: Response,
    { path, caching }: { path: string; caching: string },
  ): Promise<void> => {
    response.set('Access-Control-Allow-Origin', '*')
    const file = (await readFiles()).get(path)
    if (!file) throw new AppError('not_found', `The widget has no file "${request.path}".`)
    response.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': caching }).type(extname(path))
    sendPrepared(request, response, file)
  }
  router.get(getWidget.path, (request, response) =>
    send(request, response, { path: 'widget.js', caching: shortCaching }),
  )
  router.get(routePath(getWidgetFile.path), (request, response) => {
    const { version, file } = paramsOf<typeof getWidgetFile>(request)
    const caching = version === languagesFolder ? shortCaching : immutableCaching
    return send(request, response, { path: `widget/${version}/${file}`, caching })
  })
}
