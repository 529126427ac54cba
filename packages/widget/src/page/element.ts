type ElementMap = HTMLElementTagNameMap & Pick<SVGElementTagNameMap, 'svg' | 'path'>

/** Creates an element without parsing HTML, which a page may forbid (Trusted Types). */
export function element<Name extends keyof ElementMap>(
  name: Name,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: (Node | string)[]
): ElementMap[Name] {
  const namespace = /svg|path/.test(name) ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml'
  // `createElementNS` has no type per name.
  const result = document.createElementNS(namespace, name) as ElementMap[Name]
  for (const key of Object.keys(attributes)) result.setAttribute(key, attributes[key] ?? '')
  result.append(...children)
  return result
}

/** An icon on a 16 px grid. */
export const icon = (...paths: Node[]): SVGElement => element('svg', { viewBox: '0 0 16 16', width: '16' }, ...paths)

/** Sidenote's mark: lines of text, and a note in the margin. */
export const mark = (): SVGElement =>
  icon(
    element('path', { d: 'M1.5 3.5h8M1.5 8h6M1.5 12.5h8' }),
    element('path', { d: 'M13.5 5.5v5', class: 'mark-note' }),
  )

/**
 * Looks up an owner's selector. An invalid one matches nothing.
 * @param from returns this element or its closest matching ancestor, instead of the page's first match
 */
export function find(selector: string, from?: Element): HTMLElement | null {
  try {
    return from ? from.closest<HTMLElement>(selector) : document.querySelector<HTMLElement>(selector)
  } catch {
    return null
  }
}
