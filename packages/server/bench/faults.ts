/**
 * Faults that take too long for a test, or need a tool that few machines have: what readers see meanwhile.
 *
 *   node --conditions=sidenote-source bench/faults.ts [FAULT]
 *
 * `clock`: the clock of the server and of its SQLite leaps ahead and back, by minutes, days and years (needs `cc`).
 * `nginx`: 150 readers behind nginx read slowly or not at all (needs `nginx`). `redis`: Redis comes and goes every second
 * (needs `redis-server`). Ends with 1 when a reader got a 5xx, an answer that was acknowledged is gone, or a limit was lifted.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../src/database/open.ts'
import { forwardedFor } from '../test/support/addresses.ts'
import { type Fleet, startFleet } from '../test/support/fleet.ts'
import { percentile, sendLoad } from '../test/support/load.ts'
import { nginx, startNginx } from '../test/support/nginx.ts'
import { hasRedisServer, startRedisServer } from '../test/support/redis-server.ts'

/** Time as a library that is loaded before the system’s: its offset in seconds stands in a file. */
const clockSource = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
static int64_t *offset;
static int64_t read_offset(void) {
  if (!offset) {
    int file = open(getenv("CLOCK_OFFSET"), O_RDONLY);
    offset = mmap(0, 8, PROT_READ, MAP_SHARED, file, 0);
  }
  return offset == MAP_FAILED ? 0 : *offset;
}
int clock_gettime(clockid_t id, struct timespec *now) {
  static int (*next)(clockid_t, struct timespec *);
  if (!next) next = dlsym(RTLD_NEXT, "clock_gettime");
  int result = next(id, now);
  if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) now->tv_sec += read_offset();
  return result;
}
int gettimeofday(struct timeval *now, void *zone) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return 0;
}
time_t time(time_t *now) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  if (now) *now = time.tv_sec;
  return time.tv_sec;
}
`

const folder = await mkdtemp(join(tmpdir(), 'sidenote-faults-'))
const day = 86_400
const compiler = 'cc'

interface Asked {
  readonly statuses: Record<string, number>
  readonly times: number[]
  /** Ids of answers that were acknowledged as stored. */
  readonly answers: string[]
}

/** Readers of a fleet who ask and search until they are told to stop. */
const readSteadily = (fleet: Fleet, url: string) => {
  const asked: Asked = { statuses: {}, times: [], answers: [] }
  let isOver = false
  const read = async (reader: number) => {
    for (let count = 0; !isOver; count += 1) {
      const parts = [{ type: 'text', text: 'What is at home?' }]
      const isQuestion = count % 3 === 0
      const [path, body] = isQuestion
        ? ['/discovery/v2/assistant/acme/message', { fp: `r${reader}`, messages: [{ id: '1', role: 'user', parts }] }]
        : ['/discovery/v1/search/acme', { query: 'home' }]
      const start = performance.now()
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${fleet.key}`, 'content-type': 'application/json', ...forwardedFor() },
        body: JSON.stringify(body),
      }).catch(() => undefined)
      const text = (await response?.text().catch(() => 'cut')) ?? 'cut'
      const status = text === 'cut' ? 'cut' : String(response?.status)
      asked.statuses[status] = (asked.statuses[status] ?? 0) + 1
      asked.times.push(performance.now() - start)
      const id = /"messageId":"([^"]+)"/.exec(text)?.[1]
      if (id && text.includes('"type":"finish"') && !text.includes('"stored":false')) asked.answers.push(id)
      await wait(50)
    }
  }
  const running = Promise.all(Array.from({ length: 4 }, (_, reader) => read(reader)))
  return async (): Promise<Asked> => {
    isOver = true
    await running
    return asked
  }
}

const countLost = async ({ dataFolder }: Fleet, answers: readonly string[]): Promise<number> => {
  const database = await openDatabase({ dataFolder })
  const kept = new Set((await database.selectFrom('turns').select('id').execute()).map(({ id }) => id))
  await database.destroy()
  return answers.filter((id) => !kept.has(id)).length
}

const describeAsked = ({ statuses, times }: Asked): string =>
  `${JSON.stringify(statuses)}, p50 ${percentile(times, 0.5).toFixed(0)}, p99 ${percentile(times, 0.99).toFixed(0)} ms`

const isGood = ({ statuses }: Asked): boolean => Object.keys(statuses).every((status) => status === '200')

