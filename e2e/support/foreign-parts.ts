import type { Page } from '@playwright/test'
import { foreignHost } from './payloads.ts'

/** Elements and attributes that text has made, and that the dashboard has none of. */
export const foreignParts = (page: Page): Promise<string[]> =>
  page.evaluate((host) => {
    const elements =
      'script, iframe, object, embed, base, meta, link, style, img, video, audio, picture, source, template, foreignObject, use, image, math, marquee, form:not([aria-label]), noscript'
    const parts = [...document.body.querySelectorAll(elements)].map(({ outerHTML }) => outerHTML.slice(0, 200))
    for (const element of document.body.querySelectorAll('*'))
      for (const { name } of element.attributes)
        if (
          name.startsWith('on') ||
          ['srcset', 'srcdoc', 'ping', 'formaction', 'xlink:href', 'background'].includes(name)
        )
          parts.push(`${name} of ${element.outerHTML.slice(0, 200)}`)
    for (const link of document.body.querySelectorAll<HTMLAnchorElement>('a[href]')) {
      if (!/^https?:$/.test(link.protocol)) parts.push(link.href)
      if (link.host === host && !link.rel.includes('noopener')) parts.push(`${link.href} without noopener`)
    }
    return parts.filter((part) => !part.includes('type="module"'))
  }, foreignHost)
