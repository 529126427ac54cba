/**
 * How good and how fast the quote model's answers are.
 *
 *   node --conditions=sidenote-source bench/answers.ts --corpora DIR --questions DIR [--roots FILE] [--set NAME]…
 *        [--only CORPUS]… [--print N] [--missed] [--elsewhere N] [--pages N]
 *
 * DIR of the corpora holds one folder of Markdown for each documentation set; the questions are JSON lines of
 * `{corpus, query, sections?: ["path#anchor"], section?, says?, exclude?: [paths that do not count]}`. Prints how often a
 * section that a question names is cited first or second and the answer says what it has to, how often a model would be
 * given it or told its name, and the time to the first text on the pages of all sets in one site. A page that a question was
 * made from takes no part: its sections do not count, and its links are taken out of the index. `--elsewhere N` asks each
 * question about the set N further on, where it should find no answer.
 *
 * `bench/readers` holds questions as readers type them, written from the pages alone, without a look at the index. Of
 * their sets, fastify 5.12.8, undici 7.30.2 (`docs/docs`), pino 9.14.0 and mercurius 16.10.1 are the `docs` of those npm
 * packages. `packages.jsonl` beside them was written from memory of what people ask about software; the
 * search was not fitted on it, the order of candidates was: next 16.4.6 (`dist/docs`) and npm 11.21.2 (`docs/content`) are of those npm packages, the other sets the HTML of
 * Debian 12's `python-django-doc`, `python-sqlalchemy-doc`, `python-flask-doc`, `python-celery-doc`, `python-pytest-doc` and
 * `borgbackup-doc`, without changelogs and listings of source code.
 */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assistantRequestSchema } from '@sidenote/contract'
import { pino } from 'pino'
import { z } from 'zod'
import { answer } from '../src/assistant/answer.ts'
import { writeExcerpt } from '../src/assistant/excerpt/write-excerpt.ts'
import { checkAnswer } from '../src/assistant/grounding/check-answer.ts'
import { openModels } from '../src/assistant/models/models.ts'
import { mostFurther } from '../src/assistant/prompt.ts'
import { readAmbiguity } from '../src/assistant/question/ambiguity.ts'
import { readDefined } from '../src/assistant/question/definition.ts'
import { readQuestion } from '../src/assistant/read-question.ts'
import { addMatches } from '../src/assistant/retrieve/add-matches.ts'
import { createSourceList, type Source } from '../src/assistant/sources.ts'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { updateLinkTexts } from '../src/search/index/link-texts.ts'
import { orderSections } from '../src/search/ranking/order-sections.ts'
import { comparedSections, searchSections } from '../src/search/search.ts'
import { openSearchIndex, type SearchIndex } from '../src/search/search-index.ts'
import { onObservation } from '../src/watch/observe.ts'
import { addOrganization, addSite, conversationOf, pageOf, readRoots, retrieveAlone } from './sites.ts'

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    questions: { type: 'string' },
    roots: { type: 'string' },
    data: { type: 'string' },
    set: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    print: { type: 'string' },
    missed: { type: 'boolean', default: false },
    elsewhere: { type: 'string', default: '0' },
    pages: { type: 'string', default: '1000' },
    skipTimes: { type: 'boolean', default: false },
  },
})
if (!values.corpora || !values.questions) throw new Error('--corpora and --questions say where to read from.')
const { corpora, questions: questionsFolder } = { corpora: values.corpora, questions: values.questions }

const questionSchema = z.object({
  corpus: z.string(),
  query: z.string(),
  section: z.string().optional(),
  /** Each of them answers. */
  sections: z.array(z.string()).default([]),
  /** A regular expression that a right answer matches. */
  says: z.string().optional(),
  exclude: z.array(z.string()).default([]),
})
type Question = z.infer<typeof questionSchema> & { set: string }

const readQuestions = async (): Promise<Question[]> => {
  const files = (await readdir(questionsFolder)).filter((file) => file.endsWith('.jsonl')).sort()
  const read = files.map(async (file) => {
    const lines = (await readFile(join(questionsFolder, file), 'utf8')).split('\n').filter((line) => line !== '')
    return lines.map((line) => ({ ...questionSchema.parse(JSON.parse(line)), set: file.replace('.jsonl', '') }))
  })
  const { only, set } = values
  const all = (await Promise.all(read)).flat()
  const names = [...new Set(all.map(({ corpus }) => corpus))]
  const elsewhere = (corpus: string) =>
    names[(names.indexOf(corpus) + Number(values.elsewhere)) % names.length] ?? corpus
  return all
    .map((each) => ({ ...each, corpus: elsewhere(each.corpus) }))
    .filter((each) => (!only || only.includes(each.corpus)) && (!set || set.includes(each.set)))
}

