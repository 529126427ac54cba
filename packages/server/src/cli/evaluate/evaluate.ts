import { readFile, writeFile } from 'node:fs/promises'
import { listTurns, type TestFigures, turnsSchema } from '@sidenote/contract'
import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import {
  isMissed,
  type ListedQuestion,
  measure,
  type Result,
  type Share,
  shares,
} from '../../assistant/evaluation/measure.ts'
import { plainPath } from '../../assistant/evaluation/plain-path.ts'
import { readClientConfig } from '../../config.ts'
import { parseJson } from '../../parse-json.ts'
import type { Client } from '../client.ts'
import { CommandError, UsageError } from '../command-error.ts'
import { readDigits } from '../options.ts'
import { type CommonOptions, type ProgramParts, secretFrom } from '../program-parts.ts'
import { writeTable } from '../table.ts'
import { askQuestion, evaluationReader } from './ask-question.ts'
import { readQuestions } from './read-questions.ts'

const keyVariable = 'SIDENOTE_ASSISTANT_KEY'
const mostTurns = '1000'

interface EvalOptions extends CommonOptions {
  readonly fromConversations?: boolean
  readonly results?: string
  readonly minRecall?: number
  readonly minFirst?: number
  readonly minAnswered?: number
  readonly minRefused?: number
}

const share = z.number().nullable()
const figuresSchema = z.object({
  figures: z.array(
    z.object({ tag: z.string(), questions: z.number(), recall: share, first: share, answered: share, refused: share }),
  ),
})

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const readText = async (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((cause: Error) => {
    throw new CommandError(`Cannot read ${file}: ${cause.message}.`, { cause })
  })

/** The figures of the last run; undefined before the first one. @throws CommandError for a file with anything else */
const readLast = async (file: string): Promise<readonly TestFigures[] | undefined> => {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    if (isAbsent(cause)) return undefined
    throw new CommandError(`Cannot read ${file}: ${cause.message}.`, { cause })
  })
  if (text === undefined) return undefined
  const last = figuresSchema.safeParse(parseJson(text))
  if (last.success) return last.data.figures
  throw new CommandError(`${file} has no results of an earlier run. Name another file with --results.`)
}

/** What readers asked: the pages of answers that helped are expected, of others nothing is known. */
const readConversations = async (client: Client, domain: string): Promise<ListedQuestion[]> => {
  const { turns } = await client(listTurns, { params: { domain }, query: { limit: mostTurns } }, turnsSchema)
  const listed = turns.flatMap(({ fp, question, status, sources, feedback }) => {
    if (fp === evaluationReader || question === null) return []
    const [first] = feedback?.helpful === true ? sources : []
    return [{ question, expected: first && [plainPath(first.path)], tags: [first ? 'helpful' : status] }]
  })
  const unique = [...new Map(listed.toReversed().map((each) => [each.question, each])).values()]
  if (unique.length > 0) return unique
  throw new CommandError(
    `Readers asked nothing on ${domain}, or the site does not store questions: "sidenote sites policy ${domain} --store-questions".`,
  )
}

const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : `${(value * 100).toFixed(1)} %`

/** “81.0 % (+2.5)”: a share, and how many points it has gained since the last run. */
const compare = (now: number | null, before: number | null | undefined): string => {
  if (now === null || before === null || before === undefined) return percent(now)
  const points = (now - before) * 100
  return `${percent(now)} (${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)})`
}

const writeFigures = (figures: readonly TestFigures[], last: readonly TestFigures[] | undefined): string => {
  const rows = figures.map((row) => {
    const before = last?.find(({ tag }) => tag === row.tag)
    return [row.tag, String(row.questions), ...shares.map((name) => compare(row[name], before?.[name]))]
  })
  return writeTable(['TAG', 'QUESTIONS', ...shares.map((name) => name.toUpperCase())], rows)
}

const writeMissed = (results: readonly Result[]): string =>
  results
    .filter(isMissed)
    .map(({ question, answered, pages, error }) => {
      if (error !== null) return `failed    ${question}  ${error}`
      return `${answered ? 'answered' : 'refused '}  ${question}  ← ${pages.join(' ')}`
    })
    .join('\n')

/** @throws CommandError that names each share of all questions below its bound */
const checkBounds = (all: TestFigures, options: EvalOptions): void => {
  const bounds: Readonly<Record<Share, number | undefined>> = {
    recall: options.minRecall,
    first: options.minFirst,
    answered: options.minAnswered,
    refused: options.minRefused,
  }
  const below = shares.flatMap((name) => {
    const [bound, value] = [bounds[name], all[name]]
    if (bound === undefined) return []
    if (value === null) return [`the list has no question that ${name} can be measured on`]
    return value * 100 < bound ? [`${name} is ${percent(value)}, below ${bound} %`] : []
  })
  if (below.length > 0) throw new CommandError(`Below the bounds: ${below.join('; ')}.`)
}

const evaluate = async (
  { contextOf, environmentOf, absolute }: ProgramParts,
  { domain, file }: { readonly domain: string; readonly file: string | undefined },
  options: EvalOptions,
): Promise<void> => {
  if ((file === undefined) === (options.fromConversations !== true)) {
    throw new UsageError('Name a file with questions, or --from-conversations, and not both.')
  }
  const { client, print } = contextOf(options)
  const environment = environmentOf(options)
  const assistant = { url: readClientConfig(environment).url, domain, key: secretFrom(environment, keyVariable) }
  const resultsFile = options.results === undefined ? undefined : absolute(options.results)
  const last = resultsFile === undefined ? undefined : await readLast(resultsFile)
  const questions =
    file === undefined
      ? await readConversations(client, domain)
      : readQuestions(await readText(absolute(file)), file.toLowerCase().endsWith('.csv'))
  const results: Result[] = []
  for (const question of questions) {
    results.push({ ...question, ...(await askQuestion(assistant, question.question)) })
  }
  const figures = measure(results)
  const report = { figures, results }
  if (resultsFile !== undefined) {
    await writeFile(resultsFile, `${JSON.stringify(report, undefined, 2)}\n`).catch((cause: Error) => {
      throw new CommandError(`Cannot write ${resultsFile}: ${cause.message}.`, { cause })
    })
  }
  const missed = writeMissed(results)
  print(report, `${writeFigures(figures, last)}${missed && `\n\nLook at these:\n${missed}`}`)
  const failed = results.filter(({ error }) => error !== null).length
  if (failed > 0) throw new CommandError(`${failed} of ${results.length} questions could not be answered.`)
  const [all] = figures
  if (all) checkBounds(all, options)
}

const readPercent = (text: string): number => {
  const number = readDigits(text)
  if (number !== undefined && number <= 100) return number
  throw new InvalidArgumentError('It must be a whole number of percent, from 0 to 100.')
}

/** Adds `eval` to the program. */
export const addEvalCommand = (parts: ProgramParts): void => {
  const { program, clientCommand } = parts
  clientCommand(program, 'eval <domain> [file]', 'ask a list of questions and measure the answers')
    .option('--from-conversations', 'ask what readers asked instead of a list')
    .option('--results <file>', 'compare with the results in this file, then replace them')
    .option('--min-recall <percent>', 'fail if fewer expected pages are found', readPercent)
    .option('--min-first <percent>', 'fail if the first source is an expected page less often', readPercent)
    .option('--min-answered <percent>', 'fail if fewer questions are answered', readPercent)
    .option('--min-refused <percent>', 'fail if fewer questions without a page are refused', readPercent)
    .action((domain: string, file: string | undefined, options: EvalOptions) =>
      evaluate(parts, { domain, file }, options),
    )
}
