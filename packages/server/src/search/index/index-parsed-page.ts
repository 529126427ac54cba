import type { ParsedPage } from '../../pages/page.ts'
import { priorOf } from '../ranking/prior.ts'
import { analysisOf } from '../words/languages.ts'
import { emptyNamesIn } from '../words/names.ts'
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
      names: emptyNamesIn(section.blocks),
      description: ordinal === 0 ? [parsed.description ?? '', ...parsed.tags].join('\n') : '',
    })),
    prior: priorOf(path),
    analysis: analysisOf(parsed.language),
  })
