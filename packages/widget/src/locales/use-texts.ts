import { createContext, useContext } from 'react'
import { createTexts } from './create-texts.ts'
import { english } from './english.ts'
import type { PanelTexts } from './texts.ts'

/** The panel's English texts, which are always loaded. */
export const englishTexts = createTexts(english, 'en')

/** Gives the panel its texts. */
export const TextsContext = createContext<PanelTexts>(englishTexts)

/** The panel's texts in the reader's language. */
export const useTexts = (): PanelTexts => useContext(TextsContext)
