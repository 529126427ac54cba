import { find } from './element.ts'
import type { WidgetOptions } from './options.ts'

/** Moves our element to where the variant wants it: into the owner's container if there is one, else beside the body. */
export function placeHost(host: HTMLElement, { variant, container }: WidgetOptions): void {
  const target = typeof container === 'string' ? find(container) : container
  const isInline = variant === 'inline'
  const parent = (isInline && target) || document.documentElement
  if (host.parentNode !== parent) parent.append(host)
  host.toggleAttribute('data-inline', isInline)
}
