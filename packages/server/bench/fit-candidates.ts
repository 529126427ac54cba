/**
 * Fits the weights of `assistant/retrieve/order-candidates.ts`, and says how good they are on documentation that had no part in it.
 *
 *   sh bench/graded/get-docs.sh DIR
 *   node --conditions=sidenote-source bench/fit-candidates.ts --corpora DIR [--roots FILE] [--data DIR]
 *
 * The questions are those of `bench/graded` and `bench/readers`, as far as their documentation is in DIR; those that name a
 * topic, where the search is believed more, take no part, nor do those of `bench/readers` whose documentation `fresh.jsonl` asks
 * about in another version. Prints for each file of questions how often a right section comes
 * first, and is among the first five, when the weights are fitted on other sets; then the weights that all but `left-out.jsonl` and
 * `fresh.jsonl` give.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { withoutSmallWords } from '../src/assistant/question/asked-language.ts'
import { candidateSigns, readSigns } from '../src/assistant/retrieve/order-candidates.ts'
import { openDatabase } from '../src/database/open.ts'
import { isReadersQuestion } from '../src/search/ranking/query-kind.ts'
import { comparedSections, searchSections } from '../src/search/search.ts'
import { openSearchIndex } from '../src/search/search-index.ts'
import { dot } from './linear.ts'
import { fit, type ListExample } from './listwise.ts'
import { addOrganization, addSite, pageOf, readLines, readRoots } from './sites.ts'

const { values } = parseArgs({
  options: { corpora: { type: 'string' }, roots: { type: 'string' }, data: { type: 'string' } },
})
const { corpora, data } = values
if (!corpora || !data) throw new Error('--corpora says where the documentation is, --data where its index is kept.')

const questionSchema = z.object({
  set: z.string().optional(),
  corpus: z.string().optional(),
  query: z.string(),
  sections: z.array(z.string()).default([]),
})
const files = ['graded/develop', 'graded/left-out', 'graded/fresh', 'readers/readers', 'readers/packages'] as const
/** No weight is fitted on them. */
const leftOut: readonly string[] = ['graded/left-out', 'graded/fresh']
/** The others are judged in parts, each by weights that are fitted on the sets of the other parts. */
const parts = 8
/** How strongly weights are drawn to zero. */
const ridge = 15

interface Example extends ListExample {
  readonly file: string
  readonly set: string
}

const nameOf = (path: string, anchor: string | null | undefined): string =>
  `${pageOf(path)}#${(anchor ?? '').toLowerCase()}`

/** How often a right section is among so many first. */
const amongFirst = (judged: readonly { example: Example; worths: readonly number[] }[], first: number): string => {
  const good = judged.filter(({ example, worths }) => {
    const best = Math.max(...example.right.map((at) => worths[at] ?? 0))
    return example.right.length > 0 && worths.filter((worth) => worth > best).length < first
  })
  return `${((100 * good.length) / judged.length).toFixed(1)} %`
}

const database = await openDatabase({ dataFolder: data })
const searchIndex = openSearchIndex({ database })
try {
  const roots = await readRoots(values.roots)
  await addOrganization(database)
  const examples: Example[] = []
  const ofGraded = new Set((await readLines('graded/fresh.jsonl', questionSchema)).map(({ set }) => set))
  for (const file of files) {
    for (const { set, corpus = set ?? '', query, sections } of await readLines(`${file}.jsonl`, questionSchema)) {
      const folder = join(corpora, corpus, roots[corpus]?.root ?? '')
      if (set === undefined && ofGraded.has(corpus)) continue
      if (sections.length === 0 || !isReadersQuestion(query) || !existsSync(folder)) continue
      const { site } = await addSite(searchIndex, corpus, [folder])
      const asked = { query: withoutSmallWords(query), limit: comparedSections, asksBack: true }
      const found = await searchSections(searchIndex, site, asked)
      const right = new Set(sections.map((section) => nameOf(section.split('#')[0] ?? '', section.split('#')[1])))
      examples.push({
        file,
        set: corpus,
        features: readSigns(query, found).map((signs) => candidateSigns.map((name) => signs[name])),
        right: found.flatMap(({ path, anchor }, at) => (right.has(nameOf(path, anchor)) ? [at] : [])),
        count: 1,
      })
    }
  }
  const isFitted = ({ file }: Example) => !leftOut.includes(file)
  const fitted = examples.filter(isFitted)
  const sets = [...new Set(fitted.map(({ set }) => set))].sort()
  const partOf = ({ set }: Example) => sets.indexOf(set) % parts
  const all = fit(fitted, ridge)
  const byOthers = Array.from({ length: parts }, (_, part) =>
    fit(
      fitted.filter((each) => partOf(each) !== part),
      ridge,
    ),
  )
  const judged = examples.map((example) => {
    const weights = (isFitted(example) ? byOthers[partOf(example)] : undefined) ?? all
    return { example, worths: example.features.map((each) => dot(each, weights)) }
  })
  for (const [file, some] of Map.groupBy(judged, ({ example }) => example.file))
    console.log(`${file.padEnd(16)} ${some.length}: first ${amongFirst(some, 1)}, among five ${amongFirst(some, 5)}`)
  for (const [at, name] of candidateSigns.entries()) console.log(`  ${name}: ${(all[at] ?? 0).toFixed(2)},`)
} finally {
  await database.destroy()
  process.exit()
}
