import { z } from 'zod'
import { callApi, readAnswer, sentenceOf } from './call-api.ts'
import { type CodeHost, HostError, type HostSettings, type PullRequest } from './host.ts'
import { readRepositoryAddress } from './repository-address.ts'

const mergeRequestSchema = z.object({
  web_url: z.string(),
  iid: z.int(),
  draft: z.boolean().nullish(),
  description: z.string().nullish(),
})

/** GitLab, at gitlab.com or anywhere else, with a project, group or personal access token (`api` scope). */
export function openGitLab(settings: HostSettings): CodeHost {
  const address = readRepositoryAddress(settings.repository)
  const api = settings.apiUrl?.replace(/\/+$/, '') ?? `${address.origin}/api/v4`
  const requests = `${api}/projects/${encodeURIComponent(address.path)}/merge_requests`
  const token = tokenOf(settings)
  const { publicOnly } = settings
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const findPullRequest: CodeHost['findPullRequest'] = async (head, signal) => {
    const query = new URLSearchParams({ source_branch: head, state: 'opened' })
    const [found] = readAnswer(
      await callApi({ method: 'GET', url: `${requests}?${query}`, headers, signal, publicOnly }),
      z.array(mergeRequestSchema),
    )
    return found && pullRequestOf(found)
  }
  return {
    credentials: async () => (token === undefined ? undefined : { username: 'oauth2', token }),
    findPullRequest,
    createPullRequest: async ({ head, base, title, body: description, draft }, signal) => {
      const answer = await callApi({
        method: 'POST',
        url: requests,
        headers,
        publicOnly,
        body: {
          ...{ source_branch: head, target_branch: base, title: draft ? `Draft: ${title}` : title, description },
        },
        expected: [409],
        signal,
      })
      if (answer.status !== 409) return pullRequestOf(readAnswer(answer, mergeRequestSchema))
      const open = await findPullRequest(head, signal)
      if (open) return open
      throw new HostError(
        'refused',
        `${requests} did not take the merge request of ${head}: ${sentenceOf(answer.body)}.`,
      )
    },
    describePullRequest: async (number, description, signal) => {
      await callApi({ method: 'PUT', url: `${requests}/${number}`, headers, body: { description }, signal, publicOnly })
    },
  }
}

const tokenOf = ({ secret }: HostSettings): string | undefined => {
  if (secret?.kind === 'app') throw new HostError('refused', 'Only GitHub knows Apps: give a token.')
  return secret?.token
}

const pullRequestOf = (request: z.infer<typeof mergeRequestSchema>): PullRequest => ({
  url: request.web_url,
  number: request.iid,
  draft: request.draft ?? false,
  body: request.description ?? '',
})
