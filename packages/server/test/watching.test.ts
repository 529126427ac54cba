import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { startChaosProxy } from './support/chaos-proxy.ts'
import { createTestDatabase } from './support/database.ts'
import { startEmbeddingServer } from './support/embedding-server.ts'
import { listen } from './support/listen.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { startRerankingServer } from './support/reranking-server.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { runCli } from './support/server-process.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const pages = { 'index.md': '# Home\n\nThe marker is set by hand.\n' }

const start = async (environment: Record<string, string> = {}): Promise<{ server: TestServer; model: ModelServer }> => {
  const model = await startModelServer()
  ends.push(() => model.close())
  const server = await startTestServer({
    environment: {
      SIDENOTE_METRICS_PORT: '0',
      SIDENOTE_MODEL: 'openai-compatible:test',
      OPENAI_COMPATIBLE_BASE_URL: model.url,
      ...environment,
    },
  })
  ends.push(server.stop)
  return { server, model }
}

const ask = async (server: TestServer, key: string, text: string, headers: Record<string, string> = {}) => {
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }]
  const body = { fp: 'reader', messages }
  const response = await server.send('/discovery/v2/assistant/acme/message', { key, body, headers })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

const readMetrics = async (server: TestServer) => {
  const text = await (await fetch(`${server.metricsUrl}/metrics`)).text()
  const value = (line: string): number | undefined => {
    const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `))
    return found === undefined ? undefined : Number(found.slice(line.length + 1))
  }
  return { text, value }
}

/** A receiver of OTLP over HTTP, as a collector is one. */
const startReceiver = async () => {
  interface ReceivedSpan {
    name: string
    traceId: string
    spanId: string
    parentSpanId?: string
    attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  }
  const spans: ReceivedSpan[] = []
  let raw = ''
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    raw += body
    const sent: { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] } = JSON.parse(body)
    spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  const { url, close } = await listen(receiver)
  ends.push(close)
  return { url, spans, raw: () => raw }
}

test('what an alert may be about is 0 from the start, so that the first failure is a rise', async () => {
  const { value } = await readMetrics((await start()).server)
  for (const outcome of ['answered', 'unanswered', 'clarifying', 'declined', 'failed', 'stopped', 'aborted']) {
    expect([outcome, value(`sidenote_answers_total{outcome="${outcome}"}`)]).toEqual([outcome, 0])
  }
  expect(value('sidenote_syncs_total{status="failed"}')).toBe(0)
  expect(value('sidenote_agent_turns_total{outcome="failed"}')).toBe(0)
  expect(value('sidenote_unstored_turns_total')).toBe(0)
})

test('when a model fails, readers get excerpts of the sources, and its calls count as failed', async () => {
  const { server, model } = await start()
  const { key } = await server.addSite('acme', pages)
  model.script([{ status: 500 }])
  const { status, text } = await ask(server, key, 'How is the marker set?')
  expect(status).toBe(200)
  const answer = [...text.matchAll(/"delta":"((?:[^"\\]|\\.)*)"/g)].map(([, delta]) => delta).join('')
  expect(answer).toContain('The marker is set by hand. [1]')
  expect(text).not.toContain('"type":"error"')
  const { value } = await readMetrics(server)
  expect(value('sidenote_model_calls_total{model="openai-compatible:test",outcome="failed"}')).toBeGreaterThan(0)
  expect(value('sidenote_answers_total{outcome="answered"}')).toBe(1)
})

test('metrics count requests, answers, model calls, tokens, searches and syncs, and hold no text', async () => {
  const { server, model } = await start({ SIDENOTE_FALLBACK_MODEL: 'openai-compatible:spare' })
  const { key } = await server.addSite('acme', pages)
  model.script([{ say: 'By hand. [1]' }])
  await ask(server, key, 'How is the zebramarker set?')
  model.script([{ status: 500 }])
  await ask(server, key, 'How is the zebramarker set?')
  await server.send('/discovery/v1/search/acme', { key, body: { query: 'giraffe' } })
  await server.send('/nothing/of/this-kind')
  const { text, value } = await readMetrics(server)
  expect(value('sidenote_answers_total{outcome="answered"}')).toBe(1)
  expect(value('sidenote_answers_total{outcome="failed"}')).toBe(1)
  expect(value('sidenote_model_calls_total{model="openai-compatible:test",outcome="completed"}')).toBe(1)
  expect(value('sidenote_model_calls_total{model="openai-compatible:test",outcome="failed"}')).toBeGreaterThan(0)
  expect(value('sidenote_model_first_token_seconds_count{model="openai-compatible:test"}')).toBe(1)
  expect(value('sidenote_empty_searches_total')).toBeGreaterThanOrEqual(1)
  expect(value('sidenote_syncs_total{status="completed"}')).toBe(1)
  expect(value('sidenote_sync_pages_total{result="changed"}')).toBe(1)
  expect(value('sidenote_open_streams')).toBe(0)
  const messages = 'route="/discovery/v2/assistant/{domain}/message",method="POST",status="200"'
  expect(value(`sidenote_request_duration_seconds_count{${messages}}`)).toBe(2)
  expect(value('sidenote_request_duration_seconds_count{route="unmatched",method="POST",status="404"}')).toBe(1)
  expect(value('sidenote_agent_jobs{status="active"}')).toBe(0)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(text).toMatch(/^process_resident_memory_bytes /m)
  for (const secret of ['zebramarker', 'giraffe', 'svc_', 'this-kind', 'acme']) expect(text).not.toContain(secret)
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
})

test.each(['//', '/metrics/', '//metrics', '/%'])(
  'whatever is asked for at the port of the metrics, such as %s, is answered',
  async (path) => {
    const { server } = await start()
    const { hostname, port } = new URL(server.metricsUrl ?? '')
    const status = new Promise((resolve, reject) => {
      request({ hostname, port, path }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(await status).toBe(404)
    expect((await fetch(`${server.metricsUrl}/metrics?x=1`)).status).toBe(200)
  },
)

test('a server whose port is taken leaves that of its metrics, or its process would never end', async () => {
  const { server: earlier } = await start()
  const { port } = new URL(earlier.metricsUrl ?? '')
  await earlier.stop()
  const { server: other } = await start()
  const taken = { SIDENOTE_PORT: new URL(other.url).port, SIDENOTE_METRICS_PORT: port }
  await expect(startTestServer({ environment: taken })).rejects.toThrow('is taken')
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed')
})

test('calls that are made again, those of the fallback, and models that are left alone are counted', async () => {
  const { server, model } = await start({ SIDENOTE_FALLBACK_MODEL: 'openai-compatible:spare' })
  const { key } = await server.addSite('acme', pages)
  model.script([{ status: 500 }], [{ say: 'By hand. [1]' }])
  await ask(server, key, 'How is the marker set?')
  const first = await readMetrics(server)
  const retries = 'sidenote_model_retries_total{model="openai-compatible'
  expect(first.value(`${retries}:test",kind="retry"}`)).toBe(1)
  expect(first.value(`${retries}:spare",kind="fallback"}`)).toBeUndefined()
  model.script([{ status: 401 }], [{ say: 'By hand. [1]' }])
  await ask(server, key, 'How is the marker set?')
  const { value } = await readMetrics(server)
  expect(value(`${retries}:spare",kind="fallback"}`)).toBe(1)
  expect(value('sidenote_model_breaker_open{model="openai-compatible:test"}')).toBe(1)
})

