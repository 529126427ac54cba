import { expect, test } from 'vitest'
import { startModelServer } from './support/model-server.ts'
import { startTestServer } from './support/server.ts'

test('answers that do not end in time end with an error part that says so', async () => {
  const model = await startModelServer()
  const environment = { SIDENOTE_MODEL: 'openai-compatible:test', OPENAI_COMPATIBLE_BASE_URL: model.url }
  const server = await startTestServer({ environment, drainMilliseconds: 200 })
  const { key } = await server.addSite('acme', { 'index.md': '# Home\n\nThe marker is set by hand.\n' })
  model.script([{ say: 'It is set ' }, 'hang'])
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How is the marker set?' }] }]
  const answer = await server.send('/discovery/v2/assistant/acme/message', { key, body: { fp: 'a', messages } })
  const text = answer.text()
  await server.stop()
  expect(await text).toMatch(/"type":"error","errorText":"The server is restarting\..*\n\ndata: \[DONE\]\n\n$/s)
  expect(model.aborted()).toBe(1)
  await model.close()
})
