import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createdKeySchema, type Sync, syncSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usualBounds, wholeMegabytes } from '../src/reading/bounds.ts'
import { childrenOf } from './support/child-processes.ts'
import { sendLoad } from './support/load.ts'
import { type ServerProcess, spawnServer } from './support/server-process.ts'
import { writeFiles } from './support/write-files.ts'

const website = fileURLToPath(new URL('./support/hostile-website.ts', import.meta.url))
const mostPages = 24
/** Its home, the page that drips, and another one. */
const mostSlowPages = 3
const mostMegabytes = 256

type Administered = Pick<ServerProcess, 'url' | 'adminKey'>

let folder = ''
/** With a site that readers ask while others are crawled. */
let server: ServerProcess
let hostile: ChildProcess
let url = ''
/** One whose crawl takes its time, while the others are looked at. */
let patient: ServerProcess
let slow: Promise<Sync>

const administrate = async (method: string, path: string, body?: object, administered: Administered = server) => {
  const { url: to, adminKey } = administered
  const response = await fetch(`${to}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as unknown
}

const sync = async (domain: string, to?: Administered): Promise<Sync> => {
  const { id } = syncSchema.parse(await administrate('POST', `/sites/${domain}/syncs`, undefined, to))
  for (;;) {
    const now = syncSchema.parse(await administrate('GET', `/sites/${domain}/syncs/${id}`, undefined, to))
    if (now.finishedAt !== null) return now
    await wait(300)
  }
}

const search = async (site: string, query: string, to: Administered = server): Promise<unknown> => {
  const { key } = createdKeySchema.parse(await administrate('POST', '/keys', { kind: 'assistant', site }, to))
  const found = await fetch(`${to.url}/discovery/v1/search/${site}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return found.json()
}

const asked = async (): Promise<string[]> => {
  hostile.send({})
  const [message] = (await once(hostile, 'message')) as [{ asked: string[] }]
  return message.asked
}

/** Of a process, in MB: what it holds now, or the most that it has ever held. */
const memory = (name: 'VmRSS' | 'VmHWM', pid = server.child.pid): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
}

/** Looks at the process in which pages are read, which may be another one after a while; its most memory in MB. */
const watchReader = (): { stop: () => number } => {
  let most = 0
  const timer = setInterval(() => {
    for (const child of childrenOf(server.child.pid ?? 0)) {
      try {
        most = Math.max(most, memory('VmRSS', child))
      } catch {
        // It has ended since it was listed.
      }
    }
  }, 50)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}

/** Asks one question after the other until it is told to end: how often it is answered. */
const countAnswers = async (until: () => boolean): Promise<number> => {
  const { key } = createdKeySchema.parse(await administrate('POST', '/keys', { kind: 'assistant', site: 'docs' }))
  const body = JSON.stringify({ query: 'how does the kettle boil' })
  const load = { urls: [server.url], path: '/discovery/v1/search/docs', key, body, connections: 1 }
  const { statuses } = await sendLoad({ ...load, until })
  expect([...statuses.keys()]).toEqual([200])
  return statuses.get(200) ?? 0
}

const words = ['kettle', 'boil', 'water', 'steam', 'lid', 'spout', 'handle', 'switch', 'base', 'cord', 'limescale']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-hostile-'))
  const page = (at: number) => {
    const sections = words.map((word, step) => `## The ${word} ${at}\n\n${words.slice(step).join(' ')} boils.`)
    return `# Page ${at}\n\n${sections.join('\n\n')}\n`
  }
  const pages = Array.from({ length: 200 }, (_, at) => [`docs/page-${at}.md`, page(at)])
  await writeFiles(folder, Object.fromEntries(pages))
  server = await spawnServer(join(folder, 'crawling'), { SIDENOTE_TRUST_PROXY: '1' })
  await administrate('POST', '/sites', { domain: 'docs', sources: [{ kind: 'folder', folder: join(folder, 'docs') }] })
  expect(await sync('docs')).toMatchObject({ status: 'completed', changed: 200 })
  hostile = fork(website, { execArgv: ['--conditions=sidenote-source'] })
  const [message] = (await once(hostile, 'message')) as [{ url: string }]
  url = message.url
  patient = await spawnServer(join(folder, 'patient'))
  for (const home of ['traps', 'heavy', 'slow']) {
    const [to, maximumPages] = home === 'slow' ? [patient, mostSlowPages] : [server, mostPages]
    const source = { kind: 'website', url: `${url}/${home}/`, maximumPages, allowedHosts: [new URL(url).host] }
    await administrate('POST', '/sites', { domain: home, sources: [source] }, to)
  }
  slow = sync('slow', patient)
  // Only the test of it is to hear of a failure.
  slow.catch(() => {})
})
afterAll(async () => {
  hostile?.disconnect()
  await Promise.all([server, patient].map((asked) => asked?.end('SIGTERM')))
  await rm(folder, { recursive: true, force: true })
})

