/**
 * One attacker of `abuse.ts`, in a process of its own: `pipelined`, `stalled` or `flood`; and what attackers have on the
 * network: `model`, `git-host`. Says what it did, as a message, when it is told to stop.
 */
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { listen } from '../test/support/listen.ts'

export interface AttackerOptions {
  readonly kind: 'pipelined' | 'stalled' | 'flood' | 'model' | 'git-host'
  readonly url?: string
  /** An assistant key for each site. */
  readonly keys?: Readonly<Record<string, string>>
}

const options: AttackerOptions = JSON.parse(process.argv[2] ?? '{}')
const { kind, url = 'http://127.0.0.1', keys = {} } = options
const [site = '', key = ''] = Object.entries(keys)[0] ?? []
const tell = (message: unknown) => process.send?.(message)
process.on('disconnect', () => process.exit())

const open = (): Socket => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  return socket.on('error', () => {})
}

interface Post {
  readonly path: string
  readonly key: string
  readonly address: string
  readonly body: object
  /** Whether the server is to close the connection after its answer. */
  readonly isLast?: boolean
}

const writePost = ({ path, key: of, address, body, isLast = false }: Post): string => {
  const text = JSON.stringify(body)
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(isLast ? ['Connection: close'] : []),
    `Authorization: Bearer ${of}`,
    'Content-Type: application/json',
    `X-Forwarded-For: ${address}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${text}`
}

/** 16 connections of requests that are never read: half of them need no key. */
const pipeline = async () => {
  const openApi = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'
  const page = writePost({ path: `/discovery/v1/page/${site}`, key, address: '10.8.0.1', body: { path: 'large-0' } })
  for (let count = 0; count < 16; count += 1) {
    const socket = open().pause()
    const requests = Buffer.from((count % 2 ? page : openApi).repeat(2_000))
    socket.write(requests)
    // Again and again, as fast as it is taken.
    const timer = setInterval(() => {
      if (socket.writableLength === 0) socket.write(requests)
    }, 100)
    socket.once('close', () => clearInterval(timer))
  }
}

const question = (text: string, more: object) => ({
  fp: 'stalled',
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }],
  ...more,
})
const ask = (index: number, more: object) =>
  writePost({
    path: `/discovery/v2/assistant/${site}/message`,
    key,
    address: `10.7.${index % 40}.1`,
    isLast: true,
    body: question(`Attack ${index}: how is the kettle set, at length?`, more),
  })

/**
 * 200 answers, 800 readers of an answer that another one asked for, and 1,000 readers of all pages of a site: nobody reads any
 * of it.
 */
const stall = async () => {
  open()
    .resume()
    .write(ask(0, { id: 'whole', resumable: true }))
  await wait(2_000)
  const get = (path: string, index: number) =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nX-Forwarded-For: 10.7.${index % 40}.1\r\n\r\n`
  for (let index = 0; index < 2_000; index += 1) {
    const socket = open().pause()
    if (index % 10 === 0) socket.write(ask(index, {}))
    else if (index % 10 < 5) {
      socket.write(get(`/discovery/v2/assistant/${site}/message/whole/stream?fp=stalled`, index))
    } else socket.write(get(`/sites/${site}/llms-full.txt`, index))
    if (index % 20 === 19) await wait(50)
  }
  tell('stalled')
}

/** One address at full speed against the first two sites. */
const flood = async () => {
  const statuses: Record<string, number> = {}
  const drive = async (name: string, of: string) => {
    const post = writePost({
      path: `/discovery/v1/search/${name}`,
      key: of,
      address: '10.9.9.9',
      body: { query: 'How does the kettle boil water?', pageSize: 50 },
    })
    for (;;) {
      const socket = open()
      await new Promise<void>((resolve) => {
        socket.once('close', () => resolve())
        socket.on('data', (bytes: Buffer) => {
          const text = bytes.toString('latin1')
          if (!text.startsWith('HTTP/1.1 ')) return
          const status = text.slice(9, 12)
          statuses[status] = (statuses[status] ?? 0) + 1
          socket.write(post)
        })
        socket.write(post)
      })
    }
  }
  for (const [name, of] of Object.entries(keys)) for (let count = 0; count < 8; count += 1) void drive(name, of)
  process.on('message', () => tell(statuses))
}

/** A git host whose list of references has no end. */
const hostGit = async () => {
  const server = createServer((request, response) => {
    if (!request.url?.includes('info/refs')) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
    response.write('001e# service=git-upload-pack\n0000')
    let count = 0
    const more = () => {
      while (!response.destroyed) {
        count += 1
        const line = `${count.toString(16).padStart(40, '0')} refs/heads/branch-${count}\n`
        if (!response.write((line.length + 4).toString(16).padStart(4, '0') + line)) break
      }
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  tell((await listen(server)).url)
}

/** A model that says 20 words to honest readers, and speaks to others for as long as it may. */
const model = async () => {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const isAttack = body.includes('Attack')
    const content = isAttack ? 'Some more words are said here. ' : 'a word '
    let left = isAttack ? 1_000 : 20
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const say = (delta: object, finish: string | null) => {
      const chunk = { id: 'chat-1', object: 'chat.completion.chunk', created: 0, model: 'test' }
      response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`)
    }
    const timer = setInterval(
      () => {
        left -= 1
        if (left > 0) return say({ content }, null)
        say({}, 'stop')
        response.end('data: [DONE]\n\n')
      },
      isAttack ? 200 : 20,
    )
    response.once('close', () => clearInterval(timer))
  })
  tell(`${(await listen(server)).url}/v1`)
}

await { pipelined: pipeline, stalled: stall, flood, model, 'git-host': hostGit }[kind]()
