import { createContext } from 'react'

/** Leads to the search, with words to look for; nothing where the owner wants none. */
export const OpenSearch = createContext<((query: string) => void) | undefined>(undefined)
