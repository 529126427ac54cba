import { useEffect, useState } from 'react'
import { pageTitle } from '../page/page-context.ts'

/** The title of the page the reader is on, also when the site changes pages without loading them. */
export function usePageTitle(): string {
  const [title, setTitle] = useState(pageTitle)
  useEffect(() => {
    let late: ReturnType<typeof setTimeout> | undefined
    // A router changes the address first and the page a moment later.
    const look = () => {
      clearTimeout(late)
      late = setTimeout(() => setTitle(pageTitle()), 120)
    }
    const ending = new AbortController()
    // Not in every browser; where it is missing, the changed title tells of a new page.
    if ('navigation' in window) navigation.addEventListener('currententrychange', look, { signal: ending.signal })
    addEventListener('popstate', look, { signal: ending.signal })
    const observer = new MutationObserver(look)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      clearTimeout(late)
      ending.abort()
      observer.disconnect()
    }
  }, [])
  return title
}
