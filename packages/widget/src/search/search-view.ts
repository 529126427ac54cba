import { element, icon } from '../page/element.ts'
import { createResultList, type ResultList } from './result-list.ts'
import css from './search.css?inline'
import { readHits, type SearchHit } from './search-hit.ts'
import type { SearchSeam } from './search-seam.ts'

/** How long the keys must rest before the server is asked, in ms. */
const typingDelay = 120

/** How many answers are cached, so that deleting a letter asks nothing. */
const cacheSize = 40

/** The shadow roots that have our style sheet. */
const styledRoots = new WeakSet<Node>()

function adoptOnce({ place, adoptStyles }: SearchSeam): void {
  const root = place.getRootNode()
  if (!styledRoots.has(root)) adoptStyles(css)
  styledRoots.add(root)
}

/** Asks the server, but not twice for the same query. */
function createFinder({ find, addressOf }: SearchSeam): (query: string, signal: AbortSignal) => Promise<SearchHit[]> {
  const cache = new Map<string, SearchHit[]>()
  return async (query, signal) => {
    const cached = cache.get(query)
    if (cached) return cached
    const hits = readHits(await find({ query, pageSize: 10, typing: true }, signal), addressOf)
    cache.set(query, hits)
    if (cache.size > cacheSize) cache.delete([...cache.keys()][0] ?? '')
    return hits
  }
}

interface Search {
  readonly query: string
  /** Starts another search, and cancels a running one. */
  change(text: string): void
  /** Opens the selected result, once the results belong to the text in the box. */
  open(): void
  stop(): void
}

/** Runs the search. Only results of the current query are shown. */
function createSearch(seam: SearchSeam, results: ResultList): Search {
  const find = createFinder(seam)
  let query = seam.query.trim()
  let timer: ReturnType<typeof setTimeout> | undefined
  let request = new AbortController()
  let isStale = false
  let opensFirst = false

  async function run(): Promise<void> {
    const { signal } = request
    try {
      const hits = await find(query, signal)
      if (signal.aborted) return
      isStale = false
      results.show(hits, query)
      if (opensFirst) results.open()
    } catch (problem) {
      if (signal.aborted) return
      isStale = false
      results.fail({ sentence: seam.problemText(problem), query, retry: () => start(0) })
    }
  }
  function start(delay: number): void {
    clearTimeout(timer)
    request.abort()
    request = new AbortController()
    opensFirst = false
    isStale = query !== ''
    if (query) timer = setTimeout(() => void run(), delay)
    else results.clear()
  }
  start(0)
  return {
    get query() {
      return query
    },
    change(text) {
      seam.changed(text)
      if (text.trim() === query) return
      query = text.trim().slice(0, 1_000)
      start(typingDelay)
    },
    open() {
      if (isStale) opensFirst = true
      else results.open()
    },
    stop() {
      clearTimeout(timer)
      request.abort()
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

const magnifier = () => icon(element('path', { d: 'm10.5 10.5 3 3M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0Z' }))

/** Renders the search: a box, and results that follow what the reader types. Returns a function that removes it. */
export function showSearch(seam: SearchSeam): () => void {
  adoptOnce(seam)
  const box = createBox(seam)
  const results = createResultList(seam, box)
  const search = createSearch(seam, results)
  const ask = () => {
    if (search.query) seam.ask(search.query)
  }
  const onKey = (event: KeyboardEvent) => {
    // Enter that ends a word of an input method isn't meant for us; Safari tells only by the key code.
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
    element('label', { class: 'sn-search-box' }, magnifier(), box),
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
