import type { WidgetOptions } from './options.ts'

/**
 * A page whose text is light is dark. That holds however the page came to it: a class, an attribute, its colour scheme or
 * the reader's preference. The colour comes as `rgb(…)`, seldom as `oklch(0–1 …)` or `lab(0–100 …)`.
 */
function isDark(text: string): boolean {
  const [first = 0, second = 0, third = 0] = text.match(/[\d.]+/g)?.map(Number) ?? []
  return text.startsWith('rgb') ? first + 2 * second + third > 512 : first > (first > 1 ? 60 : 0.6)
}

/**
 * Keeps our element on the page and in its theme, live; the panel sees to the finer colours.
 * @returns `apply` for when the options have changed
 */
export function followTheme(host: HTMLElement, signal: AbortSignal, options: () => WidgetOptions): () => void {
  const apply = () => {
    const { accent, bottom, theme = 'auto', zIndex } = options()
    const { color, fontFamily } = getComputedStyle(document.body)
    host.dataset.theme = theme !== 'auto' ? theme : isDark(color) ? 'dark' : 'light'
    // What is not there goes back to what the style sheet says.
    const set = (name: string, value: unknown) => host.style.setProperty(`--sn-${name}`, (value ?? null) as string)
    set('font', fontFamily)
    set('link', accent)
    set('z', zIndex)
    set('bottom', bottom)
  }
  let late: ReturnType<typeof setTimeout> | undefined
  const onChange = () => {
    const { documentElement: root, body } = document
    if (!body) return
    // Pages put another body, another root, or all of it anew, in the place of what was there.
    observer.observe(root, { attributes: true, childList: true })
    observer.observe(body, { attributes: true })
    if (!host.isConnected && options().variant !== 'inline') root.append(host)
    apply()
    // Pages fade from one theme to the other; what counts is the colour they arrive at.
    clearTimeout(late)
    late = setTimeout(apply, 450)
  }
  const observer = new MutationObserver(onChange)
  observer.observe(document, { childList: true })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', onChange, { signal })
  signal.addEventListener('abort', () => observer.disconnect())
  onChange()
  return apply
}
