import { createPrivateKey, sign } from 'node:crypto'
import type { HostCredentials } from '@sidenote/contract'
import { z } from 'zod'
import { type ApiCall, callApi, readAnswer } from './call-api.ts'
import { HostError } from './host.ts'

type AppSecret = Extract<HostCredentials, { kind: 'app' }>

/** GitHub's clock may be behind ours by that much. */
const skewSeconds = 60
/** A token is replaced while a push could still outlive it. */
const renewBeforeSeconds = 600

/** Where an App is installed. */
interface AppPlace extends Pick<ApiCall, 'publicOnly'> {
  /** Base of the REST API. */
  api: string
  /** Address of the repository there. */
  repository: string
  /** The repository’s own name. */
  name: string
}

/**
 * Tokens of an App's installation, good for one repository and for what a pull request needs; renewed before they
 * expire (GitHub gives them one hour).
 */
export function createAppTokens(
  { api, repository, name, publicOnly }: AppPlace,
  secret: AppSecret,
): (signal?: AbortSignal) => Promise<string> {
  let current: { token: string; expiresAt: number } | undefined
  let installation = secret.installationId ?? undefined
  return async (signal) => {
    if (current && current.expiresAt - Date.now() > renewBeforeSeconds * 1_000) return current.token
    const headers = {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      authorization: `Bearer ${signAppToken(secret)}`,
    }
    if (installation === undefined) {
      const found = await callApi({ method: 'GET', url: `${repository}/installation`, headers, signal, publicOnly })
      installation = readAnswer(found, z.object({ id: z.int() })).id
    }
    const answer = await callApi({
      method: 'POST',
      url: `${api}/app/installations/${installation}/access_tokens`,
      headers,
      publicOnly,
      body: { repositories: [name], permissions: { contents: 'write', pull_requests: 'write', metadata: 'read' } },
      signal,
    })
    const { token, expires_at } = readAnswer(answer, z.object({ token: z.string(), expires_at: z.string() }))
    current = { token, expiresAt: Date.parse(expires_at) }
    return token
  }
}

/** The JSON Web Token by which an App says who it is (RS256, ten minutes at most). */
function signAppToken({ appId, privateKey }: AppSecret): string {
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iat: now - skewSeconds, exp: now + 540 - skewSeconds, iss: appId }
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const content = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), readKey(privateKey)).toString('base64url')}`
}

function readKey(privateKey: string) {
  try {
    return createPrivateKey(privateKey)
  } catch (cause) {
    throw new HostError('unauthorized', 'The private key of the GitHub App is not a PEM key.', { cause })
  }
}
