import { z } from 'zod'
import { readAnswer, sentenceOf } from './call-api.ts'
import { type CodeHost, HostError, type HostSettings, type PullRequest, requireToken } from './host.ts'
import { readRepositoryAddress, trimTrailingSlashes } from './repository-address.ts'
import { type CallRestApi, openRestApi } from './rest-api.ts'

const pullSchema = z.object({
  html_url: z.string(),
  number: z.int(),
  draft: z.boolean().nullish(),
  title: z.string(),
  body: z.string().nullish(),
  head: z.object({ ref: z.string() }),
})

const pageSize = 50
/** A repository with more open pull requests isn't read to its end. */
const maximumPages = 40
/** Gitea has no drafts: a title that begins so is one. */
const draftMark = 'WIP:'

/** Gitea and Forgejo (Codeberg), with an access token (`write:repository`). */
export const openGitea = (settings: HostSettings): CodeHost => {
  const address = readRepositoryAddress(settings.repository)
  const token = requireToken(settings)
  const url = `${trimTrailingSlashes(settings.apiUrl) ?? `${address.origin}/api/v1`}/repos/${address.owner}/${address.name}`
  const call = openRestApi({
    url,
    publicOnly: settings.publicOnly,
    headers: async () => (token === undefined ? {} : { authorization: `token ${token}` }),
  })
  return {
    credentials: async () => (token === undefined ? undefined : { username: 'oauth2', token }),
    findPullRequest: (head, signal) => findPullRequest(call, head, signal),
    createPullRequest: async ({ head, base, title, body, draft }, signal) => {
      const request = { head, base, title: draft ? `${draftMark} ${title}` : title, body }
      const answer = await call('POST', '/pulls', { body: request, expected: [409], signal })
      if (answer.status !== 409) return describe(readAnswer(answer, pullSchema))
      const open = await findPullRequest(call, head, signal)
      if (open) return open
      throw new HostError('refused', `${url} refused the pull request of ${head}: ${sentenceOf(answer.body)}.`)
    },
    describePullRequest: async (number, body, signal) => {
      await call('PATCH', `/pulls/${number}`, { body: { body }, signal })
    },
  }
}

/** Looks through all open ones: the list cannot be filtered by branch. */
const findPullRequest = async (
  call: CallRestApi,
  head: string,
  signal: AbortSignal | undefined,
): Promise<PullRequest | undefined> => {
  for (let page = 1; page <= maximumPages; page++) {
    const answer = await call('GET', `/pulls?state=open&limit=${pageSize}&page=${page}`, { signal })
    const pulls = readAnswer(answer, z.array(pullSchema))
    const pull = pulls.find((one) => one.head.ref === head)
    if (pull) return describe(pull)
    // A page may have fewer than were asked for, and not be the last.
    if (pulls.length === 0) return undefined
  }
  return undefined
}

const isDraftTitle = (title: string): boolean => {
  const start = title.toUpperCase()
  return start.startsWith(draftMark) || start.startsWith('[WIP]')
}

const describe = (pull: z.infer<typeof pullSchema>): PullRequest => ({
  url: pull.html_url,
  number: pull.number,
  draft: pull.draft ?? isDraftTitle(pull.title),
  body: pull.body ?? '',
})
