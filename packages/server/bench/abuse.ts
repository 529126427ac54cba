/**
 * What hostile clients and hosts do to a serving process, one after the other, while honest readers search, read pages and
 * ask. The attackers run at the lowest priority, because they would have machines of their own.
 *
 *   node --conditions=sidenote-source bench/abuse.ts [ATTACK]
 *
 * Prints for each attack the longest silence of `/healthz`, the peak memory of the server with all of its processes, and what
 * honest readers saw. Ends with 1 when memory went beyond 1.5 GB, `/healthz` was silent for more than 250 ms, the p99 of honest
 * readers was more than twice the quiet one, or one of them was refused.
 */
import { type ChildProcess, execFile, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createdKeySchema, type Sync, syncSchema } from '@sidenote/contract'
import { childrenOf } from '../test/support/child-processes.ts'
import { freePort } from '../test/support/listen.ts'
import { percentile } from '../test/support/load.ts'
import { spawnServer } from '../test/support/server-process.ts'
import { writeFiles } from '../test/support/write-files.ts'
import type { AttackerOptions } from './abuse-attacker.ts'

const goal = { megabytes: 1_536, silence: 250, slowdown: 2 }
/** Alike with and without an attack, so that a percentile is of about as many readers. */
const attackSeconds = 45
/** Longer than the server lets a client be that doesn’t read. */
const stalledSeconds = 150
const longestSync = 420
const readers = 6

const folder = await mkdtemp(join(tmpdir(), 'sidenote-abuse-'))
const children: ChildProcess[] = []
const attack = (options: AttackerOptions): ChildProcess => {
  const child = fork(fileURLToPath(new URL('abuse-attacker.ts', import.meta.url)), [JSON.stringify(options)], {
    execArgv: ['--conditions=sidenote-source'],
  })
  if (child.pid) setPriority(child.pid, 19)
  children.push(child)
  return child
}
const heard = async <Message>(child: ChildProcess): Promise<Message> => {
  const [message] = await once(child, 'message')
  return message
}
const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const model = attack({ kind: 'model' })
const modelUrl = await heard<string>(model)
const metricsPort = await freePort()
const server = await spawnServer(join(folder, 'data'), {
  // As `deploy/sidenote.service` sets them.
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '1000000',
  SIDENOTE_TRUST_PROXY: '1',
  SIDENOTE_LOG_LEVEL: 'info',
  SIDENOTE_METRICS_PORT: String(metricsPort),
  SIDENOTE_MODEL: 'openai-compatible:test',
  OPENAI_COMPATIBLE_BASE_URL: modelUrl,
})

/**
 * As far as this user may: other work on the machine is not what is measured. All threads of a process, because those that
 * collect its garbage would otherwise come after everybody else, and the first one would have to do their work.
 */
for (const pid of [server.child.pid, process.pid, model.pid]) {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), -15)
  } catch {
    console.log('Only root can measure before other work on this machine.')
  }
}

