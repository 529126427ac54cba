/**
 * How many paced answers one process holds, and what an answer waits for.
 *
 *   node --conditions=sidenote-source bench/streams.ts [--seconds N] [--streams N]… [--skip-capacity]
 *
 * A model of 50 deltas a second stands behind three servers, each in a process of its own: one that writes every delta
 * as an event and does nothing else, the AI SDK’s own pipe, and Sidenote. Each delta says when it was made. Prints the most
 * concurrent streams with a p95 delay below 200 ms for each, their ratio, also by processor time, the time from a request to the call of the
 * model, and the gaps between deltas while a sync of 3,000 pages runs.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { forwardedFor } from '../test/support/addresses.ts'
import { writeFiles } from '../test/support/write-files.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    streams: {
      type: 'string',
      multiple: true,
      default: ['50', '100', '200', '400', '600', '800', '1000', '1200', '1600', '2000', '2400'],
    },
    'skip-capacity': { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const longestDelay = 200

/** What a server under measurement says when it listens. */
interface Served {
  readonly port: number
  readonly path: string
  readonly key: string
  readonly adminKey: string
}

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

const startServed = async (kind: string, folder: string): Promise<{ child: ChildProcess; served: Served }> => {
  const child = fork(fileURLToPath(new URL('streams-served.ts', import.meta.url)), [kind, folder], {
    execArgv: ['--conditions=sidenote-source'],
  })
  const [served] = (await once(child, 'message')) as [Served]
  return { child, served }
}

const end = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

interface Reading {
  readonly socket: Socket
  /** Tells the moments that the deltas carry, in milliseconds since 1970. */
  onStamp: (stamp: number) => void
}

/** Asks, without the cost of an HTTP client. */
const read = ({ port, path, key }: Served, question = 'How is the marker set?'): Reading => {
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: question }] }]
  const body = JSON.stringify({ fp: 'bench', messages })
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `X-Forwarded-For: ${forwardedFor()['x-forwarded-for']}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`))
  const reading: Reading = { socket, onStamp: () => {} }
  socket.setNoDelay(true).setEncoding('latin1')
  socket.on('data', (text: string) => {
    for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
      const stamp = Number(text.slice(at + 1, at + 14))
      if (stamp > 1e12) reading.onStamp(stamp)
    }
  })
  socket.on('error', () => undefined)
  return reading
}

const now = () => performance.timeOrigin + performance.now()

/** The processor time that a server has needed so far, in milliseconds. */
const readProcessorTime = async (child: ChildProcess): Promise<number> => {
  child.send('time')
  const [milliseconds] = (await once(child, 'message')) as [number]
  return milliseconds
}

interface Measured {
  /** p95, in milliseconds. */
  readonly delay: number
  /** Of the processor, in milliseconds for 1,000 deltas of the model. */
  readonly cost: number
}

/** What so many streams wait for and cost, once all of them run. */
const measureStreams = async (child: ChildProcess, served: Served, streams: number): Promise<Measured> => {
  const readings: Reading[] = []
  for (let index = 0; index < streams; index++) {
    readings.push(read(served))
    if (index % 20 === 19) await wait(50)
  }
  await wait(500)
  const delays: number[] = []
  const speaking = new Set<Reading>()
  for (const reading of readings) {
    reading.onStamp = (stamp) => {
      speaking.add(reading)
      delays.push(now() - stamp)
    }
  }
  const before = await readProcessorTime(child)
  await wait(seconds * 1_000)
  const spent = (await readProcessorTime(child)) - before
  const cost = (1_000 * spent) / delays.length
  for (const { socket } of readings) socket.destroy()
  const said = delays.length / (streams * seconds * 50)
  await wait(500)
  // A server that is behind by more than the measurement shows no delay, but silence.
  const isBehind = speaking.size < streams || said < 0.8
  const delay = isBehind
    ? Number.POSITIVE_INFINITY
    : share(
        delays.toSorted((a, b) => a - b),
        0.95,
      )
  return { cost, delay }
}

interface Capacity {
  /** The most streams that are in time. */
  readonly held: number
  /** Milliseconds of the processor for 1,000 deltas, by the number of streams, of all that are in time. */
  readonly costs: ReadonlyMap<number, number>
}

