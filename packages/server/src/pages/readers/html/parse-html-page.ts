import { linkFrom } from '../../links.ts'
import type { PageText } from '../../page.ts'
import { reducePage } from '../markdown/reduce.ts'
import type { ReducedPage } from '../reduced-page.ts'
import { parseHtml } from './html.ts'

const noText = 'It has no text. What JavaScript writes into a page in the browser is not read.'

/** Reads a page of HTML as its readers get it: headings have the ids that stand in it, and no others. */
export function parseHtmlPage({ path, text }: Pick<PageText, 'path' | 'text'>): ReducedPage {
  const { root, frontMatter, documentTitle } = parseHtml(text)
  const blocks = reducePage(root, { text: '', headingIds: new Map(), linkTo: linkFrom(path) })
  const problems = blocks.length > 0 ? [] : [{ line: null, column: null, reason: noText }]
  return { blocks, matter: frontMatter, documentTitle, problems, anchors: null }
}