describe('a server that crawls a hostile website', () => {
  test('needs less than 256 MB more memory, and what reads its pages no more than its bound', async () => {
    const before = memory('VmRSS')
    const reader = watchReader()
    const report = await sync('heavy')
    expect(memory('VmHWM') - before).toBeLessThan(mostMegabytes)
    expect(reader.stop()).toBeLessThan(wholeMegabytes(usualBounds()))
    expect(report).toMatchObject({ status: 'completed', read: mostPages, failed: 2 })
    const reasons = report.problems.filter(({ indexed, path }) => !indexed && path.startsWith('heavy/'))
    expect(reasons).toMatchObject([
      {
        path: 'heavy/cells.html',
        reason: expect.stringMatching(/It takes more than 512 MB of memory\.$/),
      },
      {
        path: 'heavy/brackets.md',
        reason: expect.stringContaining('The paragraph at line 1 has more than 5,000 signs'),
      },
    ])
  })

  test('ends at its caps, indexes the rest, and reports what it met', async () => {
    const report = await sync('traps')
    const trap = (name: string) => `${url}/traps/${name}`
    expect(report).toMatchObject({ status: 'completed', read: mostPages, failed: 8, removed: 0 })
    const problems = report.problems.map(({ path, reason }) => (path === trap('') ? reason : `${path}: ${reason}`))
    const expected = [
      `traps/loop.html: ${trap('loop')} redirects more than 5 times.`,
      `traps/pool.html: ${trap('pool')} redirects more than 5 times.`,
      `traps/self.html: ${trap('self')} redirects more than 5 times.`,
      `traps/said-huge.html: ${trap('said-huge')} is larger than 4194304 bytes.`,
      `traps/endless.html: ${trap('endless')} is larger than 4194304 bytes.`,
      `traps/bomb.html: ${trap('bomb')} is larger than 4194304 bytes.`,
      `traps/lies.html: ${trap('lies')} cannot be read: incorrect header check`,
      `traps/cut.html: ${trap('cut')} cannot be read: socket hang up`,
      `The crawl ended at its cap of ${mostPages} pages.`,
      '8 pages were not read, nor what only they lead to.',
      `Links lead to an address of the website outside of /traps/: ${url}/private.`,
      'traps/tags.html: It has no text. What JavaScript writes into a page in the browser is not read.',
    ]
    // When a page is parsed depends on the machine.
    expect(problems.sort()).toEqual(expected.sort())
    expect(report.changed).toBe(mostPages - 8)
    expect(await search('traps', 'fine')).toContainEqual(expect.objectContaining({ path: 'traps/fine' }))
    expect(await search('traps', 'kettles')).toContainEqual(expect.objectContaining({ path: 'traps/charset' }))
    expect(await asked()).not.toContain('/private')
  })

  test('answers others while it crawls', async () => {
    let isDone = false
    const crawl = sync('traps').finally(() => {
      isDone = true
    })
    // How much longer each takes is what `bench/abuse.ts` measures.
    const answered = await countAnswers(() => isDone)
    expect(await crawl).toMatchObject({ status: 'completed', failed: 8 })
    expect(answered).toBeGreaterThan(10)
  })

  test('ends a page that comes byte by byte at its deadline, and indexes the rest', async () => {
    const report = await slow
    expect(report).toMatchObject({ status: 'completed', read: 3, changed: 2, failed: 1 })
    expect(report.problems.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
      `slow/drip.html: ${url}/slow/drip did not answer within 20 s.`,
      `${url}/slow/: The crawl ended at its cap of ${mostSlowPages} pages.`,
      `${url}/slow/: ${url}/slow/drip was not read, nor what only it leads to.`,
      `${url}/slow/: Links lead to an address of the website outside of /slow/: ${url}/private.`,
    ])
    expect(await search('slow', 'fine', patient)).toContainEqual(expect.objectContaining({ path: 'slow/fine' }))
  })
})
