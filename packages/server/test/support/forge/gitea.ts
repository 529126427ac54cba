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

const isDraft = (title: string): boolean => /^(?:WIP:|\[WIP\])/i.test(title)
const none = { status: 404, body: { message: "The target couldn't be found.", errors: [] } }

/** Pull requests as the REST API of Gitea and Forgejo has them. */
export const createGiteaApi =
  (state: ForgeState): ForgeApi =>
  ({ method, url, headers, body }) => {
    const token = /^token (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const permission = state.tokens.get(token)
    if (!permission) return { status: 401, body: { message: 'invalid username, password or token' } }
    const [, path, rest = ''] = /^\/api\/v1\/repos\/([^/]+\/[^/]+)\/pulls(?:\/(.+))?$/.exec(url.pathname) ?? []
    const repository = state.repositories.get(path ?? '')
    if (!repository) return none
    const page = (pull: ForgePull) => pullRequest(state.url(), repository, pull)
    if (method === 'GET' && rest === '') {
      const [limit, number] = [Number(url.searchParams.get('limit')), Number(url.searchParams.get('page'))]
      const start = (number - 1) * limit
      return {
        status: 200,
        body: repository.pulls
          .toReversed()
          .map(page)
          .filter((one) => one.state === url.searchParams.get('state'))
          .slice(start, start + limit),
      }
    }
    const pull = repository.pulls.find((one) => one.number === Number(rest))
    if (rest && !pull) return none
    if (pull && method === 'GET') return { status: 200, body: page(pull) }
    if (permission !== 'write') return { status: 403, body: { message: 'token does not have the required scope' } }
    const fields = fieldsOf(body)
    if (pull && method === 'PATCH') {
      if (typeof fields.title === 'string') {
        pull.title = fields.title
        pull.draft = isDraft(fields.title)
      }
      if (typeof fields.body === 'string') pull.body = fields.body
      return { status: 201, body: page(pull) }
    }
    return create(repository, fields, page)
  }

function create(
  repository: ForgeRepository,
  fields: Record<string, unknown>,
  page: (pull: ForgePull) => unknown,
): ReturnType<ForgeApi> {
  const [head, base, title] = [textOf(fields.head), textOf(fields.base), textOf(fields.title)]
  if (!repository.git.head(head) || !repository.git.head(base)) return none
  const existing = openPull(repository, head, base)
  if (existing) {
    return { status: 409, body: { message: `pull request already exists for these targets [id: ${existing.number}]` } }
  }
  if (commitsBetween(repository, head, base) === 0) {
    return { status: 422, body: { message: 'no changes between the branches' } }
  }
  const pull = addPull(repository, {
    head,
    base,
    title,
    body: textOf(fields.body),
    draft: isDraft(title),
    author: 'agent',
  })
  return { status: 201, body: page(pull) }
}

const pullRequest = (url: string, repository: ForgeRepository, pull: ForgePull) => ({
  id: 1_000 + pull.number,
  number: pull.number,
  title: pull.title,
  body: pull.body,
  state: pull.merged || pull.closed ? 'closed' : 'open',
  merged: pull.merged,
  draft: pull.draft,
  html_url: `${url}/${repository.path}/pulls/${pull.number}`,
  head: { ref: pull.head, sha: repository.git.head(pull.head) },
  base: { ref: pull.base, sha: repository.git.head(pull.base) },
  created_at: pull.createdAt,
})
