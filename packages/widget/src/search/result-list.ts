import { element } from '../page/element.ts'
import { excerpt, markWords, wordsOf } from './mark-words.ts'
import type { SearchHit } from './search-hit.ts'
import type { SearchSeam } from './search-seam.ts'

/** How much of a section is shown, in characters. */
const excerptLength = 140

/** The list below the search box. The focus stays in the box; the list only knows which entry is selected. */
export interface ResultList {
  readonly parts: readonly HTMLElement[]
  show(hits: readonly SearchHit[], query: string): void
  /** Shows why there are no results, with a button that tries again. */
  fail(problem: { readonly sentence: string; readonly query: string; retry(): void }): void
  clear(): void
  /** Selects the next (1) or the previous (-1) entry. */
  move(step: number): void
  /** Opens the selected entry. */
  open(): void
}

const markMatches = (text: string, words: RegExp | undefined): (Node | string)[] =>
  markWords(text, words).map((piece) => (piece.isMatch ? element('mark', {}, piece.text) : piece.text))

function hitEntry({ address, title, path, text, isFurther }: SearchHit, words: RegExp | undefined): HTMLElement {
  const entry = element(
    'a',
    { href: address, ...(isFurther && { class: 'sn-result-further' }) },
    // The page's first hit shows the path; its further hits only have it for screen readers.
    ...(path ? [element('span', { class: isFurther ? 'sr-only' : 'sn-result-path', dir: 'auto' }, path)] : []),
    element('span', { class: 'sn-result-title', dir: 'auto' }, ...markMatches(title, words)),
  )
  const lines = text && markMatches(excerpt(text, words, excerptLength), words)
  if (lines) entry.append(element('span', { class: 'sn-result-text', dir: 'auto' }, ...lines))
  return entry
}

/** The last entry, which asks the assistant instead. */
function askEntry({ texts, ask }: SearchSeam, query: string): HTMLElement {
  const keys = /Mac|iP/.test(navigator.platform) ? '⌘ ↵' : 'Ctrl ↵'
  const entry = element(
    'div',
    { class: 'sn-result-ask' },
    element('span', {}, texts.search.askInstead),
    element('span', { class: 'sn-result-query', dir: 'auto' }, query),
    element('kbd', { 'data-keys': keys }),
  )
  entry.addEventListener('click', () => ask(query))
  return entry
}

/** What the list shows. */
interface Content {
  readonly entries: readonly HTMLElement[]
  /** The visible line above the entries; '' for none. */
  readonly note: string
  /** The sentence for screen readers. */
  readonly status: string
}

/** Creates the list, the line above it, and the status for screen readers. @param box the search box, which keeps the focus */
export function createResultList(seam: SearchSeam, box: HTMLElement): ResultList {
  const { texts } = seam
  const note = element('p', { class: 'sn-search-note' })
  const list = element('div', {
    class: 'sn-results',
    id: 'sn-results',
    role: 'listbox',
    'aria-label': texts.search.results,
  })
  const status = element('p', { class: 'sr-only', role: 'status' })
  let entries: readonly HTMLElement[] = []
  let selected = 0

  // Pressing an entry must not take the focus out of the box.
  list.addEventListener('mousedown', (event) => event.preventDefault())

  function select(index: number): void {
    selected = index
    for (const [position, entry] of entries.entries()) entry.ariaSelected = String(position === index)
    const entry = entries[index]
    if (entry) box.setAttribute('aria-activedescendant', entry.id)
    else box.removeAttribute('aria-activedescendant')
    if (index > 0) entry?.scrollIntoView({ block: 'nearest' })
    else list.scrollTop = 0
  }
  function fill(content: Content): void {
    entries = content.entries
    for (const [index, entry] of entries.entries()) {
      entry.role = 'option'
      entry.id = `sn-result-${index}`
      entry.tabIndex = -1
      entry.addEventListener('pointermove', () => selected === index || select(index))
    }
    list.hidden = entries.length === 0
    list.replaceChildren(...entries)
    box.ariaExpanded = String(entries.length > 0)
    note.hidden = !content.note
    note.replaceChildren(content.note)
    if (status.textContent !== content.status) status.replaceChildren(content.status)
    select(0)
  }
  return {
    parts: [note, list, status],
    show(hits, query) {
      const words = wordsOf(query)
      const count = hits.filter(({ isFurther }) => !isFurther).length
      const line = count > 0 ? '' : texts.search.none(query)
      const sections = hits.map((hit) => hitEntry(hit, words))
      fill({
        entries: [...sections, askEntry(seam, query)],
        note: line,
        status: line || texts.search.found(count),
      })
    },
    fail({ sentence, query, retry }) {
      fill({ entries: [askEntry(seam, query)], note: sentence, status: sentence })
      const button = element('button', { class: 'sn-button' }, texts.retry)
      button.addEventListener('click', retry)
      note.append(button)
    },
    clear: () => fill({ entries: [], note: texts.search.hint, status: '' }),
    move(step) {
      if (entries.length > 0) select((selected + step + entries.length) % entries.length)
    },
    open: () => entries[selected]?.click(),
  }
}
