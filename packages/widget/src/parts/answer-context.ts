import type { CheckedCitation } from '@sidenote/contract'
import type { Source } from '../chat/conversation.ts'

/** What Markdown needs to know of the answer it stands in. It stays the same object while the answer grows. */
export interface Reading {
  /** By the number that the text has for them. */
  readonly sources: ReadonlyMap<number, Source>
  /** The number that readers see: 1 for the source that the text names first. It never changes while the text grows. */
  shownNumber(source: Source): number
  /** Hosts that images may come from. */
  readonly imageHosts: readonly string[]
  /** What the server found of each citation; it says so when the answer is whole. Asked when a card opens. */
  checked(): readonly CheckedCitation[]
  /** Puts a passage beside the next question. */
  askAbout(source: Source, passage: string): void
}
