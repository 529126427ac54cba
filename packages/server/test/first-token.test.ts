import { afterAll, beforeAll, expect, test } from 'vitest'
import { question } from './support/assistant-server.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let model: ModelServer
let server: TestServer
beforeAll(async () => {
  model = await startModelServer()
  server = await startTestServer({
    environment: {
      SIDENOTE_MODEL: 'openai-compatible:scripted',
      OPENAI_COMPATIBLE_BASE_URL: model.url,
      SIDENOTE_FIRST_TOKEN_SECONDS: '1',
    },
  })
})
afterAll(async () => {
  await server.stop()
  await model.close()
})

test('a model has as long for its first token as the operator says', async () => {
  const { key } = await server.addSite('docs', pages)
  model.script(['hang'])
  const body = question('How do I set the unit of the temperature?')
  const answered = await server.send('/discovery/v2/assistant/docs/message', { key, body })
  expect(await answered.text()).toContain('"finish"')
  expect(server.logged()).toContain('No first token within 1000 ms.')
})
