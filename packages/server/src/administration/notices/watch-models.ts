import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { hasReceivers, notify } from './notify.ts'

/** The model that answers the questions of a site, and whether this process leaves it alone because it fails. */
export interface WatchedModel {
  readonly name: string
  readonly isFailing: boolean
}

/** Forgets that the owners know of a failure, once the model has written an answer after it. */
const forgetAlert = async (database: Database, site: Pick<SiteRow, 'id'>, name: string): Promise<void> => {
  await database
    .deleteFrom('model_alerts')
    .where('site_id', '=', site.id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('turns')
          .select('turns.id')
          .where('turns.site_id', '=', site.id)
          .where('turns.model', '=', name)
          .where('turns.status', 'not in', ['failed', 'aborted'])
          .whereRef('turns.started_at', '>', 'model_alerts.at'),
      ),
    )
    .execute()
}

/** Tells the owners, unless they know: one process of several tells them. */
const tell = (database: Database, site: SiteRow, name: string): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('model_alerts')
      .values({ site_id: site.id, at: new Date().toISOString() })
      .onConflict((conflict) => conflict.column('site_id').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) return
    await notify(transaction, site, {
      event: 'alert',
      type: 'site.model.failed',
      body: { model: name },
      mail: {
        subject: `The model of ${site.name} fails`,
        text: `${name} does not answer. Readers get answers of the other model, or excerpts of the pages. The log of the server says what went wrong; in Settings, the model can be tested and changed.`,
        page: '/settings',
      },
    })
  })

/**
 * Opens a look at the models of all sites: the owners are told of one that fails at two looks in a row, once until it has answered
 * again.
 */
export const createModelWatch = (
  database: Database,
  readModel: (site: SiteRow) => Promise<WatchedModel>,
): (() => Promise<void>) => {
  const failing = new Set<string>()
  return async () => {
    const alerts = await database.selectFrom('model_alerts').select('site_id').execute()
    const alerted = new Set(alerts.map(({ site_id }) => site_id))
    for (const site of await database.selectFrom('sites').selectAll().execute()) {
      const { name, isFailing } = await readModel(site)
      if (!isFailing) {
        failing.delete(site.id)
        if (alerted.has(site.id)) await forgetAlert(database, site, name)
      } else if (!failing.has(site.id)) failing.add(site.id)
      else if (!alerted.has(site.id) && (await hasReceivers(database, site.id, 'alert')))
        await tell(database, site, name)
    }
  }
}
