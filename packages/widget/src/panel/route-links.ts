import type { Emit, PanelSeam } from '../page/panel-seam.ts'

/** The address behind a click, if it's an ordinary click on a link to this site. */
function siteAddress(event: MouseEvent): string | undefined {
  const isOrdinary = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (event.defaultPrevented || !isOrdinary) return undefined
  const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement)
  if (!link?.href || (link.target && link.target !== '_self') || link.hasAttribute('download')) return undefined
  const { origin, href } = new URL(link.href)
  if (origin !== location.origin) return undefined
  // A text fragment is for browsers; a router would take it for part of the anchor's name.
  const [address = href] = href.split(':~:')
  return address.endsWith('#') ? address.slice(0, -1) : address
}

/** Asks the page whether its router takes the link. Returns whether the browser should follow it. */
function browserFollows({ emit }: { readonly emit: Emit }, url: string): boolean {
  let follows = true
  const preventDefault = () => {
    follows = false
  }
  emit('navigate', { url, preventDefault })
  return follows
}

/**
 * Lets the page's router take links to the same site. If the panel covers the page, it closes, or the reader wouldn't see
 * where the link led.
 */
export function routeLinks(seam: PanelSeam): void {
  seam.slot.addEventListener('click', (event) => {
    const url = siteAddress(event)
    if (url === undefined) return
    if (document.body.inert) seam.close()
    if (!browserFollows(seam, url)) event.preventDefault()
  })
}
