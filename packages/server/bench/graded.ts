/**
 * How many answers without a model a reader could use.
 *
 *   sh bench/graded/get-docs.sh DIR
 *   node --conditions=sidenote-source bench/graded.ts --corpora DIR [--data DIR] [--only SET]… [--print N] [--missed] [--plain] [--file fresh|newest]
 *
 * `bench/graded` holds questions of every kind, each with the sections that answer it and expressions that a right answer
 * matches, written from the pages before any answer was read. `develop.jsonl` is for developing; the sets of `left-out.jsonl` are
 * looked at only as a total, so `--print` and `--missed` show none of them. `fresh.jsonl` and `newest.jsonl`
 * are on documentation that no weight was fitted to, and are graded by `--file`; half of each is left out in the same way.
 *
 * An answer is right when it quotes a right section first and says what it has to; partly right when it names a right section
 * further down, says it from the right page, or asks back and a right section is among the choices; otherwise it is useless, and
 * confident when it claims to be an answer.
 * `--plain` grades an excerpt of twenty lines instead: the first paragraphs and the code of the first source, and two links.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Source } from '../src/assistant/sources.ts'
import { openDatabase } from '../src/database/open.ts'
import { openSearchIndex } from '../src/search/search-index.ts'
import { answerQuestion, type Question, type QuestionFile, readQuestions } from './graded-answers.ts'
import { addOrganization, pageOf } from './sites.ts'

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    data: { type: 'string' },
    only: { type: 'string', multiple: true },
    print: { type: 'string' },
    missed: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
    file: { type: 'string' },
  },
})
if (!values.corpora) throw new Error('--corpora says where the documentation is.')
const { corpora, only } = values
const file = z.enum(['fresh', 'newest']).optional().parse(values.file)

/** What an answer is worth; of a question without an answer, a refusal is right. */
type Grade = 'right' | 'partly' | 'useless' | 'confident' | 'refused'

const nameOf = ({ path, anchor }: Pick<Source, 'path' | 'anchor'>): string =>
  `${pageOf(path)}#${(anchor ?? '').toLowerCase()}`

const readName = (section: string): string => {
  const [path = '', anchor = ''] = section.split('#')
  return nameOf({ path, anchor })
}

