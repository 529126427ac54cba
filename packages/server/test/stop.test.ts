import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { startChaosProxy } from './support/chaos-proxy.ts'
import { createTestDatabase } from './support/database.ts'
import { listen } from './support/listen.ts'
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
  await expect.poll(() => model.requests.length).toBe(1)
  await server.stop()
  expect(await text).toMatch(/"type":"error","errorText":"The server is restarting\..*\n\ndata: \[DONE\]\n\n$/s)
  await expect.poll(model.aborted).toBe(1)
  await model.close()
})

test('what is refused while it stops is no error in the log, and has no stack', async () => {
  const model = await startModelServer()
  const environment = { SIDENOTE_MODEL: 'openai-compatible:test', OPENAI_COMPATIBLE_BASE_URL: model.url }
  const server = await startTestServer({ environment, drainMilliseconds: 3_000 })
  const { key } = await server.addSite('acme', { 'index.md': '# Home\n\nThe marker is set by hand.\n' })
  model.script([{ say: 'It is set ' }, 'hang'])
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How is the marker set?' }] }]
  const answer = await server.send('/discovery/v2/assistant/acme/message', { key, body: { fp: 'a', messages } })
  const before = server.logged().length
  const stopped = server.stop()
  const refused = server.send('/discovery/v1/search/acme', { key, body: { query: 'marker' } })
  const [search, ready] = await Promise.all([refused, server.send('/readyz')])
  expect([search.status, ready.status]).toEqual([503, 503])
  await Promise.all([answer.text(), stopped])
  const lines = server
    .logged()
    .slice(before)
    .trim()
    .split('\n')
    .map((line): object => JSON.parse(line))
  const refusals = lines.filter((line) => 'status' in line && line.status === 503)
  expect(refusals.map((line) => 'level' in line && line.level)).toEqual([40, 40])
  expect(lines.filter((line) => JSON.stringify(line).includes('shutting down'))).toEqual([])
  await model.close()
})

test.runIf(process.env.TEST_DATABASE_URL)('a database that hangs does not keep the server from stopping', async () => {
  const store = await createTestDatabase('postgres')
  const url = new URL(store.options.databaseUrl ?? '')
  const proxy = await startChaosProxy(url.hostname, Number(url.port || 5432))
  url.host = `127.0.0.1:${proxy.port}`
  const server = await startTestServer({ environment: { DATABASE_URL: url.href }, drainMilliseconds: 200 })
  proxy.freeze()
  // Nothing thaws it: a server that waited for it would never stop.
  await expect(server.stop()).rejects.toThrow('had not stopped')
  await proxy.close()
  await store.close()
})

test('a collector of traces that hangs does not keep the server from stopping', async () => {
  const collector = await listen(createServer(() => {}))
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const server = await startTestServer({ environment, drainMilliseconds: 200 })
  await server.addSite('acme', { 'index.md': '# Home\n' })
  // It never answers: a server that waited for it would never stop.
  await expect(server.stop()).resolves.toBeUndefined()
  await collector.close()
})
