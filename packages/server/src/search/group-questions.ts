import type { Database } from '../database/database.ts'
import { readTerms } from './words/words.ts'

/** How much two questions have in common to be about the same: cosine of their weighted terms, 0 to 1. */
const alike = 0.35
const wordsOfGroup = 5
/** Of a question, in characters: what it is about stands at its beginning, and a stranger may write a book. */
const longestQuestion = 500

/** Of a group. */
const nearestPages = 3
/** How many terms are looked up in one statement. */
const chunkSize = 400

/** What a reader asked, and the paths of the pages that it was answered from. */
export interface AskedQuestion {
  readonly question: string
  readonly paths: readonly string[]
}

/** How often terms occur in the documentation. */
interface TermCounts {
  /** In how many sections the term stands. */
  readonly sections: ReadonlyMap<string, number>
  /** How many sections there are. */
  readonly total: number
}

interface QuestionGroup<Question> {
  /** The most typical first. */
  readonly questions: readonly Question[]
  /** As readers wrote them, the most telling first. */
  readonly words: readonly string[]
  /** Paths of the pages that most of the answers were made from. */
  readonly pages: readonly string[]
}

type Vector = ReadonlyMap<string, number>

interface Cluster<Question> {
  readonly members: { question: Question; vector: Vector }[]
  readonly sum: Map<string, number>
  /** Of the sum, the length squared. */
  square: number
}

const squareOf = (vector: Vector): number => Math.hypot(...vector.values()) ** 2

const product = (one: Vector, other: Vector): number =>
  [...one].reduce((total, [term, weight]) => total + weight * (other.get(term) ?? 0), 0)

const cosine = (product: number, oneSquare: number, otherSquare: number): number =>
  product === 0 ? 0 : product / Math.sqrt(oneSquare * otherSquare)

/**
 * A question as its terms, each weighted by how rare it is in the documentation (inverse document frequency): what every
 * page says tells nothing, and what no page says tells most about what is missing.
 */
const weigh = (text: string, { sections, total }: TermCounts): Vector =>
  new Map(
    readTerms(text.slice(0, longestQuestion)).map((term) => [
      term,
      Math.log(1 + (total + 1) / (1 + (sections.get(term) ?? 0))),
    ]),
  )

/** The word that stands for a term, as the first reader who used it wrote it. */
const collectWords = (texts: readonly string[]): Map<string, string> => {
  const words = new Map<string, string>()
  for (const word of texts.flatMap((text) => text.split(/\s+/))) {
    const plain = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase()
    for (const term of readTerms(word)) if (!words.has(term)) words.set(term, plain)
  }
  return words
}

/** The pages that most of the questions were answered from, though these did not answer. */
const mostUsed = (questions: readonly AskedQuestion[]): string[] => {
  const counts = new Map<string, number>()
  for (const path of questions.flatMap(({ paths }) => [...new Set(paths)])) {
    counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  return [...counts]
    .sort((one, other) => other[1] - one[1])
    .slice(0, nearestPages)
    .map(([path]) => path)
}

const describe = <Question extends AskedQuestion>({
  members,
  sum,
  square,
}: Cluster<Question>): QuestionGroup<Question> => {
  const words = collectWords(members.map((member) => member.question.question.slice(0, longestQuestion)))
  const terms = [...sum].sort((one, other) => other[1] - one[1]).map(([term]) => words.get(term) ?? term)
  const questions = members
    .map((member) => ({ ...member, nearness: cosine(product(member.vector, sum), squareOf(member.vector), square) }))
    .sort((one, other) => other.nearness - one.nearness)
    .map((member) => member.question)
  return { questions, words: [...new Set(terms)].slice(0, wordsOfGroup), pages: mostUsed(questions) }
}

const countTerms = async (
  database: Database,
  siteId: string,
  questions: readonly AskedQuestion[],
): Promise<TermCounts> => {
  const terms = [...new Set(questions.flatMap(({ question }) => readTerms(question.slice(0, longestQuestion))))]
  const sections = new Map<string, number>()
  for (let start = 0; start < terms.length; start += chunkSize) {
    const rows = await database
      .selectFrom('postings')
      .select((select) => ['term', select.fn.sum<number>('sections').as('sections')])
      .where('site_id', '=', siteId)
      .where('term', 'in', terms.slice(start, start + chunkSize))
      .groupBy('term')
      .execute()
    for (const row of rows) sections.set(row.term, row.sections)
  }
  const { total } = await database
    .selectFrom('sections')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow()
  return { sections, total }
}

/**
 * Puts questions about the same thing together, the largest group first. Leader clustering: each question joins the group
 * whose sum of terms it is most like, or begins one. One pass, so the order of the questions decides close cases; the
 * same questions in the same order always give the same groups. It reads how rare their words are in the site’s
 * documentation, and searches for nothing.
 *
 * @see Hartigan, Clustering Algorithms (1975), chapter 3
 */
export const groupQuestions = async <Question extends AskedQuestion>(
  database: Database,
  siteId: string,
  questions: readonly Question[],
): Promise<QuestionGroup<Question>[]> => clusterQuestions(questions, await countTerms(database, siteId, questions))

/** The same, of terms that are counted already. */
export const clusterQuestions = <Question extends AskedQuestion>(
  questions: readonly Question[],
  counts: TermCounts,
): QuestionGroup<Question>[] => {
  const clusters: Cluster<Question>[] = []
  const weights: TermWeights = new Map()
  for (const question of questions) {
    const vector = weigh(question.question, counts)
    const nearest = findNearest(vector, clusters, weights)
    const at = nearest ?? clusters.length
    const cluster = clusters[at] ?? { members: [], sum: new Map<string, number>(), square: 0 }
    if (nearest === undefined) clusters.push(cluster)
    cluster.members.push({ question, vector })
    for (const [term, weight] of vector) {
      const before = cluster.sum.get(term) ?? 0
      cluster.sum.set(term, before + weight)
      cluster.square += (before + weight) ** 2 - before ** 2
      weights.set(term, (weights.get(term) ?? new Map()).set(at, before + weight))
    }
  }
  return clusters.sort((one, other) => other.members.length - one.members.length).map(describe)
}

/** For each term the clusters whose sum has it, by their index, and its weight there: a question is compared with no others. */
type TermWeights = Map<string, Map<number, number>>

/** The index of the cluster that a question is most like, when there is one that it is like enough. */
const findNearest = (
  vector: Vector,
  clusters: readonly Pick<Cluster<unknown>, 'square'>[],
  weights: TermWeights,
): number | undefined => {
  const products = new Float64Array(clusters.length)
  for (const [term, weight] of vector) {
    for (const [at, other] of weights.get(term) ?? []) products[at] = (products[at] ?? 0) + weight * other
  }
  const square = squareOf(vector)
  let best: { at: number; likeness: number } | undefined
  for (const [at, cluster] of clusters.entries()) {
    const likeness = cosine(products[at] ?? 0, square, cluster.square)
    if (likeness >= Math.max(alike, best?.likeness ?? 0)) best = { at, likeness }
  }
  return best?.at
}
