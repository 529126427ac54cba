import { z } from 'zod'
import type { ListedQuestion } from '../../assistant/evaluation/measure.ts'
import { plainPath } from '../../assistant/evaluation/plain-path.ts'
import { parseJson } from '../../parse-json.ts'
import { CommandError } from '../command-error.ts'
import { readCsv } from './read-csv.ts'

const mostQuestions = 5_000

const lineSchema = z.strictObject({
  question: z.string().trim().min(1).max(1_000),
  pages: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
})

const wordsOf = (cell: string | undefined): string[] => (cell ?? '').split(/[\s;,]+/).filter((word) => word !== '')

const readRows = (text: string): unknown[] => {
  const [head = [], ...rows] = readCsv(text)
  const columns = head.map((cell) => cell.trim().toLowerCase())
  const unknown = columns.find((column) => !['question', 'pages', 'tags'].includes(column))
  if (unknown !== undefined) {
    throw new CommandError(`The CSV has a column "${unknown}"; the columns are question, pages and tags.`)
  }
  return rows.map((row) => {
    const cell = (name: string) => row[columns.indexOf(name)]
    return {
      question: cell('question'),
      ...(columns.includes('pages') && { pages: wordsOf(cell('pages')) }),
      tags: wordsOf(cell('tags')),
    }
  })
}

/**
 * Reads a list of questions: a line of JSON each, or CSV with the columns question, pages and tags.
 *
 * @param isCsv whether it is CSV
 * @throws CommandError that names the line or row, counted from 1
 */
export const readQuestions = (written: string, isCsv: boolean): ListedQuestion[] => {
  const text = written.replace(/^\uFEFF/, '')
  const lines = text.split('\n').map((line, at) => ({ line, number: at + 1 }))
  const rows = isCsv
    ? readRows(text).map((row, at) => ({ row, number: at + 2 }))
    : lines.filter(({ line }) => line.trim() !== '').map(({ line, number }) => ({ row: parseJson(line), number }))
  if (rows.length === 0) throw new CommandError('The list has no questions.')
  if (rows.length > mostQuestions) {
    throw new CommandError(`The list has ${rows.length} questions, but can have at most ${mostQuestions}.`)
  }
  return rows.map(({ row, number }) => {
    const result = lineSchema.safeParse(row)
    if (result.success) {
      const { question, pages, tags = [] } = result.data
      return { question, expected: pages?.map(plainPath), tags }
    }
    const [issue] = result.error.issues
    const place = issue?.path.join('.') ?? ''
    const what = row === undefined ? 'is not JSON' : `${place && `at ${place}: `}${issue?.message ?? 'is no question'}`
    throw new CommandError(`${isCsv ? 'Row' : 'Line'} ${number} of the list: ${what}.`)
  })
}
