import { deserialize, serialize } from 'node:v8'
import type { PageFacts } from './page-facts.ts'

/** What a page says, as it is kept between two validations: nobody but the worker opens it. */
export type PackedFacts = Uint8Array

export const packFacts = (facts: PageFacts): PackedFacts => serialize(facts)

/** What `packFacts` has packed. */
export const unpackFacts = (packed: PackedFacts): PageFacts => deserialize(packed)

/** Of a page that takes too long or too much memory: any of its anchors may be there. */
export const unreadableFacts = (reason: string): PageFacts => ({
  problems: [{ line: 1, column: 1, rule: 'mdx', message: `The page cannot be read: ${reason}` }],
  references: [],
  anchors: new Set(),
  isOpen: true,
  title: null,
  slug: null,
  id: null,
})