/** The sources that an answer cites, in the order in which it cites them first. */
const citedSources = (text: string, sources: readonly Source[]): Source[] => {
  const prose = text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '').replace(/`[^`\n]*`/g, '')
  const numbers = new Set([...prose.matchAll(/(?<!\?)\[(\d+)\]/g)].map((match) => Number(match[1])))
  return [...numbers].flatMap((number) => sources[number - 1] ?? [])
}

const gradeAnswer = ({ sections, must }: Question, text: string, sources: readonly Source[]): Grade => {
  const choices = /^\[\?([\d,]+)\]/.exec(text)?.[1]?.split(',').map(Number)
  const isUnanswered = text.startsWith('[?') && !choices
  if (sections.length === 0) return isUnanswered ? 'refused' : 'confident'
  const right = sections.map(readName)
  const cited = citedSources(text, sources)
  const isRight = (source: Source | undefined) => source !== undefined && right.includes(nameOf(source))
  const says = must.every((expression) => new RegExp(expression, 'i').test(text))
  if (!isUnanswered && isRight(cited[0]) && says) return 'right'
  if (choices) return choices.some((number) => isRight(sources[number - 1])) ? 'partly' : 'confident'
  const pages = right.map((name) => name.split('#')[0])
  const isOfPage = cited.some(({ path }) => pages.includes(pageOf(path)))
  if (cited.some(isRight) || (says && isOfPage && !isUnanswered)) return 'partly'
  return isUnanswered ? 'refused' : 'confident'
}

const dataFolder = values.data ?? (await mkdtemp(join(tmpdir(), 'graded-')))
const database = await openDatabase({ dataFolder })
const searchIndex = openSearchIndex({ database })

interface Graded {
  readonly question: Question
  readonly grade: Grade
  readonly isAmong: boolean
  readonly certainty: number | undefined
  /** Of the first right section among the sources, from 0; -1 without one. */
  readonly place: number
}

const percent = (count: number, of: number): string => `${of === 0 ? '–' : ((100 * count) / of).toFixed(1)} %`

const printTotals = (half: string, graded: readonly Graded[]): void => {
  const answerable = graded.filter(({ question }) => question.sections.length > 0)
  const absent = graded.filter(({ question }) => question.sections.length === 0)
  const count = (...grades: Grade[]) => answerable.filter(({ grade }) => grades.includes(grade)).length
  const share = (...grades: Grade[]) => percent(count(...grades), answerable.length)
  const refused = absent.filter(({ grade }) => grade === 'refused').length
  const among = answerable.filter(({ isAmong, grade }) => isAmong && (grade === 'confident' || grade === 'refused'))
  console.log(
    `${half}: ${answerable.length} questions: right ${share('right')}, partly ${share('partly')}, ` +
      `useless ${share('confident', 'refused')}, useless and confident ${share('confident')}, ` +
      `refused ${share('refused')}; useless with a right section among the sources ${among.length}; ` +
      `${absent.length} absent: refused ${percent(refused, absent.length)}`,
  )
}

const printKinds = (graded: readonly Graded[]): void => {
  for (const [kind, of] of Map.groupBy(graded, ({ question }) => question.kind)) {
    const count = (grade: Grade) => of.filter((each) => each.grade === grade).length
    const grades = (['right', 'partly', 'confident', 'refused'] as const).map((grade) => `${grade} ${count(grade)}`)
    console.log(`  ${kind.padEnd(12)} ${String(of.length).padStart(3)}  ${grades.join(', ')}`)
  }
}

/** How often the first section, or one of the first two, is right, by how certain the first was said to be. */
const printCertainty = (graded: readonly Graded[]): void => {
  const answerable = graded.filter(({ question, certainty }) => question.sections.length > 0 && certainty !== undefined)
  const steps = [0, 0.25, 0.4, 0.6]
  const stepOf = ({ certainty = 0 }: Graded) => steps.findLast((step) => certainty >= step) ?? 0
  for (const [step, of] of [...Map.groupBy(answerable, stepOf)].sort(([one], [other]) => one - other)) {
    const within = (places: number) => of.filter(({ place }) => place >= 0 && place < places).length
    console.log(`  certain from ${step}: ${of.length}, first right ${within(1)}, one of the first two ${within(2)}`)
  }
}

const gradeFile = async (name: QuestionFile): Promise<Graded[]> => {
  const questions = await readQuestions(name)
  const graded: Graded[] = []
  for (const question of questions.filter(({ set }) => !only || only.includes(set))) {
    const { excerpt, plain, sources, certainty } = await answerQuestion(searchIndex, corpora, question)
    const text = values.plain ? plain : excerpt
    const grade = gradeAnswer(question, text, sources)
    const right = question.sections.map(readName)
    const place = sources.findIndex((source) => right.includes(nameOf(source)))
    const isAmong = place >= 0
    graded.push({ question, grade, isAmong, certainty, place })
    const isFailed = question.sections.length === 0 ? grade === 'confident' : grade !== 'right'
    const isShown = name === 'develop' || question.half === 'open'
    if (isShown && values.missed && isFailed) {
      const cited = citedSources(text, sources).map(nameOf)
      console.log(`- ${grade}: ${question.set}, ${question.kind}: ${question.query}`)
      console.log(`    wanted ${right.join('  ')}\n    cited ${cited.join('  ')}\n    among ${isAmong}`)
    }
    if (isShown && values.print && graded.length % Number(values.print) === 0)
      console.log(`\n===== ${grade}: ${question.set}: ${question.query}\n${text}\n`)
  }
  return graded
}

try {
  await addOrganization(database)
  const other = file ? await gradeFile(file) : []
  const developed = file ? other.filter(({ question }) => question.half === 'open') : await gradeFile('develop')
  printKinds(developed)
  printCertainty(developed)
  const leftOut = file ? other.filter(({ question }) => question.half !== 'open') : await gradeFile('left-out')
  printTotals(file ? `${file}, open` : 'develop', developed)
  printTotals('left out', leftOut)
  printTotals('all', [...developed, ...leftOut])
} finally {
  await database.destroy()
  if (!values.data) await rm(dataFolder, { recursive: true, force: true })
  process.exit()
}
