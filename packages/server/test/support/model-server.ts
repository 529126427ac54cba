import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { listen } from './listen.ts'

/** One thing that the scripted model does. */
export type ModelStep =
  | { say: string }
  | { call: string; input: unknown }
  | { wait: number }
  /** Goes on when this has happened. */
  | { until: Promise<unknown> }
  /** Of `forTools` only when it was asked with tools. */
  | { status: number; body?: string; headers?: Record<string, string>; forTools?: true }
  /** Writes this as it is, below the given type. */
  | { raw: string | Uint8Array; type?: string }
  /** Answers nothing any more; the connection stays open. */
  | 'hang'
  /** Destroys the socket. */
  | 'cut'
  /** Sends something that is not JSON. */
  | 'malformed'
  /** Says the same for ever. */
  | 'endless'
  /** Ends the response without `finish_reason`. */
  | 'unfinished'
  /** Ends the response with `finish_reason`, and without `[DONE]`. */
  | 'undone'

interface ModelRequest {
  model: string
  messages: { role: string; content: unknown }[]
  tools?: { function: { name: string } }[]
  max_tokens?: number
  stream_options?: { include_usage?: boolean }
}

export interface ModelServer {
  /** For `OPENAI_COMPATIBLE_BASE_URL`. */
  readonly url: string
  /** What was asked, oldest first. */
  readonly requests: ModelRequest[]
  /** What was asked for a few words: to make a follow-up stand on its own. */
  readonly rewrites: ModelRequest[]
  /** Requests whose connection was closed before the answer had ended. */
  readonly aborted: () => number
  /** Requests since the last script that came before the time was over that a `retry-after` had asked to wait for. */
  readonly early: () => number
  /** Requests that are being answered. */
  readonly running: () => number
  /** What the next requests are answered with, one script each; the last one is kept. */
  script(...scripts: ModelStep[][]): void
  /** What follow-ups are rewritten as. @default nothing: the rules are left to it */
  rewrite(...steps: ModelStep[]): void
  close(): Promise<void>
}

/** More than a line has, and fewer than an answer may have. */
const fewTokens = 400

/** A server that speaks the OpenAI chat protocol and does what it is told, faults included. */
export const startModelServer = async (): Promise<ModelServer> => {
  const requests: ModelRequest[] = []
  const rewrites: ModelRequest[] = []
  let rewriting: ModelStep[] = []
  let scripts: ModelStep[][] = [[{ say: 'Hello.' }]]
  let aborted = 0
  let freeAt = 0
  let early = 0
  let running = 0
  const server = createServer(async (request, response) => {
    running++
    response.once('close', () => running--)
    let body = ''
    for await (const chunk of request) body += chunk
    const asked: ModelRequest = JSON.parse(body)
    if ((asked.max_tokens ?? Number.POSITIVE_INFINITY) <= fewTokens) {
      rewrites.push(asked)
      return play(response, rewriting, asked)
    }
    requests.push(asked)
    if (performance.now() < freeAt) early++
    response.once('close', () => {
      if (!response.writableFinished) aborted++
    })
    const script = scripts.length > 1 ? scripts.shift() : scripts[0]
    const seconds = (script ?? []).map((step) =>
      typeof step === 'object' && 'status' in step ? step.headers?.['retry-after'] : 0,
    )
    // Timers may be a few milliseconds early.
    freeAt = performance.now() + Math.max(0, ...seconds.map((each) => Number(each) || 0)) * 1_000 - 10
    await play(response, script ?? [], asked)
  })
  const { url, close } = await listen(server)
  return {
    url: `${url}/v1`,
    requests,
    rewrites,
    rewrite: (...steps) => {
      rewriting = steps
    },
    aborted: () => aborted,
    early: () => early,
    running: () => running,
    script: (...next) => {
      scripts = next
      freeAt = 0
      early = 0
    },
    close,
  }
}

const play = async (
  response: ServerResponse,
  script: readonly ModelStep[],
  { stream_options: wishes, tools }: ModelRequest,
): Promise<void> => {
  const head = () => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  }
  const send = (delta: object, finish: string | null = null) => {
    head()
    const choice = { index: 0, delta, finish_reason: finish }
    const chunk = { id: 'chat-1', object: 'chat.completion.chunk', created: 0, model: 'test', choices: [choice] }
    return response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  let finish = 'stop'
  for (const step of script) {
    if (response.destroyed) return
    if (step === 'hang') return
    if (step === 'cut') {
      // What was said before has to be on its way, or nobody would have heard it.
      await wait(30)
      return void response.destroy()
    }
    if (step === 'unfinished') return void response.end('data: [DONE]\n\n')
    if (step === 'undone') {
      send({}, finish)
      return void response.end()
    }
    if (step === 'malformed') {
      head()
      response.write('data: {"choices": [{"delta": SECRET-OF-THE-PROVIDER\n\n')
    } else if (step === 'endless') {
      while (!response.destroyed) {
        send({ content: 'and so on ' })
        await wait(5)
      }
    } else if ('raw' in step) {
      if (!response.headersSent) response.writeHead(200, { 'content-type': step.type ?? 'text/event-stream' })
      response.write(step.raw)
    } else if ('say' in step) send({ content: step.say })
    else if ('wait' in step) await wait(step.wait)
    else if ('until' in step) await step.until
    else if ('status' in step) {
      if (step.forTools && !tools) continue
      response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers })
      return void response.end(step.body ?? JSON.stringify({ error: { message: 'SECRET-OF-THE-PROVIDER' } }))
    } else {
      finish = 'tool_calls'
      const called = { name: step.call, arguments: JSON.stringify(step.input) }
      send({ tool_calls: [{ index: 0, id: `call-${Math.random()}`, type: 'function', function: called }] })
    }
  }
  send({}, finish)
  const usage = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 }
  const last = { id: 'chat-1', object: 'chat.completion.chunk', created: 0, model: 'test', choices: [], usage }
  // Such services tell the tokens of a stream only when they are asked to.
  if (wishes?.include_usage) response.write(`data: ${JSON.stringify(last)}\n\n`)
  response.end('data: [DONE]\n\n')
}