/** `docs/guide.mdx#Set-Up` and `/docs/guide/#set-up` name the same section. */
const sameSection = (path: string, anchor: string): string => `${pageOf(path)}#${anchor.toLowerCase()}`

const sectionOf = (named: string): string => {
  const [path = '', anchor = ''] = named.split('#')
  return sameSection(path, anchor)
}

/** The sections that answer a question. */
const sectionsOf = ({ section, sections }: Question): string[] => [section ?? [], sections].flat().map(sectionOf)

/** The sections that an answer cites, in the order in which it cites them first. */
const citedSections = (text: string, sources: readonly Source[]): string[] => {
  const withoutCode = text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '').replace(/`[^`\n]*`/g, '')
  const numbers = [...new Set([...withoutCode.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1])))]
  return numbers.flatMap((number) => {
    const source = sources[number - 1]
    return source ? [sameSection(source.path, source.anchor ?? '')] : []
  })
}

const limit = 5

/** Runs while the index does not know the links of some pages. */
const withoutLinks = async <T>(
  database: Database,
  siteId: string,
  paths: readonly string[],
  run: () => Promise<T>,
): Promise<T> => {
  const pages = await database
    .selectFrom('pages')
    .select(['path', 'links_json'])
    .where('site_id', '=', siteId)
    .execute()
  const left = pages.filter(({ path }) => paths.includes(sameSection(path, '')))
  const setLinks = async (linksOf: (page: { links_json: string }) => string) => {
    for (const page of left) {
      const own = database.updateTable('pages').where('site_id', '=', siteId).where('path', '=', page.path)
      await own.set({ links_json: linksOf(page) }).execute()
    }
    await updateLinkTexts(database, siteId)
  }
  await setLinks(() => '[]')
  try {
    return await run()
  } finally {
    await setLinks(({ links_json }) => links_json)
  }
}

const quoteAnswer = async (searchIndex: SearchIndex, site: { id: string; url: null }, question: Question) => {
  const { database } = searchIndex
  if (question.exclude.length === 0) {
    const { sources, others, open, certainty } = await retrieveAlone(searchIndex, site, question.query)
    const text = writeExcerpt({ question: question.query, context: [], sources: sources.all, open, certainty })
    return { text, sources, others }
  }
  const excluded = question.exclude.map((path) => sectionOf(path))
  return withoutLinks(database, site.id, excluded, async () => {
    const search = { query: question.query, limit: comparedSections + excluded.length * 4 }
    const found = await searchSections(searchIndex, site, search)
    const matches = found.filter((match) => !excluded.includes(sameSection(match.path, ''))).slice(0, comparedSections)
    const sources = createSourceList(database, site)
    const ordered = orderSections(question.query, matches)
    const others = await addMatches(sources, ordered, { database, site, limit })
    const asked = { conversation: conversationOf(question.query), currentPath: undefined, filter: undefined }
    const open = await readAmbiguity(database, site, asked, ordered)
    const text = writeExcerpt({ question: question.query, context: [], sources: sources.all, open })
    return { text, sources, others }
  })
}

/** What was counted of the answers to one set of questions. */
const noAnswers = { asked: 0, first: 0, second: 0, among: 0, named: 0, says: 0, unanswered: 0, askedBack: 0 }

const measureCitations = async (
  searchIndex: SearchIndex,
  questions: readonly Question[],
  roots: Roots,
): Promise<void> => {
  const bySet = new Map<string, typeof noAnswers>()
  let checked = 0
  let refused = 0
  for (const question of questions) {
    const wanted = sectionsOf(question)
    if (wanted.length === 0) continue
    const { site } = await addSite(searchIndex, question.corpus, [folderOf(question.corpus, roots)])
    const { text, sources, others } = await quoteAnswer(searchIndex, site, question)
    const { citations = [] } = await checkAnswer(text, sources.all)
    checked += citations.length
    refused += citations.filter(({ supported }) => !supported).length
    const cited = citedSections(text, sources.all)
    const at = cited.findIndex((section) => wanted.includes(section))
    const counts = bySet.get(question.set) ?? { ...noAnswers }
    bySet.set(question.set, counts)
    const isWanted = ({ path, anchor }: Pick<Source, 'path' | 'anchor'>) =>
      wanted.includes(sameSection(path, anchor ?? ''))
    const among = sources.all.some(isWanted)
    counts.asked += 1
    if (at === 0) counts.first += 1
    if (at === 0 || at === 1) counts.second += 1
    if (among) counts.among += 1
    if (among || others.slice(0, mostFurther).some(isWanted)) counts.named += 1
    const isUnanswered = text.startsWith('[?]')
    if (!isUnanswered && question.says !== undefined && new RegExp(question.says, 'is').test(text)) counts.says += 1
    if (isUnanswered) counts.unanswered += 1
    else if (text.startsWith('[?')) {
      counts.askedBack += 1
      if (values.missed) console.log(`- asked back: ${question.corpus}: ${question.query}\n    ${text}`)
    }
    if (values.missed && at !== 0 && at !== 1 && among) {
      console.log(`- ${question.corpus}: ${question.query}\n    wanted ${wanted}\n    cited ${cited.join('  ')}`)
    }
  }
  for (const [set, { asked, first, second, among, named, says, unanswered, askedBack }] of bySet) {
    const share = (count: number) => (count / asked).toFixed(3)
    console.log(
      `${set.padEnd(12)} ${asked} questions: cited first ${share(first)}, first or second ${share(second)}, ` +
        `among the sources ${share(among)}, or named to a model ${share(named)}, ${says > 0 ? `says it ${share(says)}, ` : ''}` +
        `said to be unanswered ${share(unanswered)}, asked back ${share(askedBack)}`,
    )
  }
  // Quotations are true to their source, so each one that the check refuses is its mistake.
  console.log(`citations checked: ${checked}, of which wrongly called unsupported: ${refused}`)
}

const printAnswers = async (searchIndex: SearchIndex, questions: readonly Question[], roots: Roots): Promise<void> => {
  const step = Math.max(1, Math.floor(questions.length / Number(values.print)))
  for (const question of questions.filter((_, at) => at % step === 0)) {
    const { site } = await addSite(searchIndex, question.corpus, [folderOf(question.corpus, roots)])
    const { text, sources } = await quoteAnswer(searchIndex, site, question)
    console.log(`\n=================== ${question.corpus} (${question.set}): ${question.query}`)
    const wanted = sectionsOf(question)
    if (wanted.length > 0) console.log(`wanted: ${wanted.join(', ')}`)
    console.log(sources.all.map((each) => `   [${each.number}] ${each.path}#${each.anchor ?? ''}`).join('\n'))
    console.log(`-------\n${text}`)
  }
}

