import type { Choice, MessageMetadata, NearestPage } from '@sidenote/contract'
import type { Checked } from './grounding/check-answer.ts'
import type { CitationFilter } from './grounding/citations.ts'
import { saysUnanswered } from './grounding/unanswered.ts'
import { writeDeclined } from './question/off-topic.ts'
import type { Source } from './sources.ts'

/** How an answer that was written to its end turned out. */
export type AnswerStatus = 'answered' | 'unanswered' | 'clarifying' | 'declined'

/** Tells how an answer turned out from its marks, its citations and its words. */
export const statusOf = (
  { declined, unanswered, cited }: CitationFilter,
  choices: readonly Choice[],
  answer: string,
): AnswerStatus => {
  if (declined) return 'declined'
  if (choices.length > 0) return 'clarifying'
  return cited.size > 0 && !unanswered && !saysUnanswered(answer) ? 'answered' : 'unanswered'
}

/** The answer of a model that wrote its mark and not a word. */
export const sentenceFor = (status: AnswerStatus, siteName: string): string => {
  if (status === 'declined') return writeDeclined({ reason: 'off-topic' }, siteName)
  return status === 'clarifying' ? 'Which one do you mean?' : 'The documentation does not say.'
}

/** What there is to say about an answer. */
interface AnswerFacts {
  /** Whether its citations hold. */
  readonly checked: Checked
  readonly sources: readonly Source[]
  readonly status: AnswerStatus
  /** Whether the answer is cut off: it was too long, or the provider stopped it. */
  readonly isCut: boolean
  readonly supportUrl: string | null
  /** Whether the reader can send the conversation to a person. */
  readonly canHandOff: boolean
}

/** What `finish` says about an answer: whether it answers, whether its citations hold, and where to look otherwise. */
export const describeAnswer = (facts: AnswerFacts): Omit<MessageMetadata, 'threadId'> => {
  const { checked, sources, status, isCut, supportUrl, canHandOff } = facts
  if (status === 'clarifying') return {}
  const isUnanswered = status === 'unanswered'
  return {
    answered: status === 'answered',
    ...(isCut && { cut: true }),
    ...(status === 'declined' ? { declined: true } : checked),
    ...(isUnanswered && sources.length > 0 && { nearest: nearestPages(sources) }),
    ...(isUnanswered && supportUrl && { supportUrl }),
    ...(isUnanswered && canHandOff && { handOff: true }),
  }
}

const maximumPages = 3

const nearestPages = (sources: readonly Source[]): NearestPage[] => {
  const byPath = new Map<string, NearestPage>()
  for (const { path, title, url } of sources) if (!byPath.has(path)) byPath.set(path, { title, path, url })
  return [...byPath.values()].slice(0, maximumPages)
}
