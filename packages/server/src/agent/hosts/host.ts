import type { CodeHostKind, HostCredentials } from '@sidenote/contract'
import type { GitCredentials } from '../../git/git-credentials.ts'

/** A pull request, or a merge request of GitLab, that is open. */
export interface PullRequest {
  /** Address of its page. */
  readonly url: string
  readonly number: number
  readonly draft: boolean
  /** Markdown: what we wrote, and what people have added since. */
  readonly body: string
}

/** A pull request to open. */
export interface PullRequestDraft {
  /** Branch that has the commits. */
  readonly head: string
  /** Branch that they are meant for. */
  readonly base: string
  readonly title: string
  /** Markdown. */
  readonly body: string
  readonly draft: boolean
}

/** Where pull requests go. One file a host: GitHub, GitLab, Gitea and Forgejo, and a repository on disk. */
export interface CodeHost {
  /** Fresh for each call of git: the token of an App expires after an hour. Undefined: the repository needs none. */
  credentials(signal?: AbortSignal): Promise<GitCredentials | undefined>
  /** The open pull request of a branch, whichever branch people have pointed it at since. */
  findPullRequest(head: string, signal?: AbortSignal): Promise<PullRequest | undefined>
  /** Opens a pull request, or gives the open one of the same branch when the host says that it exists. */
  createPullRequest(request: PullRequestDraft, signal?: AbortSignal): Promise<PullRequest>
  /** Replaces the body of a pull request. Its title belongs to people once it is open. */
  describePullRequest(number: number, body: string, signal?: AbortSignal): Promise<void>
}

/** How a project opens its code host. */
export interface HostSettings {
  readonly kind: CodeHostKind
  /** Address of the repository as a browser or `git clone` knows it; with `local`, an absolute path. */
  readonly repository: string
  /** Base of the REST API, when it doesn't follow from `repository`. */
  readonly apiUrl?: string | null
  readonly secret?: HostCredentials | null
  /** Whether only public hosts may be called. */
  readonly publicOnly?: boolean
}

/** The token of a host that has no Apps. @throws HostError `refused` for an App */
export const requireToken = ({ kind, secret }: HostSettings): string | undefined => {
  if (secret?.kind === 'app') throw new HostError('refused', `GitHub Apps don't work with ${kind}. Use a token.`)
  return secret?.token
}

/** Why a code host, or git talking to it, failed. */
export type HostFailure =
  /** The token is missing, wrong, expired or revoked. */
  | 'unauthorized'
  /** The token is valid, but may not do this. */
  | 'forbidden'
  /** There is no such repository, branch or pull request, or the token may not see it. */
  | 'missing'
  /** The host understood and said no: a protected branch, a hook, an invalid branch. */
  | 'refused'
  /** Too many requests. Try again after `retryAfterSeconds`. */
  | 'limited'
  /** No answer, or a server error. Try again later. */
  | 'unreachable'
  /** Git itself failed, and trying again doesn't help. */
  | 'failed'

/** A failure of a code host. Its sentence names host, repository and reason; never a token. */
export class HostError extends Error {
  override readonly name = 'HostError'
  readonly failure: HostFailure
  readonly retryAfterSeconds: number | undefined

  constructor(
    failure: HostFailure,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, { cause: options.cause })
    this.failure = failure
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
