import type { Emit, PanelSeam } from '../page/panel-seam.ts'

/** The address that a click leads to, if it is one of this site and the click is an ordinary one. */
function ownAddress(event: MouseEvent): string | undefined {
  const isOrdinary = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (event.defaultPrevented || !isOrdinary) return undefined
  const link = event.composedPath().find((place) => place instanceof HTMLAnchorElement)
  if (!link?.href || (link.target && link.target !== '_self') || link.hasAttribute('download')) return undefined
  const { origin, href } = new URL(link.href)
  // The part that marks the passage is for browsers; a router would take it for the name of an anchor.
  return origin === location.origin ? href.replace(/:~:.*$/, '').replace(/#$/, '') : undefined
}

/**
 * To be asked before a link to a page of the same site is followed.
 * @returns whether the browser is to follow it; false when the page's own router does
 */
function navigate({ emit }: { readonly emit: Emit }, url: string): boolean {
  let follows = true
  const preventDefault = () => {
    follows = false
  }
  emit('navigate', { url, preventDefault })
  return follows
}

/**
 * Follows the links of answers, sources and results to pages of the same site: the page's own router may, and a panel that
 * covers the page gives it free, or the reader would not see where the link led.
 */
export function offerLinks(seam: PanelSeam): void {
  seam.slot.addEventListener('click', (event) => {
    const url = ownAddress(event)
    if (url === undefined) return
    if (document.body.inert) seam.close()
    if (!navigate(seam, url)) event.preventDefault()
  })
}
