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

  const ask = ({ below = '', signal }: { below?: string; signal?: AbortSignal } = {}) =>
    fetch(`${proxy.url}${below}/discovery/v2/assistant/docs/message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'accept-encoding': 'gzip' },
      body: JSON.stringify(question('How do I set the temperature?')),
      ...(signal && { signal }),
    })

  test.each(['', '/docs/assistant'])(
    'nothing is held back below “%s”: the beginning is there before the model speaks, each word before the next',
    async (below) => {
      const [begun, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      model.script([
        { until: begun.promise },
        { say: 'The first word' },
        { until: heard.promise },
        { say: ' and the last [1].' },
      ])
      const response = await ask({ below })
      let read = ''
      for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        read += text
        // The model goes on only then: what nginx held back would be waited for in vain.
        if (read.includes('"start"')) begun.resolve()
        if (read.includes('The first word')) heard.resolve()
      }
      expect(read).toContain('and the last')
      expect(readChunks(read).at(-1)).toMatchObject({ type: 'finish' })
    },
  )

  test('a reader who leaves stops the model', async () => {
    model.script([{ say: 'The first words. ' }, 'hang'])
    const leaving = new AbortController()
    const response = await ask({ signal: leaving.signal })
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
