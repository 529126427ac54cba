import { type SiteSettings, type SiteSettingsUpdate, siteSettingsSchema } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SealedStore } from '../database/seal.ts'
import type { SiteRow } from '../database/tables.ts'

const noSettings: SiteSettings = {
  name: null,
  instructions: null,
  tone: null,
  glossary: [],
  neverTalkAbout: [],
  supportUrl: null,
  handOff: null,
  languages: [],
  attachments: [],
  prices: null,
  mail: null,
  look: null,
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

/** What the secret of a site's hand-off webhook is sealed for. */
export const handOffPurpose = (siteId: string): string => `hand-off ${siteId}`

/** Changes the settings that the update names; `null` clears one. Gives the settings as they are now. */
export const updateSiteSettings = (
  { database, seal }: SealedStore,
  site: Pick<SiteRow, 'id'>,
  update: SiteSettingsUpdate,
): Promise<SiteSettings> =>
  database.transaction().execute(async (transaction) => {
    const settings = withUpdate(await readSiteSettings(transaction, site), update)
    const settings_json = JSON.stringify(settings)
    const secret = update.handOff?.secret
    const columns = {
      settings_json,
      ...(update.handOff !== undefined && {
        hand_off_secret_sealed: secret === undefined ? null : seal.close(handOffPurpose(site.id), secret),
      }),
    }
    await transaction
      .insertInto('site_settings')
      .values({ site_id: site.id, ...columns })
      .onConflict((conflict) => conflict.column('site_id').doUpdateSet(columns))
      .execute()
    return settings
  })
