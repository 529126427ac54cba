import path from 'node:path'
import type { Page } from '@playwright/test'
import { type OwnedServer, type Person, startOwnedServer } from './owned-server.ts'
import { test as base } from './reader.ts'
import { seedConversations } from './seed-conversations.ts'

/** How many conversations the site of the tests has. */
export const many = 10_000

/** A server with the demo's pages and many conversations, and with a site `fresh` on which nothing has happened yet. */
export interface DashboardServer extends OwnedServer {
  readonly owner: Person
  readonly viewer: Person
}

const fill = async (server: OwnedServer): Promise<DashboardServer> => {
  const owner = await server.addOwner()
  const viewer = await server.addPerson('viewer')
  const folder = path.resolve(import.meta.dirname, '../../apps/docs/pages/widget')
  await server.admin('POST', '/admin/v1/sites', { domain: 'fresh', sources: [{ kind: 'folder', folder }] })
  for (const domain of ['sidenote', 'fresh'])
    await server.admin('PATCH', `/admin/v1/sites/${domain}/policy`, { storeQuestions: true, retentionDays: 90 })
  for (const question of ['How do I rotate a key?', 'Is there a Helm chart?'])
    await server.admin('POST', '/admin/v1/sites/sidenote/test-questions', { question, pages: null, tags: [] })
  seedConversations(server.data, { domain: 'sidenote', count: many, days: 60 })
  return { ...server, owner, viewer }
}

const startDashboard = async (): Promise<DashboardServer> => {
  const server = await startOwnedServer()
  try {
    return await fill(server)
  } catch (error) {
    await server.close()
    throw error
  }
}

/** What the browser has against the page: violations of its policy, scripts that text ran, requests to other servers. */
export interface Complaints {
  readonly list: readonly string[]
}

/** Collects what the browser has against a page, from its first moment on. */
export const collectComplaints = async (page: Page, own: string): Promise<Complaints> => {
  const list: string[] = []
  await page.exposeBinding('complain', (_, complaint: string) => void list.push(complaint))
  await page.addInitScript(() => {
    const complain = (text: string) => Reflect.get(window, 'complain')(text)
    for (const name of ['alert', 'confirm', 'prompt', 'msgbox'])
      Object.assign(window, { [name]: () => complain(`${name} was called`) })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      complain(`${violatedDirective} ${blockedURI}`),
    )
  })
  page.on('pageerror', (error) => list.push(error.message))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(own) && !url.startsWith('data:')) list.push(`request to ${url}`)
  })
  return { list }
}

export const test = base.extend<{ owner: Page }, { dashboard: DashboardServer }>({
  dashboard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const server = await startDashboard()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  owner: async ({ dashboard, page, context }, use) => {
    await dashboard.signIn(context, dashboard.owner)
    await use(page)
  },
})

/** Whether the page is wider than its window. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

export { expect } from './reader.ts'
