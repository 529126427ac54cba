import * as contract from '@sidenote/contract'
import { createKey } from '../administration/keys/create-key.ts'
import { getKey } from '../administration/keys/get-key.ts'
import { listKeys } from '../administration/keys/list-keys.ts'
import { revokeKey } from '../administration/keys/revoke-key.ts'
import type { Routes } from './mount/gate.ts'
import { mountAdministration } from './mount/mount.ts'

/** Mounts the keys of an organization. */
export const mountKeyRoutes = (routes: Routes): void => {
  const { database } = routes.gate
  mountAdministration(routes, contract.createKey, ({ body, organizationId }) =>
    createKey(database, organizationId, body),
  )
  mountAdministration(routes, contract.listKeys, async ({ organizationId }) => ({
    keys: await listKeys(database, organizationId),
  }))
  mountAdministration(routes, contract.getKey, ({ params, organizationId }) =>
    getKey(database, organizationId, params.id),
  )
  mountAdministration(routes, contract.revokeKey, ({ params, query, organizationId }) =>
    revokeKey(database, organizationId, { id: params.id, evenLast: query.last === 'true' }),
  )
}
