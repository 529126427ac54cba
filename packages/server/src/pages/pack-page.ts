import { linksIn, textOf } from './block-text.ts'
import type { PackedPage, PackedSection, ParsedPage, ParsedSection } from './page.ts'
import { oneLine } from './text-lines.ts'

/** Leaves of a page what is stored. */
export const packPage = ({ sections, ...page }: ParsedPage): PackedPage => ({
  ...page,
  sections: sections.map(packSection),
})

const packSection = ({ blocks, prose: _prose, code: _code, ...section }: ParsedSection): PackedSection => ({
  ...section,
  blocksJson: JSON.stringify(blocks),
  links: linksIn(blocks).map(({ target, children }) => ({ target, text: oneLine(textOf(children)) })),
})
