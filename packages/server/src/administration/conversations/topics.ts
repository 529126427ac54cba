import type { Topic, Topics, TopicsQuery } from '@sidenote/contract'
import type { ExpressionBuilder, Nullable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { FeedbackRow, QuestionStateRow, SiteRow, Tables } from '../../database/tables.ts'
import { sourcesOf } from '../../database/turn-sources.ts'
import { groupQuestions } from '../../search/group-questions.ts'
import { readPolicy } from '../sites/policy.ts'
import { turnsOf } from './conversations.ts'
import { type Range, readRange } from './range.ts'

/** Conditions on questions with what their readers said of the answers, and what became of them. */
type TopicWhere = ExpressionBuilder<
  Tables & {
    feedback: Nullable<FeedbackRow>
    question_states: Nullable<QuestionStateRow>
  },
  'turns' | 'threads' | 'feedback' | 'question_states'
>

const mostQuestions = 2_000
const usualLimit = 20
const shownQuestions = 50

/** Answered, with every statement supported as far as they were checked, and without a reader’s objection. */
const isAnsweredWell = (where: TopicWhere) =>
  where.and([
    where('turns.status', '=', 'answered'),
    where.or([where('turns.strength', 'is', null), where('turns.strength', '=', 100)]),
    where.or([where('feedback.helpful', 'is', null), where('feedback.helpful', '=', 1)]),
  ])

const isGap = (where: TopicWhere, state: QuestionStateRow['state']) =>
  where.and([
    where.or([
      where('turns.status', '=', 'unanswered'),
      where.and([where('turns.status', '=', 'answered'), where('turns.strength', '<', 100)]),
      where('feedback.helpful', '=', 0),
    ]),
    where.or([where('state', '=', state), ...(state === 'open' ? [where('state', 'is', null)] : [])]),
  ])

const readQuestions = async (
  database: Database,
  site: SiteRow,
  { range, state }: { range: Range; state: NonNullable<TopicsQuery['state']> },
) => {
  const rows = await turnsOf(database, site, range)
    .leftJoin('question_states', 'question_states.turn_id', 'turns.id')
    .select(['turns.id', 'turns.thread_id', 'turns.question', 'turns.answer', 'turns.status', 'turns.strength'])
    .select(['turns.started_at', 'turns.sources_json', 'threads.fp', 'feedback.helpful', 'feedback.comment'])
    .select(['again_at', 'again_status', 'again_answer', 'again_model', 'again_sources_json'])
    .where('turns.question', '!=', '')
    .where((where) => (state === 'answered' ? isAnsweredWell(where) : isGap(where, state)))
    .orderBy('turns.started_at', 'desc')
    .orderBy('turns.id')
    .limit(mostQuestions)
    .execute()
  return rows.map((row) => ({ ...row, paths: sourcesOf(row).map(({ path }) => path) }))
}

type Question = Awaited<ReturnType<typeof readQuestions>>[number]
type Group = Awaited<ReturnType<typeof groupQuestions<Question>>>[number]
type TopicQuestion = Topic['questions'][number]
type Jobs = ReadonlyMap<string, NonNullable<TopicQuestion['job']>>

const reasonOf = ({ status, helpful, strength }: Question): TopicQuestion['reason'] => {
  if (status === 'unanswered') return 'unanswered'
  if (helpful === 0) return 'unhelpful'
  return strength !== null && strength < 100 ? 'weak' : 'answered'
}

const againOf = (row: Question): TopicQuestion['again'] =>
  row.again_at === null || row.again_status === null
    ? null
    : {
        askedAt: row.again_at,
        status: row.again_status,
        answer: row.again_answer ?? '',
        model: row.again_model ?? '',
        sources: sourcesOf({ sources_json: row.again_sources_json ?? '[]' }).map(({ path, url }) => ({ path, url })),
      }

const describeTopic = ({ questions, words, pages }: Group, jobs: Jobs): Topic => {
  const times = questions.map((question) => question.started_at).sort()
  return {
    question: questions[0]?.question ?? '',
    words: [...words],
    count: questions.length,
    readers: new Set(questions.map(({ fp }) => fp)).size,
    firstAskedAt: times[0] ?? '',
    lastAskedAt: times.at(-1) ?? '',
    pages: [...pages],
    questions: questions.slice(0, shownQuestions).map((row) => ({
      id: row.id,
      threadId: row.thread_id,
      question: row.question,
      answer: row.answer,
      reason: reasonOf(row),
      comment: row.comment,
      askedAt: row.started_at,
      again: againOf(row),
      job: jobs.get(row.id) ?? null,
    })),
  }
}

/** The latest job about each of these questions. */
const readJobs = async (database: Database, ids: readonly string[]): Promise<Jobs> => {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('job_questions')
    .innerJoin('jobs', 'jobs.id', 'job_questions.job_id')
    .select(['turn_id', 'jobs.id', 'jobs.project_id', 'jobs.status', 'jobs.pull_request_url'])
    .where('turn_id', 'in', ids)
    .orderBy('jobs.id')
    .execute()
  return new Map(
    rows.map(({ turn_id, id, project_id, status, pull_request_url: prLink }) => [
      turn_id,
      { id, projectId: project_id, status, prLink },
    ]),
  )
}

/** What the documentation did not answer, or not well, by topic; or what it did answer. Nothing, unless the site stores questions. */
export const listTopics = async (database: Database, site: SiteRow, query: TopicsQuery): Promise<Topics> => {
  const range = readRange(query)
  const { storeQuestions } = await readPolicy(database, site.id)
  if (!storeQuestions) return { topics: [], questions: 0 }
  const questions = await readQuestions(database, site, { range, state: query.state ?? 'open' })
  const groups = await groupQuestions(database, site.id, questions)
  const shown = groups.slice(0, query.limit ?? usualLimit)
  const ids = shown.flatMap((group) => group.questions.slice(0, shownQuestions).map(({ id }) => id))
  const jobs = await readJobs(database, ids)
  return { topics: shown.map((group) => describeTopic(group, jobs)), questions: questions.length }
}
