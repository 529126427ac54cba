import { type SiteSettings, type SiteSettingsUpdate, siteSettingsSchema } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'

const noSettings: SiteSettings = {
  name: null,
  instructions: null,
  tone: null,
  glossary: [],
  neverTalkAbout: [],
  supportUrl: null,
  languages: [],
  attachments: [],
  prices: null,
}

const storedSchema = siteSettingsSchema.partial()

/** Reads how a site wants its questions answered. */
export const readSiteSettings = async (database: Database, site: Pick<SiteRow, 'id'>): Promise<SiteSettings> => {
  const row = await database
    .selectFrom('site_settings')
    .select('settings_json')
    .where('site_id', '=', site.id)
    .executeTakeFirst()
  if (!row) return noSettings
  // Settings that an older version didn't have are missing.
  return siteSettingsSchema.parse({ ...noSettings, ...storedSchema.parse(JSON.parse(row.settings_json)) })
}

/** Settings with what an update names; `null` clears one. */
export const withUpdate = (settings: SiteSettings, update: SiteSettingsUpdate): SiteSettings => {
  const values = new Map(Object.entries(update))
  const changes = Object.entries(noSettings).flatMap(([name, empty]) => {
    const value = values.get(name)
    return value === undefined ? [] : [[name, value ?? empty]]
  })
  return siteSettingsSchema.parse({ ...settings, ...Object.fromEntries(changes) })
}

/** Changes the settings that the update names; `null` clears one. Gives the settings as they are now. */
export const updateSiteSettings = (
  database: Database,
  site: Pick<SiteRow, 'id'>,
  update: SiteSettingsUpdate,
): Promise<SiteSettings> =>
  database.transaction().execute(async (transaction) => {
    const settings = withUpdate(await readSiteSettings(transaction, site), update)
    const settings_json = JSON.stringify(settings)
    await transaction
      .insertInto('site_settings')
      .values({ site_id: site.id, settings_json })
      .onConflict((conflict) => conflict.column('site_id').doUpdateSet({ settings_json }))
      .execute()
    return settings
  })
