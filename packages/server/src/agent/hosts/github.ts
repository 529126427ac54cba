import { z } from 'zod'
import { readAnswer, sentenceOf } from './call-api.ts'
import { createAppTokens } from './github-app.ts'
import { gitHubHeaders } from './github-headers.ts'
import { type CodeHost, HostError, type HostSettings, type PullRequest } from './host.ts'
import { type RepositoryAddress, readRepositoryAddress, trimTrailingSlashes } from './repository-address.ts'
import { openRestApi } from './rest-api.ts'

const pullSchema = z.object({
  html_url: z.string(),
  number: z.int(),
  draft: z.boolean().nullish(),
  body: z.string().nullish(),
})

const apiOf = ({ apiUrl }: HostSettings, { hostname, origin }: RepositoryAddress): string =>
  trimTrailingSlashes(apiUrl) ?? (hostname === 'github.com' ? 'https://api.github.com' : `${origin}/api/v3`)

type ReadToken = (signal?: AbortSignal) => Promise<string | undefined>

const openToken = ({ secret, publicOnly }: HostSettings, api: string, { owner, name }: RepositoryAddress): ReadToken =>
  secret?.kind === 'app' ? createAppTokens({ api, owner, name, publicOnly }, secret) : async () => secret?.token

/** GitHub and, at any other host name, GitHub Enterprise; with a token or as an App installation. */
export const openGitHub = (settings: HostSettings): CodeHost => {
  const address = readRepositoryAddress(settings.repository)
  const api = apiOf(settings, address)
  const url = `${api}/repos/${address.owner}/${address.name}`
  const readToken = openToken(settings, api, address)
  const call = openRestApi({
    url,
    publicOnly: settings.publicOnly,
    headers: async (signal) => {
      const token = await readToken(signal)
      return token ? { ...gitHubHeaders, authorization: `Bearer ${token}` } : gitHubHeaders
    },
  })
  const findPullRequest: CodeHost['findPullRequest'] = async (head, signal) => {
    const query = new URLSearchParams({ head: `${address.owner}:${head}`, state: 'open' })
    const [first] = readAnswer(await call('GET', `/pulls?${query}`, { signal }), z.array(pullSchema))
    return first && describe(first)
  }
  const createPullRequest: CodeHost['createPullRequest'] = async (request, signal) => {
    const answer = await call('POST', '/pulls', { body: request, expected: [422], signal })
    if (answer.status !== 422) return describe(readAnswer(answer, pullSchema))
    const reason = sentenceOf(answer.body) ?? 'no reason given'
    // Private repositories of some plans have no drafts.
    if (request.draft && reason.toLowerCase().includes('draft pull requests are not supported')) {
      return createPullRequest({ ...request, draft: false }, signal)
    }
    const exists = reason.toLowerCase().includes('already exists')
    const open = exists ? await findPullRequest(request.head, signal) : undefined
    if (open) return open
    throw new HostError('refused', `${url} refused the pull request of ${request.head}: ${reason}.`)
  }
  return {
    credentials: async (signal) => {
      const token = await readToken(signal)
      return token === undefined ? undefined : { username: 'x-access-token', token }
    },
    findPullRequest,
    createPullRequest,
    describePullRequest: async (number, body, signal) => {
      await call('PATCH', `/pulls/${number}`, { body: { body }, signal })
    },
  }
}

const describe = (pull: z.infer<typeof pullSchema>): PullRequest => ({
  url: pull.html_url,
  number: pull.number,
  draft: pull.draft ?? false,
  body: pull.body ?? '',
})
