import * as contract from '@sidenote/contract'
import type { IRouter } from 'express'
import { deleteReader, listTurns } from '../administration/conversations.ts'
import { listEmptySearches } from '../administration/empty-searches.ts'
import { readPolicy, updatePolicy } from '../administration/policy.ts'
import { findSite } from '../administration/sites.ts'
import { listTopics } from '../administration/unanswered.ts'
import { sendCsv, wantsCsv, writeCsv } from './csv.ts'
import { type Gate, mountAdministration } from './route.ts'
import { createValidator } from './validate.ts'

const readTurnsQuery = createValidator(contract.turnsQuerySchema)
const readTopicsQuery = createValidator(contract.topicsQuerySchema)
const readSearchesQuery = createValidator(contract.emptySearchesQuerySchema)

const turnColumns = ['id', 'thread', 'fp', 'asked at', 'status', 'question', 'answer', 'page', 'model', 'sources']
const feedbackColumns = ['helpful', 'reason', 'comment']

const writeTurns = (turns: readonly contract.Turn[]): string =>
  writeCsv(
    [...turnColumns, ...feedbackColumns],
    turns.map((turn) => [
      ...[turn.id, turn.threadId, turn.fp, turn.askedAt, turn.status, turn.question, turn.answer, turn.currentPath],
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
  const siteOf = ({ params, organizationId }: { params: Readonly<Record<string, string>>; organizationId: string }) =>
    findSite(database, organizationId, params.domain ?? '')

  mountAdministration(router, gate, contract.getPolicy, async (call) => readPolicy(database, (await siteOf(call)).id))
  mountAdministration(router, gate, contract.updatePolicy, async (call) =>
    updatePolicy(database, await siteOf(call), call.body),
  )
  mountAdministration(router, gate, contract.listTurns, async (call) => {
    const query = readTurnsQuery({ ...call.request.query })
    const found = await listTurns(database, await siteOf(call), query)
    return wantsCsv(call.request, query.format)
      ? sendCsv(call.response, 'conversations.csv', writeTurns(found.turns), found.nextCursor)
      : found
  })
  mountAdministration(router, gate, contract.listTopics, async (call) => {
    const query = readTopicsQuery({ ...call.request.query })
    const found = await listTopics(database, await siteOf(call), query)
    return wantsCsv(call.request, query.format)
      ? sendCsv(call.response, 'questions.csv', writeTopics(found.topics))
      : found
  })
  mountAdministration(router, gate, contract.listEmptySearches, async (call) => {
    const query = readSearchesQuery({ ...call.request.query })
    const found = await listEmptySearches(database, await siteOf(call), query)
    return wantsCsv(call.request, query.format)
      ? sendCsv(call.response, 'empty-searches.csv', writeSearches(found.searches), found.nextCursor)
      : found
  })
  mountAdministration(router, gate, contract.deleteReader, async (call) =>
    deleteReader(database, await siteOf(call), call.params.fp ?? ''),
  )
}
