import { verify } from 'node:crypto'
import { installation, pullRequest, pullRequestSimple } from './github-pages.ts'
import {
  type ApiRequest,
  addPull,
  commitsBetween,
  type ForgeApi,
  type ForgePull,
  type ForgeRepository,
  type ForgeState,
  fieldsOf,
  openPull,
  type Reply,
  textOf,
} from './pulls.ts'

const documentation = 'https://docs.github.com/rest'
const message = (status: number, text: string): Reply => ({
  status,
  body: { message: text, documentation_url: documentation, status: String(status) },
})
const invalid = (...errors: Record<string, unknown>[]): Reply => ({
  status: 422,
  body: { message: 'Validation Failed', errors, documentation_url: documentation, status: '422' },
})

/** The part of GitHub's REST API that pull requests need, below `/api/v3` as on GitHub Enterprise. */
export const createGitHubApi =
  (state: ForgeState): ForgeApi =>
  (request) => {
    const path = request.url.pathname.replace(/^\/api\/v3/, '')
    const bearer = /^(?:Bearer|token) (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (/^\/app\/|\/installation$/.test(path)) return answerApp(state, bearer, path, request)
    const permission = state.tokens.get(bearer)
    if (!permission) return message(401, 'Bad credentials')
    const [, owner = '', name = '', number] = /^\/repos\/([^/]+)\/([^/]+)\/pulls(?:\/(\d+))?$/.exec(path) ?? []
    const repository = state.repositories.get(`${owner}/${name}`)
    if (!repository) return message(404, 'Not Found')
    if (request.method === 'GET' && !number) return listPulls(state.url(), repository, request.url.searchParams)
    const pull = repository.pulls.find((one) => one.number === Number(number))
    if (number && !pull) return message(404, 'Not Found')
    if (pull && request.method === 'GET') return { status: 200, body: pullRequest(state.url(), repository, pull) }
    if (permission !== 'write') return message(403, 'Resource not accessible by personal access token')
    const fields = fieldsOf(request.body)
    return pull ? update(state.url(), repository, pull, fields) : create(state.url(), repository, fields)
  }

function listPulls(url: string, repository: ForgeRepository, query: URLSearchParams): Reply {
  const [owner] = repository.path.split('/')
  const wanted = query.get('state') ?? 'open'
  const found = repository.pulls.filter((pull) => {
    const isOpen = !pull.closed && !pull.merged
    const isState = wanted === 'all' || (wanted === 'open') === isOpen
    const isHead = !query.has('head') || query.get('head') === `${owner}:${pull.head}`
    return isState && isHead && (!query.has('base') || query.get('base') === pull.base)
  })
  return { status: 200, body: found.reverse().map((pull) => pullRequestSimple(url, repository, pull)) }
}

function create(url: string, repository: ForgeRepository, fields: Record<string, unknown>): Reply {
  const [owner = ''] = repository.path.split('/')
  const [head, base, title] = [textOf(fields.head), textOf(fields.base), textOf(fields.title)]
  if (!title) return invalid({ resource: 'Issue', code: 'missing_field', field: 'title' })
  if (!repository.git.head(head)) return invalid({ resource: 'PullRequest', field: 'head', code: 'invalid' })
  if (!repository.git.head(base)) return invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' })
  const custom = (text: string): Reply => invalid({ resource: 'PullRequest', code: 'custom', message: text })
  if (openPull(repository, head, base)) return custom(`A pull request already exists for ${owner}:${head}.`)
  if (commitsBetween(repository, head, base) === 0) return custom(`No commits between ${base} and ${head}`)
  const draft = fields.draft === true
  const pull = addPull(repository, { head, base, title, body: textOf(fields.body), draft, author: 'agent' })
  return { status: 201, body: pullRequest(url, repository, pull) }
}

function update(url: string, repository: ForgeRepository, pull: ForgePull, fields: Record<string, unknown>): Reply {
  if (typeof fields.title === 'string') pull.title = fields.title
  if (typeof fields.body === 'string') pull.body = fields.body
  if (fields.state === 'closed') pull.closed = true
  return { status: 200, body: pullRequest(url, repository, pull) }
}

function answerApp(state: ForgeState, token: string, path: string, { body }: ApiRequest): Reply {
  const { app } = state
  if (!app || !isSigned(token, app.publicKey, app.id)) {
    return message(401, 'A JSON web token could not be decoded')
  }
  if (path.endsWith('/installation')) return { status: 200, body: installation(app.id, app.installationId) }
  if (!path.includes(`/installations/${app.installationId}/`)) return message(404, 'Not Found')
  const granted = `ghs_installation${state.tokens.size}`
  state.tokens.set(granted, 'write')
  const expires = new Date(Date.now() + 3_600_000).toISOString()
  return { status: 201, body: { token: granted, expires_at: expires, permissions: fieldsOf(body).permissions } }
}

/** As GitHub checks it: RS256, issued by the App, not older than a minute past, not longer than ten minutes. */
function isSigned(token: string, publicKey: string, appId: string): boolean {
  const [header = '', claims = '', signature = ''] = token.split('.')
  if (!signature) return false
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url')))
    return false
  const { iat, exp, iss } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const now = Date.now() / 1_000
  return iss === appId && iat <= now && exp > now && exp - iat <= 600
}
