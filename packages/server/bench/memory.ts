/**
 * The resident memory of the built server: at rest, with ten sites of 1,000 pages each, and after their readers have asked;
 * against a bare Node process that holds the same sites in MiniSearch.
 *
 *   pnpm run build && node --conditions=sidenote-source bench/memory.ts [--corpora DIR]
 *
 * DIR holds Markdown; without it the text is generated. SQLite always, PostgreSQL when TEST_DATABASE_URL is set.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createdKeySchema, type Sync, syncSchema } from '@sidenote/contract'
import { forwardedFor } from '../test/support/addresses.ts'
import { createEmptyStore, testEngines } from '../test/support/database.ts'
import { spawnServer } from '../test/support/server-process.ts'
import { writeFiles } from '../test/support/write-files.ts'
import { type BenchPage, questionsOf, readPool } from './corpus.ts'
import { openMiniSearch } from './peers.ts'

const { values } = parseArgs({
  options: { corpora: { type: 'string' }, peer: { type: 'boolean', default: false } },
})
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const siteCount = 10
const pagesOfSite = 1_000
const questionsOfSite = 100
/** How long a process rests before it is looked at, so that what a task left behind is collected. */
const restSeconds = 10

/** In MB. */
const resident = (processId: number | undefined): number => {
  const pages = Number(readFileSync(`/proc/${processId}/statm`, 'utf8').split(' ')[1])
  return (pages * 4_096) / 1024 / 1024
}

/** The pages of a site; no two sites have the same words. */
const pagesOf = (pool: readonly BenchPage[], site: number): BenchPage[] =>
  Array.from({ length: pagesOfSite }, (_, at) => {
    const { parsed } = pool[at % pool.length] as BenchPage
    const change = (text: string) =>
      text.replace(/\b[a-z]{9}\b/g, (word) => `${word}${site}x${Math.floor(at / pool.length)}`)
    const sections = parsed.sections.map((section) => ({ ...section, prose: change(section.prose) }))
    return { file: `p${at}.md`, parsed: { ...parsed, sections } }
  })

const markdownOf = ({ parsed }: BenchPage): string =>
  [
    `# ${parsed.title}`,
    ...parsed.sections.map(({ heading, prose, code }) =>
      [heading && `## ${heading}`, prose, code && `\`\`\`\n${code}\n\`\`\``].filter(Boolean).join('\n\n'),
    ),
  ].join('\n\n')

const pool = await readPool(values.corpora)

if (values.peer) {
  const indexes = []
  for (let site = 0; site < siteCount; site++) indexes.push(await openMiniSearch(pagesOf(pool, site)))
  globalThis.gc?.()
  process.send?.(indexes.length)
  // Held until the bench ends this process.
  await new Promise(() => setInterval(() => indexes.length, 60_000))
}

/** The resident memory of a process that has these sites in MiniSearch, in MB. */
async function measurePeer(): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), [...argv.slice(2), '--peer'], {
    execArgv: ['--expose-gc', '--conditions=sidenote-source'],
  })
  await once(child, 'message')
  await wait(restSeconds * 1_000)
  const memory = resident(child.pid)
  child.kill('SIGKILL')
  return memory
}

async function measureServer(engine: (typeof testEngines)[number], folder: string) {
  const store = await createEmptyStore(engine)
  const { databaseUrl, dataFolder } = store.options
  const environment = { SIDENOTE_TRUST_PROXY: '1', ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const server = await spawnServer(dataFolder, environment, { program: [cli] })
  try {
    const send = async (method: string, path: string, key: string, body?: object): Promise<unknown> => {
      const response = await fetch(server.url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...forwardedFor() },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return response.json()
    }
    const rest = async () => {
      await wait(restSeconds * 1_000)
      return resident(server.child.pid)
    }
    const atRest = await rest()
    const sync = async (domain: string): Promise<Sync> => {
      const begun = syncSchema.parse(await send('POST', `/admin/v1/sites/${domain}/syncs`, server.adminKey))
      for (;;) {
        const now = syncSchema.parse(await send('GET', `/admin/v1/sites/${domain}/syncs/${begun.id}`, server.adminKey))
        if (now.finishedAt !== null) return now
        await wait(200)
      }
    }
    const keys: string[] = []
    for (let site = 0; site < siteCount; site++) {
      const sources = [{ kind: 'folder', folder: join(folder, `site-${site}`) }]
      await send('POST', '/admin/v1/sites', server.adminKey, { domain: `site-${site}`, sources })
      const { status, changed } = await sync(`site-${site}`)
      if (status !== 'completed' || changed !== pagesOfSite)
        throw new Error(`site-${site}: ${status}, ${changed} pages`)
      const created = await send('POST', '/admin/v1/keys', server.adminKey, { kind: 'assistant', site: `site-${site}` })
      keys.push(createdKeySchema.parse(created).key)
    }
    const withSites = await rest()
    for (const [site, key] of keys.entries()) {
      for (const query of questionsOf(pagesOf(pool, site), questionsOfSite)) {
        await send('POST', `/discovery/v1/search/site-${site}`, key, { query })
      }
    }
    return { atRest, withSites, asked: await rest() }
  } finally {
    await server.end('SIGTERM')
    await store.close()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'sidenote-memory-'))
for (let site = 0; site < siteCount; site++) {
  const files = pagesOf(pool, site).map((page) => [page.file, markdownOf(page)])
  await writeFiles(join(folder, `site-${site}`), Object.fromEntries(files))
}
const whole = (megabytes: number): string => `${megabytes.toFixed(0)} MB`
const peer = await measurePeer()
console.log(`MiniSearch with ${siteCount} sites of ${pagesOfSite} pages: ${whole(peer)}`)
for (const engine of testEngines) {
  const { atRest, withSites, asked } = await measureServer(engine, folder)
  console.log(`Sidenote on ${engine}: at rest ${whole(atRest)}, after the sync of as many ${whole(withSites)},`)
  console.log(
    `  after ${siteCount * questionsOfSite} questions ${whole(asked)}: ${(asked / peer).toFixed(2)} of MiniSearch`,
  )
}
await rm(folder, { recursive: true, force: true })
