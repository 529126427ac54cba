import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sync, siteSchema, syncSchema, syncsSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { sourceOf, startWebsite, type Website } from './support/website.ts'

describe.each(testEngines)('the syncs of a site on %s', (engine) => {
  let store: TestDatabase
  let folder: string
  let server: TestServer
  let other: TestServer
  let website: Website
  const held: ServerResponse[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    const environment = databaseUrl ? { DATABASE_URL: databaseUrl } : {}
    server = await startTestServer({ dataFolder: folder, environment })
    other = await startTestServer({ dataFolder: folder, environment })
    website = await startWebsite({ '/robots.txt': '', '/': (_request, response) => void held.push(response) })
  })
  afterAll(async () => {
    await other.stop()
    await server.stop()
    await website.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  const call = (at: TestServer, method: string, path: string, body?: unknown) =>
    at.send(`/admin/v1${path}`, { method, key: server.adminKey, ...(body !== undefined && { body }) })
  const addHeldSite = async (domain: string): Promise<Sync> => {
    const sources = [sourceOf(website)]
    expect((await call(server, 'POST', '/sites', { domain, sources })).status).toBe(201)
    return syncSchema.parse(await (await call(server, 'POST', `/sites/${domain}/syncs`)).json())
  }

  test.each(['the process that runs it', 'another process'])('are cancelled by %s', async (who) => {
    const domain = who.replaceAll(' ', '-')
    const { id } = await addHeldSite(domain)
    await expect.poll(() => held.length).toBeGreaterThan(0)
    const at = who === 'another process' ? other : server
    const answer = await call(at, 'POST', `/sites/${domain}/syncs/${id}/cancel`)
    expect(answer.status).toBe(200)
    const sync = syncSchema.parse(await answer.json())
    expect(sync).toMatchObject({ status: 'cancelled', error: expect.stringContaining('The sync was cancelled') })
    expect(sync.finishedAt).not.toBeNull()
    const site = siteSchema.parse(await (await call(server, 'GET', `/sites/${domain}`)).json())
    expect(site).toMatchObject({ syncedAt: null, lastSync: { id, status: 'cancelled', error: sync.error } })
    const again = await call(at, 'POST', `/sites/${domain}/syncs/${id}/cancel`)
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ message: expect.stringContaining('it is cancelled') })
    for (const response of held.splice(0)) response.destroy()
  })

  test('are listed page by page, the latest first, and as CSV', async () => {
    const { sync: first } = await server.addSite('listed', { 'index.md': '# Home\n', 'bad.mdx': '<Card>\n' })
    const second = await server.sync('listed')
    const page = async (query: string) =>
      syncsSchema.parse(await (await call(other, 'GET', `/sites/listed/syncs?${query}`)).json())
    const { nextCursor, ...latest } = await page('limit=1')
    expect(latest.syncs.map(({ id }) => id)).toEqual([second.id])
    const rest = await page(`limit=1&cursor=${nextCursor}`)
    expect(rest).toMatchObject({
      nextCursor: null,
      syncs: [{ id: first.id, status: 'completed', problemCount: first.problems.length, read: 2 }],
    })
    expect(first.problems).toHaveLength(1)
    const csv = await (await call(server, 'GET', '/sites/listed/syncs?format=csv')).text()
    expect(csv.split('\r\n')[1]).toContain(`"${second.id}","completed"`)
  })

  test('tell which links of the pages lead nowhere, and no other', async () => {
    const guide = `# Guide

[Setup](./setup.md) [its steps](./setup.md#the-steps) [by address](https://docs.acme.com/setup#the-steps)
[top](#top) [other site](https://example.com/setup#nothing) [download](./kettle.zip) [picture](/pictures/one.svg)

## Next {#next-step}

[here](#next-step) [gone](./gone.md) [no step](./setup.md#fourth-step) [below](#elsewhere) [mail](mailto:a@b.c)
`
    const setup = '# Setup\n\n## The steps\n\n<a id="by-hand"></a>Boil.\n\n[Guide](/guide) [home](/)\n'
    const files = { 'index.md': '# Home\n\n[by hand](/setup#by-hand)\n', 'guide.md': guide, 'setup.md': setup }
    const { sync } = await server.addSite('links', files, { url: 'https://docs.acme.com' })
    const link = { path: 'guide.md', heading: 'Next' }
    expect(sync.brokenLinks).toEqual({
      count: 3,
      links: [
        { ...link, text: 'gone', target: '/gone', missing: 'page' },
        { ...link, text: 'no step', target: '/setup#fourth-step', missing: 'anchor' },
        { ...link, text: 'below', target: '#elsewhere', missing: 'anchor' },
      ],
    })
    const list = syncsSchema.parse(await (await call(server, 'GET', '/sites/links/syncs')).json())
    expect(list.syncs).toMatchObject([{ brokenLinkCount: 3 }])
    expect((await server.sync('links')).brokenLinks).toEqual(sync.brokenLinks)
  })

  test('keep a thousand of the links that lead nowhere, and count all', async () => {
    const links = Array.from({ length: 1_200 }, (_, index) => `- [number ${index}](./gone-${index}.md)`)
    const { sync } = await server.addSite('many-links', { 'index.md': `# Home\n\n${links.join('\n')}\n` })
    expect(sync.brokenLinks).toMatchObject({ count: 1_200 })
    expect(sync.brokenLinks?.links).toHaveLength(1_000)
  })

  test('that nobody has started cannot be cancelled', async () => {
    const answer = await call(server, 'POST', '/sites/listed/syncs/sync_none/cancel')
    expect(answer.status).toBe(404)
  })
})
