import { afterAll, beforeAll, expect, test } from 'vitest'
import { question } from './support/assistant-server.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { runCli } from './support/server-process.ts'

let model: ModelServer
let server: TestServer
let threadId: string
beforeAll(async () => {
  model = await startModelServer()
  server = await startTestServer({
    environment: { SIDENOTE_MODEL: 'openai-compatible:scripted', OPENAI_COMPATIBLE_BASE_URL: model.url },
  })
  const { key } = await server.addSite('docs', pages)
  expect((await run('sites', 'policy', 'docs', '--store-questions')).code).toBe(0)
  model.script([{ say: 'The thermometer measures in celsius by default [1]. Its battery lasts for nine years [1].' }])
  const body = question('How do I set the unit of the temperature?')
  const asked = await server.send('/discovery/v2/assistant/docs/message', { key, body })
  await asked.text()
  threadId = asked.headers.get('x-thread-id') ?? ''
})
afterAll(async () => {
  await server.stop()
  await model.close()
})

const run = (...words: string[]) =>
  runCli(words, { environment: { SIDENOTE_URL: server.url, SIDENOTE_ADMIN_KEY: server.adminKey } })

test('an answer that no source supports is listed as weak, and shown with what it should not have said', async () => {
  const listed = await run('conversations', 'list', 'docs')
  expect(listed.stdout).toMatch(new RegExp(`\\bweak +${threadId} `))
  expect((await run('conversations', 'list', 'docs', '--status', 'weak')).stdout).toContain(threadId)
  const { stdout } = await run('conversations', 'show', 'docs', threadId)
  expect(stdout).toContain('\nNo source says: Its battery lasts for nine years.\n')
  expect(stdout).not.toContain('No source says: The thermometer')
})

test('a topic names the conversation that it can be read in', async () => {
  const { stdout } = await run('questions', 'docs')
  expect(stdout).toMatch(/ THREAD *\n/)
  expect(stdout).toContain(threadId)
})
