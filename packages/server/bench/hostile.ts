/**
 * What strangers' text does to a serving process: sites with a hostile file beside good pages are synced, while `/healthz` is
 * asked every 10 ms and a reader asks one question after the other.
 *
 *   node --conditions=sidenote-source bench/hostile.ts [KIND]
 *
 * Ends with 1 when `/healthz` was silent for more than 250 ms, the server or the process that reads took more memory than its
 * bound, good pages were not indexed, or nothing was answered meanwhile.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createdKeySchema, type Sync, syncSchema } from '@sidenote/contract'
import { usualBounds, wholeMegabytes } from '../src/reading/bounds.ts'
import { type ServerProcess, spawnServer } from '../test/support/server-process.ts'
import { writeFiles } from '../test/support/write-files.ts'
import { type HostileInput, hostileInputs } from './hostile-inputs.ts'

const mostSilence = 250
/** Of the server itself, in MB: at rest it has some 200, with a site of 10,000 pages twice as much. */
const mostOfServer = 512
const goodPages = 10

const folder = await mkdtemp(join(tmpdir(), 'sidenote-hostile-'))
const server = await spawnServer(join(folder, 'data'))

const administrate = async (method: string, path: string, body?: object): Promise<unknown> => {
  const response = await fetch(`${server.url}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

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

const addSite = async (domain: string, files: Readonly<Record<string, string>>, openApi?: string): Promise<void> => {
  const root = join(folder, 'sites', domain)
  await writeFiles(root, { ...goodFiles, ...files, ...(openApi !== undefined && { 'api.yaml': openApi }) })
  const sources = [
    { kind: 'folder', folder: join(root, 'docs') },
    ...(openApi === undefined ? [] : [{ kind: 'openapi', file: join(root, 'api.yaml') }]),
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

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

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
  const ask = async () => {
    const parts = [{ type: 'text', text: 'How does the kettle boil water?' }]
    const response = await fetch(`${server.url}/discovery/v2/assistant/readers/message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fp: 'bench', messages: [{ id: '1', role: 'user', parts }] }),
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

/** Syncs a site and says what came of it; whether all bounds were kept. */
const tryInput = async ({ kind, name, files, openApi, isRead }: HostileInput, key: string, at: number) => {
  const domain = `hostile-${at}`
  await addSite(domain, files, openApi)
  const stop = watch(key)
  const report = await sync(domain)
  const { silence, server: ofServer, reader, answers } = await stop()
  const isIndexed = report.changed >= goodPages
  const isNamed = isRead === true || report.problems.length > 0 || report.error !== null
  const broken = [
    silence > mostSilence && 'silent',
    ofServer > mostOfServer && 'memory of the server',
    reader > wholeMegabytes(usualBounds()) && 'memory of the reader',
    !isIndexed && 'good pages missing',
    !isNamed && 'not named',
    answers === 0 && 'nothing answered',
  ].filter((one) => one !== false)
  const reason = (report.error ?? report.problems[0]?.reason ?? 'read').slice(0, 90)
  const figures = `${silence.toFixed(0).padStart(4)} ms  ${ofServer.toFixed(0).padStart(4)} + ${reader.toFixed(0).padStart(4)} MB  ${String(answers).padStart(3)} answers`
  console.log(
    `${kind.padEnd(12)} ${name.padEnd(34)} ${figures}  ${broken.length > 0 ? `BROKEN: ${broken.join(', ')}; ` : ''}${reason}`,
  )
  return broken.length === 0
}

const openReader = async (asked: ServerProcess): Promise<string> => {
  await addSite('readers', {})
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
  await rm(folder, { recursive: true, force: true })
}
