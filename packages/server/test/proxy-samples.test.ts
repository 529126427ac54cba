import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openModels } from '../src/assistant/models/models.ts'
import { question, readChunks, until } from './support/assistant-server.ts'
import { freePort } from './support/listen.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const manual = fileURLToPath(new URL('../../../apps/docs/pages/operate/proxy.md', import.meta.url))
/** Here a sample finds the packages that it imports. */
const packages = fileURLToPath(new URL('../node_modules', import.meta.url))

let model: ModelServer
let server: TestServer
let key: string
let folder: string

beforeAll(async () => {
  model = await startModelServer()
  const environment = { OPENAI_COMPATIBLE_BASE_URL: model.url }
  server = await startTestServer({ models: await openModels({ model: 'openai-compatible:test', environment }) })
  key = (await server.addSite('acme', pages)).key
  folder = await mkdtemp(join(packages, '.sidenote-sample-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await server.stop()
  await model.close()
})

/** Writes the first block of JavaScript below a heading of the manual into a file. */
const writeSample = async (heading: string): Promise<string> => {
  const section = (await readFile(manual, 'utf8')).split(`\n## ${heading}\n`)[1] ?? ''
  const code = /```js\n([\s\S]*?)```/.exec(section)?.[1]
  if (!code) throw new Error(`The manual has no sample below "${heading}".`)
  const file = join(folder, `${heading.toLowerCase().replace(/\W/g, '-')}.mjs`)
  await writeFile(file, code)
  return file
}

type Ask = (url: string, signal: AbortSignal) => Promise<Response>

const samples: [string, () => Promise<{ ask: Ask; end: () => void }>][] = [
  [
    'Express',
    async () => {
      const port = await freePort()
      const environment = { ...process.env, PORT: String(port), ASSISTANT_URL: server.url, ASSISTANT_KEY: key }
      const child = spawn(process.execPath, [await writeSample('Express')], { env: environment, stdio: 'ignore' })
      const url = `http://127.0.0.1:${port}/api/assistant`
      await until(() =>
        fetch(url).then(
          () => true,
          () => child.exitCode !== null,
        ),
      )
      const headers = { 'content-type': 'application/json' }
      const ask: Ask = (text, signal) =>
        fetch(url, { method: 'POST', headers, body: JSON.stringify(question(text)), signal })
      return { ask, end: () => child.kill() }
    },
  ],
  [
    'Next.js',
    async () => {
      process.env.ASSISTANT_URL = server.url
      process.env.ASSISTANT_KEY = key
      const { POST }: { POST: (request: Request) => Promise<Response> } = await import(
        pathToFileURL(await writeSample('Next route handler')).href
      )
      const ask: Ask = (text, signal) =>
        POST(new Request('http://app/api/assistant', { method: 'POST', body: JSON.stringify(question(text)), signal }))
      return { ask, end: () => {} }
    },
  ],
]

describe.each(samples)('the sample for %s', (_name, start) => {
  test('streams an answer as it comes, passes headers and errors, and lets the model go with the reader', async () => {
    const { ask, end } = await start()
    try {
      const staying = new AbortController().signal
      model.script([{ say: 'Write it into kettle.json [1].' }])
      const answer = await ask('How do I set the temperature?', staying)
      expect(answer.headers.get('x-thread-id')).toMatch(/^thread_/)
      expect(answer.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
      expect(readChunks(await answer.text()).at(-1)).toMatchObject({ type: 'finish' })

      const refused = await ask('', staying)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ code: 'invalid_request' })

      model.script([{ say: 'The first words. ' }, 'hang'])
      const leaving = new AbortController()
      const before = model.aborted()
      const response = await ask('How do I set the temperature?', leaving.signal)
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let read = ''
      while (reader && !read.includes('The first words.')) read += (await reader.read()).value ?? ''
      leaving.abort()
      await until(() => model.aborted() === before + 1)
    } finally {
      end()
    }
  })
})
