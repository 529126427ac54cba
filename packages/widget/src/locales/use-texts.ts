import { createContext, useContext } from 'react'
import { english } from './english.ts'
import { createPlural } from './plural.ts'
import type { PanelTexts } from './texts.ts'

/** The panel's English texts, which are always loaded. */
export const englishTexts = english(createPlural('en'))

/** Gives the panel its texts. */
export const TextsContext = createContext<PanelTexts>(englishTexts)

/** The panel's texts in the reader's language. */
export const useTexts = (): PanelTexts => useContext(TextsContext)
