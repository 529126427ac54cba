import type { ChildProcess } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { freePort } from '../../packages/server/test/support/listen.ts'
import { type ModelServer, type ModelStep, startModelServer } from '../../packages/server/test/support/model-server.ts'
import { test as base, demo } from './reader.ts'
import { type Administer, createAdminister, end, makeFolder, startServer, type Template } from './server-process.ts'

const template = (): Template => JSON.parse(process.env.E2E_TEMPLATE ?? '{}')

/** A Sidenote server with the demo's pages, whose model says what the test scripts. */
export interface ScriptedServer {
  readonly model: Pick<ModelServer, 'script' | 'requests' | 'aborted'>
  /** Sends an administration request with the operator's key. */
  readonly admin: Administer
  /** Ends the process at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>
  /** Makes the demo's pages load their widget from this server. */
  serveWidgetOn(page: Page): Promise<void>
}

/** A server process with its data and its model. */
interface RunningServer {
  readonly model: ModelServer
  readonly port: number
  readonly data: string
  child: ChildProcess
}

/**
 * The server of a worker. Its tests use it one after another, since starting one for each would take most of their time. A
 * test that changed it, or left an answer running, drops it, and the next test gets a new one.
 */
const createServerPool = () => {
  let server: RunningServer | undefined
  const drop = async (): Promise<void> => {
    if (!server) return
    const { child, model, data } = server
    server = undefined
    await end(child)
    await model.close()
    await rm(data, { recursive: true, force: true })
  }
  return {
    drop,
    async take(): Promise<RunningServer & { readonly key: string }> {
      const { folder, key } = template()
      if (!server) {
        const data = await makeFolder()
        await cp(folder, data, { recursive: true })
        const model = await startModelServer()
        const port = await freePort()
        server = { model, port, data, child: await startServer(port, data, model) }
      }
      return Object.assign(server, { key })
    },
  }
}

export const test = base.extend<{ scripted: ScriptedServer }, { servers: ReturnType<typeof createServerPool> }>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const pool = createServerPool()
      await use(pool)
      await pool.drop()
    },
    { scope: 'worker' },
  ],
  scripted: async ({ servers, page }, use) => {
    const server = await servers.take()
    const { model, port, data, key } = server
    const url = `http://127.0.0.1:${port}`
    const abortedBefore = model.aborted()
    let isChanged = false
    model.requests.length = 0
    model.script([{ say: 'Hello.' }])
    const administer = await createAdminister(url, data)
    await use({
      model: {
        script: model.script,
        requests: model.requests,
        aborted: () => model.aborted() - abortedBefore,
      },
      admin: (...request) => {
        isChanged = true
        return administer(...request)
      },
      kill: () => {
        isChanged = true
        return end(server.child)
      },
      restart: async () => {
        server.child = await startServer(port, data, model)
      },
      serveWidgetOn: async (page) => {
        await page.route(`${demo().docs}/**`, async (route) => {
          if (route.request().resourceType() !== 'document') return route.continue()
          const response = await route.fetch()
          const html = (await response.text()).replaceAll(demo().server, url).replaceAll(demo().key, key)
          await route.fulfill({ response, body: html })
        })
      },
    })
    // Requests that are on their way must not reach the next test's model.
    await page.close()
    if (isChanged || model.running() > 0) await servers.drop()
  },
})

/** An answer of so many words, one after the other: `word0 word1 …`. */
export const words = (count: number): ModelStep[] =>
  Array.from({ length: count }, (_, index) => [{ say: `word${index} ` }, { wait: 60 }]).flat()

export { expect } from './reader.ts'