test('a second look at an answer is counted as a call of its model, with its tokens', async () => {
  const { server, model } = await start({ SIDENOTE_CHECKING_MODEL: 'openai-compatible:small' })
  const { key } = await server.addSite('acme', pages)
  model.script([{ say: 'No machine moves such a thing [1].' }], [{ say: '[{"sentence": 1, "supported": false}]' }])
  await ask(server, key, 'How is the marker set?')
  const { value } = await readMetrics(server)
  expect(value('sidenote_model_calls_total{model="openai-compatible:small",outcome="completed"}')).toBe(1)
  expect(value('sidenote_model_tokens_total{model="openai-compatible:small",direction="output"}')).toBe(100)
})

test('an answer that its reader leaves is counted as aborted, with its model call, and its stream is closed', async () => {
  const { server, model } = await start()
  const { key } = await server.addSite('acme', pages)
  model.script([{ say: 'By ' }, 'hang'])
  const abort = new AbortController()
  const response = await fetch(`${server.url}/discovery/v2/assistant/acme/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      fp: 'a',
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'The marker?' }] }],
    }),
    signal: abort.signal,
  })
  const reader = response.body?.getReader()
  for (let seen = ''; !seen.includes('text-delta'); ) seen += new TextDecoder().decode((await reader?.read())?.value)
  expect((await readMetrics(server)).value('sidenote_open_streams')).toBe(1)
  abort.abort()
  await expect.poll(async () => (await readMetrics(server)).value('sidenote_answers_total{outcome="aborted"}')).toBe(1)
  const { value } = await readMetrics(server)
  expect(value('sidenote_open_streams')).toBe(0)
  expect(value('sidenote_model_calls_total{model="openai-compatible:test",outcome="aborted"}')).toBe(1)
})

test('a question that is searched by words alone because the embedding model fails is counted', async () => {
  const embeddings = await startEmbeddingServer([/marker/])
  const { server } = await start({
    SIDENOTE_MODEL: '',
    SIDENOTE_EMBEDDING_MODEL: 'openai-compatible:test',
    OPENAI_COMPATIBLE_BASE_URL: embeddings.url,
  })
  const { key } = await server.addSite('acme', pages)
  await embeddings.close()
  const found = await server.send('/discovery/v1/search/acme', { key, body: { query: 'marker' } })
  expect(await found.json()).toHaveLength(1)
  const { value } = await readMetrics(server)
  expect(value('sidenote_embedding_failures_total{model="openai-compatible:test"}')).toBe(1)
})

test('a search that the reranking model does not put in order is counted', async () => {
  const reranking = await startRerankingServer(/marker/)
  const { server } = await start({
    SIDENOTE_RERANKING_MODEL: 'cohere-compatible:test',
    COHERE_COMPATIBLE_BASE_URL: reranking.url,
  })
  const { key } = await server.addSite('acme', { ...pages, 'other.md': '# Other\n\nAnother marker.\n' })
  await reranking.close()
  const found = await server.send('/discovery/v1/search/acme', { key, body: { query: 'marker' } })
  expect(await found.json()).toHaveLength(2)
  const { value } = await readMetrics(server)
  expect(value('sidenote_reranking_failures_total{model="cohere-compatible:test"}')).toBe(1)
})

test('a trace goes from the caller through the request to search and model, and holds no text', async () => {
  // The packages of OpenTelemetry read the environment of the process.
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'service.name=docs')
  onTestFinished(() => void vi.unstubAllEnvs())
  const receiver = await startReceiver()
  const { server, model } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
  const { key } = await server.addSite('acme', pages)
  model.script([{ say: 'By hand, says the answertext. [1]' }])
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'x-request-id': 'request-of-mine' }
  expect((await ask(server, key, 'How is the zebramarker set?', headers)).status).toBe(200)
  await server.stop()
  ends.pop()
  const ours = receiver.spans.filter((span) => span.traceId === traceId)
  const request = ours.find(({ name }) => name === 'POST /discovery/v2/assistant/{domain}/message')
  expect(request?.parentSpanId).toBe('b7ad6b7169203331')
  expect(request?.attributes).toContainEqual({
    key: 'sidenote.request_id',
    value: { stringValue: 'request-of-mine' },
  })
  for (const name of ['search', 'model call']) {
    expect(ours.find((span) => span.name === name)?.parentSpanId).toBe(request?.spanId)
  }
  expect(receiver.spans.some(({ name }) => name === 'sync')).toBe(true)
  expect(receiver.raw()).toContain('{"key":"service.name","value":{"stringValue":"docs"}}')
  for (const secret of ['zebramarker', 'answertext', 'svc_', key]) expect(receiver.raw()).not.toContain(secret)
  expect(server.logged()).toContain(`"requestId":"request-of-mine","traceId":"${traceId}"`)
})

test.each([{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://[' }])(
  'traces to %j end the start with a sentence, and with all that it has opened',
  async (environment) => {
    const folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const { code, stderr } = await runCli(['serve', '--port', '0', '--data', folder], { environment })
    const [[variable, value] = []] = Object.entries(environment)
    expect([code, stderr]).toEqual([
      1,
      `${variable} is "${value}", but must be the address of a collector, such as http://127.0.0.1:4318.\n`,
    ])
  },
)

