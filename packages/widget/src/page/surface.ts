import { adopt } from './adopt.ts'
import css from './page.css?inline'

/**
 * Makes our one element, beside the body, not in it: pages swap their body (Turbo, pjax), and a body that is inert while
 * the panel covers a phone's screen must not make the panel inert.
 */
export function createSurface(): { host: HTMLElement; root: ShadowRoot } {
  const host = document.createElement('sidenote-widget')
  const root = host.attachShadow({ mode: 'open' })
  adopt(root, css)
  // The page's hot-keys see our element as the target, not the text box in it: they would fire while a reader types.
  for (const name of ['keydown', 'keyup', 'keypress']) host.addEventListener(name, (event) => event.stopPropagation())
  document.documentElement.append(host)
  return { host, root }
}
