import * as contract from '@sidenote/contract'
import { deleteConversation, deleteReader, listTurns } from '../administration/conversations/conversations.ts'
import { listEmptySearches } from '../administration/conversations/empty-searches.ts'
import { listTopics } from '../administration/conversations/topics.ts'
import { type CsvColumn, sendCsv, wantsCsv, writeCsv } from './csv.ts'
import type { Routes } from './mount/gate.ts'
import { mountSite } from './mount/mount.ts'

const turnColumns: readonly CsvColumn<contract.Turn>[] = [
  ['id', ({ id }) => id],
  ['thread', ({ threadId }) => threadId],
  ['fp', ({ fp }) => fp],
  ['asked at', ({ askedAt }) => askedAt],
  ['status', ({ status }) => status],
  ['question', ({ question }) => question],
  ['selected', ({ context }) => context?.map(({ value }) => value).join('\n\n') ?? null],
  ['answer', ({ answer }) => answer],
  ['page', ({ currentPath }) => currentPath],
  ['language', ({ language }) => language],
  ['model', ({ model }) => model],
  ['input tokens', ({ inputTokens }) => inputTokens],
  ['output tokens', ({ outputTokens }) => outputTokens],
  ['cost', ({ cost }) => cost],
  ['strength', ({ strength }) => strength],
  ['unsupported', ({ statements }) => statements?.flatMap((one) => (one.supported ? [] : one.text)).join('\n') ?? null],
  ['sources', ({ sources }) => sources.map(({ url }) => url).join(' ')],
  ['helpful', ({ feedback }) => feedback?.helpful ?? null],
  ['reason', ({ feedback }) => feedback?.reason ?? null],
  ['comment', ({ feedback }) => feedback?.comment ?? null],
]

interface TopicRow {
  /** Counts from 1. */
  readonly number: number
  readonly topic: contract.Topic
  readonly question: contract.Topic['questions'][number]
}

/** One row a question, so that a spreadsheet can group them by topic. */
const topicRows = (topics: readonly contract.Topic[]): TopicRow[] =>
  topics.flatMap((topic, index) => topic.questions.map((question) => ({ number: index + 1, topic, question })))

const topicColumns: readonly CsvColumn<TopicRow>[] = [
  ['topic', ({ number }) => number],
  ['topic question', ({ topic }) => topic.question],
  ['count', ({ topic }) => topic.count],
  ['id', ({ question }) => question.id],
  ['question', ({ question }) => question.question],
  ['reason', ({ question }) => question.reason],
  ['asked at', ({ question }) => question.askedAt],
  ['nearest pages', ({ topic }) => topic.pages.join(' ')],
]

const searchColumns: readonly CsvColumn<contract.EmptySearch>[] = [
  ['query', ({ query }) => query],
  ['count', ({ count }) => count],
  ['by agents', ({ agentCount }) => agentCount],
  ['last searched at', ({ lastSearchedAt }) => lastSearchedAt],
]

/** Mounts what owners learn from their readers’ questions, as JSON or CSV. */
export const mountConversationRoutes = (routes: Routes): void => {
  const { database } = routes.gate

  mountSite(routes, contract.listTurns, async ({ site, query, request, response }) => {
    const page = await listTurns(database, site, query)
    if (!wantsCsv(request, query.format)) return page
    const { turns, nextCursor } = page
    return sendCsv(response, { name: 'conversations.csv', csv: writeCsv(turnColumns, turns), nextCursor })
  })
  mountSite(routes, contract.listTopics, async ({ site, query, request, response }) => {
    const page = await listTopics(database, site, query)
    if (!wantsCsv(request, query.format)) return page
    const csv = writeCsv(topicColumns, topicRows(page.topics))
    return sendCsv(response, { name: 'questions.csv', csv, nextCursor: null })
  })
  mountSite(routes, contract.listEmptySearches, async ({ site, query, request, response }) => {
    const page = await listEmptySearches(database, site, query)
    if (!wantsCsv(request, query.format)) return page
    const { searches, nextCursor } = page
    return sendCsv(response, { name: 'empty-searches.csv', csv: writeCsv(searchColumns, searches), nextCursor })
  })
  mountSite(routes, contract.deleteConversation, ({ site, params }) =>
    deleteConversation(database, site, params.threadId),
  )
  mountSite(routes, contract.deleteReader, ({ site, params }) => deleteReader(database, site, params.fp))
}
