import * as contract from '@sidenote/contract'
import type { Request } from 'express'
import type { ReadClient } from '../administration/connections/clients.ts'
import { deleteConnection, listConnections } from '../administration/connections/list-connections.ts'
import { createConnection, readConnectionRequest } from '../administration/connections/request-connection.ts'
import { serverAddress } from './admission/own-origin.ts'
import type { Routes } from './mount/gate.ts'
import { mountAdministration } from './mount/mount.ts'

/** Mounts what the page does that asks a person whether a client may read, and what lists and ends connections. */
export const mountConnectionRoutes = (routes: Routes, readClient: ReadClient): void => {
  const { database, publicUrl } = routes.gate
  const partsOf = (request: Request) => ({ database, readClient, address: serverAddress(request, publicUrl) })

  mountAdministration(routes, contract.getConnectionRequest, ({ caller, query, request }) =>
    readConnectionRequest(partsOf(request), caller, query),
  )
  mountAdministration(routes, contract.createConnection, ({ caller, body, request }) =>
    createConnection(partsOf(request), caller, body),
  )
  mountAdministration(routes, contract.listConnections, async ({ caller }) => ({
    connections: await listConnections(database, caller),
  }))
  mountAdministration(routes, contract.deleteConnection, ({ caller, params }) =>
    deleteConnection(database, caller, params.id),
  )
}