type Roots = Awaited<ReturnType<typeof readRoots>>
const folderOf = (corpus: string, roots: Roots): string => join(corpora, corpus, roots[corpus]?.root ?? '')

/** Milliseconds until the first text of an answer, through the same code as a request. */
const measureTimes = async (searchIndex: SearchIndex, questions: readonly Question[], roots: Roots): Promise<void> => {
  const names = await readdir(corpora)
  const folders: string[] = []
  let pages = 0
  for (const name of names) {
    if (pages >= Number(values.pages)) break
    const folder = folderOf(name, roots)
    pages += (await readdir(folder, { recursive: true })).filter((file) => /\.mdx?$/.test(file)).length
    folders.push(folder)
  }
  const { site } = await addSite(searchIndex, 'all-pages', folders)
  const { database } = searchIndex
  const assistant = {
    database,
    searchIndex,
    models: await openModels({ environment: {} }),
    log: pino({ level: 'silent' }),
  }
  const asked = questions.filter((_, at) => at % Math.ceil(questions.length / 120) === 0)
  const times: number[] = []
  const searches: number[] = []
  let searched = 0
  const stop = onObservation('search', () => searched++)
  for (const { query } of [...asked.slice(0, 15), ...asked]) {
    searched = 0
    const abort = new AbortController()
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: query }] }]
    const request = assistantRequestSchema.parse({ fp: 'bench', messages })
    const start = performance.now()
    const conversation = await readQuestion(database, site, request)
    const { chunks } = await answer(assistant, { site, request, conversation, signal: abort.signal })
    for await (const chunk of chunks) {
      if (chunk.type !== 'text-delta') continue
      times.push(performance.now() - start)
      abort.abort()
    }
    if (readDefined(query) !== undefined) searches.push(searched)
  }
  stop()
  const sorted = times.slice(15).sort((one, other) => one - other)
  const at = (part: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1)
  console.log(`first text on ${pages} pages: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${sorted.length} questions`)
  console.log(`${searches.length} of them ask “What is …?”: ${Math.max(0, ...searches)} searches at most`)
}

const dataFolder = values.data ?? (await mkdtemp(join(tmpdir(), 'sidenote-bench-')))
const database = await openDatabase({ dataFolder })
const searchIndex = openSearchIndex({ database })
try {
  const roots = await readRoots(values.roots)
  const questions = await readQuestions()
  await addOrganization(database)
  if (values.print) await printAnswers(searchIndex, questions, roots)
  else await measureCitations(searchIndex, questions, roots)
  if (!values.print && !values.skipTimes) await measureTimes(searchIndex, questions, roots)
} finally {
  await database.destroy()
  if (!values.data) await rm(dataFolder, { recursive: true, force: true })
}
