import * as contract from '@sidenote/contract'
import { withCsv, withRange } from './options.ts'
import type { CommandContext, CommonOptions, ProgramParts } from './program-parts.ts'
import { writeTable } from './table.ts'

interface StatsOptions extends CommonOptions {
  readonly from?: string
  readonly to?: string
  readonly limit?: string
  readonly csv?: boolean
}

const headings = ['QUESTIONS', 'ANSWERED', 'WEAK', 'UNANSWERED', 'FAILED', 'HELPFUL', 'UNHELPFUL', 'TOKENS', 'COST']

const cellsOf = (counts: contract.Counts): string[] => [
  ...[counts.questions, counts.answered, counts.weak, counts.unanswered, counts.failed].map(String),
  ...[counts.helpful, counts.unhelpful, counts.inputTokens + counts.outputTokens].map(String),
  counts.cost.toFixed(2),
]

const writeDays = ({ from, to, days, total, before, cited }: contract.Statistics): string => {
  const rows = days.filter(({ questions }) => questions > 0).map(({ day, ...counts }) => [day, ...cellsOf(counts)])
  const sums = [
    ['all', ...cellsOf(total)],
    ['as many days before', ...cellsOf(before)],
  ]
  const table = writeTable(['DAY', ...headings], [...rows, ...sums])
  const pages = cited.map(({ value, questions }) => [value || '/', String(questions)])
  const agents = `Agents made ${total.agentCalls} calls over MCP.`
  const most = pages.length > 0 ? `\n\n${writeTable(['MOST CITED', 'TIMES'], pages)}` : ''
  return `From ${from} to ${to}, in UTC. ${agents}\n\n${table}${most}`
}

const showStatistics = async (context: CommandContext, domain: string, options: StatsOptions): Promise<void> => {
  const { from, to, limit, csv = false } = options
  const input = { params: { domain }, query: { from, to, limit } }
  if (csv) return context.printCsv(contract.getStatistics, input)
  const statistics = await context.client(contract.getStatistics, input, contract.statisticsSchema)
  context.print(statistics, writeDays(statistics))
}

/** Adds `stats` to the program. */
export const addStatsCommand = ({ program, clientCommand, contextOf }: ProgramParts): void => {
  withCsv(withRange(clientCommand(program, 'stats <domain>', 'count questions and answers by day'))).action(
    (domain: string, options: StatsOptions) => showStatistics(contextOf(options), domain, options),
  )
}
