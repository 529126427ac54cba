import type { WidgetOptions } from '../page/options.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { black, type Colour, contrast, cssColour, luminance, parseColour, readable, white } from './colour.ts'

/** Our own colours, for pages without usable ones. */
const defaults = {
  light: { surface: white, accent: [52, 81, 178, 1] },
  dark: { surface: [27, 28, 32, 1], accent: [154, 172, 255, 1] },
} as const satisfies Record<string, { surface: Colour; accent: Colour }>

const computedColour = (element: Element | null, property: 'color' | 'backgroundColor'): Colour | undefined =>
  element ? parseColour(getComputedStyle(element)[property]) : undefined

/** The page's background, if text in our colours is readable on it. */
function pageSurface(theme: 'light' | 'dark'): Colour | undefined {
  for (const element of [document.body, document.documentElement]) {
    const colour = computedColour(element, 'backgroundColor')
    if (!colour || colour[3] < 0.9) continue
    const light = luminance(colour)
    return (theme === 'light' ? light > 0.82 : light < 0.05) ? colour : undefined
  }
  return undefined
}

const isChromatic = ([red, green, blue]: Colour): boolean =>
  Math.max(red, green, blue) - Math.min(red, green, blue) > 40

/**
 * Resolves any CSS colour, including the page's `var(--brand)` and `currentColor`. The probe is in our shadow root, with copies
 * of the page's values: a page that reacts to changes in its own tree could loop forever.
 */
function resolve({ root }: PanelSeam, css: string): Colour | undefined {
  const page = getComputedStyle(document.body)
  const probe = document.createElement('span')
  for (const [name] of css.matchAll(/--[^\s,)]+/g)) probe.style.setProperty(name, page.getPropertyValue(name))
  probe.style.color = css.replace(/currentcolor/gi, page.color)
  root.append(probe)
  const colour = computedColour(probe, 'color')
  probe.remove()
  return colour
}

/** The colour of links in the text, or else of any coloured link: landing pages have cards and buttons instead of sentences. */
function linkColour(): Colour | undefined {
  for (const links of ['main p a[href], article p a[href]', 'a[href], a[href] > *, a[href] > * > *']) {
    for (const link of [...document.querySelectorAll(links)].slice(0, 200)) {
      const colour = computedColour(link, 'color')
      if (colour && isChromatic(colour)) return colour
    }
  }
  return undefined
}

function applyColours(seam: PanelSeam, options: WidgetOptions): void {
  const { host } = seam
  const theme = host.dataset.theme === 'dark' ? 'dark' : 'light'
  const surface = pageSurface(theme) ?? defaults[theme].surface
  const ownerAccent = options.accent ? resolve(seam, options.accent) : undefined
  const accent = ownerAccent ?? linkColour() ?? defaults[theme].accent
  const set = (name: string, value: Colour) => host.style.setProperty(name, cssColour(value))
  set('--sn-surface', surface)
  set('--sn-accent', accent)
  set('--sn-on-accent', contrast(accent, white) >= contrast(accent, black) - 4 ? white : black)
  set('--sn-readable-accent', readable(accent, surface))
}

/**
 * Takes surface and accent colours from the page, so that the panel looks native, and keeps text readable. Follows the theme
 * that the loader sets on our element.
 * @param signal ends it
 * @returns `apply`, to call when the options have changed
 */
export function followColours(seam: PanelSeam, options: () => WidgetOptions, signal: AbortSignal): () => void {
  const apply = () => applyColours(seam, options())
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver(() => {
    apply()
    // Pages fade from one theme to the other; the final colour counts.
    clearTimeout(timer)
    timer = setTimeout(apply, 450)
  })
  observer.observe(seam.host, { attributeFilter: ['data-theme'] })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    observer.disconnect()
  })
  apply()
  return apply
}
