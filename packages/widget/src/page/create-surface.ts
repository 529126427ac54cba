import css from './page.css?inline'

/**
 * Creates our one element. It goes beside the body, not into it: pages swap their body (Turbo, pjax), and a body that is
 * inert while the panel covers the page must not make the panel inert.
 */
export function createSurface(): { host: HTMLElement; root: ShadowRoot } {
  const host = document.createElement('sidenote-widget')
  const root = host.attachShadow({ mode: 'open' })
  // A constructed style sheet works where policies forbid `<style>`.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  return { host, root }
}
