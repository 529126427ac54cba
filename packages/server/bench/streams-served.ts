/** The servers that `streams.ts` measures, each in a process of its own: `raw`, `pipe` or `sidenote`, and a folder. */
import { mkdir } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { pipeUIMessageStreamToResponse, streamText, toUIMessageStream } from 'ai'
import { pino } from 'pino'
import { readAdminKey } from '../src/administration/keys/admin-key-file.ts'
import { createBreaker } from '../src/breaker.ts'
import { readConfig } from '../src/config.ts'
import { startServer } from '../src/main.ts'
import { writeFiles } from '../test/support/write-files.ts'

const [kind = '', folder = ''] = process.argv.slice(2)
const everyMilliseconds = 20
/** Short enough that no answer is cut: a minute at 50 a second is far below. */
const mostDeltas = 3_000

const now = () => performance.timeOrigin + performance.now()

const listeners = new Set<() => void>()
let dueAt = now()
// A timer that comes late makes up for it: a model does not speak less because its listener is busy.
setInterval(() => {
  for (; dueAt <= now(); dueAt += everyMilliseconds) {
    for (const listener of listeners) listener()
  }
}, everyMilliseconds)

/** The moment that a delta was due at; the delay of a timer is a delay of the delta. */
const stamp = () => `@${Math.round(dueAt)} `
const stampNow = () => `@${Math.round(now())} `

/** Calls back 50 times a second until it is told to stop. */
const pace = (say: (delta: string, isLast: boolean) => void): (() => void) => {
  let left = mostDeltas
  const tick = () => {
    left -= 1
    if (left === 0) listeners.delete(tick)
    say(stamp(), left === 0)
  }
  listeners.add(tick)
  return () => listeners.delete(tick)
}

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}

const model: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'bench',
  modelId: 'paced',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('The paced model only streams.')),
  doStream: async ({ abortSignal }) => {
    let stop = () => {}
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      start(controller) {
        controller.enqueue({ type: 'stream-start', warnings: [] })
        controller.enqueue({ type: 'text-start', id: '1' })
        // Says at once when it was called.
        controller.enqueue({ type: 'text-delta', id: '1', delta: stampNow() })
        stop = pace((delta, isLast) => {
          controller.enqueue({ type: 'text-delta', id: '1', delta })
          if (!isLast) return
          controller.enqueue({ type: 'text-end', id: '1' })
          controller.enqueue({ type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage })
          controller.close()
        })
        abortSignal?.addEventListener('abort', () => {
          stop()
          controller.error(abortSignal.reason)
        })
      },
      cancel: () => stop(),
    })
    return { stream }
  },
}

const headers = { 'content-type': 'text/event-stream' }

const writeRaw: RequestListener = (request, response) => {
  request.resume()
  response.writeHead(200, headers)
  const stop = pace((delta) => response.write(`data: ${JSON.stringify({ type: 'text-delta', id: '1', delta })}\n\n`))
  response.once('close', stop)
}

const writePipe: RequestListener = (request, response) => {
  request.resume()
  const abort = new AbortController()
  response.once('close', () => abort.abort())
  const { stream } = streamText({ model, prompt: 'How?', abortSignal: abort.signal, onError: () => undefined })
  pipeUIMessageStreamToResponse({ response, stream: toUIMessageStream({ stream }) })
}

const tell = (served: object) => process.send?.(served)

process.on('disconnect', () => process.exit())

// Whoever measures asks for the processor time, which tells more than delays on a busy machine.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1_000)
})

const serveBare = (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1', () => {
    tell({ port: (server.address() as AddressInfo).port, path: '/', key: '', adminKey: '' })
  })
}

const serveSidenote = async () => {
  await mkdir(join(folder, 'docs'), { recursive: true })
  await writeFiles(join(folder, 'docs'), { 'index.md': '# Home\n\nThe marker is set by hand.\n' })
  const config = readConfig({
    SIDENOTE_PORT: '0',
    SIDENOTE_DATA: join(folder, 'data'),
    SIDENOTE_TRUST_PROXY: '1',
  })
  const { url } = await startServer(config, {
    log: pino({ level: 'silent' }),
    models: [{ name: 'paced', model, breaker: createBreaker() }],
  })
  const adminKey = (await readAdminKey(join(folder, 'data'))) ?? ''
  const administrate = async (path: string, body?: object, method = 'POST'): Promise<Record<string, string>> => {
    const response = await fetch(`${url}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as Record<string, string>
  }
  await administrate('/sites', { domain: 'bench', sources: [{ kind: 'folder', folder: join(folder, 'docs') }] })
  const { key } = await administrate('/keys', { kind: 'assistant', site: 'bench' })
  const { id } = await administrate('/sites/bench/syncs')
  while ((await administrate(`/sites/bench/syncs/${id}`, undefined, 'GET')).finishedAt === null) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  tell({ port: Number(new URL(url).port), path: '/discovery/v2/assistant/bench/message', key, adminKey })
}

if (kind === 'raw') serveBare(writeRaw)
else if (kind === 'pipe') serveBare(writePipe)
else await serveSidenote()
