import { englishPage } from '../locales/english-page.ts'
import type { PageTexts } from '../locales/texts.ts'
import type { PanelSeam } from '../page/panel-seam.ts'

/** Lets what stands on the page speak the reader's language; without texts it speaks English. */
export function translatePage({ root, texts }: PanelSeam, page: PageTexts = englishPage): void {
  Object.assign(texts, page)
  for (const chip of root.querySelectorAll('.sn-chip'))
    chip.lastChild?.replaceWith(texts[chip.matches('.sn-code') ? 'ask' : 'askAboutThis'])
}
