import { type SiteSettings, siteSettingsSchema } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'

const storedSchema = siteSettingsSchema.pick({ mail: true }).partial()

/** Who is told of a site by mail, and of what; null for nobody. */
export const readSiteMail = async (database: Database, siteId: string): Promise<SiteSettings['mail']> => {
  const row = await database
    .selectFrom('site_settings')
    .select('settings_json')
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  return row ? (storedSchema.parse(JSON.parse(row.settings_json)).mail ?? null) : null
}
