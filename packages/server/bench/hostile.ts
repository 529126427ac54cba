/**
 * What strangers' text does to a serving process: sites with a hostile file beside good pages are synced, or the agent works
 * on a repository that has one, while `/healthz` is asked every 10 ms and a reader asks one question after the other.
 *
 *   node --conditions=sidenote-source bench/hostile.ts [KIND]
 *
 * Ends with 1 when `/healthz` was silent for more than 250 ms, the server or the process that reads took more memory than its
 * bound, good pages were not indexed, a job was not completed at its first attempt, or nothing was answered meanwhile.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  agentJobReportSchema,
  agentJobSchema,
  createdKeySchema,
  projectSchema,
  type Sync,
  syncSchema,
} from '@sidenote/contract'
import { usualBounds, wholeMegabytes } from '../src/reading/bounds.ts'
import { childrenOf } from '../test/support/child-processes.ts'
import { createBareRepository } from '../test/support/forge/bare-repository.ts'
import { listen } from '../test/support/listen.ts'
import { edit, finish, read, startScriptedModel } from '../test/support/scripted-model.ts'
import { type ServerProcess, spawnServer } from '../test/support/server-process.ts'
import { writeFiles } from '../test/support/write-files.ts'
import { type HostileInput, hostileInputs } from './hostile-inputs.ts'

const mostSilence = 250
/** Of the server itself, in MB: at rest it has some 200, with twelve syncs of large pages at once some 550. */
const mostOfServer = 640
const goodPages = 10

const folder = await mkdtemp(join(tmpdir(), 'sidenote-hostile-'))
const instruction = 'Mention steam'
const goodPage = 'docs/good-0.md'
const model = await startScriptedModel({
  [instruction]: [read(goodPage), edit(goodPage, 'water.', 'water, and steam.'), finish(instruction)],
})
const server = await spawnServer(join(folder, 'data'), {
  OPENAI_COMPATIBLE_BASE_URL: model.url,
  SIDENOTE_TRUST_PROXY: '1',
})
/** What the website answers now, by the path. */
let answers: Readonly<Record<string, string>> = {}
const website = await listen(
  createServer((request, response) => {
    const text = answers[request.url ?? '']
    if (text === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': request.url === '/' ? 'text/html' : 'text/plain' }).end(text)
  }),
)

const send = async (method: string, path: string, body?: object, key = server.adminKey): Promise<unknown> => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const administrate = (method: string, path: string, body?: object): Promise<unknown> =>
  send(method, `/admin/v1${path}`, body)

const sync = async (domain: string): Promise<Sync> => {
  const { id } = syncSchema.parse(await administrate('POST', `/sites/${domain}/syncs`))
  for (;;) {
    const now = syncSchema.parse(await administrate('GET', `/sites/${domain}/syncs/${id}`))
    if (now.finishedAt !== null) return now
    await wait(100)
  }
}

const goodFiles = Object.fromEntries(
  Array.from({ length: goodPages }, (_, at) => [`docs/good-${at}.md`, `# Good ${at}\n\nKettle ${at} boils water.\n`]),
)

const addSite = async (
  domain: string,
  { files, openApi, website: pages }: Pick<HostileInput, 'files' | 'openApi' | 'website'>,
): Promise<void> => {
  const root = join(folder, 'sites', domain)
  await writeFiles(root, { ...goodFiles, ...files, ...(openApi !== undefined && { 'api.yaml': openApi }) })
  const sources = [
    { kind: 'folder', folder: join(root, 'docs') },
    ...(openApi === undefined ? [] : [{ kind: 'openapi', file: join(root, 'api.yaml') }]),
    ...(pages === undefined
      ? []
      : [{ kind: 'website', url: `${website.url}/`, maximumPages: 20, allowedHosts: [new URL(website.url).host] }]),
  ]
  await administrate('POST', '/sites', { domain, sources })
}

/** Of a process in MB; nothing of one that has ended. */
const resident = (pid: number): number => {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096) / 1024 / 1024
  } catch {
    return 0
  }
}

interface Watched {
  /** Longest time that `/healthz` took, in milliseconds. */
  silence: number
  /** MB. */
  server: number
  reader: number
  /** Answers that were streamed to their end. */
  answers: number
}

