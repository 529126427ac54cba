import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRetrieval } from '../src/assistant/retrieve/retrieve.ts'
import { openSearchIndex } from '../src/search/search-index.ts'
import { onObservation } from '../src/watch/observe.ts'
import { type AssistantServer, startAssistant } from './support/assistant-server.ts'

let server: AssistantServer
beforeAll(async () => {
  server = await startAssistant({
    pages: {
      'plugin.md': '# Plugin\n\nA plugin is a piece of code that changes how the kettle heats water.\n',
      'care.md': '# Care\n\n## Descaling\n\nDescaling removes the limestone that hard water leaves in the tank.\n',
      'coil.md': '# Parts\n\n## The coil\n\nEvery part of the kettle, such as its coil, is sold on its own.\n',
    },
  })
})
afterAll(() => server.close())

/** Asks with each query in turn; gives what comes first, and how many searches each took. */
const retrieve = async (question: string, ...queries: string[]) => {
  const conversation = { question, history: [], context: [], currentPath: undefined }
  const find = openRetrieval(openSearchIndex({ database: server.database }), server.site, { request: {}, conversation })
  const counts: number[] = []
  let first: string | undefined
  for (const query of queries) {
    let count = 0
    const stop = onObservation('search', () => count++)
    const { sources } = await find(query)
    stop()
    counts.push(count)
    first ??= sources.all[0]?.path
  }
  return { first, counts }
}

test('a question that asks for no definition takes one search a query', async () => {
  expect(await retrieve('How do I clean the tank?', 'clean the tank')).toEqual({ first: 'care', counts: [1] })
})

test('a definition at the beginning of the page of that name takes no further search', async () => {
  expect(await retrieve('What is a plugin?', 'What is a plugin?')).toEqual({ first: 'plugin', counts: [1] })
})

test('any other definition is one of the sections that the search found', async () => {
  const { first, counts } = await retrieve('What is descaling?', 'What is descaling?', 'descaling in other words')
  expect(first).toBe('care')
  expect(counts).toEqual([1, 1])
})
