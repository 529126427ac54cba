/**
 * How often the right page is among the five sources of a follow-up question, by the rules alone.
 *
 *   node --conditions=sidenote-source bench/follow-ups.ts --corpora DIR [--roots FILE] [--data DIR] [--missed]
 *
 * DIR of the corpora holds one folder of Markdown for each documentation set. `bench/follow-ups.jsonl` holds
 * conversations as readers have them: lines of `{corpus, asked, pages}`, of which any page will do. Prints the same for the
 * last question alone, how often the quote model cites the right page first and says that the documentation does not answer,
 * and how many of the questions in `bench/readers/readers.jsonl`, which all stand alone, are taken for
 * follow-ups.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { writeExcerpt } from '../src/assistant/excerpt/write-excerpt.ts'
import { unansweredMark } from '../src/assistant/grounding/citations.ts'
import { earlierQuestions, retrievalQuery } from '../src/assistant/question/conversation.ts'
import { isFollowUp } from '../src/assistant/question/follow-up.ts'
import { openRetrieval } from '../src/assistant/retrieve/retrieve.ts'
import { openDatabase } from '../src/database/open.ts'
import { openSearchIndex } from '../src/search/search-index.ts'
import { addOrganization, addSite, conversationOf, pageOf, readLines, readRoots } from './sites.ts'

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    roots: { type: 'string' },
    data: { type: 'string' },
    missed: { type: 'boolean', default: false },
  },
})
if (!values.corpora) throw new Error('--corpora says where the documentation is.')
const { corpora } = values

const conversations = await readLines(
  'follow-ups.jsonl',
  z.object({ corpus: z.string(), asked: z.array(z.string()).min(2), pages: z.array(z.string()) }),
)
const alone = await readLines('readers/readers.jsonl', z.object({ query: z.string() }))

const dataFolder = values.data ?? (await mkdtemp(join(tmpdir(), 'follow-ups-')))
const database = await openDatabase({ dataFolder })
const searchIndex = openSearchIndex({ database })
try {
  const roots = await readRoots(values.roots)
  await addOrganization(database)
  const counts = { withRules: 0, alone: 0, citedFirst: 0, unanswered: 0 }
  for (const { corpus, asked, pages } of conversations) {
    const { site } = await addSite(searchIndex, corpus, [join(corpora, corpus, roots[corpus]?.root ?? '')])
    const question = asked.at(-1) ?? ''
    const history = asked.slice(0, -1).map((text) => ({ role: 'user' as const, text }))
    const isRight = ({ path }: { path: string }) => pages.some((page) => pageOf(path) === pageOf(page))
    const find = async (conversation: ReturnType<typeof conversationOf>) => {
      const retrieve = openRetrieval(searchIndex, site, { request: {}, conversation })
      const { sources, open } = await retrieve(retrievalQuery(conversation))
      return { sources: sources.all, open }
    }
    const conversation = { ...conversationOf(question), history }
    const { sources, open } = await find(conversation)
    const text = writeExcerpt({ question, earlier: earlierQuestions(conversation), context: [], sources, open })
    const cited = Number(/\[(\d+)\]/.exec(text)?.[1])
    const isUnanswered = text.startsWith(unansweredMark)
    const isCitedFirst = !isUnanswered && sources.some((source) => source.number === cited && isRight(source))
    if (isUnanswered) counts.unanswered++
    if (isCitedFirst) counts.citedFirst++
    if (sources.some(isRight)) counts.withRules++
    if (values.missed && !isCitedFirst)
      console.log(
        `${sources.some(isRight) ? (isUnanswered ? 'unanswered' : 'not first') : 'missed'} in ${corpus}: ${asked.join(' → ')}`,
      )
    if ((await find(conversationOf(question))).sources.some(isRight)) counts.alone++
  }
  const taken = alone.filter(({ query }) => isFollowUp(query)).length
  console.log(`${conversations.length} follow-ups: the right page is among five for ${counts.withRules}`)
  console.log(`cited first by the quote model: for ${counts.citedFirst}; said to be unanswered: ${counts.unanswered}`)
  console.log(`their last questions alone: for ${counts.alone}`)
  console.log(`${alone.length} questions that stand alone: ${taken} are taken for follow-ups`)
} finally {
  await database.destroy()
  if (!values.data) await rm(dataFolder, { recursive: true })
}
