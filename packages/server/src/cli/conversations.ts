import * as contract from '@sidenote/contract'
import type { Command } from 'commander'
import { CommandError } from './command-error.ts'
import { type ConfirmedOptions, confirm, withConfirmation } from './confirm.ts'
import { choice, withCsv, withCursor, withRange } from './options.ts'
import type { CommandContext, CommonOptions, ProgramParts } from './program-parts.ts'
import { counted } from './syncs/sync-report.ts'
import { shorten, writeMore, writeTable } from './table.ts'

type Query = Readonly<Record<string, string | undefined>>
const noText = 'not stored'

const describeFeedback = (feedback: contract.Turn['feedback']): string => {
  if (!feedback) return ''
  return feedback.helpful ? 'helpful' : 'unhelpful'
}

const unsupportedOf = ({ statements }: contract.Turn): string[] =>
  (statements ?? []).filter(({ supported }) => !supported).map(({ text }) => text)

/** As the filter has it: an answer with a statement that no source supports is weak. */
const describeStatus = (turn: contract.Turn): string =>
  turn.status === 'answered' && unsupportedOf(turn).length > 0 ? 'weak' : turn.status

const listConversations = async ({ client, print }: CommandContext, domain: string, query: Query): Promise<void> => {
  const page = await client(contract.listTurns, { params: { domain }, query }, contract.turnsSchema)
  const rows = page.turns.map((turn) => [
    turn.askedAt,
    describeStatus(turn),
    describeFeedback(turn.feedback),
    turn.threadId,
    turn.question === null ? noText : shorten(turn.question),
  ])
  const table = writeTable(['ASKED', 'STATUS', 'FEEDBACK', 'THREAD', 'QUESTION'], rows)
  print(page, rows.length > 0 ? table + writeMore(page.nextCursor) : 'Nobody asked anything in this time.')
}

const writeFeedback = ({ feedback }: contract.Turn): string[] => {
  if (!feedback) return []
  const words = [feedback.reason, feedback.comment].filter((part) => part !== null).join(': ')
  return [`${feedback.helpful ? 'Helpful' : 'Not helpful'}${words && ` (${words})`}`]
}

const writeTurn = (turn: contract.Turn): string =>
  [
    `${turn.askedAt}  ${turn.fp}  ${describeStatus(turn)}  ${turn.model}${turn.currentPath ? `  on ${turn.currentPath}` : ''}`,
    ...(turn.context ?? []).map(({ value }) => `Selected: ${shorten(value)}`),
    `Question: ${turn.question ?? noText}`,
    `Answer: ${turn.answer ?? noText}`,
    ...unsupportedOf(turn).map((text) => `No source says: ${shorten(text)}`),
    ...turn.sources.map(({ url, number }, index) => `[${number ?? index + 1}] ${url}`),
    ...writeFeedback(turn),
  ].join('\n')

const epoch = '1970-01-01'
const mostTurns = '1000'

/** Shows a conversation, oldest question first. */
const showConversation = async ({ client, print }: CommandContext, domain: string, threadId: string): Promise<void> => {
  const query = { threadId, from: epoch, limit: mostTurns }
  const page = await client(contract.listTurns, { params: { domain }, query }, contract.turnsSchema)
  if (page.turns.length === 0) throw new CommandError(`There is no conversation "${threadId}" on ${domain}.`)
  const turns = page.turns.toReversed()
  print({ turns }, turns.map(writeTurn).join('\n\n'))
}

interface DeleteOptions extends ConfirmedOptions {
  readonly fp: string
}

const deleteReader = async (
  { client, print }: CommandContext,
  domain: string,
  options: DeleteOptions,
): Promise<void> => {
  const { fp } = options
  const query = { fp, from: epoch, limit: mostTurns }
  const { turns, nextCursor } = await client(contract.listTurns, { params: { domain }, query }, contract.turnsSchema)
  const count = `${nextCursor === null ? '' : 'more than '}${counted(turns.length, 'question')}`
  if (turns.length > 0) {
    await confirm(`This permanently deletes everything about the reader "${fp}" of "${domain}": ${count}.`, options)
  }
  const answer = await client(contract.deleteReader, { params: { domain, fp } }, contract.deletedReaderSchema)
  print(answer, `Deleted ${counted(answer.threads, 'conversation')} of "${fp}" on ${domain}.`)
}

/** An empty list: there is nothing, or the site stores nothing. */
const explainEmpty = async ({ client }: CommandContext, domain: string, sentence: string): Promise<string> => {
  const { storeQuestions } = await client(contract.getPolicy, { params: { domain } }, contract.policySchema)
  if (storeQuestions) return sentence
  return `${sentence} The site stores them only with "sidenote sites policy ${domain} --store-questions".`
}

