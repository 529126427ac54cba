import { z } from 'zod'
import { type ApiAnswer, type ApiCall, callApi, sentenceOf } from './call-api.ts'
import { type CodeHost, HostError, type HostSettings, type PullRequest } from './host.ts'
import { readRepositoryAddress } from './repository-address.ts'

const pullSchema = z.object({
  html_url: z.string(),
  number: z.int(),
  state: z.enum(['open', 'closed']),
  merged: z.boolean().nullish(),
  draft: z.boolean().nullish(),
  title: z.string(),
  head: z.object({ ref: z.string() }),
  base: z.object({ ref: z.string() }),
})

const draftMark = 'WIP: '
const pageSize = 50
/** The pull requests of a job are among the newest; a repository with more is not read to its beginning. */
const mostPages = 40

/** Gitea and Forgejo (Codeberg), with an access token (`write:repository`). */
export function openGitea(settings: HostSettings): CodeHost {
  const address = readRepositoryAddress(settings.repository)
  const api = settings.apiUrl?.replace(/\/+$/, '') ?? `${address.origin}/api/v1`
  const repository = `${api}/repos/${address.owner}/${address.name}`
  const { secret } = settings
  if (secret?.kind === 'app') throw new HostError('refused', 'Only GitHub knows Apps: give a token.')
  const call = (
    method: ApiCall['method'],
    path: string,
    options: Pick<ApiCall, 'body' | 'expected' | 'signal'> = {},
  ): Promise<ApiAnswer> =>
    callApi({
      method,
      url: `${repository}${path}`,
      headers: secret ? { authorization: `token ${secret.token}` } : {},
      ...options,
    })
  const findPullRequests: CodeHost['findPullRequests'] = async (head, base, signal) => {
    // The list knows no filter by branch; this asks whether there is anything to look for.
    const any = await call('GET', `/pulls/${encodeURIComponent(base)}/${encodeURIComponent(head)}`, {
      ...{ expected: [404], signal },
    })
    if (any.status === 404) return []
    const found: PullRequest[] = []
    for (let page = 1; page <= mostPages; page++) {
      const { body } = await call('GET', `/pulls?state=all&limit=${pageSize}&page=${page}`, { signal })
      const pulls = z.array(pullSchema).parse(body)
      found.push(...pulls.filter((pull) => pull.head.ref === head && pull.base.ref === base).map(pullRequestOf))
      if (pulls.length < pageSize) break
    }
    return found.sort((one, other) => other.number - one.number)
  }
  return {
    credentials: async () => (secret ? { username: 'oauth2', token: secret.token } : undefined),
    findPullRequests,
    createPullRequest: async ({ head, base, title, body: text, draft }, signal) => {
      const { status, body } = await call('POST', '/pulls', {
        body: { head, base, title: draft ? `${draftMark}${title}` : title, body: text },
        expected: [409],
        signal,
      })
      if (status !== 409) return pullRequestOf(pullSchema.parse(body))
      const open = (await findPullRequests(head, base, signal)).find((pull) => pull.state === 'open')
      if (open) return open
      throw new HostError('refused', `${repository} did not take the pull request of ${head}: ${sentenceOf(body)}.`)
    },
    updatePullRequest: async (number, { title, body }, signal) => {
      const draft =
        title !== undefined && pullSchema.parse((await call('GET', `/pulls/${number}`, { signal })).body).draft
      await call('PATCH', `/pulls/${number}`, {
        body: {
          ...(title === undefined ? {} : { title: draft ? `${draftMark}${title}` : title }),
          ...(body === undefined ? {} : { body }),
        },
        signal,
      })
    },
  }
}

const pullRequestOf = (pull: z.infer<typeof pullSchema>): PullRequest => ({
  url: pull.html_url,
  number: pull.number,
  state: pull.merged ? 'merged' : pull.state,
  draft: pull.draft ?? /^(?:WIP:|\[WIP\])/i.test(pull.title),
})
