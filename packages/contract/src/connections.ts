import { z } from 'zod'
import { administration } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { addressDaily, withNetwork } from './limits.ts'

const clientId = z
  .string()
  .min(1)
  .max(2_000)
  .describe('The address of the client’s metadata document, or what `registerClient` gave it.')
const redirectAddress = z.string().min(1).max(2_000)
const resource = z
  .string()
  .min(1)
  .max(2_000)
  .describe('Address of the MCP server of one site (RFC 8707): what the client gets opens nothing else.')

/** What a client sends a person with, in the address of the dashboard's page (RFC 6749, with PKCE). */
export const connectionQuerySchema = z.object({
  response_type: z.literal('code'),
  client_id: clientId,
  redirect_uri: redirectAddress.describe(
    'One that the client lists, exactly; on this computer (`http://127.0.0.1`) with any port.',
  ),
  code_challenge: z.string().regex(/^[\w-]{43}$/, 'must be the SHA-256 of the code verifier, as base64url'),
  code_challenge_method: z.literal('S256'),
  resource,
  state: z.string().max(4_000).optional(),
  scope: z.string().max(1_000).optional().describe('Whatever it says, a connection reads, and nothing else.'),
})

/** What a person is asked before a client may read a site for them. */
export const connectionRequestSchema = z
  .object({
    client: z.object({
      name: z.string().describe('As it calls itself.'),
      host: z.string().nullable().describe('Whose document says so; null for a client that only says it of itself.'),
    }),
    redirectHost: z
      .string()
      .nullable()
      .describe('Where the person is sent back to; null for a program on their computer.'),
    site: z.object({ domain: z.string(), name: z.string() }),
    cancelAddress: z.string().describe('Where the browser goes if the person doesn’t allow it.'),
  })
  .meta({ id: 'ConnectionRequest' })

/** A client that reads a site for a person. */
export const connectionSchema = z
  .object({
    id: z.string(),
    client: z.string().describe('Its name.'),
    clientHost: z
      .string()
      .nullable()
      .describe('Whose document says so; null for a client that only says it of itself.'),
    site: z.string().describe('Its domain.'),
    person: z.object({ id: z.string(), name: z.string() }).describe('Who has allowed it.'),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().describe('To the minute.'),
    expiresAt: z.iso.datetime().describe('When it ends unless it is used before.'),
  })
  .meta({ id: 'Connection', description: 'An MCP client that reads a site for a person.' })

const requestLimits = [
  { name: 'connections-organization-hour', subject: 'organization', requests: 300, seconds: 3_600 },
] as const

const notNow = { description: 'Asked by a key: a connection belongs to a person who has signed in.' }

/** Says what a person is asked, without allowing it. */
export const getConnectionRequest = endpoint({
  ...administration,
  operationId: 'getConnectionRequest',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/connections/request',
  summary: 'Read what an MCP client asks for',
  description:
    'The dashboard asks it before its page says who wants to read what. Fetches the client’s metadata document, from a public address.',
  limits: requestLimits,
  query: connectionQuerySchema,
  responses: {
    200: { description: 'Who wants to read what.', schema: connectionRequestSchema },
    404: { description: 'No such site in this organization.' },
    409: notNow,
  },
})

/** Lets a client read a site for the person who asks. */
export const createConnection = endpoint({
  ...administration,
  operationId: 'createConnection',
  role: 'viewer',
  method: 'post',
  path: '/admin/v1/connections',
  summary: 'Let an MCP client read a site for me',
  description:
    'The browser then brings the client a code, which is exchanged once, within a minute. A person has at most 50 connections: the one that was used longest ago ends.',
  limits: requestLimits,
  body: connectionQuerySchema,
  responses: {
    201: {
      description: 'Where the browser goes next.',
      schema: z.object({ url: z.string().describe('The client’s address, with the code.') }),
    },
    404: { description: 'No such site in this organization.' },
    409: notNow,
  },
})

/** Lists connections. */
export const listConnections = endpoint({
  ...administration,
  operationId: 'listConnections',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/connections',
  summary: 'List the MCP clients that people have connected',
  description: 'Those of the person who asks; for an owner and for a key, those of the whole organization.',
  responses: {
    200: { description: 'Newest first.', schema: z.object({ connections: z.array(connectionSchema) }) },
  },
})

/** Ends a connection. */
export const deleteConnection = endpoint({
  ...administration,
  operationId: 'deleteConnection',
  role: 'viewer',
  method: 'delete',
  path: '/admin/v1/connections/{id}',
  summary: 'Disconnect an MCP client',
  description: 'A person’s own; any of the organization for an owner and for a key.',
  responses: {
    204: { description: 'The client’s tokens are refused from now on.' },
    404: { description: 'No such connection.' },
  },
})

const publicOperation = { tag: 'Discovery', key: null, query: undefined } as const
const metadataLimits = addressDaily('metadata')

