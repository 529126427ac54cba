type Made = HTMLElementTagNameMap & Pick<SVGElementTagNameMap, 'svg' | 'path'>

/** Makes an element without ever parsing HTML: the page may forbid that (Trusted Types). */
export function element<Name extends keyof Made>(
  name: Name,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: (Node | string)[]
): Made[Name] {
  const kind = /svg|path/.test(name) ? '2000/svg' : '1999/xhtml'
  // The name decides what is made; `createElementNS` only knows that it is some element.
  const made = document.createElementNS(`http://www.w3.org/${kind}`, name) as Made[Name]
  for (const key of Object.keys(attributes)) made.setAttribute(key, attributes[key] ?? '')
  made.append(...children)
  return made
}

export const icon = (...paths: Node[]): SVGElement => element('svg', { viewBox: '0 0 16 16', width: '16' }, ...paths)

/** Sidenote's mark: lines of text, and a note in the margin. */
export const mark = (): SVGElement =>
  icon(
    element('path', { d: 'M1.5 3.5h8M1.5 8h6M1.5 12.5h8' }),
    element('path', { d: 'M13.5 5.5v5', class: 'mark-note' }),
  )

/** What an owner's selector means: the first such element of the page, or what `from` is or stands in. */
export function find(selector: string, from?: Element): HTMLElement | null {
  try {
    return from ? from.closest<HTMLElement>(selector) : document.querySelector<HTMLElement>(selector)
  } catch {
    // A selector that is none means nothing.
    return null
  }
}