const administrate = async (method: string, path: string, body?: object): Promise<unknown> => {
  const response = await fetch(`${server.url}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** What came of a sync. One of which nothing came in time is cancelled, so that the next attack does not run beside it. */
const sync = async (domain: string): Promise<Sync> => {
  const { id } = syncSchema.parse(await administrate('POST', `/sites/${domain}/syncs`))
  const untilEnded = async (milliseconds: number): Promise<Sync> => {
    for (const start = performance.now(); ; await wait(200)) {
      const current = syncSchema.parse(await administrate('GET', `/sites/${domain}/syncs/${id}`))
      if (current.finishedAt !== null || performance.now() - start > milliseconds) return current
    }
  }
  const ended = await untilEnded(longestSync * 1_000)
  if (ended.finishedAt !== null) return ended
  await administrate('POST', `/sites/${domain}/syncs/${id}/cancel`)
  return untilEnded(Number.POSITIVE_INFINITY)
}

const addSite = async (domain: string, source: object): Promise<void> =>
  void (await administrate('POST', '/sites', { domain, sources: [source] }))
const addFolder = async (domain: string, files: Readonly<Record<string, string>>): Promise<void> => {
  await writeFiles(join(folder, 'sites', domain), files)
  await addSite(domain, { kind: 'folder', folder: join(folder, 'sites', domain) })
}

const honestSites = ['docs', 'guides']
const keys: Record<string, string> = {}
for (const domain of honestSites) {
  const pages = Array.from({ length: 200 }, (_, at) => [
    `page-${at}.md`,
    `# Page ${at}\n\nKettle ${at} boils water. ${'It is set by hand, and hums. '.repeat(40)}\n`,
  ])
  const large = Array.from({ length: 10 }, (_, at) => [
    `large-${at}.md`,
    `# Large ${at}\n\n${'A long text. '.repeat(70_000)}\n`,
  ])
  await addFolder(domain, Object.fromEntries([...pages, ...large]))
  const { status, error } = await sync(domain)
  if (status !== 'completed') throw new Error(`${domain}: ${error}`)
  keys[domain] = createdKeySchema.parse(await administrate('POST', '/keys', { kind: 'assistant', site: domain })).key
}

/** A process and all that it has started. */
const familyOf = (pid: number): number[] => {
  try {
    return [pid, ...childrenOf(pid).flatMap(familyOf)]
  } catch {
    return []
  }
}
const residentOf = (pid: number): number => {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096) / 1_048_576
  } catch {
    return 0
  }
}

const kinds = ['search', 'page', 'answer'] as const
/** What honest readers ask for. */
type Kind = (typeof kinds)[number]

interface Seen {
  /** Milliseconds of each honest request of a kind, to the first word of an answer. */
  readonly times: Readonly<Record<Kind, number[]>>
  readonly refused: Record<string, number>
  silence: number
  megabytes: number
  megabytesOfServer: number
}

/** Reads until there is something to read of the answer, then to its end. */
const timeOf = async (response: Response, start: number): Promise<number> => {
  let first: number | undefined
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    if (first === undefined && (!response.headers.has('x-thread-id') || piece.includes('text-delta'))) {
      first = performance.now() - start
    }
  }
  return first ?? performance.now() - start
}

