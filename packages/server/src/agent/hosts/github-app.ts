import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { HostCredentials } from '@sidenote/contract'
import { z } from 'zod'
import { readAnswer } from './call-api.ts'
import { gitHubHeaders } from './github-headers.ts'
import { HostError } from './host.ts'
import { openRestApi } from './rest-api.ts'

type AppSecret = Extract<HostCredentials, { kind: 'app' }>

/** How far GitHub's clock may be behind ours. */
const skewSeconds = 60
/** A token that expires sooner is replaced: a push could outlive it. */
const renewBeforeMilliseconds = 600_000

/** Where an App is installed. */
interface AppInstallation {
  /** Base of the REST API. */
  readonly api: string
  readonly owner: string
  /** The repository's own name. */
  readonly name: string
  readonly publicOnly: boolean | undefined
}

/**
 * Tokens of an App's installation, valid for one repository and for what a pull request needs; renewed before they
 * expire (GitHub gives them one hour).
 */
export const createAppTokens = (
  { api, owner, name, publicOnly }: AppInstallation,
  secret: AppSecret,
): ((signal?: AbortSignal) => Promise<string>) => {
  const call = openRestApi({
    url: api,
    publicOnly,
    headers: async () => ({ ...gitHubHeaders, authorization: `Bearer ${signAppToken(secret)}` }),
  })
  let current: { token: string; expiresAt: number } | undefined
  let installation = secret.installationId ?? undefined
  return async (signal) => {
    if (current && current.expiresAt - Date.now() > renewBeforeMilliseconds) return current.token
    if (installation === undefined) {
      const answer = await call('GET', `/repos/${owner}/${name}/installation`, { signal })
      installation = readAnswer(answer, z.object({ id: z.int() })).id
    }
    const permissions = { contents: 'write', pull_requests: 'write', metadata: 'read' }
    const body = { repositories: [name], permissions }
    const answer = await call('POST', `/app/installations/${installation}/access_tokens`, { body, signal })
    const { token, expires_at } = readAnswer(answer, z.object({ token: z.string(), expires_at: z.string() }))
    current = { token, expiresAt: Date.parse(expires_at) }
    return token
  }
}

/** The JSON Web Token with which an App identifies itself (RS256, ten minutes at most). */
const signAppToken = ({ appId, privateKey }: AppSecret): string => {
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iat: now - skewSeconds, exp: now + 540 - skewSeconds, iss: appId }
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const content = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), parseKey(privateKey)).toString('base64url')}`
}

const parseKey = (privateKey: string): KeyObject => {
  try {
    return createPrivateKey(privateKey)
  } catch (cause) {
    throw new HostError('unauthorized', 'The private key of the GitHub App is not a PEM key.', { cause })
  }
}
