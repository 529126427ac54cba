import type { CodeHostKind, HostCredentials } from '@sidenote/contract'
import type { GitCredentials } from '../../git/git-credentials.ts'

export interface PullRequest {
  /** Page of the pull request. */
  readonly url: string
  readonly number: number
  readonly draft: boolean
  /** Markdown: what was written by us, and what people have added since. */
  readonly body: string
}

export interface PullRequestDraft {
  /** Branch that holds the commits. */
  readonly head: string
  /** Branch that they are meant for. */
  readonly base: string
  readonly title: string
  /** Markdown. */
  readonly body: string
  readonly draft: boolean
}

/** Where pull requests go. One file per host: GitHub, GitLab, Gitea and Forgejo, and a repository on disk. */
export interface CodeHost {
  /** Made fresh for each call of git: the token of an App lives an hour. Undefined for a repository that asks for none. */
  credentials(signal?: AbortSignal): Promise<GitCredentials | undefined>
  /** The open pull request of a branch, into whichever branch people have pointed it since. */
  findPullRequest(head: string, signal?: AbortSignal): Promise<PullRequest | undefined>
  /** Opens a pull request; the open one of the same branch is taken when the host says that it exists. */
  createPullRequest(request: PullRequestDraft, signal?: AbortSignal): Promise<PullRequest>
  /** Gives a pull request another body; its title is people’s once it is open. */
  describePullRequest(number: number, body: string, signal?: AbortSignal): Promise<void>
}

/** How a project opens its code host. */
export interface HostSettings {
  readonly kind: CodeHostKind
  /** Address of the repository as a browser or `git clone` knows it; with `local`, an absolute path. */
  readonly repository: string
  /** Base of the REST API when it cannot be told from `repository`. */
  readonly apiUrl?: string | null
  readonly secret?: HostCredentials | null
  /** Whether nothing but public hosts may be asked. */
  readonly publicOnly?: boolean
}

/** Why a code host, or git talking to it, did not do what was asked. */
export type HostFailure =
  /** The token is missing, wrong, expired or revoked. */
  | 'unauthorized'
  /** The token is known, and may not do this. */
  | 'forbidden'
  /** No such repository, branch or pull request, or none that the token may see. */
  | 'missing'
  /** The host understood and said no: a protected branch, a hook, an invalid branch. */
  | 'refused'
  /** Too many requests: after `retryAfterSeconds` it may be tried again. */
  | 'limited'
  /** No answer, or an answer that says that the host is ill. May be tried again. */
  | 'unreachable'
  /** Git itself failed in a way that trying again does not mend. */
  | 'failed'

/** A sentence that names host, repository and reason; never a token. */
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
