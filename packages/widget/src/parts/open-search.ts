import { createContext } from 'react'

/** Opens the search with a query. Undefined if the owner turned the search off. */
export const OpenSearch = createContext<((query: string) => void) | undefined>(undefined)
