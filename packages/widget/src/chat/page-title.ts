import { pageTitle } from '../page/page-context.ts'
import { createSlice, type Readable } from './slice.ts'

/** In ms. A router changes the address first and the page a moment later. */
const routing = 120

/** The title of the current page, also when the site changes pages without loading them. @param signal ends it */
export function watchPageTitle(signal: AbortSignal): Readable<string> {
  const title = createSlice(pageTitle())
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = () => {
    clearTimeout(timer)
    timer = setTimeout(() => title.set(pageTitle()), routing)
  }
  // Browsers without it notice a new page by its title.
  if ('navigation' in window) navigation.addEventListener('currententrychange', update, { signal })
  addEventListener('popstate', update, { signal })
  const observer = new MutationObserver(update)
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    observer.disconnect()
  })
  return title
}
