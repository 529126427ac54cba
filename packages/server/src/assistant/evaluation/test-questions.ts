import { randomUUID } from 'node:crypto'
import { mostTestQuestions, type TestQuestion, type TestQuestionRequest } from '@sidenote/contract'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { SiteRow, TestQuestionRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { plainPath } from './plain-path.ts'

const pagesSchema = z.array(z.string()).nullable()
const tagsSchema = z.array(z.string())

const describeQuestion = (row: TestQuestionRow): TestQuestion => ({
  id: row.id,
  question: row.question,
  pages: pagesSchema.parse(JSON.parse(row.pages_json)),
  tags: tagsSchema.parse(JSON.parse(row.tags_json)),
  currentPath: row.current_path,
  createdAt: row.created_at,
})

/** The test questions of a site, the oldest first. */
export const listTestQuestions = async (
  database: Database,
  site: Pick<SiteRow, 'id'>,
): Promise<{ questions: TestQuestion[] }> => {
  const rows = await database
    .selectFrom('test_questions')
    .selectAll()
    .where('site_id', '=', site.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { questions: rows.map(describeQuestion) }
}

/** Adds a test question. @throws AppError `conflict` when the site has it already, or too many */
export const createTestQuestion = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'domain'>,
  { question, pages, tags = [], currentPath }: TestQuestionRequest,
): Promise<TestQuestion> => {
  const { questions } = await listTestQuestions(database, site)
  if (questions.length >= mostTestQuestions) {
    throw new AppError('conflict', `The site "${site.domain}" has ${mostTestQuestions} test questions already.`)
  }
  const row: TestQuestionRow = {
    id: `question_${randomUUID()}`,
    site_id: site.id,
    question,
    pages_json: JSON.stringify(pages?.map(plainPath) ?? null),
    tags_json: JSON.stringify([...new Set(tags)]),
    current_path: currentPath ?? null,
    created_at: new Date().toISOString(),
  }
  const inserted = await database
    .insertInto('test_questions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['site_id', 'question']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new AppError('conflict', `The site "${site.domain}" has this test question already.`)
  return describeQuestion(row)
}

/** @throws AppError `not_found` */
export const deleteTestQuestion = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'domain'>,
  id: string,
): Promise<void> => {
  const { numDeletedRows } = await database
    .deleteFrom('test_questions')
    .where('site_id', '=', site.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) {
    throw new AppError('not_found', `The site "${site.domain}" has no test question "${id}".`)
  }
}