const measureCapacity = async (kind: string, folder: string): Promise<Capacity> => {
  const { child, served } = await startServed(kind, folder)
  await measureStreams(child, served, 20)
  let held = 0
  const costs = new Map<number, number>()
  for (const streams of values.streams.map(Number)) {
    const measured = await measureStreams(child, served, streams)
    const shown = `p95 ${measured.delay.toFixed(0)} ms, ${measured.cost.toFixed(1)} ms of the processor for 1,000 deltas`
    console.info(`  ${kind}, ${streams} streams: ${shown}`)
    if (measured.delay > longestDelay) break
    held = streams
    costs.set(streams, measured.cost)
  }
  await end(child)
  return { held, costs }
}

/** From the sending of a question to the call of the model: the first delta says when that was. */
const measureFirstCall = async (served: Served, concurrent: number, rounds: number): Promise<number[]> => {
  const times: number[] = []
  const one = async () => {
    const sentAt = now()
    const reading = read(served, `How is the marker set? FIRST ${Math.random()}`)
    await new Promise<void>((resolve) => {
      reading.onStamp = (stamp) => {
        times.push(stamp - sentAt)
        resolve()
      }
    })
    reading.socket.destroy()
  }
  for (let round = 0; round < rounds; round++) await Promise.all(Array.from({ length: concurrent }, one))
  return times.sort((a, b) => a - b)
}

const measureDuringSync = async (served: Served, folder: string): Promise<void> => {
  const text = Array.from(
    { length: 12 },
    (_, index) => `## Part ${index}\n\n${'The marker is set by hand. '.repeat(8)}`,
  )
  const pages = Array.from({ length: 3_000 }, (_, index) => [
    `page-${index}.md`,
    `# Page ${index}\n\n${text.join('\n\n')}`,
  ])
  await writeFiles(join(folder, 'docs'), Object.fromEntries(pages))
  const readings = Array.from({ length: 20 }, () => read(served))
  const gaps: number[] = []
  let running = true
  for (const reading of readings) {
    let before: number | undefined
    reading.socket.on('data', () => {
      const at = performance.now()
      if (before !== undefined && running) gaps.push(at - before)
      before = at
    })
  }
  await wait(500)
  const administrate = async (method: string, path: string) => {
    const headers = { authorization: `Bearer ${served.adminKey}` }
    const response = await fetch(`http://127.0.0.1:${served.port}/admin/v1/sites/bench/syncs${path}`, {
      method,
      headers,
    })
    return (await response.json()) as { id: string; status: string }
  }
  const startedAt = performance.now()
  const { id } = await administrate('POST', '')
  // The answers of the model end after a minute; so does the measurement.
  let status = 'running'
  while (status === 'running' && performance.now() - startedAt < 50_000) {
    await wait(200)
    status = (await administrate('GET', `/${id}`)).status
  }
  running = false
  for (const { socket } of readings) socket.destroy()
  gaps.sort((a, b) => a - b)
  const took = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const shown = [0.5, 0.95, 0.99].map((part) => share(gaps, part).toFixed(0)).join(' / ')
  console.info(`sync of 3,000 pages (${status} after ${took} s), gaps p50/p95/p99: ${shown} ms`)
}

const folder = await mkdtemp(join(tmpdir(), 'sidenote-bench-'))
if (!values['skip-capacity']) {
  const raw = await measureCapacity('raw', join(folder, 'raw'))
  const pipe = await measureCapacity('pipe', join(folder, 'pipe'))
  const own = await measureCapacity('sidenote', join(folder, 'own'))
  console.info(
    `streams of 50 deltas a second, p95 below ${longestDelay} ms: raw ${raw.held}, AI SDK ${pipe.held}, Sidenote ${own.held}`,
  )
  const ratio = (one: number, other: number) => (one / other).toFixed(2)
  console.info(`ratio to raw: AI SDK ${ratio(pipe.held, raw.held)}, Sidenote ${ratio(own.held, raw.held)}`)
  // At as many streams as both hold.
  const byProcessor = ({ held, costs }: Capacity) => ratio(raw.costs.get(held) ?? 0, costs.get(held) ?? 0)
  console.info(
    `the same by processor time: AI SDK ${byProcessor(pipe)} at ${pipe.held}, Sidenote ${byProcessor(own)} at ${own.held}`,
  )
}
const { child, served } = await startServed('sidenote', join(folder, 'last'))
await measureFirstCall(served, 4, 10)
for (const [concurrent, rounds] of [
  [1, 60],
  [32, 6],
] as const) {
  const times = await measureFirstCall(served, concurrent, rounds)
  console.info(
    `request to model call, ${concurrent} at once: p50 ${share(times, 0.5).toFixed(1)} ms, p95 ${share(times, 0.95).toFixed(1)} ms`,
  )
}
await measureDuringSync(served, join(folder, 'last'))
await end(child)
await rm(folder, { recursive: true, force: true })
