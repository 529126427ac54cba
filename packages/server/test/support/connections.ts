import { createHash, randomBytes } from 'node:crypto'
import { ownPage } from './people.ts'
import type { TestServer } from './server.ts'

/** Where the client of the tests has browsers sent back to. */
export const redirectAddress = 'http://127.0.0.1/callback'

/** The secret of a request, and its hash. */
export const createVerifier = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Registers a client, and returns its id. */
export const registerClient = async (
  server: TestServer,
  redirects: readonly string[] = [redirectAddress],
): Promise<string> => {
  const answer = await server.send('/oauth/clients', { body: { client_name: 'Robot', redirect_uris: redirects } })
  if (!answer.ok) throw new Error(`Registering answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { client_id: string }).client_id
}

/** What a client asks a person for. */
export interface Asked {
  readonly clientId: string
  readonly challenge: string
  readonly site: string
  readonly more?: Readonly<Record<string, string | undefined>>
}

/** The parameters by which a client asks. */
export const queryOf = (server: TestServer, { clientId, challenge, site, more }: Asked) =>
  Object.fromEntries(
    Object.entries({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectAddress,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${server.url}/mcp/${site}`,
      state: 'state of the client',
      ...more,
    }).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )

/** Reads what a person would be asked, as the dashboard's page does. */
export const readRequest = (server: TestServer, cookie: string, asked: Asked): Promise<Response> =>
  server.send(`/admin/v1/connections/request?${new URLSearchParams(queryOf(server, asked))}`, {
    method: 'GET',
    headers: { cookie },
  })

/** Allows it, as the dashboard's page does. */
export const allow = (server: TestServer, cookie: string, asked: Asked): Promise<Response> =>
  server.send('/admin/v1/connections', { body: queryOf(server, asked), headers: { cookie, ...ownPage(server) } })

/** Sends the fields of a form. */
export const sendForm = (server: TestServer, path: string, fields: Readonly<Record<string, string>>) =>
  server.send(path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** Tokens as the server gives them. */
export interface GivenTokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}

/** A client that a person has just allowed to read a site: what it exchanges. */
export const getCode = async (server: TestServer, { cookie, site }: { cookie: string; site: string }) => {
  const { verifier, challenge } = createVerifier()
  const clientId = await registerClient(server)
  const answer = await allow(server, cookie, { clientId, challenge, site })
  if (!answer.ok) throw new Error(`Allowing answered ${answer.status}: ${await answer.text()}`)
  const url = new URL(((await answer.json()) as { url: string }).url)
  const code = url.searchParams.get('code') ?? ''
  return { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }
}

/** A client that is connected. */
export const connect = async (server: TestServer, allowed: { cookie: string; site: string }) => {
  const form = await getCode(server, allowed)
  const answer = await sendForm(server, '/oauth/token', form)
  if (!answer.ok) throw new Error(`Exchanging answered ${answer.status}: ${await answer.text()}`)
  return { ...((await answer.json()) as GivenTokens), clientId: form.client_id }
}

/** Lists the tools of a site's MCP server with a token. */
export const listTools = (server: TestServer, site: string, token?: string): Promise<Response> =>
  server.send(`/mcp/${site}`, {
    ...(token !== undefined && { key: token }),
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { accept: 'application/json, text/event-stream' },
  })
