import type { ParsedPage } from '../../pages/page.ts'
import { priorOf } from '../ranking/prior.ts'
import { analysisOf } from '../words/languages.ts'
import { indexPage, type PageIndex } from './page-index.ts'

/** Makes the index of a page from the texts that it is found by. */
export const indexParsedPage = (path: string, parsed: ParsedPage): PageIndex =>
  indexPage({
    title: parsed.title,
    // The order numbers of files are not words.
    path: path.replace(/(^|\/)\d+[-_.]/g, '$1').replace(/\//g, ' '),
    sections: parsed.sections.map((section, ordinal) => ({
      // The title counts as such, not once more as the first section's heading.
      heading: section.breadcrumbs.length === 0 ? '' : (section.heading ?? ''),
      breadcrumbs: section.breadcrumbs.slice(1).join('\n'),
      depth: section.breadcrumbs.length,
      prose: section.prose,
      code: section.code,
      description: ordinal === 0 ? [parsed.description ?? '', ...parsed.tags].join('\n') : '',
    })),
    prior: priorOf(path),
    analysis: analysisOf(parsed.language),
  })

/** An index in a few pieces, as it goes from one thread to another: each of its many small arrays would be copied by itself. */
export interface PackedIndex extends Pick<PageIndex, 'sections' | 'lengths'> {
  terms: string[]
  /** By term: how many sections it counts for, and where its bytes end. */
  counts: Uint32Array
  ends: Uint32Array
  bytes: Uint8Array
}

export function packIndex({ postings, sections, lengths }: PageIndex): PackedIndex {
  const all = [...postings.values()]
  const counts = Uint32Array.from(all, (posting) => posting.sections)
  const ends = new Uint32Array(all.length)
  const bytes = new Uint8Array(all.reduce((sum, posting) => sum + posting.bytes.length, 0))
  let end = 0
  for (const [at, posting] of all.entries()) {
    bytes.set(posting.bytes, end)
    end += posting.bytes.length
    ends[at] = end
  }
  return { terms: [...postings.keys()], counts, ends, bytes, sections, lengths }
}

export function unpackIndex({ terms, counts, ends, bytes, sections, lengths }: PackedIndex): PageIndex {
  const postings: PageIndex['postings'] = new Map()
  let start = 0
  for (const [at, term] of terms.entries()) {
    const end = ends[at] ?? start
    postings.set(term, { sections: counts[at] ?? 0, bytes: bytes.subarray(start, end) })
    start = end
  }
  return { postings, sections, lengths }
}
