/**
 * A server under mixed load with a fault every so often: `node --conditions=sidenote-source bench/soak.ts [MINUTES]`, five
 * when left out. Prints the availability outside of the seconds of faults, the growth of memory and what the log calls an
 * error. Faults: the process is killed, connections are cut, a sync of everything runs.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { createdKeySchema } from '@sidenote/contract'
import { forwardedFor } from '../test/support/addresses.ts'
import { type ServerProcess, spawnServer } from '../test/support/server-process.ts'
import { writeFiles } from '../test/support/write-files.ts'

const minutes = Number(argv[2] ?? 5)
const faultSeconds = 5
const betweenFaults = Math.min(60, (minutes * 60) / 4)
const readers = 8

const folder = await mkdtemp(join(tmpdir(), 'sidenote-soak-'))
const pages = Array.from({ length: 300 }, (_, at) => [
  `p${at}.md`,
  `# Page ${at}\n\nMarker ${at}. ${'More text. '.repeat(90)}\n`,
])
await writeFiles(join(folder, 'docs'), Object.fromEntries(pages))
// The same port after each kill, as behind a supervisor.
const port = 20_000 + Math.floor(Math.random() * 20_000)
const start = () =>
  spawnServer(join(folder, 'data'), { SIDENOTE_LOG_LEVEL: 'info', SIDENOTE_TRUST_PROXY: '1' }, { port })
let server: ServerProcess = await start()

const call = (method: string, path: string, key: string, body?: object, signal?: AbortSignal): Promise<Response> =>
  fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...forwardedFor() },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
const { adminKey } = server
await call('POST', '/admin/v1/sites', adminKey, {
  domain: 'acme',
  sources: [{ kind: 'folder', folder: join(folder, 'docs') }],
})
const created = await call('POST', '/admin/v1/keys', adminKey, { kind: 'assistant', site: 'acme' })
const { key } = createdKeySchema.parse(await created.json())
await call('POST', '/admin/v1/sites/acme/syncs', adminKey)

let faultUntil = 0
let [good, bad, inFault] = [0, 0, 0]
const failures = new Map<string, number>()
const end = performance.now() + minutes * 60_000
const residents: { child: ServerProcess['child']; second: number; megabytes: number }[] = []
let output = ''

const read = async (at: number): Promise<void> => {
  while (performance.now() < end) {
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: `Where is marker ${at}?` }] }]
    const startedAt = performance.now()
    const outcome = await (at % 4 === 0
      ? call('POST', '/discovery/v2/assistant/acme/message', key, { fp: `r${at}`, messages })
      : call('POST', '/discovery/v1/search/acme', key, { query: `marker ${at}` })
    )
      .then(async (response) =>
        (await response.text()).includes('"type":"error"') ? 'error part' : String(response.status),
      )
      .catch(() => 'cut')
    if (startedAt < faultUntil || performance.now() < faultUntil) inFault += 1
    else if (outcome === '200' || outcome === '429') good += 1
    else {
      bad += 1
      failures.set(outcome, (failures.get(outcome) ?? 0) + 1)
    }
    // Some two requests a second each: below the limits of an hour.
    await wait(400 + Math.random() * 200)
  }
}

const faults = [
  async () => {
    output += server.output()
    await server.end('SIGKILL')
    server = await start()
  },
  async () => void (await call('POST', '/admin/v1/sites/acme/syncs', adminKey)),
  async () => {
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Where is the marker?' }] }]
    const cuts = Array.from({ length: 50 }, () => {
      const ask = call(
        'POST',
        '/discovery/v2/assistant/acme/message',
        key,
        { fp: 'cut', messages },
        AbortSignal.timeout(30),
      )
      return ask.then((response) => response.text()).catch(() => '')
    })
    await Promise.all(cuts)
  },
]

const disturb = async (): Promise<void> => {
  for (let at = 0; performance.now() + betweenFaults * 1_000 < end; at += 1) {
    await wait(betweenFaults * 1_000)
    faultUntil = Number.POSITIVE_INFINITY
    await faults[at % faults.length]?.()
    faultUntil = performance.now() + faultSeconds * 1_000
  }
}

const watch = async (): Promise<void> => {
  while (performance.now() < end) {
    const { child } = server
    // A process that was killed is watched again when the next one has taken its place.
    if (child.exitCode === null && child.signalCode === null) {
      const resident = Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]) * 4_096
      if (resident > 0) residents.push({ child, second: performance.now() / 1_000, megabytes: resident / 1e6 })
    }
    await wait(1_000)
  }
}

await Promise.all([...Array.from({ length: readers }, (_, at) => read(at)), disturb(), watch()])
output += server.output()
await server.end('SIGTERM')
await rm(folder, { recursive: true, force: true })

/** Least squares over the later life of the last process, in MB an hour. */
const slopeOf = (points: typeof residents): number => {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [middle, height] = [mean(points.map(({ second }) => second)), mean(points.map(({ megabytes }) => megabytes))]
  const across = points.reduce((sum, { second }) => sum + (second - middle) ** 2, 0)
  return (
    (points.reduce((sum, { second, megabytes }) => sum + (second - middle) * (megabytes - height), 0) / across) * 3_600
  )
}
const lived = residents.filter(({ child }) => child === server.child)
const last = lived.slice(Math.floor(lived.length / 3))
const unhandled = output.match(/unhandled|uncaught/gi)?.length ?? 0
console.log(
  `${good + bad} requests outside of faults, ${inFault} within; availability ${((100 * good) / (good + bad)).toFixed(3)} %`,
)
console.log(`failures: ${JSON.stringify(Object.fromEntries(failures))}; unhandled rejections: ${unhandled}`)
console.log(`memory ${last.at(-1)?.megabytes.toFixed(0)} MB, slope ${slopeOf(last).toFixed(1)} MB an hour`)