/** Honest readers, and what is measured meanwhile, until it is stopped. */
const watch = (): (() => Promise<Seen>) => {
  const seen: Seen = {
    times: { search: [], page: [], answer: [] },
    refused: {},
    silence: 0,
    megabytes: 0,
    megabytesOfServer: 0,
  }
  let isOver = false
  const repeat = async (work: () => Promise<void> | void, pause: () => number) => {
    while (!isOver) {
      await work()
      await wait(pause())
    }
  }
  let count = 0
  const read = async (reader: number) => {
    count += 1
    const domain = honestSites[count % honestSites.length] ?? ''
    const parts = [{ type: 'text', text: `How does kettle ${count % 200} boil water?` }]
    const requests: Record<Kind, [string, object]> = {
      search: [`/discovery/v1/search/${domain}`, { query: `kettle ${count % 200}` }],
      page: [`/discovery/v1/page/${domain}`, { path: `page-${count % 200}` }],
      answer: [
        `/discovery/v2/assistant/${domain}/message`,
        { fp: `r${reader}`, messages: [{ id: '1', role: 'user', parts }] },
      ],
    }
    const kind = kinds[count % kinds.length] ?? 'search'
    const [path, body] = requests[kind]
    const start = performance.now()
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys[domain]}`,
        'content-type': 'application/json',
        'x-forwarded-for': `10.1.${reader}.${count % 20}`,
      },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    if (response?.ok) seen.times[kind].push(await timeOf(response, start).catch(() => Number.POSITIVE_INFINITY))
    else {
      const status = response ? String(response.status) : 'cut'
      await response?.text()
      seen.refused[status] = (seen.refused[status] ?? 0) + 1
    }
  }
  const askHealth = async () => {
    const start = performance.now()
    await (await fetch(`${server.url}/healthz`)).arrayBuffer()
    seen.silence = Math.max(seen.silence, performance.now() - start)
  }
  const measure = () => {
    const { pid = 0 } = server.child
    const family = familyOf(pid)
    seen.megabytesOfServer = Math.max(seen.megabytesOfServer, residentOf(pid))
    seen.megabytes = Math.max(
      seen.megabytes,
      family.reduce((sum, one) => sum + residentOf(one), 0),
    )
  }
  const running = [
    ...Array.from({ length: readers }, (_, reader) =>
      repeat(
        () => read(reader),
        () => 200 + Math.random() * 200,
      ),
    ),
    repeat(askHealth, () => 10),
    repeat(measure, () => 50),
  ]
  return async () => {
    isOver = true
    await Promise.all(running)
    return seen
  }
}

/** Connections of honest readers come and go. */
const freed = 30
/** Files and connections that the server has open. */
const openFiles = (): number => readdirSync(`/proc/${server.child.pid}/fd`).length

const openStreams = async (): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^sidenote_open_streams (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}

const describeSync = ({ status, error, problems, total, changed }: Sync): string =>
  `${status} (${changed} of ${total} pages): ${error ?? problems[0]?.reason ?? 'no problem'}`.slice(0, 200)

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(0)} s`

/** Each attack, and what it came to. */
const attacks: Readonly<Record<string, () => Promise<string>>> = {
  pipelined: async () => {
    const child = attack({ kind: 'pipelined', url: server.url, keys })
    await wait(attackSeconds * 1_000)
    await end(child)
    return '16 connections'
  },
  stalled: async () => {
    const child = attack({ kind: 'stalled', url: server.url, keys })
    const before = openFiles()
    await heard(child)
    const start = performance.now()
    const [files, streams] = [openFiles() - before, await openStreams()]
    while (openFiles() - before > freed && performance.now() - start < stalledSeconds * 1_000) await wait(500)
    const left = openFiles() - before
    await end(child)
    return `${files} connections, ${streams} of them streams of answers; ${seconds(start)} later ${left <= freed ? 'the server had ended them' : `${left} were left`}`
  },
  syncs: async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 3 }, (_, at) => [
        `large-${at}.md`,
        `# Large ${at}\n\n${Array.from({ length: 20_000 }, (_, line) => `- *Item* ${line} of [list](#l${line}) \`x\`\n`).join('')}`,
      ]),
    )
    const domains = Array.from({ length: 12 }, (_, at) => `large-${at}`)
    for (const domain of domains) await addFolder(domain, pages)
    const start = performance.now()
    const reports = await Promise.all(domains.map(sync))
    const good = reports.filter(({ status, changed }) => status === 'completed' && changed === 3)
    const other = reports.find((report) => !good.includes(report))
    return `${good.length} of 12 completed in ${seconds(start)}${other ? `; ${describeSync(other)}` : ''}`
  },
  checkout: async () => {
    const repository = join(folder, 'repository.git')
    await mkdir(repository)
    const git = (words: string[], input = '') =>
      execFileSync('git', ['-C', repository, ...words], { input, encoding: 'utf8' }).trim()
    git(['init', '--quiet', '--bare'])
    // One file of 1 MB in 1,000 places of a folder that is in 100 places.
    const blob = git(['hash-object', '-w', '--stdin'], `# Page\n\n${'Some text. '.repeat(95_000)}\n`)
    const entries = (count: number, line: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')
    const tree = git(
      ['mktree'],
      entries(1_000, (at) => `100644 blob ${blob}\tpage-${at}.md`),
    )
    const root = git(
      ['mktree'],
      entries(100, (at) => `040000 tree ${tree}\tfolder-${at}`),
    )
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
    const commit = git([...who, 'commit-tree', root, '-m', 'Add pages'])
    git(['update-ref', 'refs/heads/main', commit])
    git(['symbolic-ref', 'HEAD', 'refs/heads/main'])
    await addSite('checkout', { kind: 'git', repository })
    const sizes: number[] = []
    let isOver = false
    const measureDisk = async () => {
      while (!isOver) {
        const { stdout } = await promisify(execFile)('du', ['-sm', join(folder, 'data')]).catch(() => ({ stdout: '0' }))
        sizes.push(Number.parseInt(stdout, 10))
        await wait(500)
      }
    }
    const measuring = measureDisk()
    const start = performance.now()
    const report = await sync('checkout')
    isOver = true
    await measuring
    return `${describeSync(report)} after ${seconds(start)}; ${Math.max(...sizes) - (sizes[0] ?? 0)} MB of disk at most, ${(sizes.at(-1) ?? 0) - (sizes[0] ?? 0)} MB at the end`
  },
  'git-host': async () => {
    const host = attack({ kind: 'git-host' })
    const url = await heard<string>(host)
    await addSite('endless', { kind: 'git', repository: `${url}/docs.git` })
    const start = performance.now()
    const report = await sync('endless')
    const text = `${describeSync(report)} after ${seconds(start)}`
    await end(host)
    return text
  },
  flood: async () => {
    const child = attack({ kind: 'flood', url: server.url, keys })
    await wait(attackSeconds * 1_000)
    child.send('stop')
    const statuses = await heard<Record<string, number>>(child)
    await end(child)
    return `its answers: ${JSON.stringify(statuses)}`
  },
}

