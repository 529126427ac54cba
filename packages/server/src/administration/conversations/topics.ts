import type { Topic, Topics, TopicsQuery } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { groupQuestions } from '../../search/group-questions.ts'
import { readPolicy } from '../sites/policy.ts'
import { sourcesOf, turnsOf } from './conversations.ts'
import { type Range, readRange } from './range.ts'

const mostQuestions = 2_000
const usualLimit = 20
const shownQuestions = 50

const readUnanswered = async (database: Database, site: SiteRow, range: Range) => {
  const rows = await turnsOf(database, site, range)
    .select(['turns.id', 'turns.question', 'turns.status', 'turns.started_at', 'turns.sources_json', 'threads.fp'])
    .where('turns.question', '!=', '')
    .where((where) => where.or([where('turns.status', '=', 'unanswered'), where('feedback.helpful', '=', 0)]))
    .orderBy('turns.started_at', 'desc')
    .orderBy('turns.id')
    .limit(mostQuestions)
    .execute()
  return rows.map((row) => ({ ...row, paths: sourcesOf(row).map(({ path }) => path) }))
}

type Question = Awaited<ReturnType<typeof readUnanswered>>[number]
type Group = Awaited<ReturnType<typeof groupQuestions<Question>>>[number]

const describeTopic = ({ questions, words, pages }: Group): Topic => ({
  question: questions[0]?.question ?? '',
  words: [...words],
  count: questions.length,
  readers: new Set(questions.map(({ fp }) => fp)).size,
  lastAskedAt:
    questions
      .map((question) => question.started_at)
      .sort()
      .at(-1) ?? '',
  pages: [...pages],
  questions: questions.slice(0, shownQuestions).map(({ id, question, status, started_at }) => ({
    id,
    question,
    reason: status === 'unanswered' ? 'unanswered' : 'unhelpful',
    askedAt: started_at,
  })),
})

/** What the documentation did not answer, or not well, by topic. Nothing, unless the site stores questions. */
export const listTopics = async (database: Database, site: SiteRow, query: TopicsQuery): Promise<Topics> => {
  const range = readRange(query)
  const { storeQuestions } = await readPolicy(database, site.id)
  if (!storeQuestions) return { topics: [], questions: 0 }
  const questions = await readUnanswered(database, site, range)
  const groups = await groupQuestions(database, site.id, questions)
  return { topics: groups.slice(0, query.limit ?? usualLimit).map(describeTopic), questions: questions.length }
}
