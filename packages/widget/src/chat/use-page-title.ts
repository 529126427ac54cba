import { useEffect, useState } from 'react'
import { pageTitle } from '../page/page-context.ts'

/** In ms. A router changes the address first and the page a moment later. */
const routing = 120

/** The title of the current page, also when the site changes pages without loading them. */
export function usePageTitle(): string {
  const [title, setTitle] = useState(pageTitle)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setTitle(pageTitle()), routing)
    }
    const ending = new AbortController()
    // Browsers without it notice a new page by its title.
    if ('navigation' in window) navigation.addEventListener('currententrychange', update, { signal: ending.signal })
    addEventListener('popstate', update, { signal: ending.signal })
    const observer = new MutationObserver(update)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      clearTimeout(timer)
      ending.abort()
      observer.disconnect()
    }
  }, [])
  return title
}
