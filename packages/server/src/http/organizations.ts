import * as contract from '@sidenote/contract'
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
import type { Routes } from './mount/gate.ts'
import { mountAdministration } from './mount/mount.ts'

/** Mounts the organizations of the server, for the operator’s administrator keys. */
export const mountOrganizationRoutes = (routes: Routes, syncs: Pick<Syncs, 'forget'>): void => {
  const { database } = routes.gate

  mountAdministration(routes, contract.createOrganization, ({ body }) => createOrganization(database, body))
  mountAdministration(routes, contract.listOrganizations, async () => ({
    organizations: await listOrganizations(database),
  }))
  mountAdministration(routes, contract.getOrganization, ({ params }) =>
    getOrganization(database, params.organizationId),
  )
  mountAdministration(routes, contract.updateOrganization, ({ params, body }) =>
    updateOrganization(database, params.organizationId, body),
  )
  mountAdministration(routes, contract.deleteOrganization, async ({ params: { organizationId: id } }) => {
    if (id !== operatorOrganization) {
      for (const [siteId, sources] of await sourcesOfOrganization(database, id)) await syncs.forget(siteId, sources)
      for (const project of await listProjects(database, id)) await deleteProject(database, project)
    }
    await deleteOrganization(database, id)
  })
  mountAdministration(routes, contract.createOrganizationKey, ({ params, body }) =>
    createOrganizationKey(database, params.organizationId, body.name),
  )
}
