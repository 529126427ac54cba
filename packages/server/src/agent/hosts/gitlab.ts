import { z } from 'zod'
import { readAnswer, sentenceOf } from './call-api.ts'
import { type CodeHost, HostError, type HostSettings, type PullRequest, requireToken } from './host.ts'
import { readRepositoryAddress, trimTrailingSlashes } from './repository-address.ts'
import { openRestApi } from './rest-api.ts'

const mergeRequestSchema = z.object({
  web_url: z.string(),
  iid: z.int(),
  draft: z.boolean().nullish(),
  description: z.string().nullish(),
})

/** GitLab, at gitlab.com or anywhere else, with a project, group or personal access token (`api` scope). */
export const openGitLab = (settings: HostSettings): CodeHost => {
  const address = readRepositoryAddress(settings.repository)
  const token = requireToken(settings)
  const api = trimTrailingSlashes(settings.apiUrl) ?? `${address.origin}/api/v4`
  const url = `${api}/projects/${encodeURIComponent(address.path)}/merge_requests`
  const call = openRestApi({
    url,
    publicOnly: settings.publicOnly,
    headers: async () => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
  })
  const findPullRequest: CodeHost['findPullRequest'] = async (head, signal) => {
    const query = new URLSearchParams({ source_branch: head, state: 'opened' })
    const [first] = readAnswer(await call('GET', `?${query}`, { signal }), z.array(mergeRequestSchema))
    return first && describe(first)
  }
  return {
    credentials: async () => (token === undefined ? undefined : { username: 'oauth2', token }),
    findPullRequest,
    createPullRequest: async ({ head, base, title, body, draft }, signal) => {
      const request = {
        source_branch: head,
        target_branch: base,
        title: draft ? `Draft: ${title}` : title,
        description: body,
      }
      const answer = await call('POST', '', { body: request, expected: [409], signal })
      if (answer.status !== 409) return describe(readAnswer(answer, mergeRequestSchema))
      const open = await findPullRequest(head, signal)
      if (open) return open
      throw new HostError('refused', `${url} refused the merge request of ${head}: ${sentenceOf(answer.body)}.`)
    },
    describePullRequest: async (number, description, signal) => {
      await call('PUT', `/${number}`, { body: { description }, signal })
    },
  }
}

const describe = (request: z.infer<typeof mergeRequestSchema>): PullRequest => ({
  url: request.web_url,
  number: request.iid,
  draft: request.draft ?? false,
  body: request.description ?? '',
})
