/**
 * Compares answers without a model with what anybody writes first, blind.
 *
 *   sh bench/graded/get-docs.sh DIR
 *   node --conditions=sidenote-source bench/blind.ts --corpora DIR --out FILE [--data DIR] [--count 60]
 *   node --conditions=sidenote-source bench/blind.ts --judge FILE --verdicts "a b same …"
 *
 * The first writes pairs of answers to questions of `bench/graded/left-out.jsonl` as Markdown, in an order that nobody can tell, and
 * beside it which is which. The second counts verdicts, one a pair, in the order of the file.
 */

import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openDatabase } from '../src/database/open.ts'
import { openSearchIndex } from '../src/search/search-index.ts'
import { answerQuestion, readQuestions } from './graded-answers.ts'
import { addOrganization } from './sites.ts'

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    data: { type: 'string' },
    out: { type: 'string' },
    count: { type: 'string', default: '60' },
    judge: { type: 'string' },
    verdicts: { type: 'string', default: '' },
  },
})

const keySchema = z.array(z.enum(['a', 'b']))
const keyOf = (file: string): string => `${file}.key.json`

/** Which of the two the excerpt is, for a question: a coin that falls alike each time. */
const sideOf = (query: string): 'a' | 'b' =>
  (createHash('sha256').update(query).digest()[0] ?? 0) % 2 === 0 ? 'a' : 'b'

const writePairs = async (corpora: string, out: string): Promise<void> => {
  const dataFolder = values.data ?? (await mkdtemp(join(tmpdir(), 'blind-')))
  const database = await openDatabase({ dataFolder })
  try {
    await addOrganization(database)
    const searchIndex = openSearchIndex({ database })
    const questions = await readQuestions('left-out')
    const step = questions.length / Number(values.count)
    const chosen = questions.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
    const pairs: string[] = []
    for (const [at, question] of chosen.entries()) {
      const { excerpt, plain } = await answerQuestion(searchIndex, corpora, question)
      const [a, b] = sideOf(question.query) === 'a' ? [excerpt, plain] : [plain, excerpt]
      pairs.push(`# ${at + 1}. ${question.set}: ${question.query}\n\n## a\n\n${a}\n\n## b\n\n${b}\n`)
    }
    await writeFile(out, pairs.join('\n'))
    await writeFile(keyOf(out), JSON.stringify(chosen.map(({ query }) => sideOf(query))))
  } finally {
    await database.destroy()
    if (!values.data) await rm(dataFolder, { recursive: true, force: true })
  }
}

const countVerdicts = async (file: string): Promise<void> => {
  const key = keySchema.parse(JSON.parse(await readFile(keyOf(file), 'utf8')))
  const verdicts = values.verdicts.trim().split(/\s+/)
  if (verdicts.length !== key.length) throw new Error(`There are ${key.length} pairs, but ${verdicts.length} verdicts.`)
  const better = verdicts.filter((verdict, at) => verdict === key[at]).length
  const same = verdicts.filter((verdict) => verdict === 'same').length
  console.log(`excerpt better ${better}, worse ${verdicts.length - better - same}, same ${same}`)
}

if (values.judge) await countVerdicts(values.judge)
else if (values.corpora && values.out) await writePairs(values.corpora, values.out)
else throw new Error('--corpora and --out are needed, or --judge.')
process.exit()
