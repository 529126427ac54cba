import * as contract from '@sidenote/contract'
import { type Command, Option } from 'commander'
import { CommandError } from './client.ts'
import { type CommandContext, type CommonOptions, readDays, type SiteParts } from './commands.ts'
import { counted } from './sync-report.ts'
import { shorten, writeMore, writeTable } from './table.ts'

type Query = Readonly<Record<string, string | undefined>>
const noText = 'not stored'

/** Lists what readers asked. */
const listConversations = async ({ client, print }: CommandContext, domain: string, query: Query): Promise<void> => {
  const found = await client(contract.listTurns, { params: { domain }, query }, contract.turnsSchema)
  const rows = found.turns.map(({ askedAt, status, feedback, threadId, question }) => [
    ...[askedAt, status, feedback ? (feedback.helpful ? 'helpful' : 'unhelpful') : '', threadId],
    question === null ? noText : shorten(question),
  ])
  const table = writeTable(['ASKED', 'STATUS', 'FEEDBACK', 'THREAD', 'QUESTION'], rows)
  print(found, rows.length > 0 ? table + writeMore(found.nextCursor) : 'Nobody asked anything in this time.')
}

const writeFeedback = ({ feedback }: contract.Turn): string[] => {
  if (!feedback) return []
  const said = [feedback.reason, feedback.comment].filter((part) => part !== null).join(': ')
  return [`${feedback.helpful ? 'Helpful' : 'Not helpful'}${said && ` (${said})`}`]
}

const writeTurn = (turn: contract.Turn): string =>
  [
    `${turn.askedAt}  ${turn.fp}  ${turn.status}  ${turn.model}${turn.currentPath ? `  on ${turn.currentPath}` : ''}`,
    ...(turn.context ?? []).map(({ value }) => `Selected: ${shorten(value)}`),
    `Question: ${turn.question ?? noText}`,
    `Answer: ${turn.answer ?? noText}`,
    ...turn.sources.map(({ url }, index) => `[${index + 1}] ${url}`),
    ...writeFeedback(turn),
  ].join('\n')

const everSince = '1970-01-01'
const mostTurns = '1000'

/** Shows one conversation with its answers, its sources and what its reader said of them. */
const showConversation = async ({ client, print }: CommandContext, domain: string, threadId: string): Promise<void> => {
  const query = { threadId, from: everSince, limit: mostTurns }
  const { turns } = await client(contract.listTurns, { params: { domain }, query }, contract.turnsSchema)
  if (turns.length === 0) throw new CommandError(`There is no conversation "${threadId}" on ${domain}.`)
  const told = turns.toReversed()
  print({ turns: told }, told.map(writeTurn).join('\n\n'))
}

/** What an empty list says: that there is nothing, or that nothing is kept. */
const sayNothing = async ({ client }: CommandContext, domain: string, nothing: string): Promise<string> => {
  const { storeQuestions } = await client(contract.getPolicy, { params: { domain } }, contract.policySchema)
  return storeQuestions
    ? nothing
    : `${nothing} They are kept only with "sidenote sites policy ${domain} --store-questions".`
}

/** Deletes what is kept about a reader. */
const deleteReader = async ({ client, print }: CommandContext, domain: string, fp: string): Promise<void> => {
  const deleted = await client(contract.deleteReader, { params: { domain, fp } }, contract.deletedReaderSchema)
  const { threads } = deleted
  print(deleted, `Deleted ${counted(threads, 'conversation')} of "${fp}" on ${domain}.`)
}

/** Lists what was not answered, by topic. */
const listQuestions = async (context: CommandContext, domain: string, query: Query): Promise<void> => {
  const { client, print } = context
  const found = await client(contract.listTopics, { params: { domain }, query }, contract.topicsSchema)
  const rows = found.topics.map((topic) => [
    ...[String(topic.count), String(topic.readers), shorten(topic.question)],
    ...[topic.words.join(' '), topic.pages.join(' ')],
  ])
  const table = writeTable(['ASKED', 'READERS', 'QUESTION', 'WORDS', 'NEAREST PAGES'], rows)
  const nothing = 'There are no unanswered questions in this time.'
  print(found, rows.length > 0 ? table : await sayNothing(context, domain, nothing))
}

