/** Styles of the page that were changed, and can be given back. */
export interface PageChanges {
  set(element: HTMLElement, name: string, value: string): void
  giveBack(): void
  hasAny(): boolean
  /** Counts others' changes among its own. */
  adopt(others: PageChanges): void
}

/** Nothing is changed yet. */
export function createChanges(): PageChanges {
  const undo: (() => void)[] = []
  return {
    set(element, name, value) {
      const [before, priority] = [element.style.getPropertyValue(name), element.style.getPropertyPriority(name)]
      element.style.setProperty(name, value, 'important')
      undo.push(() => element.style.setProperty(name, before, priority))
    },
    hasAny: () => undo.length > 0,
    adopt: (others) => void undo.push(others.giveBack),
    giveBack() {
      for (const restore of undo.splice(0).reverse()) restore()
    },
  }
}

/** Makes an element narrower by this many px, whether or not its padding counts. */
export function narrow(element: HTMLElement, depth: number, { set }: PageChanges): void {
  const { width } = element.getBoundingClientRect()
  set(element, 'max-width', `${width - depth}px`)
  set(element, 'max-width', `${2 * (width - depth) - element.getBoundingClientRect().width}px`)
}
