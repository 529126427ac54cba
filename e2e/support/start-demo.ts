import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../packages/server/test/support/listen.ts'
import { createTemplate } from './server-process.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** What `demo.ts --json` prints when everything is up. */
export interface Demo {
  readonly server: string
  readonly docs: string
  /** The link by which its reader becomes the owner. */
  readonly dashboard: string
  readonly domain: string
  readonly key: string
}

/**
 * Starts what `npm start` starts, on free ports and with its own data, and indexes the pages for scripted servers meanwhile. The
 * tests get both by environment variables.
 */
const startDemo = async (): Promise<() => Promise<void>> => {
  const data = await mkdtemp(path.join(tmpdir(), 'sidenote-e2e-'))
  const ports = [await freePort(), await freePort()]
  const child = spawn(
    process.execPath,
    ['apps/docs/demo.ts', '--json', '--port', String(ports[0]), '--docs-port', String(ports[1]), '--data', data],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = new Promise<Demo>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) resolve(JSON.parse(line))
    })
    void exited.then((code) => reject(new Error(`The demo ended with ${code} before it was ready.`)))
  })
  const [demo, { folder, key }] = await Promise.all([ready, createTemplate()])
  process.env.E2E_DEMO = JSON.stringify(demo)
  process.env.E2E_TEMPLATE = JSON.stringify({ folder, key })
  return async () => {
    child.kill('SIGTERM')
    await exited
    for (const each of [data, folder]) await rm(each, { recursive: true, force: true })
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright wants the set-up so.
export default startDemo
