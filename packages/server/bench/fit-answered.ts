/**
 * Fits what the quote model takes for an answer (`signs` in `assistant/excerpt/write-excerpt.ts`) and says how well that tells
 * questions that documentation answers from others.
 *
 *   node --conditions=sidenote-source bench/fit-answered.ts --corpora DIR --questions DIR… [--roots FILE] [--data DIR]
 *
 * The questions are those of `bench/questions.ts` and `bench/answers.ts`, which name the pages that answer. Each is asked of
 * its documentation and of two halves of that, one or both of which have such a page, and of two other sets, which hardly
 * ever do; and of sets of eight of these pages, as small projects have. Asked where a page answers but was not found, it does
 * not count. Prints for each file of questions how often one
 * that is answered has better signs than one that is not, by weights fitted on the other sets, and how many are said to be
 * unanswered; then the weights that all sets give.
 */

import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readSearchWords } from '../src/assistant/excerpt/search-words.ts'
import { readSections } from '../src/assistant/excerpt/sections.ts'
import { readSigns, signNames } from '../src/assistant/excerpt/strength.ts'
import { writeExcerpt } from '../src/assistant/excerpt/write-excerpt.ts'
import { openDatabase } from '../src/database/open.ts'
import { openSearchIndex } from '../src/search/search-index.ts'
import { dot, solve } from './linear.ts'
import { addOrganization, addSite, pageOf, readRoots, retrieveAlone } from './sites.ts'

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    roots: { type: 'string' },
    questions: { type: 'string', multiple: true },
    data: { type: 'string' },
  },
})
if (!values.corpora || !values.questions) throw new Error('--corpora and --questions say where to read from.')
const { corpora, questions: questionFolders } = { corpora: values.corpora, questions: values.questions }

const questionSchema = z.object({
  corpus: z.string(),
  query: z.string(),
  relevant: z.array(z.string()).default([]),
  sections: z.array(z.string()).default([]),
})
type Question = z.infer<typeof questionSchema> & { set: string }

/** Where a question is asked: a page answers, its part of the documentation lacks that page, or it is about other things. */
type Kind = 'own' | 'lacking' | 'other'
interface Example {
  readonly corpus: string
  readonly set: string
  readonly kind: Kind
  readonly refused: boolean
  /** The signs, and 1. */
  readonly signs: readonly number[]
}

/** Of files of more questions than that every second, third … one is asked. */
const mostQuestions = 150
const halves = ['first', 'second'] as const
const fewPages = 8
const pageFile = /\.(?:mdx?|rst|adoc)$/

const readQuestions = async (): Promise<Question[]> => {
  const read = questionFolders.map(async (folder) => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.jsonl')).sort()
    return Promise.all(
      files.map(async (file) => {
        const lines = (await readFile(join(folder, file), 'utf8')).split('\n').filter((line) => line !== '')
        const step = Math.ceil(lines.length / mostQuestions)
        const chosen = lines.filter((_, at) => at % step === 0)
        return chosen.map((line) => ({ ...questionSchema.parse(JSON.parse(line)), set: file.replace('.jsonl', '') }))
      }),
    )
  })
  return (await Promise.all(read)).flat(2)
}

