import type { Topic, Topics, TopicsQuery } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { readTerms } from '../docs/words.ts'
import { sourcesOf, turnsByTime } from './conversations.ts'
import { readPolicy } from './policy.ts'
import { type Range, readRange } from './range.ts'
import { groupByTopic, type TermCounts } from './topics.ts'

const mostQuestions = 2_000
const usualLimit = 20
const shownQuestions = 50
const shownPages = 3
const chunkSize = 400

const readUnanswered = (database: Database, site: SiteRow, range: Range) =>
  turnsByTime(database)
    .leftJoin('feedback', 'feedback.turn_id', 'turns.id')
    .select(['turns.id', 'turns.question', 'turns.status', 'turns.started_at', 'turns.sources_json', 'threads.fp'])
    .where('threads.site_id', '=', site.id)
    .where('turns.started_at', '>=', range.from)
    .where('turns.started_at', '<', range.to)
    .where('turns.question', '!=', '')
    .where((where) => where.or([where('turns.status', '=', 'unanswered'), where('feedback.helpful', '=', 0)]))
    .orderBy('turns.started_at', 'desc')
    .orderBy('turns.id')
    .limit(mostQuestions)
    .execute()

type Question = Awaited<ReturnType<typeof readUnanswered>>[number]

const countTerms = async (database: Database, siteId: string, questions: readonly Question[]): Promise<TermCounts> => {
  const terms = [...new Set(questions.flatMap(({ question }) => readTerms(question)))]
  const sections = new Map<string, number>()
  for (let start = 0; start < terms.length; start += chunkSize) {
    const rows = await database
      .selectFrom('postings')
      .select((select) => ['term', select.fn.sum<number>('sections').as('sections')])
      .where('site_id', '=', siteId)
      .where('term', 'in', terms.slice(start, start + chunkSize))
      .groupBy('term')
      .execute()
    for (const row of rows) sections.set(row.term, row.sections)
  }
  const { total } = await database
    .selectFrom('sections')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow()
  return { sections, total }
}

/** The pages that most of the answers were made from, though they did not answer. */
const nearestPages = (questions: readonly Question[]): string[] => {
  const counts = new Map<string, number>()
  for (const path of questions.flatMap((question) => [...new Set(sourcesOf(question).map((source) => source.path))])) {
    counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  return [...counts]
    .sort((one, other) => other[1] - one[1])
    .slice(0, shownPages)
    .map(([path]) => path)
}

const describeTopic = ({ questions, words }: ReturnType<typeof groupByTopic<Question>>[number]): Topic => ({
  question: questions[0]?.question ?? '',
  words: [...words],
  count: questions.length,
  readers: new Set(questions.map(({ fp }) => fp)).size,
  lastAskedAt:
    questions
      .map((question) => question.started_at)
      .sort()
      .at(-1) ?? '',
  pages: nearestPages(questions),
  questions: questions.slice(0, shownQuestions).map(({ id, question, status, started_at }) => ({
    id,
    question,
    reason: status === 'unanswered' ? 'unanswered' : 'unhelpful',
    askedAt: started_at,
  })),
})

/** What the documentation did not answer, or not well, by topic. Nothing, unless the site stores questions. */
export const listTopics = async (database: Database, site: SiteRow, query: TopicsQuery): Promise<Topics> => {
  const { storeQuestions } = await readPolicy(database, site.id)
  if (!storeQuestions) return { topics: [], questions: 0 }
  const questions = await readUnanswered(database, site, readRange(query))
  const groups = groupByTopic(questions, await countTerms(database, site.id, questions))
  return { topics: groups.slice(0, query.limit ?? usualLimit).map(describeTopic), questions: questions.length }
}