const timesOf = ({ times }: Seen): number[] => kinds.flatMap((kind) => times[kind])

const printSeen = (name: string, seen: Seen, outcome: string, broken: readonly string[] = []): void => {
  const all = timesOf(seen)
  const each = kinds.map((kind) => `${kind} ${percentile(seen.times[kind], 0.99).toFixed(0)}`).join(', ')
  const times = `p50 ${percentile(all, 0.5).toFixed(0)}, p99 ${percentile(all, 0.99).toFixed(0)} ms of ${all.length} (p99 ${each})`
  const memory = `${seen.megabytes.toFixed(0)} MB (${seen.megabytesOfServer.toFixed(0)} of the server)`
  const refused = Object.keys(seen.refused).length > 0 ? `, refused ${JSON.stringify(seen.refused)}` : ''
  console.log(
    `${name.padEnd(10)} silence ${seen.silence.toFixed(0).padStart(4)} ms  ${memory}  honest ${times}${refused}  load ${loadavg()[0]?.toFixed(1)}\n${' '.repeat(11)}${broken.length > 0 ? `BROKEN: ${broken.join(', ')}; ` : ''}${outcome}`,
  )
}

try {
  const warmUp = watch()
  await wait(5_000)
  await warmUp()
  const stopQuiet = watch()
  await wait(attackSeconds * 1_000)
  const quiet = await stopQuiet()
  printSeen('quiet', quiet, 'no attack')
  const quietP99 = percentile(timesOf(quiet), 0.99)
  const [wanted] = process.argv.slice(2)
  for (const [name, run] of Object.entries(attacks)) {
    if (wanted !== undefined && wanted !== name) continue
    const stop = watch()
    const attempt = run().catch((error: unknown) => `the attack itself failed: ${error}`)
    // Long enough to see what it does to others, also when it is refused at once.
    const [outcome] = await Promise.all([attempt, wait(attackSeconds * 1_000)])
    const seen = await stop()
    const broken = [
      seen.megabytes > goal.megabytes && 'memory',
      seen.silence > goal.silence && 'silent',
      percentile(timesOf(seen), 0.99) > goal.slowdown * quietP99 && 'honest readers are slow',
      Object.keys(seen.refused).length > 0 && 'honest readers are refused',
    ].filter((one) => one !== false)
    printSeen(name, seen, outcome, broken)
    if (broken.length > 0) process.exitCode = 1
    // What is left of it ends before the next one begins.
    await wait(3_000)
  }
} finally {
  for (const child of children) await end(child)
  await server.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}
