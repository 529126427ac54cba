/**
 * What others notice of a crawl: `node --conditions=sidenote-source bench/crawl.ts [ROUNDS]`, nine when left out. Two servers
 * with the same 200 pages are asked the same at the same time; one of them crawls the hostile website of the tests. Prints
 * the time of its answers against the other’s: median and p99 of each round, and the middle of the rounds.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, stdout } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createdKeySchema, type Sync, syncSchema } from '@sidenote/contract'
import { percentile, sendLoad } from '../test/support/load.ts'
import { type ServerProcess, spawnServer } from '../test/support/server-process.ts'
import { writeFiles } from '../test/support/write-files.ts'

const rounds = Number(argv[2] ?? 9)
const words = ['kettle', 'boil', 'water', 'steam', 'lid', 'spout', 'handle', 'switch', 'base', 'cord', 'limescale']
const folder = await mkdtemp(join(tmpdir(), 'sidenote-crawl-'))
const pages = Array.from({ length: 200 }, (_, at) => {
  const sections = words.map((word, step) => `## The ${word} ${at}\n\n${words.slice(step).join(' ')} boils.`)
  return [`docs/page-${at}.md`, `# Page ${at}\n\n${sections.join('\n\n')}\n`]
})
await writeFiles(folder, Object.fromEntries(pages))

const administrate = async (server: ServerProcess, method: string, path: string, body?: object): Promise<unknown> => {
  const response = await fetch(`${server.url}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const sync = async (server: ServerProcess, domain: string): Promise<Sync> => {
  const { id } = syncSchema.parse(await administrate(server, 'POST', `/sites/${domain}/syncs`))
  for (;;) {
    const now = syncSchema.parse(await administrate(server, 'GET', `/sites/${domain}/syncs/${id}`))
    if (now.finishedAt !== null) return now
    await wait(100)
  }
}

const start = async (name: string) => {
  const server = await spawnServer(join(folder, name), { SIDENOTE_TRUST_PROXY: '1' })
  await administrate(server, 'POST', '/sites', {
    domain: 'docs',
    sources: [{ kind: 'folder', folder: join(folder, 'docs') }],
  })
  await sync(server, 'docs')
  const created = await administrate(server, 'POST', '/keys', { kind: 'assistant', site: 'docs' })
  return { server, key: createdKeySchema.parse(created).key }
}

type Asked = Awaited<ReturnType<typeof start>>

const ask = async ({ server, key }: Asked, until: () => boolean) => {
  const body = JSON.stringify({ query: 'how does the kettle boil' })
  const load = { urls: [server.url], path: '/discovery/v1/search/docs', key, body, connections: 1, pause: 4 }
  const { milliseconds } = await sendLoad({ ...load, until })
  return { median: percentile(milliseconds, 0.5), slow: percentile(milliseconds, 0.99), answers: milliseconds.length }
}

const website = fileURLToPath(new URL('../test/support/hostile-website.ts', import.meta.url))
const hostile = fork(website, { execArgv: ['--conditions=sidenote-source'] })
const [{ url }] = (await once(hostile, 'message')) as [{ url: string }]
const crawling = await start('crawling')
const resting = await start('resting')
try {
  const source = { kind: 'website', url: `${url}/traps/`, maximumPages: 24, allowedHosts: [new URL(url).host] }
  await administrate(crawling.server, 'POST', '/sites', { domain: 'traps', sources: [source] })
  const ratios: { median: number; slow: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    let isDone = false
    const crawl = sync(crawling.server, 'traps').finally(() => {
      isDone = true
    })
    const [beside, alone] = await Promise.all([ask(crawling, () => isDone), ask(resting, () => isDone)])
    await crawl
    ratios.push({ median: beside.median / alone.median, slow: beside.slow / alone.slow })
    const figures = [beside, alone].map(
      ({ median, slow, answers }) => `${answers} answers, median ${median.toFixed(1)} ms, p99 ${slow.toFixed(1)} ms`,
    )
    stdout.write(`beside the crawl ${figures[0]}; without one ${figures[1]}\n`)
  }
  const middle = (name: 'median' | 'slow') =>
    percentile(
      ratios.map((ratio) => ratio[name]),
      0.5,
    ).toFixed(2)
  stdout.write(`ratio, middle of ${rounds} rounds: median ${middle('median')}, p99 ${middle('slow')}\n`)
} finally {
  hostile.disconnect()
  await Promise.all([crawling, resting].map(({ server }) => server.end('SIGTERM')))
  await rm(folder, { recursive: true, force: true })
}
