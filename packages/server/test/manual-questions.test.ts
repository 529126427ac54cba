import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AssistantServer, ask, question, startAssistant } from './support/assistant-server.ts'
import { readManual } from './support/manual.ts'

/** The questions that a page of the manual offers to its readers. */
const readOffered = (page: string): string[] =>
  page
    .match(/name: sidenote:questions\n +content: (.+)/)?.[1]
    ?.split('|')
    .map((offered) => offered.trim()) ?? []

const pages = await readManual()
const offered = Object.entries(pages).flatMap(([file, page]) =>
  readOffered(page).map((text) => ({ text, currentPath: `/${file.replace(/(?:index)?\.md$/, '')}` })),
)

describe('a question that a page of the manual offers is answered from the manual, without a model', {
  concurrent: true,
}, () => {
  let server: AssistantServer
  beforeAll(async () => {
    server = await startAssistant({ pages })
  })
  afterAll(() => server.close())

  test('there are some on many pages', () => {
    expect(offered.length).toBeGreaterThan(20)
  })

  test.each(offered)('$currentPath: $text', async ({ text, currentPath }) => {
    const answer = await ask(server, question(text, { currentPath }))
    const cited = Number(/\[(\d+)\]/.exec(answer.text)?.[1])
    const sources = answer.chunks.filter((chunk) => chunk.type === 'source-url')
    expect(sources.map(({ providerMetadata }) => providerMetadata?.sidenote?.number)).toContain(cited)
    expect(answer.chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { answered: true } })
  })
})
