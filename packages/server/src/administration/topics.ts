import { readTerms } from '../docs/words.ts'

/** How much two questions have in common to be about the same: cosine of their weighted terms, 0 to 1. */
const alike = 0.35
const wordsOfTopic = 5

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
}

const lengthOf = (vector: Vector): number => Math.hypot(...vector.values())

const cosine = (one: Vector, other: Vector): number => {
  let product = 0
  for (const [term, weight] of one) product += weight * (other.get(term) ?? 0)
  return product === 0 ? 0 : product / (lengthOf(one) * lengthOf(other))
}

/**
 * A question as its terms, each weighted by how rare it is in the documentation (inverse document frequency): what every
 * page says tells nothing, and what no page says tells most about what is missing.
 */
const weigh = (text: string, { sections, total }: TermCounts): Vector =>
  new Map(readTerms(text).map((term) => [term, Math.log(1 + (total + 1) / (1 + (sections.get(term) ?? 0)))]))

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
  const { members, sum } = cluster
  const words = collectWords(members.map((member) => member.question.question))
  const terms = [...sum].sort((one, other) => other[1] - one[1]).map(([term]) => words.get(term) ?? term)
  const typical = members
    .map((member) => ({ ...member, nearness: cosine(member.vector, sum) }))
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
  for (const question of questions) {
    const vector = weigh(question.question, counts)
    let best: { cluster: Cluster<Question>; likeness: number } | undefined
    for (const cluster of clusters) {
      const likeness = cosine(vector, cluster.sum)
      if (likeness >= Math.max(alike, best?.likeness ?? 0)) best = { cluster, likeness }
    }
    const cluster = best?.cluster ?? { members: [], sum: new Map<string, number>() }
    if (!best) clusters.push(cluster)
    cluster.members.push({ question, vector })
    for (const [term, weight] of vector) cluster.sum.set(term, (cluster.sum.get(term) ?? 0) + weight)
  }
  return clusters.sort((one, other) => other.members.length - one.members.length).map(describe)
}
