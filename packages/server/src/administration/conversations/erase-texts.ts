import type { Database } from '../../database/database.ts'

/** Empties the text of what was asked before `before`; that it was asked, and how it went, stays. */
export const eraseTexts = async (database: Database, siteId: string, before: Date): Promise<void> => {
  await database
    .updateTable('turns')
    .set({ question: '', answer: '', context_json: '[]', current_path: null, page: null, statements_json: '[]' })
    .where('started_at', '<', before.toISOString())
    .where('question', '!=', '')
    .where('site_id', '=', siteId)
    .execute()
  await database
    .updateTable('question_states')
    .set({ again_answer: '', again_sources_json: '[]' })
    .where('again_answer', '!=', '')
    .where('turn_id', 'in', (select) =>
      select
        .selectFrom('turns')
        .select('id')
        .where('site_id', '=', siteId)
        .where('started_at', '<', before.toISOString()),
    )
    .execute()
}
