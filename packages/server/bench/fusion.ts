/**
 * What meaning adds to words, and what a poor model costs: the pages of graded questions are ordered by words alone, and by words
 * and the vectors of models that are made here.
 *
 *   node --conditions=sidenote-source bench/fusion.ts --corpora DIR --data DIR [--file develop|left-out|fresh]… [--only SET]…
 *
 * Two models are poor ones: each counts letters, or groups of three, of a section. One knows nothing. The others know the right
 * sections, and how well is told in standard deviations of everything else: with 2 many others are as near, with 5 hardly any.
 * Prints nDCG at 10 pages, and how many questions each of them made better and worse.
 */

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { fuse } from '../src/search/embeddings/fuse.ts'
import type { NearSection } from '../src/search/embeddings/near-section.ts'
import { rankSite } from '../src/search/rank-site.ts'
import { openSearchIndex } from '../src/search/search-index.ts'
import { type Question, type QuestionFile, readQuestions } from './graded-answers.ts'
import { addOrganization, addSite, pageOf } from './sites.ts'

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    data: { type: 'string' },
    file: { type: 'string', multiple: true, default: ['fresh'] },
    only: { type: 'string', multiple: true },
  },
})
const { corpora, data, only } = values
if (!corpora || !data) throw new Error('--corpora says where the documentation is, --data where its index is kept.')

/** As a search for ten pages asks for them. */
const [wordPages, nearSections, depth] = [50, 150, 10]

/** The same numbers in every run. */
let seed = 1
const random = (): number => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}
const noise = (): number => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())

interface Section {
  readonly page: number
  readonly ordinal: number
  readonly name: string
  readonly path: string
  readonly text: string
}

const readSections = async (database: Database, site: string): Promise<Section[]> => {
  const rows = await database
    .selectFrom('sections')
    .innerJoin('pages', (join) => join.onRef('pages.site_id', '=', 'sections.site_id').onRef('number', '=', 'page'))
    .where('sections.site_id', '=', site)
    .select(['page', 'ordinal', 'anchor', 'path', 'heading', 'title', 'content'])
    .execute()
  return rows.map(({ page, ordinal, anchor, path, heading, title, content }) => ({
    page,
    ordinal,
    name: `${pageOf(path)}#${(anchor ?? '').toLowerCase()}`,
    path: pageOf(path),
    text: `${title} ${heading ?? ''} ${content}`,
  }))
}

/** A text as how often it has each group of so many letters. */
const counts = (text: string, size: number): Float64Array => {
  const vector = new Float64Array(size === 1 ? 64 : 1_024)
  const letters = text.toLowerCase().replace(/\s+/g, ' ')
  for (let at = 0; at + size <= letters.length; at++) {
    let hash = 7
    for (let next = 0; next < size; next++) hash = (hash * 31 + letters.charCodeAt(at + next)) % 1_000_003
    const place = hash % vector.length
    vector[place] = (vector[place] ?? 0) + 1
  }
  return vector.map(Math.sqrt)
}
const cosine = (one: Float64Array, other: Float64Array): number => {
  let [dot, mine, its] = [0, 0, 0]
  for (const [at, value] of one.entries()) {
    dot += value * (other[at] ?? 0)
    mine += value * value
    its += (other[at] ?? 0) ** 2
  }
  return dot / Math.sqrt(mine * its || 1)
}

type Likeness = (section: Section, question: Question) => number
const counted = (size: number): Likeness => {
  const known = new Map<string, Float64Array>()
  const vectorOf = (text: string): Float64Array => {
    const vector = known.get(text) ?? counts(text, size)
    known.set(text, vector)
    return vector
  }
  return ({ text }, { query }) => cosine(vectorOf(text), vectorOf(query))
}
const knowing =
  (deviations: number): Likeness =>
  ({ name, path }, { sections }) => {
    const isRight = sections.some((right) => right.toLowerCase() === name)
    const isNear = sections.some((right) => right.split('#')[0]?.toLowerCase() === path)
    return 0.5 + 0.05 * (noise() + (isRight ? deviations : isNear ? deviations / 2 : 0))
  }
const models: Record<string, Likeness> = {
  letters: counted(1),
  'three letters': counted(3),
  nothing: knowing(0),
  'knows by 2': knowing(2),
  'knows by 3': knowing(3),
  'knows by 4': knowing(4),
  'knows by 6': knowing(6),
}

const gainOf = (pages: readonly string[], { sections }: Question): number => {
  const right = new Set(sections.map((section) => section.split('#')[0]?.toLowerCase()))
  const gain = (at: number) => 1 / Math.log2(at + 2)
  const best = [...Array(Math.min(depth, right.size)).keys()].reduce((sum, at) => sum + gain(at), 0)
  const found = pages.slice(0, depth).reduce((sum, page, at) => sum + (right.has(page) ? gain(at) : 0), 0)
  return found / best
}

const database = await openDatabase({ dataFolder: data })
const searchIndex = openSearchIndex({ database })
try {
  await addOrganization(database)
  const gains = new Map<string, number[]>()
  const add = (model: string, gain: number) => gains.set(model, [...(gains.get(model) ?? []), gain])
  const questions = (await Promise.all(values.file.map((name) => readQuestions(name as QuestionFile)))).flat()
  const asked = questions.filter(({ set, sections }) => sections.length > 0 && (!only || only.includes(set)))
  for (const [set, ofSet] of Map.groupBy(asked, (question) => question.set)) {
    const { site } = await addSite(searchIndex, set, [join(corpora, set)])
    const sections = await readSections(database, set)
    const pathOf = new Map(sections.map(({ page, path }) => [page, path]))
    for (const question of ofSet) {
      const options = { query: question.query, limit: wordPages }
      const { pages } = await rankSite(searchIndex, site, { options, meaning: undefined })
      const pathsOf = (found: readonly { page: number }[]) => found.map(({ page }) => pathOf.get(page) ?? '')
      add('words alone', gainOf(pathsOf(pages), question))
      for (const [name, likeness] of Object.entries(models)) {
        const near = sections
          .map((section): NearSection => ({ ...section, cosine: likeness(section, question) }))
          .sort((one, other) => other.cosine - one.cosine)
          .slice(0, nearSections)
        add(name, gainOf(pathsOf(fuse(pages, near, { limit: depth })), question))
      }
    }
  }
  const words = gains.get('words alone') ?? []
  console.log(
    `${words.length} questions\n| model | nDCG@10 | change | better | worse |\n| --- | --- | --- | --- | --- |`,
  )
  const mean = (all: readonly number[]) => all.reduce((sum, gain) => sum + gain, 0) / all.length
  for (const [model, all] of gains) {
    const better = all.filter((gain, at) => gain > (words[at] ?? 0) + 1e-9).length
    const worse = all.filter((gain, at) => gain < (words[at] ?? 0) - 1e-9).length
    const change = (mean(all) - mean(words)).toFixed(3)
    console.log(`| ${model} | ${mean(all).toFixed(3)} | ${change} | ${better} | ${worse} |`)
  }
} finally {
  await database.destroy()
  process.exit()
}
