import { useEffect, useRef, useState } from 'react'
import type { Assistant } from '../chat/assistant.ts'
import type { WidgetOptions } from '../page/options.ts'

/** The search beside the assistant. */
export interface SearchMode {
  /** The current query, or undefined while the reader uses the assistant. */
  readonly query: string | undefined
  /** Opens the search, or changes its query. '' keeps the last one when it opens. */
  open(query: string): void
  leave(): void
}

/** Switches between search and assistant. Asking a question or adding a selection leaves the search. */
export function useSearchMode(
  { search }: WidgetOptions,
  { contexts, exchanges }: Assistant,
  focusBox: () => void,
): SearchMode | undefined {
  const [query, setQuery] = useState<string>()
  const lastQuery = useRef('')
  const counts = `${contexts.length} ${exchanges.length}`
  const lastCounts = useRef(counts)
  useEffect(() => {
    if (lastCounts.current !== counts) setQuery(undefined)
    lastCounts.current = counts
  }, [counts])
  if (search === 'none') return undefined
  return {
    query,
    open(next) {
      lastQuery.current = next || (query === undefined ? lastQuery.current : next)
      setQuery(lastQuery.current)
    },
    leave() {
      setQuery(undefined)
      // The text box is inert until the next rendering.
      setTimeout(focusBox)
    },
  }
}
