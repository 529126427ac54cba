import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../packages/server/test/support/listen.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** What `demo.ts --json` says when everything is up. */
export interface Demo {
  readonly server: string
  readonly docs: string
  readonly domain: string
  readonly key: string
}

/** Starts what `npm start` starts, on free ports and with data of its own; the addresses go to the tests by environment. */
const startDemo = async (): Promise<() => Promise<void>> => {
  const data = await mkdtemp(path.join(tmpdir(), 'sidenote-e2e-'))
  const ports = [await freePort(), await freePort()]
  const child = spawn(
    process.execPath,
    ['apps/docs/demo.ts', '--json', '--port', String(ports[0]), '--docs-port', String(ports[1]), '--data', data],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const demo = await new Promise<Demo>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) resolve(JSON.parse(line))
    })
    void exited.then((code) => reject(new Error(`The demo ended with ${code} before it was ready.`)))
  })
  process.env.E2E_DEMO = JSON.stringify(demo)
  return async () => {
    child.kill('SIGTERM')
    await exited
    await rm(data, { recursive: true, force: true })
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright wants the set-up so.
export default startDemo
