import { createContext, useContext } from 'react'
import { counter } from './plural.ts'
import { english } from './english.ts'
import type { PanelTexts } from './texts.ts'

export const englishTexts = english(counter('en'))

/** Gives the panel its texts. */
export const TextsContext = createContext<PanelTexts>(englishTexts)

/** The panel's texts in the reader's language. */
export const useTexts = (): PanelTexts => useContext(TextsContext)
