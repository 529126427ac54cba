import { join } from 'node:path'
import { z } from 'zod'
import { writeExcerpt } from '../src/assistant/excerpt/write-excerpt.ts'
import { earlierQuestions, retrievalQuery } from '../src/assistant/question/conversation.ts'
import { openRetrieval } from '../src/assistant/retrieve/retrieve.ts'
import type { Source } from '../src/assistant/sources.ts'
import type { SearchIndex } from '../src/search/search-index.ts'
import { addSite, conversationOf, readLines } from './sites.ts'

const questionSchema = z.object({
  set: z.string(),
  /** Only in `fresh.jsonl` and `newest.jsonl`: of the half that is left out, nobody looks at a single question. */
  half: z.enum(['open', 'left out']).optional(),
  kind: z.string(),
  query: z.string(),
  /** The question before it. */
  earlier: z.string().optional(),
  /** Each of them answers; none where the documentation has no answer. */
  sections: z.array(z.string()).default([]),
  /** Expressions, each of which a right answer matches. */
  must: z.array(z.string()).default([]),
})
/** A question of `bench/graded`, with what a right answer must have. */
export type Question = z.infer<typeof questionSchema>

/** A file of `bench/graded`. */
export type QuestionFile = 'develop' | 'left-out' | 'fresh' | 'newest'

/** The questions of one file. */
export const readQuestions = (name: QuestionFile): Promise<Question[]> =>
  readLines(`graded/${name}.jsonl`, questionSchema)

/** What anybody writes first: the first paragraphs of the first source, its code, and two links. */
const writePlain = (sources: readonly Source[]): string => {
  const [first, ...others] = sources
  if (!first) return '[?]'
  const parts = first.content.split(/\n{2,}(?![^`]*```\n)/).filter((part) => !part.startsWith('#'))
  const code = parts.find((part) => part.startsWith('```'))
  const prose = parts.filter((part) => !part.startsWith('```')).slice(0, 2)
  const links = others.slice(0, 2).map(({ title, heading, number }) => `- ${heading ?? title} [${number}]`)
  return [...prose, ...(code ? [code] : []), `[${first.number}]`, ...links].join('\n\n')
}

/** What is answered without a model, beside what anybody writes first. @param corpora where the documentation is */
export const answerQuestion = async (
  searchIndex: SearchIndex,
  corpora: string,
  { set, query, earlier }: Question,
): Promise<{ excerpt: string; plain: string; sources: readonly Source[]; certainty: number | undefined }> => {
  const { site } = await addSite(searchIndex, set, [join(corpora, set)])
  const history = earlier === undefined ? [] : [{ role: 'user' as const, text: earlier }]
  const conversation = { ...conversationOf(query), history }
  const retrieve = openRetrieval(searchIndex, site, { request: {}, conversation })
  const { sources, open, certainty } = await retrieve(retrievalQuery(conversation))
  const asked = { question: query, earlier: earlierQuestions(conversation), context: [] }
  const excerpt = writeExcerpt({ ...asked, sources: sources.all, open, certainty })
  return { excerpt, plain: writePlain(sources.all), sources: sources.all, certainty }
}
