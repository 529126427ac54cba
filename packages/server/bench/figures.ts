/**
 * How fast the overview and the search of conversations are, through HTTP, for a site with a million questions of 90 days:
 * `node --conditions=sidenote-source bench/figures.ts`. SQLite, and PostgreSQL when TEST_DATABASE_URL names one.
 * `--turns 100000` generates fewer. A million need some 3 GB of disk for each.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { addDailyCounts, type CountPlace } from '../src/database/add-daily-counts.ts'
import type { Database } from '../src/database/database.ts'
import { type BulkTable, insertRows } from '../src/database/insert-rows.ts'
import { refreshStatistics } from '../src/database/statistics.ts'
import { createTestDatabase, testEngines } from '../test/support/database.ts'
import { percentile } from '../test/support/load.ts'
import { startTestServer, type TestServer } from '../test/support/server.ts'

const { values } = parseArgs({ options: { turns: { type: 'string', default: '1000000' } } })
const turns = Number(values.turns)
const days = 90
const dayMilliseconds = 86_400_000
const rounds = 60
const statuses = [
  'answered',
  'answered',
  'answered',
  'answered',
  'answered',
  'answered',
  'unanswered',
  'declined',
] as const
const pagePaths = Array.from({ length: 400 }, (_, at) => `guide/page-${at}`)
const languages = ['en', 'de', 'fr', 'ja']
const randomInt = (below: number): number => Math.floor(Math.random() * below)
/** As in any language, few words make up most of a text. */
const vocabulary = Array.from({ length: 20_000 }, (_, at) => `w${at.toString(36)}`)

/** The more likely, the smaller. */
const skewed = (below: number): number => Math.min(below - 1, Math.floor(below * Math.random() ** 4))
const pick = <Value>(list: readonly Value[], fallback: Value): Value => list[skewed(list.length)] ?? fallback
const words = (count: number): string => Array.from({ length: count }, () => pick(vocabulary, 'w')).join(' ')

const batch = 512

const threadTable: BulkTable<'threads'> = {
  name: 'threads',
  columns: { id: 'text', site_id: 'text', fp: 'text', created_at: 'text' },
}
const citationTable: BulkTable<'turn_citations'> = {
  name: 'turn_citations',
  columns: { turn_id: 'text', path: 'text' },
}
const feedbackTable: BulkTable<'feedback'> = {
  name: 'feedback',
  columns: { turn_id: 'text', helpful: 'integer', reason: 'text', comment: 'text', created_at: 'text' },
}
/** So many questions have one about which a reader says that its answer didn’t help. */
const questionsPerOpinion = 1_000
const turnTable: BulkTable<'turns'> = {
  name: 'turns',
  columns: {
    id: 'text',
    thread_id: 'text',
    site_id: 'text',
    question: 'text',
    context_json: 'text',
    current_path: 'text',
    answer: 'text',
    sources_json: 'text',
    status: 'text',
    model: 'text',
    started_at: 'text',
    finished_at: 'text',
    page: 'text',
    language: 'text',
    strength: 'integer',
    statements_json: 'text',
    input_tokens: 'integer',
    output_tokens: 'integer',
    cost: 'integer',
  },
}

/** The rows that a batch of questions is stored as. */
const makeTurns = (siteId: string, start: number) =>
  Array.from({ length: Math.min(batch, turns - start) }, (_, offset) => {
    const at = start + offset
    // Oldest first, as they come; the last one is of today.
    const time = new Date(Date.now() - days * dayMilliseconds * (1 - at / turns)).toISOString()
    return {
      id: `message_${String(at).padStart(8, '0')}`,
      thread_id: `thread_${Math.floor(at / batch)}_${at % 50}`,
      site_id: siteId,
      question: words(9),
      context_json: '[]',
      current_path: null,
      answer: words(60),
      sources_json: JSON.stringify([
        { number: 1, path: pick(pagePaths, ''), anchor: null, url: '/guide', title: 'Guide' },
      ]),
      status: statuses[randomInt(statuses.length)] ?? ('answered' as const),
      model: randomInt(10) === 0 ? 'quote' : 'openai:gpt',
      started_at: time,
      finished_at: time,
      page: pick(pagePaths, ''),
      language: pick(languages, 'en'),
      strength: randomInt(20) === 0 ? 50 : 100,
      statements_json: '[]',
      input_tokens: 3_000,
      output_tokens: 200,
      cost: 0,
    }
  })

type Turn = ReturnType<typeof makeTurns>[number]

