import { commitsBetween, type ForgePull, type ForgeRepository } from './pulls.ts'

/** The shapes of GitHub's REST API, filled from git where git knows, and otherwise as an empty repository has them. */

const user = (url: string, login: string) => {
  const api = `${url}/api/v3/users/${login}`
  const links = ['events', 'followers', 'following', 'gists', 'organizations', 'received_events', 'repos', 'starred']
  return {
    login,
    id: 1,
    node_id: 'MDQ6VXNlcjE=',
    avatar_url: `${url}/avatars/${login}`,
    gravatar_id: '',
    url: api,
    html_url: `${url}/${login}`,
    ...Object.fromEntries([...links, 'subscriptions'].map((name) => [`${name}_url`, `${api}/${name}`])),
    type: 'User',
    site_admin: false,
  }
}

const repositoryLinks = [
  ...['archive', 'assignees', 'blobs', 'branches', 'collaborators', 'comments', 'commits', 'compare', 'contents'],
  ...['contributors', 'deployments', 'downloads', 'events', 'forks', 'git_commits', 'git_refs', 'git_tags', 'hooks'],
  ...[
    'issue_comment',
    'issue_events',
    'issues',
    'keys',
    'labels',
    'languages',
    'merges',
    'milestones',
    'notifications',
  ],
  ...['pulls', 'releases', 'stargazers', 'statuses', 'subscribers', 'subscription', 'tags', 'teams', 'trees'],
]

const repositoryPage = (url: string, path: string) => {
  const [owner = '', name = ''] = path.split('/')
  const api = `${url}/api/v3/repos/${path}`
  const counts = ['forks', 'forks_count', 'open_issues', 'open_issues_count', 'stargazers_count', 'watchers']
  return {
    id: 1,
    node_id: 'R_1',
    name,
    full_name: path,
    owner: user(url, owner),
    private: true,
    html_url: `${url}/${path}`,
    description: null,
    fork: false,
    url: api,
    ...Object.fromEntries(repositoryLinks.map((link) => [`${link}_url`, `${api}/${link}`])),
    clone_url: `${url}/${path}.git`,
    git_url: `${url}/${path}.git`,
    ssh_url: `${url}/${path}.git`,
    svn_url: `${url}/${path}`,
    mirror_url: null,
    homepage: null,
    language: null,
    ...Object.fromEntries([...counts, 'watchers_count', 'size'].map((count) => [count, 0])),
    ...Object.fromEntries(['downloads', 'issues', 'projects', 'wiki', 'pages'].map((part) => [`has_${part}`, false])),
    archived: false,
    disabled: false,
    license: null,
    default_branch: 'main',
    pushed_at: '2026-01-01T00:00:00Z',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  }
}

const side = (url: string, repository: ForgeRepository, branch: string) => {
  const [owner = ''] = repository.path.split('/')
  return {
    label: `${owner}:${branch}`,
    ref: branch,
    sha: repository.git.head(branch) ?? '',
    user: user(url, owner),
    repo: repositoryPage(url, repository.path),
  }
}

/** A pull request as lists have it. */
export const pullRequestSimple = (url: string, repository: ForgeRepository, pull: ForgePull) => {
  const page = `${url}/${repository.path}/pull/${pull.number}`
  const api = `${url}/api/v3/repos/${repository.path}`
  const own = `${api}/pulls/${pull.number}`
  const links = {
    comments: `${api}/issues/${pull.number}/comments`,
    commits: `${own}/commits`,
    statuses: `${api}/statuses/${repository.git.head(pull.head) ?? ''}`,
    review_comments: `${own}/comments`,
    review_comment: `${api}/pulls/comments{/number}`,
    issue: `${api}/issues/${pull.number}`,
  }
  const closedAt = pull.closed || pull.merged ? pull.createdAt : null
  return {
    url: own,
    id: 1_000 + pull.number,
    node_id: `PR_${pull.number}`,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    ...Object.fromEntries(Object.entries(links).map(([name, address]) => [`${name}_url`, address])),
    number: pull.number,
    state: pull.closed || pull.merged ? 'closed' : 'open',
    locked: false,
    title: pull.title,
    user: user(url, pull.author),
    body: pull.body,
    labels: [],
    milestone: null,
    created_at: pull.createdAt,
    updated_at: pull.createdAt,
    closed_at: closedAt,
    merged_at: pull.merged ? pull.createdAt : null,
    merge_commit_sha: null,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    head: side(url, repository, pull.head),
    base: side(url, repository, pull.base),
    _links: Object.fromEntries(
      Object.entries({ ...links, self: own, html: page }).map(([name, href]) => [name, { href }]),
    ),
    author_association: 'COLLABORATOR',
    auto_merge: null,
    draft: pull.draft,
  }
}

/** A pull request on its own, with what its commits change. */
export const pullRequest = (url: string, repository: ForgeRepository, pull: ForgePull) => {
  const isThere = repository.git.head(pull.head) && repository.git.head(pull.base)
  const stat = isThere
    ? repository.git.git('diff', '--numstat', `refs/heads/${pull.base}...refs/heads/${pull.head}`)
    : ''
  const lines = stat.split('\n').filter(Boolean)
  const sum = (column: number) => lines.reduce((all, line) => all + Number(line.split('\t')[column] ?? 0), 0)
  return {
    ...pullRequestSimple(url, repository, pull),
    merged: pull.merged,
    mergeable: isThere ? true : null,
    mergeable_state: isThere ? 'clean' : 'unknown',
    merged_by: null,
    comments: 0,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: isThere ? commitsBetween(repository, pull.head, pull.base) : 0,
    additions: sum(0),
    deletions: sum(1),
    changed_files: lines.length,
  }
}

/** The installation of an App on the one account there is. */
export const installation = (appId: string, id: number) => ({
  id,
  account: user('https://github.example', 'acme'),
  access_tokens_url: `https://github.example/api/v3/app/installations/${id}/access_tokens`,
  repositories_url: 'https://github.example/api/v3/installation/repositories',
  html_url: `https://github.example/organizations/acme/settings/installations/${id}`,
  app_id: Number(appId),
  app_slug: 'sidenote',
  target_id: 1,
  target_type: 'Organization',
  permissions: { contents: 'write', pull_requests: 'write', metadata: 'read' },
  events: [],
  single_file_name: null,
  repository_selection: 'selected',
  suspended_at: null,
  suspended_by: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
})