const listQuestions = async (context: CommandContext, domain: string, query: Query): Promise<void> => {
  const page = await context.client(contract.listTopics, { params: { domain }, query }, contract.topicsSchema)
  const rows = page.topics.map((topic) => [
    String(topic.count),
    String(topic.readers),
    shorten(topic.question),
    topic.words.join(' '),
    topic.pages.join(' '),
    topic.questions.find(({ question }) => question === topic.question)?.threadId ?? '',
  ])
  const table = writeTable(['ASKED', 'READERS', 'QUESTION', 'WORDS', 'NEAREST PAGES', 'THREAD'], rows)
  const none = 'There are no unanswered questions in this time.'
  context.print(page, rows.length > 0 ? table : await explainEmpty(context, domain, none))
}

const listSearches = async (context: CommandContext, domain: string, query: Query): Promise<void> => {
  const params = { domain }
  const page = await context.client(contract.listEmptySearches, { params, query }, contract.emptySearchesSchema)
  const rows = page.searches.map(({ count, agentCount, lastSearchedAt, query: words }) => [
    String(count),
    String(agentCount),
    lastSearchedAt,
    shorten(words),
  ])
  const table = writeTable(['TIMES', 'BY AGENTS', 'LAST', 'SEARCH'], rows) + writeMore(page.nextCursor)
  const none = 'There are no searches without results in this time.'
  context.print(page, rows.length > 0 ? table : await explainEmpty(context, domain, none))
}

interface ListKind {
  readonly operation: Pick<contract.Endpoint, 'method' | 'path'>
  readonly list: (context: CommandContext, domain: string, query: Query) => Promise<void>
}

interface ListOptions extends CommonOptions {
  readonly from?: string
  readonly to?: string
  readonly limit?: string
  readonly cursor?: string
  readonly status?: string
  readonly feedback?: string
  readonly fp?: string
  readonly csv?: boolean
}

/** Lists as text or JSON, or as CSV with `--csv`. */
const runList = (context: CommandContext, domain: string, options: ListOptions, kind: ListKind): Promise<void> => {
  const query = queryOf(options)
  return options.csv
    ? context.printCsv(kind.operation, { params: { domain }, query })
    : kind.list(context, domain, query)
}

const queryOf = ({ from, to, limit, cursor, status, feedback, fp }: ListOptions): Query => ({
  from,
  to,
  limit,
  cursor,
  status,
  feedback,
  fp,
})

const statuses = ['answered', 'weak', 'unanswered', 'clarifying', 'declined', 'aborted', 'failed']

const addConversations = (conversations: Command, { clientCommand, contextOf }: ProgramParts): void => {
  withCsv(
    withCursor(withRange(clientCommand(conversations, 'list <domain>', 'list questions and feedback, newest first'))),
  )
    .addOption(choice('--status <status>', 'only this status', statuses))
    .addOption(choice('--feedback <kind>', 'only questions with this feedback', ['any', 'helpful', 'unhelpful']))
    .option('--fp <fp>', 'only questions of this reader')
    .action((domain: string, options: ListOptions) =>
      runList(contextOf(options), domain, options, { operation: contract.listTurns, list: listConversations }),
    )
  clientCommand(conversations, 'show <domain> <thread>', 'show a conversation with its answers and sources').action(
    (domain: string, threadId: string, options: CommonOptions) =>
      showConversation(contextOf(options), domain, threadId),
  )
  withConfirmation(clientCommand(conversations, 'delete <domain>', 'delete everything about a reader'))
    .requiredOption('--fp <fp>', 'the reader’s identifier')
    .action((domain: string, options: DeleteOptions) => deleteReader(contextOf(options), domain, options))
}

/** Adds `conversations …`, `questions` and `searches` to the program. */
export const addConversationCommands = (parts: ProgramParts): void => {
  const { program, clientCommand, contextOf } = parts
  addConversations(program.command('conversations').description('what readers asked'), parts)
  withCsv(withRange(clientCommand(program, 'questions <domain>', 'list unanswered questions by topic'))).action(
    (domain: string, options: ListOptions) =>
      runList(contextOf(options), domain, options, { operation: contract.listTopics, list: listQuestions }),
  )
  withCsv(withCursor(withRange(clientCommand(program, 'searches <domain>', 'list searches without results')))).action(
    (domain: string, options: ListOptions) =>
      runList(contextOf(options), domain, options, { operation: contract.listEmptySearches, list: listSearches }),
  )
}