/** Stores what `saveTurn` would, many at once; the figures are added up at the end. */
const fill = async (database: Database, siteId: string): Promise<void> => {
  const counts = new Map<string, { place: CountPlace; questions: number; answered: number; tokens: number }>()
  const count = (place: CountPlace, { status }: Turn) => {
    const key = JSON.stringify(place)
    const counted = counts.get(key) ?? { place, questions: 0, answered: 0, tokens: 0 }
    counted.questions++
    counted.answered += Number(status === 'answered')
    counted.tokens += 3_000
    counts.set(key, counted)
  }
  for (let start = 0; start < turns; start += batch) {
    const rows = makeTurns(siteId, start)
    const threads = [...new Set(rows.map(({ thread_id }) => thread_id))]
    await database.transaction().execute(async (transaction) => {
      const created = rows[0]?.started_at ?? ''
      const one = { site_id: siteId, created_at: created }
      await insertRows(
        transaction,
        threadTable,
        threads.map((id) => ({ ...one, id, fp: `reader-${id}` })),
      )
      await insertRows(transaction, turnTable, rows)
      await insertRows(
        transaction,
        feedbackTable,
        rows
          .filter((_, at) => (start + at) % questionsPerOpinion === 0)
          .map(({ id, started_at }) => ({
            turn_id: id,
            helpful: 0,
            reason: null,
            comment: null,
            created_at: started_at,
          })),
      )
      await insertRows(
        transaction,
        citationTable,
        rows.map(({ id }) => ({ turn_id: id, path: pick(pagePaths, '') })),
      )
    })
    for (const row of rows) {
      const place = { site_id: siteId, day: row.started_at.slice(0, 10) }
      count({ ...place, dimension: 'all', value: '' }, row)
      count({ ...place, dimension: 'model', value: row.model }, row)
      count({ ...place, dimension: 'language', value: row.language }, row)
      count({ ...place, dimension: 'page', value: row.page }, row)
      count({ ...place, dimension: 'cited', value: row.page }, row)
    }
    if (start % (batch * 200) === 0) stdout.write(`${start.toLocaleString('en')} questions stored\n`)
  }
  await database.transaction().execute(async (transaction) => {
    for (const { place, questions, answered, tokens } of counts.values()) {
      await addDailyCounts(transaction, [place], { questions, answered, input_tokens: tokens })
    }
  })
  await refreshStatistics(database, ['turns', 'threads', 'turn_citations', 'daily_counts'])
}

const measure = async (server: TestServer, name: string, queries: () => string): Promise<void> => {
  const times: number[] = []
  let entries = 0
  for (let round = 0; round < rounds + 5; round++) {
    const path = `/admin/v1/sites/docs/${queries()}`
    const begun = performance.now()
    const response = await server.send(path, { method: 'GET', key: server.adminKey })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    entries = text.split('"threadId"').length - 1
    if (round >= 5) times.push(performance.now() - begun)
  }
  const figure = (share: number) => `${percentile(times, share).toFixed(0).padStart(5)} ms`
  stdout.write(`${name.padEnd(44)} p50 ${figure(0.5)}  p95 ${figure(0.95)}  (last: ${entries} entries)\n`)
}

const range = () => new Date(Date.now() - days * dayMilliseconds).toISOString().slice(0, 10)
const rare = () => vocabulary[10_000 + randomInt(10_000)] ?? ''

const measureAll = async (server: TestServer): Promise<void> => {
  const from = `from=${range()}`
  const list = `conversations?limit=50&${from}`
  await measure(server, 'overview, 90 days', () => `statistics?${from}`)
  await measure(server, 'gaps of the overview', () => `questions?state=open&limit=3&${from}`)
  await measure(server, 'gaps, all their page shows', () => `questions?state=open&limit=100&${from}`)
  await measure(server, 'overview of one page', () => `statistics?${from}&page=${pick(pagePaths, '')}`)
  await measure(server, 'conversations, the newest', () => list)
  await measure(server, 'conversations about a rare word', () => `${list}&search=${rare()}`)
  await measure(server, 'conversations about two words', () => `${list}&search=${words(2).replace(' ', '+')}`)
  await measure(server, 'conversations about the most frequent word', () => `${list}&search=w0`)
  await measure(server, 'conversations about a beginning of words', () => `${list}&search=w0a`)
  await measure(server, 'a frequent word, weak answers', () => `${list}&search=w1&status=weak`)
  await measure(server, 'a frequent word, one page', () => `${list}&search=w1&page=${pick(pagePaths, '')}`)
  await measure(server, 'failed: nothing', () => `${list}&status=failed`)
  await measure(server, 'a language of nobody', () => `${list}&language=tlh`)
  await measure(server, 'not helpful, one of a thousand', () => `${list}&feedback=unhelpful`)
  await measure(server, 'not helpful, from a page of nobody', () => `${list}&feedback=unhelpful&page=guide/none`)
  await measure(server, 'one page, failed: nothing', () => `${list}&status=failed&page=guide/page-3`)
  await measure(server, 'one page cited', () => `${list}&cited=${pick(pagePaths, '')}`)
}

process.env.TEST_SCHEMAS ??= 'bench_figures'
for (const engine of testEngines) {
  const store = await createTestDatabase(engine)
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-bench-'))
  const { databaseUrl } = store.options
  const server = await startTestServer({
    dataFolder: folder,
    environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {},
  })
  try {
    stdout.write(`\n${engine}, ${turns.toLocaleString('en')} questions\n`)
    const { site } = await server.addSite('docs', { 'index.md': '# Guide\n\nThe guide.\n' })
    const { id } = await server.database
      .selectFrom('sites')
      .select('id')
      .where('domain', '=', site.domain)
      .executeTakeFirstOrThrow()
    const policy = { method: 'PATCH', key: server.adminKey, body: { storeQuestions: true, retentionDays: 400 } }
    await server.send('/admin/v1/sites/docs/policy', policy)
    const begun = performance.now()
    await fill(server.database, id)
    stdout.write(`stored in ${((performance.now() - begun) / 1_000).toFixed(0)} s\n`)
    await measureAll(server)
  } finally {
    await server.stop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}
process.exit()
