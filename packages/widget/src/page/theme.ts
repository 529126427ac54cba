import type { WidgetOptions } from '../options.ts'

const media = matchMedia('(prefers-color-scheme: dark)')

/**
 * A page whose text is light is dark. That holds however the page came to it: a class, an attribute, its colour scheme or
 * the reader's preference. The colour comes as `rgb(…)`, seldom as `oklch(0–1 …)` or `lab(0–100 …)`.
 */
function isDark(text: string): boolean {
  const [first = 0, second = 0, third = 0] = text.match(/[\d.]+/g)?.map(Number) ?? []
  return text.startsWith('rgb') ? first + 2 * second + third > 512 : first > (first > 1 ? 60 : 0.6)
}

/**
 * Keeps our element in the page's theme, live; the panel sees to the finer colours.
 * @returns `apply` for when the options have changed
 */
export function followTheme(host: HTMLElement, signal: AbortSignal, options: () => WidgetOptions): () => void {
  const apply = () => {
    const { accent, theme = 'auto' } = options()
    const { color, fontFamily } = getComputedStyle(document.body)
    host.dataset.theme = theme !== 'auto' ? theme : isDark(color) ? 'dark' : 'light'
    host.style.setProperty('--sn-font', fontFamily)
    if (accent) host.style.setProperty('--sn-link', accent)
  }
  // Pages fade from one theme to the other; what counts is the colour they arrive at.
  const onChange = () => {
    apply()
    setTimeout(apply, 450)
  }
  const observer = new MutationObserver(onChange)
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true })
  media.addEventListener('change', onChange, { signal })
  signal.addEventListener('abort', () => observer.disconnect())
  apply()
  return apply
}
