import css from './page.css?inline'

/**
 * Makes our one element. It stands beside the body, not in it: pages swap their body (Turbo, pjax), and a body that is
 * inert while the panel covers the page must not make the panel inert.
 */
export function createSurface(): { host: HTMLElement; root: ShadowRoot } {
  const host = document.createElement('sidenote-widget')
  const root = host.attachShadow({ mode: 'open' })
  // A style sheet object: allowed where `<style>` is not, and shared by no one.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  return { host, root }
}
