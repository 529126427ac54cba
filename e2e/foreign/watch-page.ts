declare global {
  interface Window {
    /** What the widget has changed that is the page’s own. */
    harm?: () => string[]
    /** Keys that reached the page’s hot-keys, and what its policy refused. */
    heard?: string[]
    refused?: string[]
  }
}

/**
 * Runs in the page before the widget, after the page’s own code: remembers what is the page’s, and listens for hot-keys as
 * pages do. Only what it closes over is used later, since pages take things away.
 */
export function watchPage(): void {
  const { getOwnPropertyNames: namesOf, getOwnPropertyDescriptor: read, is, getPrototypeOf } = Object
  const heard: string[] = []
  const refused: string[] = []
  window.heard = heard
  window.refused = refused
  window.harm = () => []
  const watched: Record<string, object> = { window, document, history, JSON, Object, Array, Promise, navigator }
  for (const one of [Object, Array, Function, String, Promise, Node, Element, HTMLElement, EventTarget, History, Event])
    watched[`${one.name}.prototype`] = one.prototype
  watched.customElements = getPrototypeOf(customElements)
  const shapeOf = (thing: object) => new Map(namesOf(thing).map((name) => [name, read(thing, name)]))
  const before = new Map<string, ReturnType<typeof shapeOf>>()
  for (const name of namesOf(watched)) before.set(name, shapeOf(watched[name] ?? {}))
  const isSame = (one?: PropertyDescriptor, other?: PropertyDescriptor) =>
    is(one?.value, other?.value) && one?.get === other?.get && one?.set === other?.set

  // Elements of the page stand in the document by their names.
  const isOwn = (name: string) => document.getElementsByName(name).length > 0

  window.harm = () => {
    const harm: string[] = []
    for (const [where, shape] of before) {
      const now = shapeOf(watched[where] ?? {})
      for (const [name, was] of shape)
        if (name !== 'harm' && name !== 'Sidenote' && !isSame(was, now.get(name))) harm.push(`${where}.${name} changed`)
      for (const name of now.keys())
        if (!shape.has(name) && name !== 'Sidenote' && !isOwn(name)) harm.push(`${where}.${name} is new`)
    }
    return harm
  }
  for (const name of ['keydown', 'keypress', 'keyup'])
    document.addEventListener(name, (event) => heard.push(`${name} ${(event as KeyboardEvent).key}`), true)
  document.addEventListener('securitypolicyviolation', (event) =>
    refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  )
}
