import type { WidgetOptions } from '../options.ts'
import { adopt } from './adopt.ts'
import { find } from './element.ts'
import css from './page.css?inline'

/**
 * Makes our one element. It stands beside the body, not in it: pages swap their body (Turbo, pjax), and a body that is
 * inert while the panel covers the page must not make the panel inert.
 */
export function createSurface(): { host: HTMLElement; root: ShadowRoot } {
  const host = document.createElement('sidenote-widget')
  const root = host.attachShadow({ mode: 'open' })
  adopt(root, css)
  return { host, root }
}

/** Puts our element where the variant wants it: inside the owner's element, or beside the body, also when there is none. */
export function placeSurface(host: HTMLElement, { variant, container }: WidgetOptions): void {
  const found = typeof container === 'string' ? find(container) : container
  const isInline = variant === 'inline'
  const parent = (isInline && found) || document.documentElement
  if (host.parentNode !== parent) parent.append(host)
  host.toggleAttribute('data-inline', isInline)
}
