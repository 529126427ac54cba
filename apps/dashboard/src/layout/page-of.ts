import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { unreachable } from '../api/request.ts'

interface PageModule {
  readonly Page: ComponentType
}

/** Whether the server answers, whatever it says. */
const isThere = (): Promise<boolean> =>
  fetch(import.meta.env.BASE_URL, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/**
 * A page that is loaded when it is opened. When its file is gone although the server answers, the dashboard was updated: the
 * router then loads everything anew. When the server does not answer, the page says so and keeps what is around it.
 */
export const pageOf = (load: () => Promise<PageModule>) =>
  lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (error) {
      throw (await isThere()) ? error : unreachable()
    }
  }, 'Page')
