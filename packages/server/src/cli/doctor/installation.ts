import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { operatorOrganization } from '../../administration/organizations/operator.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { createSeal, readSealKey, type Seal } from '../../database/seal.ts'

/** The seal of the installation; undefined without a usable key, because the doctor creates none. */
export const openSeal = async ({
  dataFolder,
  secretsKey,
}: Pick<Config, 'dataFolder' | 'secretsKey'>): Promise<Seal | undefined> =>
  secretsKey !== undefined || existsSync(join(dataFolder, 'secrets.key'))
    ? readSealKey(dataFolder, secretsKey).then(createSeal, () => undefined)
    : undefined

/** Names the organization that something belongs to: " of Acme"; empty for the operator’s own. */
export const readOwners = async (database: Database): Promise<(organizationId: string) => string> => {
  const rows = await database.selectFrom('organizations').select(['id', 'name']).execute()
  const owners = new Map(rows.map(({ id, name }) => [id, id === operatorOrganization ? '' : ` of ${name}`]))
  return (organizationId) => owners.get(organizationId) ?? ''
}
