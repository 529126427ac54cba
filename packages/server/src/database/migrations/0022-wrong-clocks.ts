import { engineOf } from '../database.ts'
import type { Migration } from '../migrate.ts'
import { takeAllFromLimits } from './0015-limit-batches.ts'

/** What is more than a window ahead was counted by a clock that was wrong, and uses up no limit until then. */
export const wrongClocks: Migration = {
  name: '0022-wrong-clocks',
  up: async (transaction) => {
    if (engineOf(transaction) !== 'postgres') return
    const counting = 'counts.slice between current - 60 and current + 60'
    await takeAllFromLimits('create or replace function', counting).execute(transaction)
  },
}
