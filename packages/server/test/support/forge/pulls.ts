import type { IncomingHttpHeaders } from 'node:http'
import type { BareRepository } from './bare-repository.ts'
import type { ForgeApp, Permission } from './forge.ts'

/** A repository of a forge with its pull requests. What can be told from git is not stored here. */
export interface ForgeRepository {
  readonly path: string
  readonly git: BareRepository
  readonly pulls: ForgePull[]
}

export interface ForgePull {
  readonly number: number
  readonly head: string
  base: string
  title: string
  body: string
  draft: boolean
  closed: boolean
  merged: boolean
  readonly author: string
  readonly createdAt: string
}

export interface ApiRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

export interface Reply {
  readonly status: number
  readonly body: unknown
}

export type ForgeApi = (request: ApiRequest) => Reply

export interface ForgeState {
  readonly repositories: ReadonlyMap<string, ForgeRepository>
  readonly tokens: Map<string, Permission>
  readonly app: ForgeApp | undefined
  readonly url: () => string
}

export const openPull = (repository: ForgeRepository, head: string, base: string): ForgePull | undefined =>
  repository.pulls.find((pull) => pull.head === head && pull.base === base && !pull.closed && !pull.merged)

/** Commits that `head` has and `base` has not. */
export const commitsBetween = (repository: ForgeRepository, head: string, base: string): number =>
  Number(repository.git.git('rev-list', '--count', `refs/heads/${base}..refs/heads/${head}`))

export const addPull = (
  repository: ForgeRepository,
  pull: Pick<ForgePull, 'head' | 'base' | 'title' | 'body' | 'draft' | 'author'>,
): ForgePull => {
  const added = {
    ...pull,
    number: repository.pulls.length + 1,
    closed: false,
    merged: false,
    createdAt: new Date().toISOString(),
  }
  repository.pulls.push(added)
  return added
}

/** The text fields of a request's body. */
export const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
