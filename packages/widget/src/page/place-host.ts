import { find } from './element.ts'
import type { WidgetOptions } from './options.ts'

/** Puts our element where the variant wants it: inside the owner's element, or beside the body, also when there is none. */
export function placeSurface(host: HTMLElement, { variant, container }: WidgetOptions): void {
  const found = typeof container === 'string' ? find(container) : container
  const isInline = variant === 'inline'
  const parent = (isInline && found) || document.documentElement
  if (host.parentNode !== parent) parent.append(host)
  host.toggleAttribute('data-inline', isInline)
}