/** Looks at the server until it is stopped. */
const watch = (key: string): (() => Promise<Watched>) => {
  const watched: Watched = { silence: 0, server: 0, reader: 0, answers: 0 }
  let isOver = false
  const repeat = async (work: () => Promise<void> | void, pause: number) => {
    while (!isOver) {
      await work()
      await wait(pause)
    }
  }
  const askHealth = async () => {
    const start = performance.now()
    await (await fetch(`${server.url}/healthz`)).arrayBuffer()
    watched.silence = Math.max(watched.silence, performance.now() - start)
  }
  // Of many readers: one alone would come to the limit of an address.
  let reader = 0
  const ask = async () => {
    reader += 1
    const address = `10.${(reader >> 16) & 255}.${(reader >> 8) & 255}.${reader & 255}`
    const parts = [{ type: 'text', text: 'How does the kettle boil water?' }]
    const response = await fetch(`${server.url}/discovery/v2/assistant/readers/message`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ fp: `bench-${reader}`, messages: [{ id: '1', role: 'user', parts }] }),
    })
    if ((await response.text()).includes('[DONE]')) watched.answers += 1
  }
  const measure = () => {
    const pid = server.child.pid ?? 0
    watched.server = Math.max(watched.server, resident(pid))
    watched.reader = Math.max(watched.reader, ...childrenOf(pid).map(resident))
  }
  const running = [repeat(askHealth, 10), repeat(ask, 50), repeat(measure, 20)]
  return async () => {
    isOver = true
    await Promise.all(running)
    return watched
  }
}

interface Outcome {
  /** Good pages that were indexed, or a job that came through at once. */
  readonly isDone: boolean
  readonly isNamed: boolean
  /** A sentence. */
  readonly reason: string
}

/** Adds the sites; returns what syncs them at the same time. */
const prepareSites = async (input: HostileInput, at: number): Promise<() => Promise<Outcome>> => {
  const domains = Array.from({ length: input.sites ?? 1 }, (_, site) => `hostile-${at}-${site}`)
  answers = input.website ?? {}
  for (const domain of domains) await addSite(domain, input)
  return async () => {
    const reports = await Promise.all(domains.map(sync))
    const reasons = reports.map(({ error, problems: [problem] }) => error ?? problem?.reason)
    return {
      isDone: reports.every(({ changed }) => changed >= goodPages),
      isNamed: reasons.every((reason) => reason !== undefined),
      reason: reasons[0] ?? 'read',
    }
  }
}

/** Adds a project; returns what runs a job in it. */
const prepareJob = async ({ files }: HostileInput, at: number): Promise<() => Promise<Outcome>> => {
  const name = `hostile-${at}`
  const repository = join(folder, 'repositories', name)
  createBareRepository(repository, { ...goodFiles, ...files })
  const project = { name, repository, docsFolder: 'docs', host: { kind: 'local' }, model: 'openai-compatible:scripted' }
  const { id: projectId } = projectSchema.parse(await administrate('POST', '/projects', project))
  return () => runJob(`/v2/agent/${projectId}`)
}

const runJob = async (jobs: string): Promise<Outcome> => {
  const { id } = agentJobSchema.parse(await send('POST', `${jobs}/job`, { prompt: instruction }))
  for (;;) {
    const { job, turns } = agentJobReportSchema.parse(await send('GET', `${jobs}/job/${id}/report`))
    const [turn] = turns
    const isDone = job.status === 'completed' && turn?.attempts === 1
    if (job.status !== 'active') return { isDone, isNamed: false, reason: turn?.error ?? `job ${job.status}` }
    await wait(100)
  }
}

/** Gives the server an input and says what came of it; whether all bounds were kept. */
const tryInput = async (input: HostileInput, key: string, at: number): Promise<boolean> => {
  const begin = await (input.kind === 'agent' ? prepareJob(input, at) : prepareSites(input, at))
  const stop = watch(key)
  const { isDone, isNamed, reason } = await begin()
  const { silence, server: ofServer, reader, answers: answered } = await stop()
  const broken = [
    silence > mostSilence && 'silent',
    ofServer > mostOfServer && 'memory of the server',
    reader > wholeMegabytes(usualBounds()) && 'memory of the reader',
    !isDone && 'good pages missing',
    !isNamed && input.isRead !== true && 'not named',
    answered === 0 && 'nothing answered',
  ].filter((one) => one !== false)
  const figures = `${silence.toFixed(0).padStart(4)} ms  ${ofServer.toFixed(0).padStart(4)} + ${reader.toFixed(0).padStart(4)} MB  ${String(answered).padStart(3)} answers`
  console.log(
    `${input.kind.padEnd(12)} ${input.name.padEnd(34)} ${figures}  ${broken.length > 0 ? `BROKEN: ${broken.join(', ')}; ` : ''}${reason.slice(0, 90)}`,
  )
  return broken.length === 0
}

const openReader = async (asked: ServerProcess): Promise<string> => {
  await addSite('readers', { files: {} })
  const report = await sync('readers')
  if (report.status !== 'completed') throw new Error(`${asked.url}: ${report.error}`)
  return createdKeySchema.parse(await administrate('POST', '/keys', { kind: 'assistant', site: 'readers' })).key
}

try {
  const key = await openReader(server)
  const [wanted] = process.argv.slice(2)
  let isKept = true
  for (const [at, input] of hostileInputs.entries()) {
    if (wanted === undefined || input.kind === wanted) isKept = (await tryInput(input, key, at)) && isKept
  }
  process.exitCode = isKept ? 0 : 1
} finally {
  await server.end('SIGTERM')
  await Promise.all([model.close(), website.close()])
  await rm(folder, { recursive: true, force: true })
}