/** Which server signs people in for the MCP server of a site (RFC 9728). */
export const getProtectedResource = endpoint({
  ...publicOperation,
  operationId: 'getProtectedResource',
  method: 'get',
  path: '/.well-known/oauth-protected-resource/mcp/{domain}',
  summary: 'Where people sign in for a site’s MCP server',
  description: 'The same for every name, so that it doesn’t tell which sites there are (RFC 9728).',
  limits: metadataLimits,
  body: undefined,
  responses: {
    200: {
      description: 'The metadata.',
      schema: z.looseObject({ resource: z.string(), authorization_servers: z.array(z.string()) }),
    },
  },
})

/** How clients have people sign in here (RFC 8414). */
export const getAuthorizationServer = endpoint({
  ...publicOperation,
  operationId: 'getAuthorizationServer',
  method: 'get',
  path: '/.well-known/oauth-authorization-server',
  summary: 'How MCP clients have people sign in',
  description: 'The metadata of RFC 8414.',
  limits: metadataLimits,
  body: undefined,
  responses: {
    200: {
      description: 'The metadata.',
      schema: z.looseObject({
        issuer: z.string(),
        authorization_endpoint: z.string(),
        token_endpoint: z.string(),
        code_challenge_methods_supported: z.array(z.string()),
      }),
    },
  },
})

/** What a client says of itself; all else is ignored. */
export const clientMetadataSchema = z.object({
  client_name: z.string().trim().min(1).max(100).optional(),
  redirect_uris: z.array(redirectAddress.max(300)).min(1).max(10),
})

/** Gives an id to a client that has no metadata document (RFC 7591). */
export const registerClient = endpoint({
  ...publicOperation,
  operationId: 'registerClient',
  method: 'post',
  path: '/oauth/clients',
  summary: 'Register an MCP client that has no metadata document',
  description:
    'For clients that don’t know metadata documents yet (RFC 7591). Nothing is stored: what the client says stands, sealed, in the id that it gets.',
  limits: withNetwork({ name: 'clients-address-hour', subject: 'address', requests: 100, seconds: 3_600 }),
  body: clientMetadataSchema,
  responses: {
    201: {
      description: 'The client. It has no secret.',
      schema: z.looseObject({
        client_id: z.string(),
        client_name: z.string().optional(),
        redirect_uris: z.array(z.string()),
        token_endpoint_auth_method: z.literal('none'),
      }),
    },
  },
})

/** The fields that the operations share by which clients get tokens and give them up. */
const tokenOperation = {
  ...publicOperation,
  method: 'post',
  bodyType: 'application/x-www-form-urlencoded',
  limits: withNetwork({ name: 'tokens-address', subject: 'address', requests: 600, seconds: 900 }),
} as const

const token = z.string().min(1).max(500)

/** Exchanges a code, or a refresh token, for tokens. */
export const createToken = endpoint({
  ...tokenOperation,
  operationId: 'createToken',
  path: '/oauth/token',
  summary: 'Exchange a code or a refresh token for tokens',
  description:
    'As in OAuth 2.1. An access token opens the MCP server of one site for an hour. A refresh token is used once, within 30 days: used again, it ends the connection, since one of two has stolen it.',
  body: z.object({
    grant_type: z.string().max(200).describe('`authorization_code` or `refresh_token`.'),
    client_id: clientId,
    code: token.optional(),
    redirect_uri: redirectAddress.optional(),
    code_verifier: z.string().min(43).max(128).optional(),
    refresh_token: token.optional(),
    resource: resource.optional(),
  }),
  responses: {
    200: {
      description: 'The tokens.',
      schema: z.object({
        access_token: z.string(),
        token_type: z.literal('Bearer'),
        expires_in: z.int().describe('Seconds.'),
        refresh_token: z.string(),
        scope: z.literal('read'),
      }),
    },
  },
})

/** Ends the connection of a token (RFC 7009). */
export const revokeToken = endpoint({
  ...tokenOperation,
  operationId: 'revokeToken',
  path: '/oauth/revoke',
  summary: 'Give a token up',
  description:
    'Ends the connection that the token is of. The answer is the same for a token that nobody knows (RFC 7009).',
  body: z.object({ token, client_id: clientId.optional(), token_type_hint: z.string().max(100).optional() }),
  responses: { 200: { description: 'The token opens nothing.' } },
})

/** What a client asks a person for; see `connectionQuerySchema`. */
export type ConnectionQuery = z.infer<typeof connectionQuerySchema>
/** What a person is asked; see `connectionRequestSchema`. */
export type ConnectionRequest = z.infer<typeof connectionRequestSchema>
/** A client that reads a site for a person; see `connectionSchema`. */
export type Connection = z.infer<typeof connectionSchema>
/** What a client says of itself; see `clientMetadataSchema`. */
export type ClientMetadata = z.infer<typeof clientMetadataSchema>
/** Tokens of a client. */
export type Tokens = z.infer<(typeof createToken.responses)[200]['schema']>
