import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchPages } from '../src/search/search.ts'
import { openSearchIndex } from '../src/search/search-index.ts'
import { type AssistantServer, ask, question, startAssistant } from './support/assistant-server.ts'
import { sameInFormats } from './support/same-in-formats.ts'

const formats = Object.keys(sameInFormats).map((file) => file.split('.')[1] ?? '')
let server: AssistantServer
beforeAll(async () => {
  server = await startAssistant({ pages: { 'index.md': '# Another' } })
  for (const [file, text] of Object.entries(sameInFormats)) {
    await server.addSite(file.split('.')[1] ?? '', { 'index.md': '# Home', [file]: text })
  }
})
afterAll(() => server.close())

const questions = [
  'How many rows are there?',
  'Which size has the chip x64 on Linux?',
  'What is the version?',
  'How is 漢字 read?',
  'What is the price per µs?',
]

test.each(questions)('“%s” has the same answer from a page in five formats, with the same source', async (text) => {
  const answers = await Promise.all(
    formats.map(async (format) => {
      const { text: said, chunks } = await ask(server, question(text), format)
      // Where a page is, and whether its title has an anchor, differs with what builds it.
      const sources = chunks.flatMap((chunk) =>
        chunk.type === 'source-url'
          ? [
              {
                ...chunk,
                url: '',
                providerMetadata: { sidenote: { ...chunk.providerMetadata?.sidenote, anchor: null } },
              },
            ]
          : [],
      )
      return { said, sources }
    }),
  )
  expect(answers[0]?.said).not.toBe('')
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test.each([
  ['10⁶ rows', 'Up to 10⁶ rows, 2³² bytes, x_max and H₂O.'],
  ['9007199254740993', '1~2 of argv[1] and 3~4 of list[0'],
  ['arm64', '| Windows | none | none |'],
  ['ctrl+c', '漢字(かんじ) is read so. Press `Ctrl+C`.'],
])('“%s” finds the same text in five formats', async (query, said) => {
  const searchIndex = openSearchIndex({ database: server.database })
  const found = await Promise.all(
    formats.map(async (format) => {
      const id = await server.database.selectFrom('sites').select('id').where('domain', '=', format).executeTakeFirst()
      const matches = await searchPages(searchIndex, { id: id?.id ?? '', url: null }, { query, limit: 3 })
      return matches.map(({ path, title, heading, content, score }) => ({ path, title, heading, content, score }))
    }),
  )
  expect(found[0]?.[0]).toMatchObject({ path: 'limits', content: expect.stringContaining(said) })
  for (const matches of found) expect(matches).toEqual(found[0])
})
