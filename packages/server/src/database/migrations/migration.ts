import type { Database } from '../database.ts'

/**
 * One step of the schema. Written once for both engines: `text`, `integer`, `real`, `bigint` (64 bits) and `bytea` (bytes)
 * mean the same to both. A step is never changed once it's on the main branch; the next one is added.
 */
export interface Migration {
  /** Number and name, as in the name of its file. */
  readonly name: string
  readonly up: (transaction: Database) => Promise<void>
}
