import type { CheckedCitation } from '@sidenote/contract'
import type { Source } from '../chat/exchange.ts'

/** What an answer's Markdown needs from the answer. It stays the same object while the answer grows. */
export interface AnswerContext {
  /** By their number in the text. */
  readonly sources: ReadonlyMap<number, Source>
  /** The number that readers see: 1 for the first source that the text cites. It never changes while the text grows. */
  numberOf(source: Source): number
  /** Hosts that images may come from. */
  readonly imageHosts: readonly string[]
  /** The checked citations, which come with the end of the answer. */
  readonly citations: readonly CheckedCitation[]
  /** Adds a passage of a source to the next question. */
  askAbout(source: Source, passage: string): void
}
