import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { problemSchema } from '@sidenote/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { forwardedFor } from './support/addresses.ts'
import { bodyOperations, createChance, largeTexts, mutate, queryOperations, writeQuery } from './support/bodies.ts'
import { objectionTo } from './support/contract.ts'
import { openConnection, type PlainResponse } from './support/plain-client.ts'
import { type ServerProcess, spawnServer } from './support/server-process.ts'
import { writeFiles } from './support/write-files.ts'

/** As many as a run of all tests has time for; a release takes 200,000, a night a million. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 15_000)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
/** Memory is read after each fifth. What the first one takes is what a process needs to work; what comes after has to stay. */
const readings = 5
/** Many, because an answer that is streamed takes its time. */
const connections = 48
const samples = 200
/** The fields that the tests go on with. */
const answerSchema = z.record(z.string(), z.any())
const memorySchema = z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() })
/** In megabytes. */
const allowedGrowth = 50

let folder: string
let server: ServerProcess
let assistantKey: string
let projectId: string
let jobId: string
let organizationId: string

const call = async (method: string, path: string, body: object): Promise<Record<string, string>> => {
  const headers = { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' }
  const response = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })
  return response.ok
    ? answerSchema.parse(await response.json())
    : Promise.reject(new Error(`${path}: ${await response.text()}`))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  await writeFiles(join(folder, 'docs'), { 'index.md': '# Home\n\nThe marker is set by hand.\n' })
  await mkdir(join(folder, 'empty'))
  const collect = encodeURIComponent(
    "process.on('SIGUSR2', () => { gc(); console.error('heap', JSON.stringify(process.memoryUsage())) })",
  )
  server = await spawnServer(join(folder, 'data'), {
    SIDENOTE_LOG_LEVEL: 'info',
    SIDENOTE_AGENT_WORKERS: '0',
    SIDENOTE_TRUST_PROXY: '1',
    OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
    NODE_OPTIONS: `--expose-gc --import=data:text/javascript,${collect}`,
  })
  await call('POST', '/admin/v1/sites', {
    domain: 'acme',
    sources: [{ kind: 'folder', folder: join(folder, 'docs') }],
  })
  await call('POST', '/admin/v1/sites/acme/syncs', {})
  assistantKey = (await call('POST', '/admin/v1/keys', { kind: 'assistant', site: 'acme' })).key ?? ''
  const project = {
    name: 'Docs',
    repository: 'https://git.invalid/a/b',
    host: { kind: 'github' },
    model: 'openai-compatible:none',
  }
  projectId = (await call('POST', '/admin/v1/projects', project)).id ?? ''
  jobId = (await call('POST', `/v2/agent/${projectId}/job`, { prompt: 'Mend it.' })).id ?? ''
  organizationId = (await call('POST', '/admin/v1/organizations', { name: 'Other' })).id ?? ''
})
afterAll(async () => {
  await server.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

interface Memory {
  /** What the process has of the machine. */
  readonly resident: number
  /** What JavaScript holds, within and outside of its heap. */
  readonly held: number
}

/** In megabytes. Asks the process itself, which collects its garbage first. */
const readMemory = async (): Promise<Memory> => {
  const told = () => [...server.output().matchAll(/^heap (.*)$/gm)]
  const before = told().length
  server.child.kill('SIGUSR2')
  while (told().length === before) await wait(50)
  const { rss, heapUsed, external } = memorySchema.parse(JSON.parse(told().at(-1)?.[1] ?? '{}'))
  return { resident: rss / 1e6, held: (heapUsed + external) / 1e6 }
}

/** An address of the contract with the ids of what there is. */
const addressOf = (path: string): string =>
  path
    .replace('{domain}', 'acme')
    .replace('{projectId}', projectId)
    .replace('{organizationId}', organizationId)
    .replace('{id}', jobId)

const keyOf = (path: string): string =>
  path.startsWith('/admin/') || path.startsWith('/v2/') ? server.adminKey : assistantKey

const write = (method: string, path: string, key: string, body: Buffer): Buffer => {
  const head = `${method} ${path} HTTP/1.1\r\nhost: sidenote\r\naccept: application/json, text/event-stream\r\nauthorization: Bearer ${key}`
  const type = `content-type: application/json\r\ncontent-length: ${body.length}`
  const client = `x-forwarded-for: ${forwardedFor()['x-forwarded-for']}`
  return Buffer.concat([Buffer.from(`${head}\r\n${client}\r\n${type}\r\n\r\n`), body])
}

/** What is wrong with an answer, in a sentence. */
const judge = (method: string, path: string, body: Buffer, response: PlainResponse | undefined): string | undefined => {
  const sent = `${method} ${path} with ${body.toString('utf8', 0, 1_500)}`
  if (!response) return `${sent}: the connection was closed without an answer.`
  const { status, contentType, text } = response
  if (status >= 500) {
    const { requestId } = JSON.parse(text)
    const line = server
      .output()
      .split('\n')
      .find((one) => one.includes(requestId) && one.includes('"err"'))
    return `${sent}: ${status} ${line ?? text}`
  }
  const objection = objectionTo({ method, path, status, contentType, text })
  if (objection) return `${sent}: ${objection}`
  if (status < 400) return undefined
  const problem = problemSchema.safeParse(JSON.parse(text))
  const isKind = problem.success && problem.data.message !== '' && problem.data.requestId !== ''
  return isKind || path.startsWith('/mcp/') ? undefined : `${sent}: ${text} is no problem.`
}

test(`${requests} generated bodies on every operation that takes one: no 5xx, no restart, memory stays`, {
  timeout: 900_000,
}, async () => {
  console.log(`FUZZ_SEED=${seed}`)
  const operations = bodyOperations.map(({ method, path, body }) => ({
    method,
    path: addressOf(path),
    key: keyOf(path),
    values: fc.sample(body, { seed, numRuns: samples }),
  }))
  const statuses: Record<number, number> = {}
  const complaints: string[] = []
  let sent = 0
  const note = (method: string, path: string, body: Buffer, response: PlainResponse | undefined) => {
    const complaint = judge(method, path, body, response)
    if (complaint) complaints.push(complaint)
    if (response) statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }
  const run = async (until: number) => {
    const connection = openConnection(server.url)
    while (sent < until && complaints.length < 40) {
      const operation = operations[sent % operations.length]
      sent += 1
      if (!operation) break
      const { method, path, key, values } = operation
      // Each request is decided by seed and number alone, whatever comes in between.
      const chance = createChance(seed + sent * 7_919)
      const body = mutate(values[chance(values.length)], chance)
      note(method, path, body, await connection.send(write(method, path, key, body)))
    }
    connection.close()
  }
  const runAll = (until: number) => Promise.all(Array.from({ length: connections }, () => run(until)))
  const startedAt = performance.now()
  // The worst that can come at once comes first: what the process takes for it once is no growth.
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const connection = openConnection(server.url)
      for (const path of ['/discovery/v1/search/acme', '/discovery/v2/assistant/acme/message']) {
        for (const text of largeTexts) {
          note(
            'POST',
            path,
            Buffer.from(text),
            await connection.send(write('POST', path, assistantKey, Buffer.from(text))),
          )
        }
      }
      connection.close()
    }),
  )
  const memory: Memory[] = []
  for (let part = 1; part <= readings; part += 1) {
    await runAll((requests / readings) * part)
    memory.push(await readMemory())
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const growthOf = (name: keyof Memory) => (memory.at(-1)?.[name] ?? 0) - (memory[0]?.[name] ?? 0)
  const written = (name: keyof Memory) => memory.map((reading) => reading[name].toFixed(0)).join(', ')
  console.log(`${sent} bodies in ${seconds.toFixed(0)} s: ${JSON.stringify(statuses)}`)
  console.log(`MB after each fifth: resident ${written('resident')}; held ${written('held')}`)
  expect(complaints).toEqual([])
  expect(operations.length).toBeGreaterThan(14)
  expect(statuses[400]).toBeGreaterThan(requests / 4)
  expect(statuses[413]).toBeGreaterThan(0)
  expect(server.child.exitCode ?? server.child.signalCode).toBeNull()
  expect((await fetch(`${server.url}/readyz`)).status).toBeLessThan(504)
  expect(growthOf('resident')).toBeLessThan(allowedGrowth)
  expect(growthOf('held')).toBeLessThan(allowedGrowth / 5)
})

test('3,500 generated queries on every operation that reads one: no 5xx', async () => {
  const complaints: string[] = []
  const statuses: Record<number, number> = {}
  const connection = openConnection(server.url)
  for (let sent = 0; sent < queryOperations.length * 500; sent += 1) {
    const operation = queryOperations[sent % queryOperations.length]
    if (!operation) break
    const { method, names } = operation
    const path = addressOf(operation.path)
    const query = writeQuery(names, createChance(seed + sent * 7_919))
    const response = await connection.send(write(method, path + query, keyOf(path), Buffer.alloc(0)))
    const complaint = judge(method, path, Buffer.from(query), response)
    if (complaint) complaints.push(complaint)
    if (response) statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }
  connection.close()
  console.log(JSON.stringify(statuses))
  expect(complaints).toEqual([])
  expect(queryOperations.length).toBeGreaterThan(6)
  expect(statuses[200]).toBeGreaterThan(100)
  expect(statuses[400]).toBeGreaterThan(100)
})
