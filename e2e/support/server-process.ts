import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../packages/server/test/support/listen.ts'
import { type ModelServer, startModelServer } from '../../packages/server/test/support/model-server.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Starts a server, with a scripted model or without any, and waits until it's ready. */
export const startServer = async (port: number, data: string, model?: ModelServer): Promise<ChildProcess> => {
  const { SIDENOTE_MODEL: _, ...environment } = process.env
  const child = spawn(
    process.execPath,
    ['packages/server/dist/cli.js', 'serve', '--port', String(port), '--data', data],
    {
      cwd: root,
      stdio: 'ignore',
      env: model
        ? { ...environment, SIDENOTE_MODEL: 'openai-compatible:scripted', OPENAI_COMPATIBLE_BASE_URL: model.url }
        : environment,
    },
  )
  for (let attempt = 0; attempt < 600; attempt++) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (ready?.ok) return child
    await wait(100)
  }
  throw new Error('The server was not ready after a minute.')
}

/** Ends a process and waits for its exit. */
export const end = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exited
}

/** Sends an administration request with the operator's key. */
export type Administer = (method: string, address: string, body?: object) => ReturnType<Response['json']>

/** Reads the operator's key from a server's data folder. */
export const createAdminister = async (url: string, data: string): Promise<Administer> => {
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
  while (sync.finishedAt === null) {
    await wait(100)
    sync = await admin('GET', `/admin/v1/sites/sidenote/syncs/${sync.id}`)
  }
  return (await admin('POST', '/admin/v1/keys', { kind: 'assistant', site: 'sidenote' })).key
}

/** The data folder of a server that has indexed the demo's pages, and the site's key. */
export interface Template {
  readonly folder: string
  readonly key: string
}

/** A new temporary folder. */
export const makeFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'sidenote-scripted-'))

/** Indexes the demo's pages once, so that scripted servers can start from a copy. */
export const createTemplate = async (): Promise<Template> => {
  const folder = await makeFolder()
  const model = await startModelServer()
  const port = await freePort()
  const child = await startServer(port, folder, model)
  const key = await addSite(await createAdminister(`http://127.0.0.1:${port}`, folder))
  await end(child, 'SIGTERM')
  await model.close()
  return { folder, key }
}