/** Lists searches without results. */
const listSearches = async (context: CommandContext, domain: string, query: Query): Promise<void> => {
  const { client, print } = context
  const found = await client(contract.listEmptySearches, { params: { domain }, query }, contract.emptySearchesSchema)
  const rows = found.searches.map((search) => [String(search.count), search.lastSearchedAt, shorten(search.query)])
  const nothing = 'There are no searches without results in this time.'
  const table = writeTable(['TIMES', 'LAST', 'SEARCH'], rows) + writeMore(found.nextCursor)
  print(found, rows.length > 0 ? table : await sayNothing(context, domain, nothing))
}

/** Shows what a site keeps and opens, after changing what is named. */
const setPolicy = async (
  { client, print }: CommandContext,
  domain: string,
  body: contract.PolicyChange,
): Promise<void> => {
  const isChange = Object.values(body).some((value) => value !== undefined)
  const operation = isChange ? contract.updatePolicy : contract.getPolicy
  const policy = await client(operation, { params: { domain }, ...(isChange && { body }) }, contract.policySchema)
  const yes = (value: boolean): string => (value ? 'yes' : 'no')
  const rows = [
    ['Questions are stored', yes(policy.storeQuestions)],
    ['Days until everything is deleted', String(policy.retentionDays)],
    ['Pages are open without a key', yes(policy.openPages)],
  ]
  print(policy, writeTable([`POLICY OF ${domain}`, ''], rows))
}

interface ListOptions extends CommonOptions {
  readonly from?: string
  readonly to?: string
  readonly limit?: string
  readonly cursor?: string
  readonly status?: string
  readonly feedback?: string
  readonly fp?: string
}

const withRange = (command: Command): Command =>
  command
    .option('--from <time>', 'from this day or time on (30 days ago)')
    .option('--to <time>', 'before this day or time (now)')
    .option('--limit <number>', 'how many')

const queryOf = ({ from, to, limit, cursor, status, feedback, fp }: ListOptions): Query => ({
  ...{ from, to, limit, cursor, status, feedback, fp },
})

/** Adds `conversations …`, `questions`, `searches` and `sites policy` to the program. */
export const addConversationCommands = (program: Command, { clientCommand, contextOf, sites }: SiteParts): void => {
  const conversations = program.command('conversations').description('what readers asked')
  withRange(clientCommand(conversations, 'list <domain>', 'list questions and feedback, newest first'))
    .option('--cursor <cursor>', 'go on after the page before')
    .addOption(
      new Option('--status <status>', 'only these').choices([
        'answered',
        'unanswered',
        'clarifying',
        'declined',
        'aborted',
        'failed',
      ]),
    )
    .addOption(
      new Option('--feedback <kind>', 'only what readers said this about').choices(['any', 'helpful', 'unhelpful']),
    )
    .option('--fp <fp>', 'only of this reader')
    .action((domain: string, options: ListOptions) => listConversations(contextOf(options), domain, queryOf(options)))
  clientCommand(conversations, 'show <domain> <thread>', 'show a conversation with its answers and sources').action(
    (domain: string, threadId: string, options: CommonOptions) =>
      showConversation(contextOf(options), domain, threadId),
  )
  clientCommand(conversations, 'delete <domain>', 'delete everything about a reader')
    .requiredOption('--fp <fp>', 'the identifier that the reader asks with')
    .action((domain: string, options: CommonOptions & { fp: string }) =>
      deleteReader(contextOf(options), domain, options.fp),
    )
  withRange(clientCommand(program, 'questions <domain>', 'list unanswered questions by topic')).action(
    (domain: string, options: ListOptions) => listQuestions(contextOf(options), domain, queryOf(options)),
  )
  withRange(clientCommand(program, 'searches <domain>', 'list searches without results'))
    .option('--cursor <cursor>', 'go on after the page before')
    .action((domain: string, options: ListOptions) => listSearches(contextOf(options), domain, queryOf(options)))
  clientCommand(sites, 'policy <domain>', 'show or change what a site keeps of questions, and who may read its pages')
    .option('--store-questions', 'keep the text of questions, answers and searches without results')
    .option('--no-store-questions', 'do not keep it, and erase what is kept')
    .option('--retention-days <days>', 'delete everything about a question after so many days', readDays)
    .option('--open-pages', 'serve llms.txt, llms-full.txt and pages as Markdown without a key')
    .option('--no-open-pages', 'serve them with an assistant key only')
    .action((domain: string, options: CommonOptions & contract.PolicyChange) => {
      const { storeQuestions, retentionDays, openPages } = options
      return setPolicy(contextOf(options), domain, { storeQuestions, retentionDays, openPages })
    })
}
