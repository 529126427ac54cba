import { z } from 'zod'
import { type ApiAnswer, type ApiCall, callApi, readAnswer, sentenceOf } from './call-api.ts'
import { createAppTokens } from './github-app.ts'
import { type CodeHost, HostError, type HostSettings, type PullRequest } from './host.ts'
import { readRepositoryAddress } from './repository-address.ts'

const pullSchema = z.object({
  html_url: z.string(),
  number: z.int(),
  draft: z.boolean().nullish(),
  body: z.string().nullish(),
})

const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }

/** GitHub and, at any other host name, GitHub Enterprise; with a token or as an App installation. */
export function openGitHub(settings: HostSettings): CodeHost {
  const address = readRepositoryAddress(settings.repository)
  const api =
    settings.apiUrl?.replace(/\/+$/, '') ??
    (address.hostname === 'github.com' ? 'https://api.github.com' : `${address.origin}/api/v3`)
  const repository = `${api}/repos/${address.owner}/${address.name}`
  const { secret, publicOnly } = settings
  const appToken =
    secret?.kind === 'app' ? createAppTokens({ api, repository, name: address.name, publicOnly }, secret) : undefined
  const token = async (signal?: AbortSignal): Promise<string | undefined> =>
    secret?.kind === 'token' ? secret.token : appToken?.(signal)

  const call = async (
    method: ApiCall['method'],
    path: string,
    options: Pick<ApiCall, 'body' | 'expected' | 'signal'> = {},
  ): Promise<ApiAnswer> => {
    const bearer = await token(options.signal)
    return callApi({
      method,
      url: `${repository}${path}`,
      publicOnly,
      headers: bearer ? { ...headers, authorization: `Bearer ${bearer}` } : headers,
      ...options,
    })
  }
  const findPullRequest: CodeHost['findPullRequest'] = async (head, signal) => {
    const query = new URLSearchParams({ head: `${address.owner}:${head}`, state: 'open' })
    const [found] = readAnswer(await call('GET', `/pulls?${query}`, { signal }), z.array(pullSchema))
    return found && pullRequestOf(found)
  }
  const create: CodeHost['createPullRequest'] = async (request, signal) => {
    const answer = await call('POST', '/pulls', { body: request, expected: [422], signal })
    if (answer.status !== 422) return pullRequestOf(readAnswer(answer, pullSchema))
    const said = sentenceOf(answer.body) ?? 'no reason given'
    // Private repositories of some plans know no drafts.
    if (request.draft && /draft pull requests are not supported/i.test(said)) {
      return create({ ...request, draft: false }, signal)
    }
    const existing = /already exists/i.test(said) ? await findPullRequest(request.head, signal) : undefined
    if (existing) return existing
    throw new HostError('refused', `${repository} did not take the pull request of ${request.head}: ${said}.`)
  }
  return {
    credentials: async (signal) => {
      const password = await token(signal)
      return password === undefined ? undefined : { username: 'x-access-token', token: password }
    },
    findPullRequest,
    createPullRequest: create,
    describePullRequest: async (number, body, signal) => {
      await call('PATCH', `/pulls/${number}`, { body: { body }, signal })
    },
  }
}

const pullRequestOf = (pull: z.infer<typeof pullSchema>): PullRequest => ({
  url: pull.html_url,
  number: pull.number,
  draft: pull.draft ?? false,
  body: pull.body ?? '',
})