/** The pages that answer; of sections, theirs. */
const rightPages = ({ relevant, sections }: Question): string[] =>
  [...relevant, ...sections].map((place) => pageOf(place.replace(/#.*/, '')))

const dataFolder = values.data ?? (await mkdtemp(join(tmpdir(), 'sidenote-bench-')))
const database = await openDatabase({ dataFolder })
const searchIndex = openSearchIndex({ database })

/** A documentation set; every other page of it in one half, the rest in the other; and sets of a few pages from all over it. */
const addSites = async (corpus: string, folder: string): Promise<void> => {
  await addSite(searchIndex, corpus, [folder])
  const files = (await readdir(folder, { recursive: true })).filter((file) => pageFile.test(extname(file))).sort()
  const addPart = async (id: string, chosen: readonly string[]) => {
    const part = join(dataFolder, 'parts', id)
    for (const file of chosen) {
      await mkdir(dirname(join(part, file)), { recursive: true })
      await cp(join(folder, file), join(part, file))
    }
    await addSite(searchIndex, id, [part])
  }
  const every = (count: number, nth: number) => files.filter((_, place) => place % count === nth)
  for (const [at, half] of halves.entries()) await addPart(`${corpus}-${half}`, every(halves.length, at))
  const smalls = Math.ceil(files.length / fewPages)
  for (let nth = 0; nth < smalls; nth++) await addPart(`${corpus}-small-${nth}`, every(smalls, nth))
}

const readExample = async (question: Question, id: string, kind: Kind): Promise<Example | undefined> => {
  const { sources, open, certainty = 1 } = await retrieveAlone(searchIndex, { id, url: null }, question.query)
  const right = rightPages(question)
  if (kind === 'own' && !sources.all.some(({ path }) => right.includes(pageOf(path)))) return undefined
  const search = readSearchWords(question.query, { context: '', sources: sources.all })
  const [best] = readSections(sources.all, search, { question: question.query, context: [], isFollowUp: false })
  if (!best || search.total === 0) return undefined
  const said = readSigns(best, sources.all, certainty)
  const text = writeExcerpt({ question: question.query, context: [], sources: sources.all, open, certainty })
  const { corpus, set } = question
  return { corpus, set, kind, refused: text.startsWith('[?]'), signs: [...signNames.map((name) => said[name]), 1] }
}

const readExamples = async (questions: readonly Question[]): Promise<Example[]> => {
  const names = [...new Set(questions.map(({ corpus }) => corpus))].sort()
  const pages = await database.selectFrom('pages').select(['site_id', 'path']).execute()
  const pagesOf = Map.groupBy(pages, ({ site_id }) => site_id)
  const examples: (Example | undefined)[] = []
  for (const [at, question] of questions.entries()) {
    const right = rightPages(question)
    const other = (further: number) => names[(names.indexOf(question.corpus) + further) % names.length] ?? ''
    examples.push(await readExample(question, question.corpus, 'own'))
    const has = (id: string) => pagesOf.get(id)?.some(({ path }) => right.includes(pageOf(path))) === true
    const smallsOf = (corpus: string) => [...pagesOf.keys()].filter((id) => id.startsWith(`${corpus}-small-`))
    const smalls = smallsOf(question.corpus)
    const oneOf = (ids: readonly string[]) => (ids.length > 0 ? (ids[at % ids.length] ?? []) : [])
    const parts = [
      ...halves.map((half) => `${question.corpus}-${half}`),
      ...[smalls.filter(has), smalls.filter((id) => !has(id))].flatMap(oneOf),
    ]
    for (const id of parts) examples.push(await readExample(question, id, has(id) ? 'own' : 'lacking'))
    // Sets that stand next to each other in the alphabet are not alike.
    const others = [1, 2].map((nth) => other(1 + ((at * nth + nth) % (names.length - 1))))
    for (const id of [...others, ...others.slice(0, 1).flatMap((corpus) => oneOf(smallsOf(corpus)))]) {
      examples.push(await readExample(question, id, 'other'))
    }
  }
  return examples.filter((example) => example !== undefined)
}

/** What an example weighs: the kinds of one file as much as their roots, answers twice, what a part lacks less, as it may say it too. */
const readWeights = (examples: readonly Example[]): number[] => {
  const keyOf = ({ set, kind }: Example) => `${set} ${kind}`
  const counts = new Map([...Map.groupBy(examples, keyOf)].map(([key, some]) => [key, some.length]))
  const parts = { own: 2, lacking: 0.6, other: 1 }
  return examples.map((example) => parts[example.kind] / Math.sqrt(counts.get(keyOf(example)) ?? 1))
}

/** How strongly weights are drawn to zero, but for the constant. */
const ridge = 0.5

/** Logistic regression, by Newton’s method. */
const fit = (examples: readonly Example[]): number[] => {
  const shares = readWeights(examples)
  const names = [...signNames, 'constant']
  let weights = names.map(() => 0)
  for (let round = 0; round < 12; round++) {
    const pull: number[] = names.map((name) => (name === 'constant' ? 1e-9 : ridge))
    const slope = weights.map((weight, at) => (pull[at] ?? 0) * weight)
    const bend = pull.map((own, row) => pull.map((_, at) => (row === at ? own : 0)))
    for (const [index, { kind, signs }] of examples.entries()) {
      const chance = 1 / (1 + Math.exp(-dot(signs, weights)))
      const share = shares[index] ?? 0
      for (const [at, row] of bend.entries()) {
        slope[at] = (slope[at] ?? 0) + share * (chance - (kind === 'own' ? 1 : 0)) * (signs[at] ?? 0)
        for (const [to, value] of row.entries()) {
          row[to] = value + share * chance * (1 - chance) * (signs[at] ?? 0) * (signs[to] ?? 0)
        }
      }
    }
    const step = solve(bend, slope)
    weights = weights.map((weight, at) => weight - (step[at] ?? 0))
  }
  return weights
}

/** How likely one that is answered has better signs than one that is not (the area under the curve). */
const orderedRight = (examples: readonly (Example & { odds: number })[]): string => {
  const own = examples.filter(({ kind }) => kind === 'own')
  const others = examples.filter(({ kind }) => kind !== 'own')
  const right = own.reduce((sum, { odds }) => sum + others.filter((other) => other.odds < odds).length, 0)
  return (right / (own.length * others.length)).toFixed(3)
}

try {
  const roots = await readRoots(values.roots)
  await addOrganization(database)
  const questions = await readQuestions()
  for (const corpus of new Set(questions.map((question) => question.corpus))) {
    await addSites(corpus, join(corpora, corpus, roots[corpus]?.root ?? ''))
  }
  const examples = await readExamples(questions)
  const held = [...Map.groupBy(examples, ({ corpus }) => corpus)].flatMap(([corpus, own]) => {
    const weights = fit(examples.filter((each) => each.corpus !== corpus))
    return own.map((each) => ({ ...each, odds: dot(each.signs, weights) }))
  })
  for (const [set, some] of Map.groupBy(held, (each) => each.set)) {
    const told = [`${set.padEnd(12)} ordered right ${orderedRight(some)}`]
    for (const kind of ['own', 'lacking', 'other'] as const) {
      const asked = some.filter((each) => each.kind === kind)
      const refused = asked.filter((each) => each.refused)
      told.push(`${kind} ${asked.length}, refused ${(refused.length / asked.length).toFixed(2)}`)
    }
    console.log(told.join('; '))
  }
  const all = fit(examples)
  console.log([...signNames, 'constant'].map((name, at) => `${name}: ${(all[at] ?? 0).toFixed(2)}`).join(', '))
} finally {
  await database.destroy()
  if (!values.data) await rm(dataFolder, { recursive: true, force: true })
}
