import type { PanelStore } from '../chat/panel-store.ts'

/** Opens the search, or changes its query. '' keeps the last one when it opens. */
export function openSearch({ search }: PanelStore, query: string): void {
  const { isOpen, query: last } = search.get()
  search.change({ isOpen: true, query: query || (isOpen ? query : last) })
}

/** Goes back from the search to the assistant. */
export function leaveSearch({ search }: PanelStore, focus: () => void): void {
  search.change({ isOpen: false })
  // The text box is inert until the next rendering.
  setTimeout(focus)
}
