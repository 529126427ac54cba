import * as contract from '@sidenote/contract'
import { type Command, Option } from 'commander'
import { type CommandContext, type CommonOptions, readDays, type SiteParts } from './commands.ts'
import { writeMore, writeTable } from './table.ts'

const longestCell = 70

const shorten = (text: string | null): string => {
  const letters = [...(text ?? '').replace(/\s+/g, ' ').trim()]
  return letters.length > longestCell ? `${letters.slice(0, longestCell - 1).join('')}…` : letters.join('')
}

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

/** Deletes what is kept about a reader. */
const deleteReader = async ({ client, print }: CommandContext, domain: string, fp: string): Promise<void> => {
  const deleted = await client(contract.deleteReader, { params: { domain, fp } }, contract.deletedReaderSchema)
  const { threads } = deleted
  print(deleted, `Deleted ${threads} ${threads === 1 ? 'conversation' : 'conversations'} of "${fp}" on ${domain}.`)
}

/** Lists what was not answered, by topic. */
const listQuestions = async ({ client, print }: CommandContext, domain: string, query: Query): Promise<void> => {
  const found = await client(contract.listTopics, { params: { domain }, query }, contract.topicsSchema)
  const rows = found.topics.map((topic) => [
    ...[String(topic.count), String(topic.readers), shorten(topic.question)],
    ...[topic.words.join(' '), topic.pages.join(' ')],
  ])
  const table = writeTable(['ASKED', 'READERS', 'QUESTION', 'WORDS', 'NEAREST PAGES'], rows)
  const nothing = `There are no unanswered questions. They are kept only with "sidenote sites policy ${domain} --store-questions".`
  print(found, rows.length > 0 ? table : nothing)
}

/** Lists searches without results. */
const listSearches = async ({ client, print }: CommandContext, domain: string, query: Query): Promise<void> => {
  const found = await client(contract.listEmptySearches, { params: { domain }, query }, contract.emptySearchesSchema)
  const rows = found.searches.map((search) => [String(search.count), search.lastSearchedAt, shorten(search.query)])
  const nothing = `No search without results is known. They are kept only with "sidenote sites policy ${domain} --store-questions".`
  print(found, rows.length > 0 ? writeTable(['TIMES', 'LAST', 'SEARCH'], rows) + writeMore(found.nextCursor) : nothing)
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
}

const withRange = (command: Command): Command =>
  command
    .option('--from <time>', 'from this day or time on (30 days ago)')
    .option('--to <time>', 'before this day or time (now)')
    .option('--limit <number>', 'how many')

const queryOf = ({ from, to, limit, cursor, status, feedback }: ListOptions): Query => ({
  ...{ from, to, limit, cursor, status, feedback },
})

/** Adds `conversations …`, `questions`, `searches` and `sites policy` to the program. */
export const addConversationCommands = (program: Command, { clientCommand, contextOf, sites }: SiteParts): void => {
  const conversations = program.command('conversations').description('what readers asked')
  withRange(clientCommand(conversations, 'list <domain>', 'list questions and feedback, newest first'))
    .option('--cursor <cursor>', 'go on after the page before')
    .addOption(
      new Option('--status <status>').choices([
        'answered',
        'unanswered',
        'clarifying',
        'declined',
        'aborted',
        'failed',
      ]),
    )
    .addOption(new Option('--feedback <kind>').choices(['any', 'helpful', 'unhelpful']))
    .action((domain: string, options: ListOptions) => listConversations(contextOf(options), domain, queryOf(options)))
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
