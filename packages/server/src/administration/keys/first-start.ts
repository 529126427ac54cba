import type { Database } from '../../database/database.ts'
import { operatorOrganization as organizationId } from '../organizations/operator.ts'
import { readAdminKey, saveAdminKey } from './admin-key-file.ts'
import { hasAdministratorKey } from './has-administrator-key.ts'
import { registerAdministratorKey } from './register-administrator-key.ts'

/** The name of a key that the operator chose. */
export const chosenKeyName = 'SIDENOTE_ADMIN_KEY'

interface FirstStartOptions {
  dataFolder: string
  /** `SIDENOTE_ADMIN_KEY`: used instead of a key of our own. */
  adminKey?: string | undefined
}

/**
 * Creates what every installation needs: the organization, and an administrator key to begin with. The key is saved
 * before it is registered, so a crash in between loses nothing.
 */
export const prepareFirstStart = async (
  database: Database,
  { dataFolder, adminKey }: FirstStartOptions,
): Promise<void> => {
  await database
    .insertInto('organizations')
    .values({ id: organizationId, name: 'Default', created_at: new Date().toISOString(), trusted: 1 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  if (adminKey) {
    await registerAdministratorKey(database, organizationId, { text: adminKey, name: chosenKeyName })
    return
  }
  if (await hasAdministratorKey(database, organizationId)) return
  const text = (await readAdminKey(dataFolder)) ?? (await saveAdminKey(dataFolder))
  await registerAdministratorKey(database, organizationId, { text, name: 'First start' })
}
