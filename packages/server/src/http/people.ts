import * as contract from '@sidenote/contract'
import { createInvitation, deleteInvitation } from '../administration/people/invitations.ts'
import { deleteMember, listMembers, updateMember } from '../administration/people/members.ts'
import { deleteSession, listSessions } from '../administration/people/own-sessions.ts'
import { beginPasskey, createPasskey, deletePasskey, listPasskeys } from '../administration/people/passkeys.ts'
import { serverAddress } from './admission/own-origin.ts'
import { originOf } from './admission/sessions.ts'
import type { Routes } from './mount/gate.ts'
import { mountAdministration } from './mount/mount.ts'

/** Mounts the people of an organization, invitations, and where a person is signed in. */
export const mountPeopleRoutes = (routes: Routes): void => {
  const { database, publicUrl } = routes.gate

  mountAdministration(routes, contract.listMembers, ({ organizationId }) => listMembers(database, organizationId))
  mountAdministration(routes, contract.updateMember, ({ params, body, organizationId }) =>
    updateMember(database, organizationId, { id: params.id, role: body.role }),
  )
  mountAdministration(routes, contract.deleteMember, ({ params, organizationId }) =>
    deleteMember(database, organizationId, params.id),
  )
  mountAdministration(routes, contract.createInvitation, ({ body, organizationId, request }) =>
    createInvitation(database, organizationId, { ...body, publicUrl: serverAddress(request, publicUrl) }),
  )
  mountAdministration(routes, contract.deleteInvitation, ({ params, organizationId }) =>
    deleteInvitation(database, organizationId, params.id),
  )
  mountAdministration(routes, contract.listSessions, async ({ caller }) => ({
    sessions: await listSessions(database, caller),
  }))
  mountAdministration(routes, contract.deleteSession, ({ caller, params }) =>
    deleteSession(database, caller, params.id),
  )
  mountAdministration(routes, contract.listPasskeys, async ({ caller }) => ({
    passkeys: await listPasskeys(database, caller),
  }))
  mountAdministration(routes, contract.beginPasskey, ({ caller, request }) =>
    beginPasskey(database, caller, originOf(request)),
  )
  mountAdministration(routes, contract.createPasskey, ({ caller, body, request }) =>
    createPasskey(database, caller, { ...body, origin: originOf(request) }),
  )
  mountAdministration(routes, contract.deletePasskey, ({ caller, params }) =>
    deletePasskey(database, caller, params.id),
  )
}
