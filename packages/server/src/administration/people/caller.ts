import type { KnownKey } from '../keys/find-keys.ts'
import type { KnownSession } from './read-session.ts'

/** Who sends a request: a key, or a person who has signed in. */
export type Caller = KnownKey | KnownSession