const leapClock = async (): Promise<boolean> => {
  const [source, library, offset] = ['clock.c', 'clock.so', 'offset'].map((name) => join(folder, name))
  if (!source || !library || !offset || spawnSync(compiler, ['--version']).status !== 0) {
    console.log('clock  skipped: there is no C compiler (cc)')
    return true
  }
  await writeFile(source, clockSource)
  execFileSync(compiler, ['-shared', '-fPIC', '-o', library, source, '-ldl'])
  await writeFile(offset, Buffer.alloc(8))
  const handle = await open(offset, 'r+')
  const fleet = await startFleet(1, { LD_PRELOAD: library, CLOCK_OFFSET: offset })
  const timeOf = async () => Date.parse((await fetch(`${fleet.servers[0]?.url}/healthz`)).headers.get('date') ?? '')
  let isKept = true
  const answers: string[] = []
  for (const leap of [0, 60, -60, 3_600, -3_600, day, -day, 3_650 * day, -3_650 * day, 0]) {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(BigInt(leap))
    await handle.write(bytes, 0, 8, 0)
    await wait(1_100)
    const hasLeapt = Math.abs(((await timeOf()) - Date.now()) / 1_000 - leap) < 5
    const stop = readSteadily(fleet, fleet.servers[0]?.url ?? '')
    const sync = (await fleet.administrate('POST', '/sites/acme/syncs')) as { id: string }
    await wait(2_500)
    const asked = await stop()
    answers.push(...asked.answers)
    const { status } = (await fleet.administrate('GET', `/sites/acme/syncs/${sync.id}`)) as { status: string }
    const lost = await countLost(fleet, answers)
    isKept = isKept && hasLeapt && isGood(asked) && lost === 0 && status === 'completed'
    console.log(
      `clock  ${String(leap).padStart(10)} s ${hasLeapt ? '' : 'NOT SET '}${describeAsked(asked)}; sync ${status}; ${lost} of ${answers.length} answers lost`,
    )
  }
  await handle.close()
  await fleet.close()
  return isKept
}

const residentOf = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096) / 1_048_576

/** A reader who takes a kilobyte a second, or nothing. */
const readBadly = (url: string, key: string, isSlow: boolean): Socket => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
  socket.on('error', () => {})
  socket.write(`GET /sites/acme/llms-full.txt HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  const timer = setInterval(() => isSlow && socket.read(1_000), 1_000)
  socket.once('close', () => clearInterval(timer))
  return socket
}

const readBehindNginx = async (): Promise<boolean> => {
  if (!nginx) {
    console.log('nginx  skipped: there is no nginx')
    return true
  }
  const fleet = await startFleet(1, {})
  const [server] = fleet.servers
  if (!server) throw new Error('No server was started.')
  const docs = join(fleet.dataFolder, '..', 'docs')
  for (let at = 0; at < 20; at += 1)
    await writeFile(join(docs, `large-${at}.md`), `# Large\n\n${'A long text. '.repeat(70_000)}\n`)
  let sync = (await fleet.administrate('POST', '/sites/acme/syncs')) as { id: string; status: string }
  while (sync.status === 'running') {
    await wait(100)
    sync = (await fleet.administrate('GET', `/sites/acme/syncs/${sync.id}`)) as typeof sync
  }
  const proxy = await startNginx(nginx, server.url)
  const measure = async () => {
    const stop = readSteadily(fleet, proxy.url)
    await wait(10_000)
    return stop()
  }
  const quiet = await measure()
  const before = residentOf(server.child.pid ?? 0)
  const sockets = Array.from({ length: 150 }, (_, at) => readBadly(proxy.url, fleet.key, at % 3 === 0))
  await wait(2_000)
  const busy = await measure()
  const grown = residentOf(server.child.pid ?? 0) - before
  for (const socket of sockets) socket.destroy()
  await proxy.stop()
  await fleet.close()
  console.log(`nginx  quiet ${describeAsked(quiet)}`)
  console.log(`nginx  with 50 slow and 100 stalled readers ${describeAsked(busy)}; ${grown.toFixed(0)} MB more memory`)
  return isGood(quiet) && isGood(busy)
}

const flapRedis = async (): Promise<boolean> => {
  if (!hasRedisServer) {
    console.log('redis  skipped: there is no redis-server')
    return true
  }
  const redis = await startRedisServer()
  const fleet = await startFleet(1, { REDIS_URL: redis.url })
  let isOver = false
  const load = sendLoad({ ...fleet.load, connections: 10, pause: 20, until: () => isOver })
  for (let flap = 0; flap < 10; flap += 1) {
    await wait(500)
    if (flap % 2 === 0) await redis.kill()
    else redis.signal('SIGSTOP')
    await wait(500)
    if (flap % 2 === 0) await redis.startAgain()
    else redis.signal('SIGCONT')
  }
  isOver = true
  const { statuses, milliseconds } = await load
  await fleet.close()
  await redis.close()
  const shown = `p50 ${percentile(milliseconds, 0.5).toFixed(0)}, p99 ${percentile(milliseconds, 0.99).toFixed(0)}, slowest ${Math.max(...milliseconds).toFixed(0)} ms`
  console.log(`redis  ten times away for half a second: ${JSON.stringify(Object.fromEntries(statuses))}, ${shown}`)
  return [...statuses.keys()].every((status) => status === 200 || status === 429)
}

const faults: Readonly<Record<string, () => Promise<boolean>>> = {
  clock: leapClock,
  nginx: readBehindNginx,
  redis: flapRedis,
}
const [wanted] = process.argv.slice(2)
for (const [name, run] of Object.entries(faults)) {
  if ((wanted === undefined || wanted === name) && !(await run())) process.exitCode = 1
}
await rm(folder, { recursive: true, force: true })
