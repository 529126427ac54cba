import { randomUUID } from 'node:crypto'
import type { CreatedOrganization, OrganizationRequest } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { createKey } from '../keys/create-key.ts'
import { getOrganization } from './get-organization.ts'

/** Adds an organization with its first administrator key, whose text is in the result and nowhere else. */
export const createOrganization = (
  database: Database,
  { name, isTrusted = false }: OrganizationRequest,
): Promise<CreatedOrganization> =>
  database.transaction().execute(async (transaction) => {
    const id = `organization_${randomUUID()}`
    const row = { id, name, created_at: new Date().toISOString(), trusted: isTrusted ? 1 : 0 }
    await transaction.insertInto('organizations').values(row).execute()
    const administratorKey = await createKey(transaction, id, { kind: 'administrator', name: 'First key' })
    return { ...(await getOrganization(transaction, id)), administratorKey }
  })
