import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '../listen.ts'
import { type BareRepository, createBareRepository, type RepositoryFiles } from './bare-repository.ts'
import { answerGit } from './git-http.ts'
import { createGiteaApi } from './gitea.ts'
import { createGitHubApi } from './github.ts'
import { createGitLabApi } from './gitlab.ts'
import type { ForgeApi, ForgePull, ForgeRepository, Reply } from './pulls.ts'

/** What a token may do; a token that is not listed is unknown. */
export type Permission = 'read' | 'write'

/** Something that goes wrong once: instead of the request, or after it took effect. */
export interface Fault {
  readonly method: string
  readonly path: RegExp
  readonly when: 'before' | 'after'
  /** Cut the connection, or answer this. */
  readonly answer: 'drop' | (Reply & { headers?: Readonly<Record<string, string>> })
}

/** A code host of its own on this machine: real repositories over smart HTTP, and a REST API computed from them. */
export interface Forge {
  readonly url: string
  readonly tokens: Map<string, Permission>
  readonly faults: Fault[]
  /** Every REST request with the reply it got. */
  readonly replies: { method: string; path: string; request: unknown; reply: Reply }[]
  /** Every request line, git included, with the authorization it carried. */
  readonly requests: { method: string; path: string; authorization: string | undefined }[]
  addRepository(path: string, files: RepositoryFiles): BareRepository
  repositoryUrl(path: string): string
  /** The pull requests of a repository, oldest first. */
  pulls(path: string): ForgePull[]
  close(): Promise<void>
}

/** Private key and number of the App that a GitHub forge knows. */
export interface ForgeApp {
  readonly id: string
  readonly publicKey: string
  readonly installationId: number
}

export async function createForge(
  kind: 'github' | 'gitlab' | 'gitea',
  options: { tokens?: Readonly<Record<string, Permission>>; app?: ForgeApp; port?: number } = {},
): Promise<Forge> {
  const root = mkdtempSync(join(tmpdir(), 'forge-'))
  const repositories = new Map<string, ForgeRepository>()
  const tokens = new Map(Object.entries(options.tokens ?? {}))
  const forge: Omit<Forge, 'url' | 'close' | 'repositoryUrl' | 'addRepository' | 'pulls'> = {
    tokens,
    faults: [],
    replies: [],
    requests: [],
  }
  let url = ''
  const api: ForgeApi = { github: createGitHubApi, gitlab: createGitLabApi, gitea: createGiteaApi }[kind]({
    repositories,
    tokens,
    app: options.app,
    url: () => url,
  })
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(JSON.stringify({ message: String(error) }))
    })
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://forge').pathname
    const method = request.method ?? 'GET'
    forge.requests.push({ method, path: request.url ?? '/', authorization: request.headers.authorization })
    if (takeFault(forge.faults, method, path, 'before', response)) return
    if (path.includes('.git/')) {
      answerGitRequest(request, response, path)
      return
    }
    const body = await readJson(request)
    const reply = api({ method, url: new URL(request.url ?? '/', 'http://forge'), headers: request.headers, body })
    forge.replies.push({ method, path, request: body, reply })
    if (takeFault(forge.faults, method, path, 'after', response)) return
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  }
  const answerGitRequest = (request: IncomingMessage, response: ServerResponse, path: string): void => {
    const permission = tokens.get(basicToken(request) ?? '')
    if (!permission) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="forge"' }).end('Unauthorized')
      return
    }
    if (![...repositories.keys()].some((one) => path.startsWith(`/${one}.git/`))) {
      response.writeHead(404).end('Not Found')
      return
    }
    const isPush = path.endsWith('/git-receive-pack') || (request.url ?? '').includes('service=git-receive-pack')
    if (isPush && permission !== 'write') {
      response.writeHead(403).end('Forbidden')
      return
    }
    answerGit(request, response, { root, path, user: permission === 'write' ? 'agent' : undefined })
  }
  const listening = await listen(server, options)
  url = listening.url
  return {
    ...forge,
    url,
    repositoryUrl: (path) => `${url}/${path}.git`,
    addRepository: (path, files) => {
      const repository = createBareRepository(join(root, `${path}.git`), files)
      repositories.set(path, { path, git: repository, pulls: [] })
      return repository
    },
    pulls: (path) => repositories.get(path)?.pulls ?? [],
    close: async () => {
      await listening.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function basicToken(request: IncomingMessage): string | undefined {
  const [scheme, value] = (request.headers.authorization ?? '').split(' ')
  if (scheme !== 'Basic' || !value) return undefined
  return Buffer.from(value, 'base64').toString().split(':')[1]
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const text = Buffer.concat(parts).toString()
  return text === '' ? undefined : JSON.parse(text)
}

function takeFault(
  faults: Fault[],
  method: string,
  path: string,
  when: Fault['when'],
  response: ServerResponse,
): boolean {
  const index = faults.findIndex((fault) => fault.when === when && fault.method === method && fault.path.test(path))
  const fault = faults[index]
  if (!fault) return false
  faults.splice(index, 1)
  if (fault.answer === 'drop') response.destroy()
  else response.writeHead(fault.answer.status, fault.answer.headers).end(JSON.stringify(fault.answer.body))
  return true
}
