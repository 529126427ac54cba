/**
 * How fast pages are indexed and searched, against MiniSearch over the same sections and questions in the same run.
 *
 *   node --expose-gc --conditions=sidenote-source bench/search.ts [--corpora DIR] [--sections N]…
 *
 * DIR holds Markdown; without it the text is generated. Read the ratios: the milliseconds are this machine's.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import MiniSearch from 'minisearch'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { type ParsedPage, parsePage } from '../src/docs/parse.ts'
import { replacePages } from '../src/docs/replace-pages.ts'
import { searchPages } from '../src/docs/search.ts'
import { folderSource } from '../src/docs/sources/folder.ts'

interface BenchPage {
  file: string
  parsed: ParsedPage
}

const { values } = parseArgs({
  options: { corpora: { type: 'string' }, sections: { type: 'string', multiple: true, default: ['1000', '10000'] } },
})
const sizes = values.sections.map(Number)
const questionCount = 300

/** The same numbers in every run. */
let seed = 1
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}

/** Words whose frequencies fall as those of a language do. */
const generatedWords = (count: number): string => {
  const word = () => `w${Math.floor(4_000 ** (random(10_000) / 10_000)).toString(36)}ing`
  return Array.from({ length: count }, word).join(' ')
}

const generatePage = (at: number): BenchPage => {
  const sections = Array.from({ length: 9 }, () => `## ${generatedWords(4)}\n\n${generatedWords(80)}`)
  const file = `folder-${at % 20}/page-${at}.md`
  return {
    file,
    parsed: parsePage({
      path: file,
      text: `# ${generatedWords(4)}\n\n${generatedWords(60)}\n\n${sections.join('\n\n')}`,
    }),
  }
}

async function readPages(folder: string): Promise<BenchPage[]> {
  const pages: BenchPage[] = []
  for await (const item of folderSource(folder).read(new AbortController().signal)) {
    if (item.kind === 'document') pages.push({ file: item.document.path, parsed: parsePage(item.document) })
  }
  return pages
}

/** Pages with so many sections in all; those of the folder over again when it has too few. */
function pagesOfSize(size: number, pool: readonly BenchPage[]): BenchPage[] {
  const pages: BenchPage[] = []
  for (let sections = 0, at = 0; sections < size; at++) {
    const known = pool[at % Math.max(1, pool.length)]
    const page = known ? { ...known, file: `${Math.floor(at / pool.length)}/${known.file}` } : generatePage(at)
    pages.push(page)
    sections += page.parsed.sections.length
  }
  return pages
}

/** What readers ask: headings, and runs of a dozen words out of the text. */
function questionsOf(pages: readonly BenchPage[]): string[] {
  return Array.from({ length: questionCount }, (_, at) => {
    const sections = pages[random(pages.length)]?.parsed.sections ?? []
    const section = sections[random(Math.max(1, sections.length))]
    const words = section?.prose.split(' ') ?? []
    const start = random(Math.max(1, words.length - 12))
    const run = words.slice(start, start + 12).join(' ')
    return (at % 2 === 0 ? section?.heading : run) || run || 'install'
  }).map((question) => question.slice(0, 1_000))
}

const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`

function heapUsed(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

async function timed(questions: readonly string[], ask: (question: string) => Promise<unknown>) {
  for (const question of questions.slice(0, 20)) await ask(question)
  const times: number[] = []
  for (const question of questions) {
    const start = performance.now()
    await ask(question)
    times.push(performance.now() - start)
  }
  times.sort((one, other) => one - other)
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

async function indexSite(database: Database, id: string, pages: readonly BenchPage[]): Promise<number> {
  const created_at = new Date().toISOString()
  const start = performance.now()
  await database
    .insertInto('sites')
    .values({
      id,
      organization_id: 'bench',
      domain: id,
      name: id,
      url: null,
      origins_json: '[]',
      created_at,
      synced_at: null,
    })
    .execute()
  for (let at = 0; at < pages.length; at += 64) {
    const batch = pages.slice(at, at + 64)
    await replacePages(
      database,
      id,
      batch.map(({ file, parsed }) => ({ path: file, file, hash: file, parsed, problems: [] })),
    )
  }
  return (performance.now() - start) / 1_000
}

function indexMiniSearch(pages: readonly BenchPage[]) {
  const peer = new MiniSearch({ fields: ['title', 'heading', 'prose', 'code'], storeFields: ['path', 'heading'] })
  const sections = pages.flatMap(({ file, parsed }) =>
    parsed.sections.map(({ heading, prose, code }) => ({
      path: file,
      title: parsed.title,
      heading: heading ?? '',
      prose,
      code,
    })),
  )
  const start = performance.now()
  peer.addAll(sections.map((section, id) => ({ id, ...section })))
  return { peer, seconds: (performance.now() - start) / 1_000 }
}

async function measure(database: Database, size: number, pool: readonly BenchPage[]): Promise<void> {
  const pages = pagesOfSize(size, pool)
  const questions = questionsOf(pages)
  const site = { id: `bench-${size}`, url: null }
  const seconds = await indexSite(database, site.id, pages)
  const empty = heapUsed()
  const ours = await timed(questions, (query) => searchPages(database, site, { query, limit: 10 }))
  const oursHeap = heapUsed() - empty
  const before = heapUsed()
  const { peer, seconds: peerSeconds } = indexMiniSearch(pages)
  const peerHeap = heapUsed() - before
  const theirs = await timed(questions, async (query) => peer.search(query).slice(0, 10))
  console.log(`${size} sections on ${pages.length} pages`)
  console.log(`  search  p50 ${ours.p50.toFixed(2)} ms, p95 ${ours.p95.toFixed(2)} ms`)
  console.log(`          MiniSearch p50 ${theirs.p50.toFixed(2)} ms, p95 ${theirs.p95.toFixed(2)} ms`)
  console.log(`          ratio p50 ${(ours.p50 / theirs.p50).toFixed(2)}, p95 ${(ours.p95 / theirs.p95).toFixed(2)}`)
  console.log(
    `  index   ${(pages.length / seconds).toFixed(0)} pages a second stored; MiniSearch ${(pages.length / peerSeconds).toFixed(0)} in memory`,
  )
  console.log(`  heap    ${megabytes(Math.max(0, oursHeap))} kept; MiniSearch ${megabytes(peerHeap)}`)
}

const dataFolder = await mkdtemp(join(tmpdir(), 'sidenote-bench-'))
try {
  const start = performance.now()
  const pool = values.corpora
    ? await readPages(values.corpora)
    : Array.from({ length: 200 }, (_, at) => generatePage(at))
  const seconds = (performance.now() - start) / 1_000
  console.log(`parsing: ${(pool.length / seconds).toFixed(0)} pages a second (${pool.length} pages)`)
  const database = await openDatabase({ dataFolder })
  await database.insertInto('organizations').values({ id: 'bench', name: 'Bench', created_at: '' }).execute()
  for (const size of sizes) await measure(database, size, values.corpora ? pool : [])
  await database.destroy()
} finally {
  await rm(dataFolder, { recursive: true, force: true })
}
