import { linksIn, textOf } from '../pages/block-text.ts'
import type { PackedPage, PackedSection, ParsedPage, ParsedSection } from '../pages/page.ts'
import { oneLine } from '../pages/text-lines.ts'
import { wordCount } from '../search/words/words.ts'

/** Leaves of a page what is stored. */
export const packPage = ({ sections, ...page }: ParsedPage): PackedPage => ({
  ...page,
  sections: sections.map(packSection),
})

const packSection = ({ blocks, prose, code: _code, ...section }: ParsedSection): PackedSection => ({
  ...section,
  words: wordCount(prose),
  blocksJson: JSON.stringify(blocks),
  links: linksIn(blocks).map(({ target, children }) => ({ target, text: oneLine(textOf(children)) })),
})
