import type { Sync } from '@sidenote/contract'

/** How far a sync has come. */
export type SyncReport = Pick<
  Sync,
  | 'total'
  | 'read'
  | 'changed'
  | 'unchanged'
  | 'removed'
  | 'failed'
  | 'problems'
  | 'sources'
  | 'embeddings'
  | 'brokenLinks'
>

/** Of a sync that has not begun. */
export const emptySyncReport = (): SyncReport => ({
  total: null,
  read: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  failed: 0,
  problems: [],
  sources: [],
  embeddings: null,
  brokenLinks: null,
})
