import type { WidgetOptions } from '../page/options.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { black, type Colour, contrast, cssColour, luminance, parseColour, readable, white } from './colour.ts'

const ours = {
  light: { surface: white, accent: [52, 81, 178, 1] },
  dark: { surface: [27, 28, 32, 1], accent: [154, 172, 255, 1] },
} as const satisfies Record<string, { surface: Colour; accent: Colour }>

const computed = (element: Element | null, property: 'color' | 'backgroundColor'): Colour | undefined =>
  element ? parseColour(getComputedStyle(element)[property]) : undefined

/** What the page paints behind everything, where text in our colours can be read on it. */
function pageSurface(theme: 'light' | 'dark'): Colour | undefined {
  for (const element of [document.body, document.documentElement]) {
    const colour = computed(element, 'backgroundColor')
    if (!colour || colour[3] < 0.9) continue
    const light = luminance(colour)
    return (theme === 'light' ? light > 0.82 : light < 0.05) ? colour : undefined
  }
  return undefined
}

const isChromatic = ([red, green, blue]: Colour): boolean =>
  Math.max(red, green, blue) - Math.min(red, green, blue) > 40

/**
 * Reads any colour there is, `var(--brand)` and `currentColor` of the page included. What is asked stands in our element with
 * the page's values: a page that answers each change of its own with another one would go on for ever.
 */
function resolve({ root }: PanelSeam, css: string): Colour | undefined {
  const page = getComputedStyle(document.body)
  const probe = document.createElement('span')
  for (const [name] of css.matchAll(/--[^\s,)]+/g)) probe.style.setProperty(name, page.getPropertyValue(name))
  probe.style.color = css.replace(/currentcolor/gi, page.color)
  root.append(probe)
  const colour = computed(probe, 'color')
  probe.remove()
  return colour
}

/** Of links in the text, else of any that has one: entry pages have cards and buttons instead of sentences. */
function linkColour(): Colour | undefined {
  for (const links of ['main p a[href], article p a[href]', 'a[href], a[href] > *, a[href] > * > *']) {
    for (const link of [...document.querySelectorAll(links)].slice(0, 200)) {
      const colour = computed(link, 'color')
      if (colour && isChromatic(colour)) return colour
    }
  }
  return undefined
}

/** The colour that the owner chose, else that of the page's own links. */
const accentOf = (seam: PanelSeam, chosen: string | undefined): Colour | undefined =>
  (chosen ? resolve(seam, chosen) : undefined) ?? linkColour()

function applyColours(seam: PanelSeam, options: WidgetOptions): void {
  const { host } = seam
  const theme = host.dataset.theme === 'dark' ? 'dark' : 'light'
  const surface = pageSurface(theme) ?? ours[theme].surface
  const accent = accentOf(seam, options.accent) ?? ours[theme].accent
  const set = (name: string, value: Colour) => host.style.setProperty(name, cssColour(value))
  set('--sn-surface', surface)
  set('--sn-accent', accent)
  set('--sn-on-accent', contrast(accent, white) >= contrast(accent, black) - 4 ? white : black)
  set('--sn-link', readable(accent, surface))
}

/**
 * Takes surface and accent from the page, so that the panel looks at home on it, and keeps both readable. Follows the
 * theme that the loader writes on our element.
 * @param signal ends that
 * @returns `apply`, for when the options have changed
 */
export function followColours(seam: PanelSeam, options: () => WidgetOptions, signal: AbortSignal): () => void {
  const apply = () => applyColours(seam, options())
  let late: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver(() => {
    apply()
    // Pages fade from one theme to the other; what counts is the colour they arrive at.
    clearTimeout(late)
    late = setTimeout(apply, 450)
  })
  observer.observe(seam.host, { attributeFilter: ['data-theme'] })
  signal.addEventListener('abort', () => {
    clearTimeout(late)
    observer.disconnect()
  })
  apply()
  return apply
}
