import { element, icon } from '../page/element.ts'
import { type Found, readFound } from './search-hit.ts'
import { createResults, type Results } from './result-list.ts'
import css from './search.css?inline'
import type { SearchSeam } from './search-seam.ts'

/** How long the reader's keys must rest before the server is asked, in ms. */
const rest = 120

/** Answers that are kept, so that taking a letter back asks nothing. */
const mostKept = 40

const adopted = new WeakSet<Node>()

function adoptOnce({ place, adopt }: SearchSeam): void {
  const root = place.getRootNode()
  if (!adopted.has(root)) adopt(css)
  adopted.add(root)
}

/** Asks the server, but not twice for the same words. */
function createFinder({ find, addressOf }: SearchSeam): (query: string, signal: AbortSignal) => Promise<Found[]> {
  const kept = new Map<string, Found[]>()
  return async (query, signal) => {
    const known = kept.get(query)
    if (known) return known
    const found = readFound(await find({ query, pageSize: 10, typing: true }, signal), addressOf)
    kept.set(query, found)
    if (kept.size > mostKept) kept.delete([...kept.keys()][0] ?? '')
    return found
  }
}

interface Search {
  readonly query: string
  /** Looks for something else; what is under way is not waited for. */
  change(text: string): void
  again(): void
  /** Opens what is chosen, as soon as it is the answer to what stands in the box. */
  open(): void
  stop(): void
}

/** What is looked for, and that only the answer to it is shown. */
function createSearch(seam: SearchSeam, results: Results): Search {
  const finder = createFinder(seam)
  let query = seam.query.trim()
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = new AbortController()
  let isStale = false
  let opensFirst = false

  async function look(): Promise<void> {
    const { signal } = asking
    try {
      const found = await finder(query, signal)
      if (signal.aborted) return
      isStale = false
      results.show(found, query)
      if (opensFirst) results.open()
    } catch (problem) {
      if (signal.aborted) return
      isStale = false
      results.fail(seam.says(problem), query, again)
    }
  }
  function start(delay: number): void {
    clearTimeout(timer)
    asking.abort()
    asking = new AbortController()
    opensFirst = false
    isStale = query !== ''
    if (query) timer = setTimeout(() => void look(), delay)
    else results.clear()
  }
  const again = () => start(0)
  start(0)
  return {
    get query() {
      return query
    },
    change(text) {
      seam.changed(text)
      if (text.trim() === query) return
      query = text.trim().slice(0, 1_000)
      start(rest)
    },
    again,
    open() {
      if (isStale) opensFirst = true
      else results.open()
    },
    stop() {
      clearTimeout(timer)
      asking.abort()
    },
  }
}

function createBox({ texts: { search }, query }: SearchSeam): HTMLInputElement {
  const box = element('input', {
    type: 'search',
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': 'sn-results',
    'aria-expanded': 'false',
    'aria-label': search.open,
    placeholder: search.placeholder,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'search',
    maxlength: '1000',
  })
  box.value = query
  return box
}

const glass = () => icon(element('path', { d: 'm10.500 10.500 3 3M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0Z' }))

/**
 * Fills the place with the search: a box, and the pages that are found while the reader writes.
 * @returns what takes it away again
 */
export function showSearch(seam: SearchSeam): () => void {
  adoptOnce(seam)
  const box = createBox(seam)
  const results = createResults(seam, box, (question) => seam.ask(question))
  const search = createSearch(seam, results)
  const ask = () => {
    if (search.query) seam.ask(search.query)
  }
  const onKey = (event: KeyboardEvent) => {
    // Enter that ends a word of an input method is not meant for us; Safari only tells by the key code.
    if (event.isComposing || event.keyCode === 229) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) results.move(step)
    else if (event.key === 'Escape') {
      event.stopPropagation()
      seam.leave()
    } else if (event.key !== 'Enter') return
    else if (event.metaKey || event.ctrlKey) ask()
    else search.open()
    event.preventDefault()
  }
  box.addEventListener('keydown', onKey)
  box.addEventListener('input', () => search.change(box.value))
  const view = element(
    'div',
    { class: 'sn-search' },
    element('label', { class: 'sn-search-box' }, glass(), box),
    ...results.parts,
  )
  seam.place.replaceChildren(view)
  box.focus({ preventScroll: true })
  box.select()
  return () => {
    search.stop()
    view.remove()
  }
}
