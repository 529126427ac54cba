import { z } from 'zod'
import { callApi, readAnswer, sentenceOf } from './call-api.ts'
import { type CodeHost, HostError, type HostSettings, type PullRequest } from './host.ts'
import { readRepositoryAddress } from './repository-address.ts'

const pullSchema = z.object({
  html_url: z.string(),
  number: z.int(),
  draft: z.boolean().nullish(),
  title: z.string(),
  body: z.string().nullish(),
  head: z.object({ ref: z.string() }),
})

const pageSize = 50
/** A repository with more open pull requests is not read to its end. */
const mostPages = 40

/** Gitea and Forgejo (Codeberg), with an access token (`write:repository`). */
export function openGitea(settings: HostSettings): CodeHost {
  const address = readRepositoryAddress(settings.repository)
  const api = settings.apiUrl?.replace(/\/+$/, '') ?? `${address.origin}/api/v1`
  const repository = `${api}/repos/${address.owner}/${address.name}`
  const { secret, publicOnly } = settings
  if (secret?.kind === 'app') throw new HostError('refused', 'Only GitHub knows Apps: give a token.')
  const headers = secret ? { authorization: `token ${secret.token}` } : {}
  const findPullRequest: CodeHost['findPullRequest'] = async (head, signal) => {
    // The list knows no filter by branch.
    for (let page = 1; page <= mostPages; page++) {
      const answer = await callApi({
        method: 'GET',
        url: `${repository}/pulls?state=open&limit=${pageSize}&page=${page}`,
        headers,
        publicOnly,
        signal,
      })
      const pulls = readAnswer(answer, z.array(pullSchema))
      const found = pulls.find((pull) => pull.head.ref === head)
      if (found) return pullRequestOf(found)
      // A server may give fewer at a time than it is asked for.
      if (pulls.length === 0) return undefined
    }
    return undefined
  }
  return {
    credentials: async () => (secret ? { username: 'oauth2', token: secret.token } : undefined),
    findPullRequest,
    createPullRequest: async ({ head, base, title, body: text, draft }, signal) => {
      const answer = await callApi({
        method: 'POST',
        url: `${repository}/pulls`,
        headers,
        publicOnly,
        body: { head, base, title: draft ? `WIP: ${title}` : title, body: text },
        expected: [409],
        signal,
      })
      if (answer.status !== 409) return pullRequestOf(readAnswer(answer, pullSchema))
      const open = await findPullRequest(head, signal)
      if (open) return open
      throw new HostError(
        'refused',
        `${repository} did not take the pull request of ${head}: ${sentenceOf(answer.body)}.`,
      )
    },
    describePullRequest: async (number, body, signal) => {
      await callApi({
        method: 'PATCH',
        url: `${repository}/pulls/${number}`,
        headers,
        body: { body },
        signal,
        publicOnly,
      })
    },
  }
}

const pullRequestOf = (pull: z.infer<typeof pullSchema>): PullRequest => ({
  url: pull.html_url,
  number: pull.number,
  draft: pull.draft ?? /^(?:WIP:|\[WIP\])/i.test(pull.title),
  body: pull.body ?? '',
})
