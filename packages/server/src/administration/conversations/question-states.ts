import type { QuestionsChange } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'

/** Dismisses questions of a site, resolves them or opens them again. Those that it doesn’t have are left out. */
export const updateQuestions = (
  database: Database,
  site: Pick<SiteRow, 'id'>,
  { ids, state }: QuestionsChange,
): Promise<{ changed: number }> =>
  database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('turns')
      .select('id')
      .where('site_id', '=', site.id)
      .where('id', 'in', ids)
      .execute()
    const changed_at = new Date().toISOString()
    for (const { id } of rows) {
      await transaction
        .insertInto('question_states')
        .values({ turn_id: id, state, changed_at })
        .onConflict((conflict) => conflict.column('turn_id').doUpdateSet({ state, changed_at }))
        .execute()
    }
    return { changed: rows.length }
  })
