import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { RelatedTerm } from '../ranking/ranked-page.ts'
import { maybeMisspelt, mostMistakes, nearestWords } from '../words/edit-distance.ts'
import { readTerms } from '../words/words.ts'

/** What a term counts that the query does not say: one that a word begins, and one that a word may be misspelt from. */
const completionCount = 0.6
const correctionCount = 0.7
const mostCompletions = 8
const mostCorrections = 2
/** Words of long questions are known well enough by their company, and looking up each would take long. */
const longestCorrected = 8
const mostUnknown = 3
const correctable = /^[a-z]{4,30}$/
const lastWord = /(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]+$/u
/** The end of the alphabet, for "begins with". */
const last = '\uffff'

interface Query {
  query: string
  terms: readonly string[]
  /** The terms that the index has. */
  known: ReadonlySet<string>
  typing?: boolean | null | undefined
}

/**
 * Terms of the site that a query may mean without saying them, with what each counts: those that its last word begins, when
 * the reader is still typing, and the nearest ones to a word that the site does not have, which is then called misspelt.
 */
export async function relatedTerms(
  database: Database,
  siteId: string,
  query: Query,
): Promise<{ related: Map<string, RelatedTerm>; misspelt: Set<string> }> {
  const related = new Map<string, RelatedTerm>()
  const misspelt = new Set<string>()
  const typed = query.typing ? (lastWord.exec(query.query)?.[0].toLowerCase() ?? '') : ''
  const typedTerms = new Set(readTerms(typed))
  if (typed) for (const term of await completions(database, siteId, typed)) related.set(term, completion(term))
  const distinct = new Set(query.terms)
  if (distinct.size > longestCorrected) return { related, misspelt }
  const unknown = [...distinct].filter((term) => !query.known.has(term) && correctable.test(term))
  if (unknown.length > mostUnknown) return { related, misspelt }
  for (const term of unknown) {
    if (related.size > 0 && typedTerms.has(term)) continue
    for (const near of await corrections(database, siteId, term)) {
      related.set(near, { count: correctionCount, word: term })
      if (maybeMisspelt(term)) misspelt.add(term)
    }
  }
  // Where the site has none of the words, one may be the beginning of a word.
  if (related.size === 0 && distinct.size > 0 && unknown.length === distinct.size)
    for (const term of unknown)
      for (const whole of await termsBeginning(database, siteId, term)) related.set(whole, completion(whole))
  return { related, misspelt }
}

const completion = (term: string): RelatedTerm => ({ count: completionCount, word: term })

/** The most frequent terms that a beginning is of; for what is longer than its stem (“configurat”) the stem itself. */
async function completions(database: Database, siteId: string, typed: string): Promise<string[]> {
  const terms = await termsBeginning(database, siteId, typed)
  if (terms.length > 0 || typed.length < 5) return terms
  const beginnings = Array.from({ length: typed.length - 3 }, (_, cut) => typed.slice(0, cut + 4))
  const stems = await database
    .selectFrom('postings')
    .select('term')
    .distinct()
    .where('site_id', '=', siteId)
    .where('term', 'in', beginnings)
    .execute()
  const longest = stems.map((row) => row.term).sort((one, other) => other.length - one.length)[0]
  return longest !== undefined && longest.length >= typed.length - 6 ? [longest] : []
}

/** The most frequent terms that begin so. */
async function termsBeginning(database: Database, siteId: string, beginning: string): Promise<string[]> {
  const rows = await database
    .selectFrom('postings')
    .select('term')
    .where('site_id', '=', siteId)
    .where('term', '>=', beginning)
    .where('term', '<', `${beginning}${last}`)
    .groupBy('term')
    .orderBy((order) => order.fn.sum('sections'), 'desc')
    .orderBy('term')
    .limit(mostCompletions)
    .execute()
  return rows.map(({ term }) => term)
}

/** The nearest terms with the same first letter; of equally near ones the most frequent. */
async function corrections(database: Database, siteId: string, term: string): Promise<string[]> {
  const most = mostMistakes(term)
  const first = term.charAt(0)
  const rows = await database
    .selectFrom('postings')
    .select('term')
    .select((select) => select.fn.sum('sections').as('sections'))
    .where('site_id', '=', siteId)
    .where('term', '>=', first)
    .where('term', '<', `${first}${last}`)
    .where(sql<number>`length(term)`, '>=', term.length - most)
    .where(sql<number>`length(term)`, '<=', term.length + most)
    .groupBy('term')
    .execute()
  const sections = new Map(rows.map((row) => [row.term, Number(row.sections)]))
  return nearestWords(term, sections.keys())
    .sort((one, other) => (sections.get(other) ?? 0) - (sections.get(one) ?? 0))
    .slice(0, mostCorrections)
}
