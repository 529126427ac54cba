import type { Disk } from '../../disk.ts'
import type { GitCredentials } from '../../git/git-credentials.ts'
import type { Quotas } from '../../quotas.ts'

/** What a job needs of a repository. */
export interface CheckoutRequest {
  /** Address to clone from; with `local`, an absolute path. */
  readonly repository: string
  /** Allows `repository` to be a path on this machine. */
  readonly local?: boolean
  /** Allows public hosts only. */
  readonly publicOnly?: boolean
  /** Branch that the job's changes are meant for. */
  readonly ref: string
  /** Commit of `ref` that the job began with. @default the tip of `ref` */
  readonly base?: string
  /** The job's own branch. */
  readonly branch: string
  /** Commits that the job made. A branch that points to another commit may have been brought up to date by people. */
  readonly jobCommits?: readonly string[]
  /** Folder of the documentation in the repository; empty for the whole repository. */
  readonly docsFolder: string
  /** Where to put it. Emptied first. */
  readonly folder: string
  /** Called right before each call of git that uses the network. */
  readonly credentials: (signal?: AbortSignal) => Promise<GitCredentials | undefined>
  readonly signal?: AbortSignal
  /** How large it may be. @default `usualQuotas` */
  readonly quotas?: Quotas | undefined
  /** The disk that `folder` is on. @default one with room for everything */
  readonly disk?: Disk | undefined
}
