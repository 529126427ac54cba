import { isAsciiDoc } from '../links.ts'
import type { PageText, ParsedPage } from '../page.ts'
import { makePage, parsePage } from './parse.ts'

/** Reads one page, whatever it is written in. What reads AsciiDoc is large, and loaded with the first page of it. */
export async function readPage(page: PageText): Promise<ParsedPage> {
  if (!isAsciiDoc(page.path)) return parsePage(page)
  const { parseAsciiDoc } = await import('./asciidoc/parse-asciidoc.ts')
  return makePage(page, await parseAsciiDoc(page))
}
