import { createContext, useContext } from 'react'
import { english } from './english.ts'
import type { PanelTexts } from './texts.ts'

const TextsContext = createContext<PanelTexts>(english)

/** The panel's texts in the reader's language. */
export const useTexts = (): PanelTexts => useContext(TextsContext)
