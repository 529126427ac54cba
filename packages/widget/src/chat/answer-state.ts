import { citationNumbers } from '../markdown/citations.ts'
import type { Answer, Source } from './exchange.ts'

/** The line to show for a search before the model is asked. Undefined if it would only repeat the question. */
export function searchNotice(question: string, query: string | undefined): string | undefined {
  const words = query?.replace(/\s+/g, ' ').trim()
  // Several queries in one are too long to read.
  return !words || words.length > 80 || words === question.replace(/\s+/g, ' ').trim() ? undefined : words
}

/** A version as readers say it: with a `v` before a number. */
export const versionName = (version: string): string => (/^\d/.test(version) ? `v${version}` : version)

/** What the assistant does before there is text. */
export type Phase =
  | { readonly kind: 'searching'; readonly query: string | undefined }
  | { readonly kind: 'reading'; readonly sources: readonly Source[] }

/** The phase of an answer, or undefined once it has text. @param query of the first search, if it's worth showing */
export function phaseOf(answer: Answer | undefined, query?: string): Phase | undefined {
  if (answer?.query) return { kind: 'searching', query: answer.query }
  if (answer?.text) return undefined
  if (answer && answer.sources.length > 0) return { kind: 'reading', sources: answer.sources }
  return { kind: 'searching', query }
}

/** What an answer lacks when nothing more will come. */
export type Shortfall = 'noAnswer' | 'incomplete' | 'stopped'

/** What an answer lacks, or undefined if it's whole. */
export function shortfallOf(answer: Answer | undefined): Shortfall | undefined {
  if (answer?.details.stopped) return 'stopped'
  if (answer?.isWhole && answer.details.retryable === undefined && !answer.details.cut) return undefined
  return answer?.text ? 'incomplete' : 'noAnswer'
}

/** The sources that the text cites, in the order of their first citation. */
export function citedSources({ text, sources }: Answer): Source[] {
  return citationNumbers(text).flatMap((number) => sources.find((source) => source.number === number) ?? [])
}

const pageOf = ({ url }: Source): string | undefined => url.split('#')[0]

/**
 * The pages closest to an unanswered question: those that the server names, or else one per page of the sources, with the
 * page's best passage. Pages that the text names itself are left out; if it names several, so are all.
 */
export function closestPages(answer: Answer): Source[] {
  const nearest = (answer.details.nearest ?? []).map(
    (page, index): Source => ({
      ...page,
      number: index + 1,
      section: undefined,
      breadcrumbs: [],
      snippet: '',
      version: undefined,
    }),
  )
  const mentioned = citedSources(answer).filter(({ title }) => answer.text.includes(title))
  if (mentioned.length > 1) return []
  const pages = new Set(mentioned.map(pageOf))
  return (nearest.length > 0 ? nearest : answer.sources).filter((source) => {
    const isNew = !pages.has(pageOf(source))
    pages.add(pageOf(source))
    return isNew
  })
}

/** Removes a last line that only gives an address which a button below has too. */
export function withoutAddress(text: string, address: string): string {
  const end = text.lastIndexOf('\n\n')
  const line = text.slice(end + 2)
  return end > 0 && line.includes(address) && line.split(' ').length <= 6 ? text.slice(0, end) : text
}
