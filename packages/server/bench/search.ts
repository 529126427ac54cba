/**
 * How fast pages are indexed and searched through HTTP, against MiniSearch and Orama in process over the same sections and
 * questions in the same run.
 *
 *   node --expose-gc --conditions=sidenote-source bench/search.ts [--corpora DIR] [--sections N]…
 *
 * DIR holds Markdown; without it the text is generated. SQLite always, PostgreSQL when TEST_DATABASE_URL is set. Read the
 * ratios: the milliseconds are this machine's. Ours hold a request, its key, its limits and the store; the peers' a call.
 * All questions are asked once before they are timed, and once so many at a time.
 */
import { randomBytes } from 'node:crypto'
import { setImmediate as pause, setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createKey } from '../src/administration/keys/create-key.ts'
import { createSite } from '../src/administration/sites/create-site.ts'
import { readConfig } from '../src/config.ts'
import { createSeal } from '../src/database/seal.ts'
import { refreshStatistics } from '../src/database/statistics.ts'
import { type RunningServer, startServer } from '../src/main.ts'
import { packPage } from '../src/reading/pack-page.ts'
import { indexParsedPage } from '../src/search/index/index-parsed-page.ts'
import { updateLinkTexts } from '../src/search/index/link-texts.ts'
import type { NewPage } from '../src/sources/page-rows.ts'
import { replacePages } from '../src/sources/replace-pages.ts'
import { batchPages, leastForStatistics, searchedTables } from '../src/sources/sync.ts'
import { createLog } from '../src/watch/log.ts'
import { forwardedFor } from '../test/support/addresses.ts'
import { createTestDatabase, testEngines } from '../test/support/database.ts'
import { type BenchPage, pagesOfSize, questionsOf, readPool } from './corpus.ts'
import { openMiniSearch, openOrama, type Peer } from './peers.ts'

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    sections: { type: 'string', multiple: true, default: ['1000', '10000', '100000'] },
  },
})
const questionCount = 200
/** A peer is asked no longer than this; Orama is left out where it takes seconds for a question. */
const peerMilliseconds = 10_000
const mostForOrama = 10_000
const restMilliseconds = 2_000

const quantile = (times: readonly number[], share: number): number =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length * share)] ?? 0
const milliseconds = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms`
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** What is kept, in bytes, once answered requests and their connections are let go. */
async function memoryUsed(): Promise<number> {
  // What a first round finds unused holds what only a second one finds.
  for (let round = 0; round < 2; round++) {
    await setTimeout(restMilliseconds)
    globalThis.gc?.()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Asks all questions, `concurrent` at a time; the time of each. */
async function timed(
  questions: readonly string[],
  ask: (question: string) => Promise<unknown>,
  { concurrent = 1, within = Number.POSITIVE_INFINITY } = {},
): Promise<number[]> {
  const times: number[] = []
  const queue = [...questions]
  const end = performance.now() + within
  const work = async () => {
    for (let next = queue.shift(); next !== undefined && performance.now() < end; next = queue.shift()) {
      const start = performance.now()
      await ask(next)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: concurrent }, work))
  return times
}

async function addSite({ database }: RunningServer, domain: string): Promise<{ id: string; key: string }> {
  await createSite({ database, seal: createSeal(randomBytes(32)) }, 'default', {
    domain,
    sources: [{ kind: 'folder', folder: process.cwd() }],
  })
  const site = await database.selectFrom('sites').select('id').where('domain', '=', domain).executeTakeFirstOrThrow()
  const { key } = await createKey(database, 'default', { kind: 'assistant', site: domain })
  return { id: site.id, key }
}

async function indexPages({ database }: RunningServer, siteId: string, pages: readonly BenchPage[]): Promise<number> {
  const start = performance.now()
  // As a sync does it: pages come one by one, and a batch is written while the next one comes.
  let writing = Promise.resolve()
  for (let at = 0; at < pages.length; at += batchPages) {
    const batch: NewPage[] = []
    for (const { file, parsed } of pages.slice(at, at + batchPages)) {
      const path = file.replace(/\.\w+$/, '')
      batch.push({ path, file, hash: file, parsed: packPage(parsed), index: indexParsedPage(path, parsed) })
      await pause()
    }
    await writing
    writing = replacePages(database, siteId, batch)
  }
  await writing
  await updateLinkTexts(database, siteId)
  if (pages.length >= leastForStatistics) await refreshStatistics(database, searchedTables)
  return performance.now() - start
}

async function measureOurs(server: RunningServer, pages: readonly BenchPage[], questions: readonly string[]) {
  const before = await memoryUsed()
  const domain = `size-${pages.length}`
  const { id, key } = await addSite(server, domain)
  const indexing = await indexPages(server, id, pages)
  const ask = async (query: string) => {
    const response = await fetch(`${server.url}/discovery/v1/search/${domain}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...forwardedFor() },
      body: JSON.stringify({ query }),
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return response.json()
  }
  await timed(questions, ask)
  const alone = await timed(questions, ask)
  // Connections that are opened at once wait for each other; a client opens them once.
  await timed(questions, ask, { concurrent: 32 })
  const together = await timed([...questions, ...questions], ask, { concurrent: 32 })
  const memory = (await memoryUsed()) - before
  const start = performance.now()
  await indexPages(server, id, pages.slice(0, 1))
  await ask(questions[0] ?? '')
  const change = performance.now() - start
  console.log(`    alone   ${milliseconds(alone)}`)
  console.log(`    32      ${milliseconds(together)}`)
  console.log(`    indexed ${((pages.length / indexing) * 1_000).toFixed(0)} pages a second`)
  console.log(`    memory  ${megabytes(memory)}; a changed page is found after ${change.toFixed(0)} ms`)
  return { p50: quantile(alone, 0.5), p95: quantile(alone, 0.95), memory }
}

