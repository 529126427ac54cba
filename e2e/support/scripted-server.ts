import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { freePort } from '../../packages/server/test/support/listen.ts'
import { type ModelServer, type ModelStep, startModelServer } from '../../packages/server/test/support/model-server.ts'
import { demo, test as reading } from './reader.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A Sidenote server of the test's own, whose model says what the test wants, on the pages of the demo. */
export interface ScriptedServer {
  readonly model: ModelServer
  /** Asks the administration, with the operator's key. */
  readonly admin: Administer
  /** Ends the process at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>
  /** Makes the demo's pages load their widget from this server. */
  serveWidgetOn(page: Page): Promise<void>
}

const startServer = async (port: number, data: string, model: ModelServer): Promise<ChildProcess> => {
  const child = spawn(
    process.execPath,
    ['packages/server/dist/cli.js', 'serve', '--port', String(port), '--data', data],
    {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, SIDENOTE_MODEL: 'openai-compatible:scripted', OPENAI_COMPATIBLE_BASE_URL: model.url },
    },
  )
  for (let attempt = 0; attempt < 600; attempt++) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (ready?.ok) return child
    await wait(100)
  }
  throw new Error('The scripted server was not ready after a minute.')
}

const end = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exited
}

type Administer = (method: string, address: string, body?: object) => ReturnType<Response['json']>

const administer = async (url: string, data: string): Promise<Administer> => {
  const adminKey = (await readFile(path.join(data, 'admin-key'), 'utf8')).trim()
  return async (method, address, body) => {
    const response = await fetch(url + address, {
      method,
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${address}: ${await response.text()}`)
    return response.json()
  }
}

const addSite = async (admin: Administer): Promise<string> => {
  const folder = path.join(root, 'apps/docs/pages')
  await admin('POST', '/admin/v1/sites', { domain: 'sidenote', sources: [{ kind: 'folder', folder }] })
  await admin('PATCH', '/admin/v1/sites/sidenote/settings', { supportUrl: 'https://help.example.com/new' })
  let sync = await admin('POST', '/admin/v1/sites/sidenote/syncs', {})
  while (sync.status === 'running') {
    await wait(100)
    sync = await admin('GET', `/admin/v1/sites/sidenote/syncs/${sync.id}`)
  }
  return (await admin('POST', '/admin/v1/keys', { kind: 'assistant', site: 'sidenote' })).key
}

/** What a server has stored once the demo's pages are in, and the site's key. */
interface Stored {
  readonly folder: string
  readonly key: string
}

const makeFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'sidenote-scripted-'))

export const test = reading.extend<{ scripted: ScriptedServer }, { stored: Stored }>({
  stored: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const folder = await makeFolder()
      const model = await startModelServer()
      const port = await freePort()
      const child = await startServer(port, folder, model)
      const key = await addSite(await administer(`http://127.0.0.1:${port}`, folder))
      await end(child, 'SIGTERM')
      await model.close()
      await use({ folder, key })
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  scripted: async ({ stored }, use) => {
    const data = await makeFolder()
    await cp(stored.folder, data, { recursive: true })
    const model = await startModelServer()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    let child = await startServer(port, data, model)
    const admin = await administer(url, data)
    await use({
      model,
      admin,
      kill: () => end(child),
      restart: async () => {
        child = await startServer(port, data, model)
      },
      serveWidgetOn: async (page) => {
        await page.route(`${demo().docs}/**`, async (route) => {
          if (route.request().resourceType() !== 'document') return route.continue()
          const response = await route.fetch()
          const html = (await response.text()).replaceAll(demo().server, url).replaceAll(demo().key, stored.key)
          await route.fulfill({ response, body: html })
        })
      },
    })
    await end(child)
    await model.close()
    await rm(data, { recursive: true, force: true })
  },
})

/** An answer of so many words, one after the other: `word0 word1 …`. */
export const words = (count: number): ModelStep[] =>
  Array.from({ length: count }, (_, index) => [{ say: `word${index} ` }, { wait: 60 }]).flat()

export { expect } from './reader.ts'
