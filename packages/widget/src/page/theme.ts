import type { WidgetOptions } from './options.ts'

/**
 * Whether a page is dark, told by its text being light: that works for classes, attributes, colour schemes and the
 * reader's preference alike.
 * @param color computed: `rgb(…)`, seldom `oklch(0–1 …)` or `lab(0–100 …)`
 */
function isDark(color: string): boolean {
  const [first = 0, second = 0, third = 0] = color.match(/[\d.]+/g)?.map(Number) ?? []
  return color.startsWith('rgb') ? first + 2 * second + third > 512 : first > (first > 1 ? 60 : 0.6)
}

/**
 * Keeps our element on the page and in its theme, live. The panel adds the finer colours.
 * @returns what begins with it, to call again when the options have changed
 */
export function followTheme(host: HTMLElement, signal: AbortSignal, options: () => WidgetOptions): () => void {
  const apply = () => {
    const { accent, bottom, theme = 'auto', zIndex } = options()
    const { color, fontFamily } = getComputedStyle(document.body)
    host.dataset.theme = theme !== 'auto' ? theme : isDark(color) ? 'dark' : 'light'
    // Without a value, the style sheet's holds.
    const set = (name: string, value: unknown) => host.style.setProperty(`--sn-${name}`, `${value ?? ''}`)
    set('font', fontFamily)
    set('link', accent)
    set('z', zIndex)
    set('bottom', bottom)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const onChange = () => {
    const { documentElement: root, body } = document
    if (!body) return
    // Before it is in the page, whose styles would have to be computed again.
    apply()
    if (!host.isConnected && options().variant !== 'inline') root.append(host)
    // Pages replace their body, their root, or both.
    observer.observe(document, { childList: true })
    observer.observe(root, { attributes: true, childList: true })
    observer.observe(body, { attributes: true })
    // Pages fade from one theme to the other; the final colour counts.
    clearTimeout(timer)
    timer = setTimeout(apply, 450)
  }
  const observer = new MutationObserver(onChange)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', onChange, { signal })
  signal.addEventListener('abort', () => observer.disconnect())
  return onChange
}
