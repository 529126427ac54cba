import {
  addPull,
  commitsBetween,
  type ForgeApi,
  type ForgePull,
  type ForgeRepository,
  type ForgeState,
  fieldsOf,
  openPull,
  textOf,
} from './pulls.ts'

const isDraft = (title: string): boolean => /^(?:Draft: |\[Draft\]|\(Draft\))/.test(title)

/** Merge requests as GitLab's REST API v4 has them. */
export const createGitLabApi =
  (state: ForgeState): ForgeApi =>
  ({ method, url, headers, body }) => {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? textOf(headers['private-token'])
    const permission = state.tokens.get(token)
    if (!permission) return { status: 401, body: { message: '401 Unauthorized' } }
    const [, id, number] = /^\/api\/v4\/projects\/([^/]+)\/merge_requests(?:\/(\d+))?$/.exec(url.pathname) ?? []
    const repository = state.repositories.get(decodeURIComponent(id ?? ''))
    if (!repository) return { status: 404, body: { message: '404 Project Not Found' } }
    const page = (pull: ForgePull) => mergeRequest(state.url(), repository, pull)
    if (method === 'GET' && !number) {
      const found = repository.pulls
        .filter((pull) => pull.head === url.searchParams.get('source_branch'))
        .map(page)
        .filter((one) => one.state === url.searchParams.get('state'))
      return { status: 200, body: found.reverse() }
    }
    const pull = repository.pulls.find((one) => one.number === Number(number))
    if (number && !pull) return { status: 404, body: { message: '404 Not found' } }
    if (pull && method === 'GET') return { status: 200, body: page(pull) }
    if (permission !== 'write') return { status: 403, body: { message: '403 Forbidden' } }
    const fields = fieldsOf(body)
    if (pull && method === 'PUT') {
      if (typeof fields.title === 'string') {
        pull.title = fields.title
        pull.draft = isDraft(fields.title)
      }
      if (typeof fields.description === 'string') pull.body = fields.description
      return { status: 200, body: page(pull) }
    }
    return create(repository, fields, page)
  }

function create(
  repository: ForgeRepository,
  fields: Record<string, unknown>,
  page: (pull: ForgePull) => unknown,
): ReturnType<ForgeApi> {
  const [head, base, title] = [textOf(fields.source_branch), textOf(fields.target_branch), textOf(fields.title)]
  const existing = openPull(repository, head, base)
  if (existing) {
    const message = `Another open merge request already exists for this source branch: !${existing.number}`
    return { status: 409, body: { message: [message] } }
  }
  if (!repository.git.head(head) || !repository.git.head(base)) {
    return { status: 422, body: { message: { source_branch: ['does not exist'] } } }
  }
  if (commitsBetween(repository, head, base) === 0) {
    return { status: 400, body: { message: { base: ['no commits between the branches'] } } }
  }
  const body = textOf(fields.description)
  const pull = addPull(repository, { head, base, title, body, draft: isDraft(title), author: 'agent' })
  return { status: 201, body: page(pull) }
}

const mergeRequest = (url: string, repository: ForgeRepository, pull: ForgePull) => ({
  id: 1_000 + pull.number,
  iid: pull.number,
  title: pull.title,
  description: pull.body,
  state: pull.merged ? 'merged' : pull.closed ? 'closed' : 'opened',
  draft: pull.draft,
  source_branch: pull.head,
  target_branch: pull.base,
  sha: repository.git.head(pull.head) ?? null,
  created_at: pull.createdAt,
  web_url: `${url}/${repository.path}/-/merge_requests/${pull.number}`,
})
