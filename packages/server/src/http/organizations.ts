import * as contract from '@sidenote/contract'
import type { IRouter } from 'express'
import { createOrganization } from '../administration/organizations/create-organization.ts'
import { createOrganizationKey } from '../administration/organizations/create-organization-key.ts'
import { deleteOrganization } from '../administration/organizations/delete-organization.ts'
import { getOrganization } from '../administration/organizations/get-organization.ts'
import { listOrganizations } from '../administration/organizations/list-organizations.ts'
import { operatorOrganization } from '../administration/organizations/operator.ts'
import { updateOrganization } from '../administration/organizations/update-organization.ts'
import { sourcesOfOrganization } from '../administration/sites/sources-of-organization.ts'
import type { Syncs } from '../administration/syncs/syncs.ts'
import { deleteProject, listProjects } from '../agent/projects/projects.ts'
import { type Gate, mountAdministration } from './mount/mount.ts'

/** Mounts what the operator’s administrator keys open: the organizations of the server. */
export const mountOrganizationRoutes = (router: IRouter, gate: Gate, syncs: Pick<Syncs, 'forget'>): void => {
  const { database } = gate
  const idOf = ({ params }: { params: Readonly<Record<string, string>> }) => params.organizationId ?? ''

  mountAdministration(router, gate, contract.createOrganization, ({ body }) => createOrganization(database, body))
  mountAdministration(router, gate, contract.listOrganizations, async () => ({
    organizations: await listOrganizations(database),
  }))
  mountAdministration(router, gate, contract.getOrganization, (call) => getOrganization(database, idOf(call)))
  mountAdministration(router, gate, contract.updateOrganization, (call) =>
    updateOrganization(database, idOf(call), call.body),
  )
  mountAdministration(router, gate, contract.deleteOrganization, async (call) => {
    const id = idOf(call)
    if (id !== operatorOrganization) {
      for (const [siteId, sources] of await sourcesOfOrganization(database, id)) await syncs.forget(siteId, sources)
      for (const project of await listProjects(database, id)) await deleteProject(database, project)
    }
    await deleteOrganization(database, id)
  })
  mountAdministration(router, gate, contract.createOrganizationKey, (call) =>
    createOrganizationKey(database, idOf(call), call.body.name),
  )
}
