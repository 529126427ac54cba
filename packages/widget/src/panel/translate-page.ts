import type { PageTexts } from '../locales/texts.ts'
import type { PanelSeam } from '../page/panel-seam.ts'

/** Puts the controls on the page into another language. */
export function translatePage({ root, texts }: PanelSeam, pageTexts: PageTexts): void {
  Object.assign(texts, pageTexts)
  for (const chip of root.querySelectorAll('.sn-chip'))
    chip.lastChild?.replaceWith(texts[chip.matches('.sn-code') ? 'ask' : 'askAboutThis'])
}