test('a newer database and a Redis that is away degrade a server, and do not take it from its readers', async () => {
  const { server } = await start({ REDIS_URL: 'redis://:hunter2secret@127.0.0.1:9' })
  await server.database
    .withTables<{ migrations: { name: string; applied_at: string } }>()
    .insertInto('migrations')
    .values({ name: '9999-future', applied_at: '' })
    .execute()
  const response = await server.send('/readyz', { method: 'GET' })
  const text = await response.text()
  expect(JSON.parse(text).degraded).toEqual([
    expect.stringContaining('9999-future'),
    expect.stringContaining('Redis does not answer'),
  ])
  expect(text).not.toContain('hunter2secret')
  expect((await readMetrics(server)).value('sidenote_redis_up')).toBe(0)
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a PostgreSQL that hangs makes the server not ready, without being waited for, and leaves it alive',
  async () => {
    const store = await createTestDatabase('postgres')
    ends.push(store.close)
    const url = new URL(store.options.databaseUrl ?? '')
    const proxy = await startChaosProxy(url.hostname, Number(url.port || 5432))
    ends.push(proxy.close)
    url.host = `127.0.0.1:${proxy.port}`
    const { server } = await start({ DATABASE_URL: url.href })
    expect((await readMetrics(server)).value('sidenote_database_connections{state="open"}')).toBeGreaterThan(0)
    proxy.freeze()
    const ready = await server.send('/readyz', { method: 'GET' })
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { missing: expect.arrayContaining(['The database does not answer.']) },
    ])
    expect((await server.send('/healthz', { method: 'GET' })).status).toBe(200)
    expect((await readMetrics(server)).value('sidenote_agent_jobs{status="active"}')).toBeUndefined()
    proxy.thaw()
    await expect
      .poll(async () => (await server.send('/readyz', { method: 'GET' })).text())
      .not.toContain('The database does not answer')
  },
)
