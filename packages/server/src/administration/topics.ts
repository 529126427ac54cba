import { readTerms } from '../docs/words.ts'

/** How much two questions have in common to be about the same: cosine of their weighted terms, 0 to 1. */
const alike = 0.35
const wordsOfTopic = 5
/** Of a question, in characters: what it is about stands at its beginning, and a stranger may write a book. */
const longestQuestion = 500

/** How often terms occur in the documentation. */
export interface TermCounts {
  /** In how many sections the term stands. */
  readonly sections: ReadonlyMap<string, number>
  /** How many sections there are. */
  readonly total: number
}

interface TopicOf<Question> {
  /** The most typical first. */
  readonly questions: readonly Question[]
  /** As readers wrote them, the most telling first. */
  readonly words: readonly string[]
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

const describe = <Question extends { readonly question: string }>(cluster: Cluster<Question>): TopicOf<Question> => {
  const { members, sum, square } = cluster
  const words = collectWords(members.map((member) => member.question.question.slice(0, longestQuestion)))
  const terms = [...sum].sort((one, other) => other[1] - one[1]).map(([term]) => words.get(term) ?? term)
  const typical = members
    .map((member) => ({ ...member, nearness: cosine(product(member.vector, sum), squareOf(member.vector), square) }))
    .sort((one, other) => other.nearness - one.nearness)
  return {
    questions: typical.map((member) => member.question),
    words: [...new Set(terms)].slice(0, wordsOfTopic),
  }
}

/**
 * Puts questions about the same thing together, the largest group first. Leader clustering: each question joins the group
 * whose sum of terms it is most like, or begins one. One pass, so the order of the questions decides close cases; the
 * same questions in the same order always give the same groups.
 *
 * @see Hartigan, Clustering Algorithms (1975), chapter 3
 */
export const groupByTopic = <Question extends { readonly question: string }>(
  questions: readonly Question[],
  counts: TermCounts,
): TopicOf<Question>[] => {
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
