import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openModels } from '../src/assistant/models/models.ts'
import { question, readChunks, until } from './support/assistant-server.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { type Nginx, nginx, startNginx } from './support/nginx.ts'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

if (!nginx) console.log('There is no nginx on this machine: what it does to answers is not tested.')

describe.skipIf(!nginx)('behind nginx as it is installed', () => {
  let model: ModelServer
  let server: TestServer
  let proxy: Nginx
  let key: string

  beforeAll(async () => {
    model = await startModelServer()
    const environment = { OPENAI_COMPATIBLE_BASE_URL: model.url }
    server = await startTestServer({ models: await openModels({ model: 'openai-compatible:test', environment }) })
    key = (await server.addSite('docs', pages)).key
    proxy = await startNginx(nginx ?? '', server.url)
  })
  afterAll(async () => {
    await proxy?.stop()
    await server.stop()
    await model.close()
  })

  const ask = (signal?: AbortSignal) =>
    fetch(`${proxy.url}/discovery/v2/assistant/docs/message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'accept-encoding': 'gzip' },
      body: JSON.stringify(question('How do I set the temperature?')),
      ...(signal && { signal }),
    })

  /** Milliseconds from the question until these words are there, for each of them. */
  const timeOf = async (...words: string[]): Promise<number[]> => {
    const started = performance.now()
    const response = await ask()
    const times: number[] = []
    let read = ''
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      read += text
      while (times.length < words.length && read.includes(words[times.length] ?? ''))
        times.push(performance.now() - started)
    }
    expect(readChunks(read).at(-1)).toMatchObject({ type: 'finish' })
    return times
  }

  test('the first byte is there before the model speaks, its first word within 300 ms of it', async () => {
    model.script([{ wait: 100 }, { say: 'The first word' }, { wait: 700 }, { say: ' and the last [1].' }])
    await timeOf('"start"')
    const tries: number[][] = []
    for (let at = 0; at < 3; at++) tries.push(await timeOf('"start"', 'The first word', 'and the last'))
    // The best of three: this is about nginx holding back, not about what else this machine does.
    const best = (index: number) => Math.min(...tries.map((times) => times[index] ?? Number.POSITIVE_INFINITY))
    console.log(`behind nginx: start after ${best(0).toFixed()} ms, first word after ${best(1).toFixed()} ms`)
    expect(best(0)).toBeLessThan(300)
    expect(best(1)).toBeLessThan(100 + 300)
    expect(best(2) - best(1)).toBeGreaterThan(350)
  })

  test('a reader who leaves stops the model', async () => {
    model.script([{ say: 'The first words. ' }, 'hang'])
    const leaving = new AbortController()
    const response = await ask(leaving.signal)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let read = ''
    while (reader && !read.includes('The first words.')) read += (await reader.read()).value ?? ''
    const before = model.aborted()
    leaving.abort()
    await until(() => model.aborted() === before + 1)
  })

  test('errors and headers come through', async () => {
    const response = await fetch(`${proxy.url}/discovery/v2/assistant/docs/message`, { method: 'POST' })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'missing_key' })
    model.script([{ say: 'Write it [1].' }])
    const answer = await ask()
    expect(answer.headers.get('x-thread-id')).toMatch(/^thread_/)
    expect(answer.headers.get('x-accel-buffering'), 'nginx takes it for itself').toBeNull()
    expect(await answer.text()).toContain('[DONE]')
  })
})
