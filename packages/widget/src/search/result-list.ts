import { element } from '../page/element.ts'
import type { Found } from './search-hit.ts'
import { excerpt, markWords, wordsOf } from './mark-words.ts'
import type { SearchSeam } from './search-seam.ts'

/** How much of a section is shown, in letters. */
const shownText = 140

/** The list below the box. The focus stays in the box; the list only knows what is chosen. */
export interface Results {
  readonly parts: readonly HTMLElement[]
  show(found: readonly Found[], query: string): void
  fail(sentence: string, query: string, again: () => void): void
  clear(): void
  /** Chooses the next or the previous entry. */
  move(step: number): void
  open(): void
}

const marked = (text: string, words: RegExp | undefined): (Node | string)[] =>
  markWords(text, words).map((piece) => (piece.isMatch ? element('mark', {}, piece.text) : piece.text))

function entryOf({ address, title, path, text, isFurther }: Found, words: RegExp | undefined): HTMLElement {
  const entry = element(
    'a',
    { href: address, ...(isFurther && { class: 'sn-result-further' }) },
    // The eye sees it above the page's first section.
    ...(path ? [element('span', { class: isFurther ? 'sr-only' : 'sn-result-path', dir: 'auto' }, path)] : []),
    element('span', { class: 'sn-result-title', dir: 'auto' }, ...marked(title, words)),
  )
  if (text)
    entry.append(
      element('span', { class: 'sn-result-text', dir: 'auto' }, ...marked(excerpt(text, words, shownText), words)),
    )
  return entry
}

function askEntry({ texts }: SearchSeam, query: string, ask: (question: string) => void): HTMLElement {
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

/** The list, the line that stands for it when it is empty, and what screen readers are told. */
export function createResults(seam: SearchSeam, box: HTMLElement, ask: (question: string) => void): Results {
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
  let chosen = 0

  // The focus stays in the box.
  list.addEventListener('mousedown', (event) => event.preventDefault())

  function choose(index: number): void {
    chosen = index
    for (const [place, entry] of entries.entries()) entry.ariaSelected = String(place === index)
    const entry = entries[index]
    if (entry) box.setAttribute('aria-activedescendant', entry.id)
    else box.removeAttribute('aria-activedescendant')
    if (index > 0) entry?.scrollIntoView({ block: 'nearest' })
    else list.scrollTop = 0
  }
  function fill(next: readonly HTMLElement[], line: string, said: string): void {
    entries = next
    for (const [index, entry] of next.entries()) {
      entry.role = 'option'
      entry.id = `sn-result-${index}`
      entry.tabIndex = -1
      entry.addEventListener('pointermove', () => chosen === index || choose(index))
    }
    list.hidden = next.length === 0
    list.replaceChildren(...next)
    box.ariaExpanded = String(next.length > 0)
    note.hidden = !line
    note.replaceChildren(line)
    if (status.textContent !== said) status.replaceChildren(said)
    choose(0)
  }
  return {
    parts: [note, list, status],
    show(found, query) {
      const words = wordsOf(query)
      const count = found.filter(({ isFurther }) => !isFurther).length
      const line = count > 0 ? '' : texts.search.none(query)
      const sections = found.map((section) => entryOf(section, words))
      fill([...sections, askEntry(seam, query, ask)], line, line || texts.search.found(count))
    },
    fail(sentence, query, again) {
      fill([askEntry(seam, query, ask)], sentence, sentence)
      const button = element('button', { class: 'sn-button' }, texts.retry)
      button.addEventListener('click', again)
      note.append(button)
    },
    clear: () => fill([], texts.search.hint, ''),
    move(step) {
      if (entries.length > 0) choose((chosen + step + entries.length) % entries.length)
    },
    open: () => entries[chosen]?.click(),
  }
}