async function measurePeer(
  open: (pages: readonly BenchPage[]) => Promise<Peer>,
  pages: readonly BenchPage[],
  questions: readonly string[],
) {
  const before = await memoryUsed()
  const start = performance.now()
  const { name, ask } = await open(pages)
  const indexing = performance.now() - start
  const memory = (await memoryUsed()) - before
  await timed(questions, ask, { within: peerMilliseconds })
  const times = await timed(questions, ask, { within: peerMilliseconds })
  console.log(`  ${name}: ${milliseconds(times)} (${times.length} questions)`)
  console.log(
    `    indexed ${((pages.length / indexing) * 1_000).toFixed(0)} pages a second; memory ${megabytes(memory)}`,
  )
  return { name, p50: quantile(times, 0.5), p95: quantile(times, 0.95), memory }
}

type Measured = Awaited<ReturnType<typeof measurePeer>>

async function measureEngine(
  engine: (typeof testEngines)[number],
  sizes: readonly Size[],
  peers: readonly Measured[][],
) {
  const store = await createTestDatabase(engine)
  await store.database.destroy()
  const { databaseUrl, dataFolder } = store.options
  const environment = { SIDENOTE_DATA: dataFolder, SIDENOTE_PORT: '0', DATABASE_URL: databaseUrl }
  const server = await startServer(readConfig({ ...environment, SIDENOTE_TRUST_PROXY: '1' }), {
    log: createLog('error'),
  })
  try {
    for (const [at, { size, pages, questions }] of sizes.entries()) {
      console.log(`  ${engine}, ${size} sections`)
      const ours = await measureOurs(server, pages, questions)
      for (const peer of peers[at] ?? []) {
        const [p50, p95, memory] = [ours.p50 / peer.p50, ours.p95 / peer.p95, ours.memory / peer.memory]
        console.log(
          `    to ${peer.name}: p50 ${p50.toFixed(2)}, p95 ${p95.toFixed(2)}, memory ${Math.max(0, memory).toFixed(2)}`,
        )
      }
    }
  } finally {
    await server.stop()
    await store.close()
  }
}

interface Size {
  size: number
  pages: BenchPage[]
  questions: string[]
}

const pool = await readPool(values.corpora)
const sizes = values.sections.map(Number).map((size): Size => {
  const pages = pagesOfSize(size, pool)
  return { size, pages, questions: questionsOf(pages, questionCount) }
})
const peers: Measured[][] = []
for (const { size, pages, questions } of sizes) {
  console.log(`${size} sections on ${pages.length} pages`)
  const measured = [await measurePeer(openMiniSearch, pages, questions)]
  if (size <= mostForOrama) measured.push(await measurePeer(openOrama, pages, questions))
  peers.push(measured)
}
console.log('Ours, through HTTP')
for (const engine of testEngines) await measureEngine(engine, sizes, peers)
