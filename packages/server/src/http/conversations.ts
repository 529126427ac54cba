import * as contract from '@sidenote/contract'
import type { IRouter } from 'express'
import { deleteReader, listTurns } from '../administration/conversations/conversations.ts'
import { listEmptySearches } from '../administration/conversations/empty-searches.ts'
import { listTopics } from '../administration/conversations/topics.ts'
import { readPolicy, updatePolicy } from '../administration/sites/policy.ts'
import { sendCsv, wantsCsv, writeCsv } from './csv.ts'
import { type Gate, mountSite } from './mount/mount.ts'
import { createValidator } from './mount/validate.ts'

const readTurnsQuery = createValidator(contract.turnsQuerySchema)
const readTopicsQuery = createValidator(contract.topicsQuerySchema)
const readSearchesQuery = createValidator(contract.emptySearchesQuerySchema)

const turnColumns = [
  'id',
  'thread',
  'fp',
  'asked at',
  'status',
  'question',
  'selected',
  'answer',
  'page',
  'model',
  'sources',
]
const feedbackColumns = ['helpful', 'reason', 'comment']

const writeTurns = (turns: readonly contract.Turn[]): string =>
  writeCsv(
    [...turnColumns, ...feedbackColumns],
    turns.map((turn) => [
      ...[turn.id, turn.threadId, turn.fp, turn.askedAt, turn.status, turn.question],
      ...[turn.context?.map(({ value }) => value).join('\n\n') ?? null, turn.answer, turn.currentPath],
      ...[turn.model, turn.sources.map((source) => source.url).join(' ')],
      ...[turn.feedback?.helpful ?? null, turn.feedback?.reason ?? null, turn.feedback?.comment ?? null],
    ]),
  )

/** One row a question, so that a spreadsheet can group them by topic. */
const writeTopics = (topics: readonly contract.Topic[]): string =>
  writeCsv(
    ['topic', 'topic question', 'count', 'id', 'question', 'reason', 'asked at', 'nearest pages'],
    topics.flatMap((topic, index) =>
      topic.questions.map(({ id, question, reason, askedAt }) => [
        ...[index + 1, topic.question, topic.count],
        ...[id, question, reason, askedAt, topic.pages.join(' ')],
      ]),
    ),
  )

const writeSearches = (searches: readonly contract.EmptySearch[]): string =>
  writeCsv(
    ['query', 'count', 'last searched at'],
    searches.map((search) => [search.query, search.count, search.lastSearchedAt]),
  )

/** Mounts what an owner learns from the questions of readers, and decides about them. */
export const mountConversationRoutes = (router: IRouter, gate: Gate): void => {
  const { database } = gate

  mountSite(router, gate, contract.getPolicy, ({ site }) => readPolicy(database, site.id))
  mountSite(router, gate, contract.updatePolicy, ({ body, site }) => updatePolicy(database, site, body))
  mountSite(router, gate, contract.listTurns, async ({ site, request, response }) => {
    const query = readTurnsQuery({ ...request.query })
    const found = await listTurns(database, site, query)
    return wantsCsv(request, query.format)
      ? sendCsv(response, 'conversations.csv', writeTurns(found.turns), found.nextCursor)
      : found
  })
  mountSite(router, gate, contract.listTopics, async ({ site, request, response }) => {
    const query = readTopicsQuery({ ...request.query })
    const found = await listTopics(database, site, query)
    return wantsCsv(request, query.format) ? sendCsv(response, 'questions.csv', writeTopics(found.topics)) : found
  })
  mountSite(router, gate, contract.listEmptySearches, async ({ site, request, response }) => {
    const query = readSearchesQuery({ ...request.query })
    const found = await listEmptySearches(database, site, query)
    return wantsCsv(request, query.format)
      ? sendCsv(response, 'empty-searches.csv', writeSearches(found.searches), found.nextCursor)
      : found
  })
  mountSite(router, gate, contract.deleteReader, ({ site, params }) => deleteReader(database, site, params.fp ?? ''))
}
