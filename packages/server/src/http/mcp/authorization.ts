import * as contract from '@sidenote/contract'
import type { z } from 'zod'
import { registerClient } from '../../administration/connections/clients.ts'
import {
  type Exchange,
  exchangeCode,
  exchangeRefreshToken,
  revokeToken,
} from '../../administration/connections/exchange.ts'
import { mcpAddressOf } from '../../administration/connections/resource.ts'
import type { Database } from '../../database/database.ts'
import { AppError, invalidValue } from '../../errors.ts'
import { serverAddress } from '../admission/own-origin.ts'
import type { Routes } from '../mount/gate.ts'
import { mountKeyless } from '../mount/mount-sign-in.ts'

const grants = ['authorization_code', 'refresh_token'] as const

const writeMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/dashboard/connect`,
  token_endpoint: `${issuer}${contract.createToken.path}`,
  registration_endpoint: `${issuer}${contract.registerClient.path}`,
  revocation_endpoint: `${issuer}${contract.revokeToken.path}`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: grants,
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  scopes_supported: ['read'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
})

const required = (value: string | undefined, name: string): string => {
  if (value !== undefined) return value
  throw invalidValue(name, `${name} is missing.`)
}

type TokenBody = z.output<typeof contract.createToken.body>

const createTokens = (database: Database, body: TokenBody, client: Exchange): Promise<contract.Tokens> => {
  const { grant_type, code, code_verifier, redirect_uri, refresh_token } = body
  if (grant_type === 'refresh_token') {
    return exchangeRefreshToken(database, client, required(refresh_token, 'refresh_token'))
  }
  if (grant_type !== 'authorization_code') {
    throw new AppError('unsupported_grant_type', `grant_type is "${grant_type}", but must be ${grants.join(' or ')}.`)
  }
  const exchanged = { code: required(code, 'code'), verifier: required(code_verifier, 'code_verifier') }
  return exchangeCode(database, client, { ...exchanged, redirectAddress: redirect_uri })
}

/**
 * Mounts what MCP clients ask when a person signs in for them: OAuth 2.1 for clients without a secret, by codes with PKCE. The
 * person is asked by a page of the dashboard (`../connections.ts`).
 */
export const mountAuthorization = (routes: Routes): void => {
  const { database, publicUrl, seal } = routes.gate

  mountKeyless(routes, contract.getProtectedResource, ({ request }) => {
    const address = serverAddress(request, publicUrl)
    return {
      resource: mcpAddressOf(address, String(request.params.domain)),
      authorization_servers: [address],
      scopes_supported: ['read'],
      bearer_methods_supported: ['header'],
    }
  })
  mountKeyless(routes, contract.getAuthorizationServer, ({ request }) =>
    writeMetadata(serverAddress(request, publicUrl)),
  )
  mountKeyless(routes, contract.registerClient, ({ body }) => {
    const { id, name, redirects } = registerClient(seal, body)
    return {
      client_id: id,
      client_name: name,
      redirect_uris: redirects,
      token_endpoint_auth_method: 'none',
      grant_types: grants,
      response_types: ['code'],
    }
  })
  mountKeyless(routes, contract.createToken, ({ body, request }) => {
    const { client_id: clientId, resource } = body
    return createTokens(database, body, { clientId, resource, address: serverAddress(request, publicUrl) })
  })
  mountKeyless(routes, contract.revokeToken, ({ body }) =>
    revokeToken(database, { text: body.token, clientId: body.client_id }),
  )
}
