import { createHmac } from 'node:crypto'
import { readdir, stat, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { auditSchema, createdKeySchema, createdOrganizationSchema, createdWebhookSchema } from '@sidenote/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteOldEntries } from '../src/administration/audit/delete-old-entries.ts'
import { createKeyText, hashKey } from '../src/administration/keys/key-text.ts'
import { sealPlainSecrets } from '../src/administration/sites/sealed-secrets.ts'
import { createSeal, readSealKey } from '../src/database/seal.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { dumpTables } from './support/dump-tables.ts'
import { createEarlyStore } from './support/early-schema/create-early-store.ts'
import { insertJob } from './support/insert-job.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { writeFiles } from './support/write-files.ts'

const day = 86_400_000

describe.each(testEngines)('organizations on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  const administrate = async (
    method: string,
    path: string,
    { key = server.adminKey, body }: { key?: string; body?: object } = {},
  ) => {
    const response = await server.send(`/admin/v1${path}`, { method, key, ...(body && { body }) })
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
  }
  const createOrganization = async (name: string, isTrusted = true) =>
    createdOrganizationSchema.parse((await administrate('POST', '/organizations', { body: { name, isTrusted } })).body)
  const audit = async (query = '', key = server.adminKey) =>
    auditSchema.parse((await administrate('GET', `/audit${query}`, { key })).body)

  /** A site with pages, an answered question, a webhook, a signed reader, a policy, settings, a project and keys. */
  const fill = async (key: string, domain: string) => {
    const folder = join(server.dataFolder, '..', 'pages', domain)
    await writeFiles(folder, { 'index.md': '# Home\n\nHello. See [more](more.md).\n', 'more.md': '# More\n\nText.\n' })
    await administrate('POST', '/sites', {
      key,
      body: { domain, sources: [{ kind: 'folder', folder }], schedule: '0 0 * * *' },
    })
    const sync = (await administrate('POST', `/sites/${domain}/syncs`, { key })).body
    for (;;) {
      const { body } = await administrate('GET', `/sites/${domain}/syncs/${sync.id}`, { key })
      if (body.finishedAt !== null) break
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await administrate('POST', `/sites/${domain}/webhook`, { key })
    await administrate('POST', `/sites/${domain}/identity`, { key })
    await administrate('PATCH', `/sites/${domain}/policy`, { key, body: { storeQuestions: true } })
    await administrate('PATCH', `/sites/${domain}/settings`, { key, body: { tone: 'calm' } })
    const request = { name: domain, repository: folder, host: { kind: 'local' }, site: domain }
    const project = (await administrate('POST', '/projects', { key, body: request })).body
    const job = await insertJob(server.database, project.id)
    const repeatable = { body_hash: 'x', answer_json: '{}', created_at: new Date().toISOString() }
    for (const scope of [`create ${project.id}`, `message ${project.id} ${job}`]) {
      await server.database
        .insertInto('idempotency_keys')
        .values({ ...repeatable, scope, key: 'once' })
        .execute()
    }
    const assistant = createdKeySchema.parse(
      (await administrate('POST', '/keys', { key, body: { kind: 'assistant', site: domain } })).body,
    ).key
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }]
    await (
      await server.send(`/discovery/v2/assistant/${domain}/message`, { key: assistant, body: { fp: 'anna', messages } })
    ).text()
    await server.send(`/discovery/v1/search/${domain}`, { key: assistant, body: { query: 'zebra' } })
    return assistant
  }

  test('the operator adds, lists, shows, renames and deletes them', async () => {
    const { id, administratorKey } = await createOrganization('Team')
    expect(administratorKey).toMatchObject({ kind: 'administrator', scope: 'write' })
    const { organizations } = (await administrate('GET', '/organizations')).body
    expect(organizations.map((one: { id: string; isOperator: boolean }) => [one.id, one.isOperator])).toEqual([
      ['default', true],
      [id, false],
    ])
    expect((await administrate('PATCH', `/organizations/${id}`, { body: { name: 'Crew' } })).body.name).toBe('Crew')
    expect((await administrate('GET', `/organizations/${id}`)).body).toMatchObject({ name: 'Crew', keys: 1, sites: 0 })
    const second = await administrate('POST', `/organizations/${id}/keys`, { body: {} })
    expect((await administrate('GET', '/keys', { key: second.body.key })).body.keys).toHaveLength(2)
    expect((await administrate('DELETE', `/organizations/${id}`)).status).toBe(204)
    expect((await administrate('GET', '/keys', { key: second.body.key })).status).toBe(401)
    expect((await administrate('DELETE', `/organizations/${id}`)).status).toBe(404)
  })

  test('the first one cannot be deleted', async () => {
    expect(await administrate('DELETE', '/organizations/default')).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
  })

  test('what is deleted with an organization leaves no row, and other organizations keep theirs', async () => {
    const bystander = await createOrganization('Bystander')
    await fill(bystander.administratorKey.key, 'team')
    // Not what an organization has: what limits counted goes within a day, and what the operator did stays.
    const others = /^(?:limit_counts|audit_entries|keys)$/
    const before = await dumpTables(server.database)
    const { id, administratorKey } = await createOrganization('Team')
    await fill(administratorKey.key, 'team')
    const between = await dumpTables(server.database)
    const grown = Object.keys(before).filter((name) => between[name]?.length !== before[name]?.length)
    expect(grown).toEqual(
      expect.arrayContaining([
        'idempotency_keys',
        'jobs',
        'pages',
        'postings',
        'projects',
        'site_identities',
        'sync_webhooks',
        'threads',
        'turns',
      ]),
    )
    expect((await administrate('DELETE', `/organizations/${id}`)).status).toBe(204)
    const after = await dumpTables(server.database)
    for (const name of Object.keys(before)) {
      if (!others.test(name)) expect([name, after[name]]).toEqual([name, before[name]])
      expect(after[name]?.filter((row) => row.includes(`"organization_id":"${id}"`))).toEqual([])
    }
    const { domain, name } = (await administrate('GET', '/sites/team', { key: bystander.administratorKey.key })).body
    expect([domain, name]).toEqual(['team', 'team'])
  })

  test('what is deleted with a site leaves no row but its project, which names no site any more', async () => {
    const { administratorKey } = await createOrganization('Other')
    const { key } = administratorKey
    const before = await dumpTables(server.database)
    const assistant = await fill(key, 'gone')
    expect((await administrate('DELETE', '/sites/gone', { key })).status).toBe(204)
    expect((await server.send('/discovery/v1/search/gone', { key: assistant, body: { query: 'x' } })).status).toBe(401)
    const after = await dumpTables(server.database)
    const stays = /^(?:limit_counts|budget_uses|audit_entries|projects|jobs|idempotency_keys|keys)$/
    for (const name of Object.keys(before))
      if (!stays.test(name)) expect([name, after[name]]).toEqual([name, before[name]])
    const [project] = (await administrate('GET', '/projects', { key })).body.projects
    expect(project).toMatchObject({ name: 'gone', site: null })
    expect((await administrate('DELETE', '/sites/gone', { key })).status).toBe(404)
  })

  test('a site that is being read can be deleted: the reading ends, and nothing of it is left', async () => {
    const { administratorKey } = await createOrganization('Reading')
    const { key } = administratorKey
    const folder = join(server.dataFolder, '..', 'pages', 'large')
    const pages = Array.from({ length: 400 }, (_, page) => [`${page}.md`, `# Page ${page}\n\nText of ${page}.\n`])
    await writeFiles(folder, Object.fromEntries(pages))
    const before = await dumpTables(server.database)
    const body = { domain: 'large', sources: [{ kind: 'folder', folder }] }
    await administrate('POST', '/sites', { key, body })
    await administrate('POST', '/sites/large/syncs', { key })
    expect((await administrate('DELETE', '/sites/large', { key })).status).toBe(204)
    const after = await dumpTables(server.database)
    for (const name of ['sites', 'sources', 'syncs', 'pages', 'sections', 'postings', 'buckets']) {
      expect([name, after[name]]).toEqual([name, before[name]])
    }
  })

  test('the audit log says who did what, to what, with which request, and holds no value', async () => {
    const { administratorKey, id } = await createOrganization('Audited')
    const { key } = administratorKey
    await fill(key, 'audited')
    const made = await administrate('POST', '/keys', {
      key,
      body: { kind: 'assistant', site: 'audited', name: 'SECRET-NAME' },
    })
    await server.send(`/admin/v1/keys/${made.body.id}`, {
      method: 'DELETE',
      key,
      headers: { 'x-request-id': 'request-to-revoke' },
    })
    await administrate('DELETE', '/keys/key_none', { key })
    await administrate('DELETE', '/sites/audited/readers/anna@example.com', { key })
    const { entries } = await audit('', key)
    const revoked = { action: 'revokeKey', target: `/admin/v1/keys/${made.body.id}`, outcome: 'done' }
    const who = { id: administratorKey.id, name: 'First key', hint: administratorKey.hint }
    expect(entries).toContainEqual(
      expect.objectContaining({ ...revoked, key: who, requestId: 'request-to-revoke', address: '127.0.0.1' }),
    )
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'revokeKey', outcome: 'failed', code: 'not_found' }),
    )
    const creation = { action: 'createKey', created: made.body.id, fields: ['kind', 'site', 'name'], outcome: 'done' }
    expect(entries).toContainEqual(expect.objectContaining(creation))
    expect(entries.map(({ target }) => target)).toContain('/admin/v1/sites/audited/readers/{fp}')
    const stored = JSON.stringify(await server.database.selectFrom('audit_entries').selectAll().execute())
    for (const secret of [key, made.body.key, 'SECRET-NAME', 'anna@example.com']) expect(stored).not.toContain(secret)
    expect(entries.some(({ action }) => action.startsWith('get') || action.startsWith('list'))).toBe(false)
    const { entries: operators } = await audit('?action=createOrganization')
    expect(operators.map(({ created }) => created)).toContain(id)
    expect((await audit('', key)).entries.some(({ action }) => action === 'createOrganization')).toBe(false)
  })

  test('the audit log comes page by page, by time and outcome, and as CSV; after 400 days it is gone', async () => {
    const all = (await audit('?limit=1000')).entries
    expect(all.length).toBeGreaterThan(5)
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await audit(`?limit=2${cursor && `&cursor=${cursor}`}`)
      paged.push(...page.entries.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(paged).toEqual(all.map(({ id }) => id))
    expect((await audit('?to=2020-01-01&from=2019-01-01')).entries).toEqual([])
    const { entries: failures } = await audit('?outcome=failed')
    expect(new Set(failures.map(({ outcome }) => outcome))).toEqual(new Set(['failed']))
    const csv = await server.send('/admin/v1/audit?limit=2', {
      method: 'GET',
      key: server.adminKey,
      headers: { accept: 'text/csv' },
    })
    expect(csv.headers.get('content-disposition')).toContain('audit.csv')
    expect(csv.headers.get('x-next-cursor')).toBeTruthy()
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(3)
    await deleteOldEntries(server.database, new Date(Date.now() + 399 * day))
    expect((await audit('?limit=1000')).entries).toHaveLength(all.length)
    await deleteOldEntries(server.database, new Date(Date.now() + 401 * day))
    expect((await audit()).entries).toEqual([])
  })

  test('no key and no secret of a webhook stands in the database or in the log', async () => {
    const { administratorKey } = await createOrganization('Secretive')
    const { key } = administratorKey
    const assistant = await fill(key, 'secretive')
    const { secret } = createdWebhookSchema.parse(
      (await administrate('POST', '/sites/secretive/webhook', { key })).body,
    )
    const identity = (await administrate('POST', '/sites/secretive/identity', { key })).body.secret
    for (const sent of [key, assistant]) {
      await server.send(`/admin/v1/keys/${sent}`, { method: 'DELETE', key: server.adminKey })
      await server.send(`/nowhere/${sent}?key=${sent}`, { key: sent, body: { sent } })
    }
    const kept = JSON.stringify(await dumpTables(server.database)) + server.logged()
    for (const text of [key, assistant, secret, identity, server.adminKey]) expect(kept).not.toContain(text)
    expect(kept).not.toMatch(/svc_(?:dsc_)?[0-9A-Za-z]{36}/)
  })

  test('a webhook secret that an earlier version stored as it is gets sealed, and goes on working', async () => {
    await server.addSite('earlier', { 'index.md': '# Home\n' })
    const { path, secret } = createdWebhookSchema.parse((await administrate('POST', '/sites/earlier/webhook')).body)
    const id = path.split('/').at(-1) ?? ''
    await server.database.updateTable('sync_webhooks').set({ secret_sealed: secret }).where('id', '=', id).execute()
    const seal = createSeal(await readSealKey(server.dataFolder))
    await sealPlainSecrets({ database: server.database, seal })
    expect(JSON.stringify(await dumpTables(server.database))).not.toContain(secret)
    const signature = `sha256=${createHmac('sha256', secret).update('{}').digest('hex')}`
    const sent = await server.send(path, { body: '{}', headers: { 'x-hub-signature-256': signature } })
    expect(sent.status).toBe(202)
    await server.sync('earlier')
  })

  test('a start with another key than secrets were sealed with says how many there are', async () => {
    for (const what of ['webhook', 'identity']) {
      await server.addSite(`sealed-${what}`, { 'index.md': '# Home\n' })
      expect((await administrate('POST', `/sites/sealed-${what}/${what}`)).status).toBe(201)
    }
    const sources = [{ kind: 'git', repository: 'https://git.example.com/acme/docs', token: 'canary' }]
    expect((await administrate('POST', '/sites', { body: { domain: 'sealed-token', sources } })).status).toBe(201)
    const { databaseUrl } = store.options
    const startWith = async (more: Record<string, string>) => {
      const environment = { ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...more }
      const started = await startTestServer({ dataFolder: server.dataFolder, environment })
      await started.stop()
      return Number(/"secrets":(\d+)/.exec(started.logged())?.[1] ?? 0)
    }
    expect(await startWith({})).toBe(0)
    expect(await startWith({ SIDENOTE_SECRETS_KEY: 'ab'.repeat(32) })).toBeGreaterThanOrEqual(3)
  })

  test('everything in the data folder is for its owner alone', async () => {
    const entries = await readdir(server.dataFolder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['admin-key', 'secrets.key']))
    for (const { parentPath, name } of files) {
      expect([name, (await stat(join(parentPath, name))).mode & 0o077]).toEqual([name, 0])
    }
  })

  describe('one that the operator does not trust', () => {
    let id = ''
    let key = ''
    let folder = ''
    /** What answers on this machine, and counts who asks. */
    let asked = 0
    const inside = createServer((_request, response) => {
      asked += 1
      response.end('secret')
    })
    let address = ''
    beforeAll(async () => {
      const made = await administrate('POST', '/organizations', { body: { name: 'Untrusted' } })
      expect(made.body.isTrusted).toBe(false)
      id = made.body.id
      key = made.body.administratorKey.key
      folder = join(server.dataFolder, '..', 'pages', 'machine')
      await writeFiles(folder, { 'index.md': '# Home\n\nzebra\n', 'api.json': '{}' })
      await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
      address = `127.0.0.1:${(inside.address() as AddressInfo).port}`
    })
    afterAll(() => inside.close())

    const addSite = (domain: string, source: object) =>
      administrate('POST', '/sites', { key, body: { domain, sources: [source] } })
    const trust = (isTrusted: boolean) => administrate('PATCH', `/organizations/${id}`, { body: { isTrusted } })
    const sync = async (domain: string) => {
      const { body } = await administrate('POST', `/sites/${domain}/syncs`, { key })
      return vi.waitFor(
        async () => {
          const found = (await administrate('GET', `/sites/${domain}/syncs/${body.id}`, { key })).body
          expect(found.status).not.toBe('running')
          return found
        },
        { timeout: 60_000 },
      )
    }

    test('names nothing on the machine or in its network as a source, and is not told what is there', async () => {
      const url = `http://${address}/`
      expect((await addSite('public', { kind: 'website', url: 'https://docs.example.com' })).status).toBe(201)
      for (const [source, place] of [
        [{ kind: 'folder', folder }, folder],
        [{ kind: 'folder', folder: '/not/there' }, '/not/there'],
        [{ kind: 'folder', folder: server.dataFolder }, server.dataFolder],
        [{ kind: 'git', repository: folder }, folder],
        [{ kind: 'openapi', file: join(folder, 'api.json') }, join(folder, 'api.json')],
        [{ kind: 'openapi', url, allowedHosts: [address] }, address],
        [{ kind: 'website', url, allowedHosts: [address] }, address],
      ] as const) {
        const message = `"${place}" is on the server’s machine or in its network. This organization may name public hosts alone. The operator of the server can change that: sidenote organizations trust.`
        const refused = { status: 400, body: { message, issues: [{ path: 'sources[0]', message }] } }
        expect(await addSite('private', source)).toMatchObject(refused)
        const change = await administrate('PATCH', '/sites/public', { key, body: { sources: [source] } })
        expect(change).toMatchObject(refused)
      }
      expect(await administrate('GET', '/sites/private', { key })).toMatchObject({ status: 404 })
    })

    test('reaches no private host by a repository, whatever its name', async () => {
      for (const [index, host] of [address, address.replace('127.0.0.1', 'localhost')].entries()) {
        const domain = `git-${index}`
        expect((await addSite(domain, { kind: 'git', repository: `http://${host}/acme/docs` })).status).toBe(201)
        const { status, error } = await sync(domain)
        expect([status, error]).toEqual([
          'failed',
          expect.stringMatching(`${host} is not a public address. This organization may name public hosts alone`),
        ])
      }
      expect(asked).toBe(0)
    })

    test('has no project of a repository on the machine', async () => {
      const body = { name: 'Local', repository: folder, host: { kind: 'local' } }
      const message = expect.stringContaining(`"${folder}" is on the server’s machine`)
      expect(await administrate('POST', '/projects', { key, body })).toMatchObject({ status: 400, body: { message } })
    })

    test('cannot trust itself; the operator trusts it, and takes that back: then what is there is read no more', async () => {
      expect(await administrate('PATCH', `/organizations/${id}`, { key, body: { isTrusted: true } })).toMatchObject({
        status: 403,
        body: { code: 'operator_only' },
      })
      expect((await trust(true)).body).toMatchObject({ name: 'Untrusted', isTrusted: true })
      expect((await addSite('trusted', { kind: 'folder', folder })).status).toBe(201)
      expect(await sync('trusted')).toMatchObject({ status: 'completed', changed: 1 })
      expect((await trust(false)).body.isTrusted).toBe(false)
      await writeFiles(folder, { 'more.md': '# More\n' })
      const { status, error } = await sync('trusted')
      expect([status, error]).toEqual(['failed', expect.stringContaining(`"${folder}" is on the server’s machine`)])
      expect((await administrate('GET', '/sites/trusted', { key })).body.pages).toBe(1)
    })

    test('the operator’s own is trusted always', async () => {
      expect((await administrate('GET', '/organizations/default')).body.isTrusted).toBe(true)
      const { status, body } = await administrate('PATCH', '/organizations/default', { body: { isTrusted: false } })
      expect([status, body.code]).toEqual([409, 'conflict'])
    })
  })

  test('no source is what the server keeps of others: copies of private repositories', async () => {
    const { administratorKey } = await createOrganization('Curious')
    const data = server.dataFolder
    const copy = join(data, 'sources', 'source_00_of-another', 'tree')
    await writeFiles(copy, { 'plan.md': '# Plan\n\nSecret.\n', '.github/x.md': '# X\n', 'api.json': '{}' })
    await symlink(copy, join(data, '..', 'innocent'))
    const refused = [
      ...[copy, data, join(data, '..'), join(data, 'sources'), join(data, 'jobs'), join(data, '..', 'innocent')],
      ...[join(copy, '.github'), `${data}/../${basename(data)}/sources`],
    ].map((folder) => ({ kind: 'folder', folder }))
    const others = [
      { kind: 'git', repository: join(copy, '../git') },
      { kind: 'openapi', file: join(copy, 'api.json') },
    ]
    await administrate('POST', '/sites', {
      key: administratorKey.key,
      body: { domain: 'changed', sources: [{ kind: 'website', url: 'https://docs.example.com' }] },
    })
    for (const source of [...refused, ...others]) {
      const body = { domain: 'curious', sources: [source] }
      const created = await administrate('POST', '/sites', { key: administratorKey.key, body })
      const message = expect.stringMatching(/^"\/.*" cannot be a source: it holds, or is in, /)
      expect([source, created]).toEqual([source, { status: 400, body: expect.objectContaining({ message }) }])
      const change = { key: administratorKey.key, body: { sources: [source] } }
      expect((await administrate('PATCH', '/sites/changed', change)).status).toBe(400)
    }
    // What an owner has put beside it is theirs.
    const own = join(data, 'docs')
    await writeFiles(own, { 'index.md': '# Home\n' })
    const body = { domain: 'beside', sources: [{ kind: 'folder', folder: own }] }
    expect((await administrate('POST', '/sites', { key: administratorKey.key, body })).status).toBe(201)
  })
})

describe.each(testEngines)('a database from before the first release on %s', (engine) => {
  test('keeps its keys, webhooks and trust, and seals at the next start what its steps had left plain', async () => {
    const store = await createEarlyStore(engine)
    const { database, options } = store
    const at = new Date().toISOString()
    const text = createKeyText('administrator')
    const secret = 'plain-secret-of-an-earlier-version'
    for (const statement of [
      `insert into organizations values ('default', 'Default', '${at}', 1), ('team', 'Team', '${at}', 1)`,
      `insert into sites values ('s', 'default', 'acme', 'Acme', null, '[]', '${at}', null)`,
      `insert into sync_webhooks (id, site_id, secret_sealed, created_at) values ('hook', 's', '${secret}', '${at}')`,
      `insert into keys (id, organization_id, kind, hash, hint, created_at, scope) values ('k', 'default', 'administrator', '${hashKey(text)}', 'abcd', '${at}', 'write')`,
    ]) {
      await sql.raw(statement).execute(database)
    }
    await database.destroy()
    const environment = options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}
    const server = await startTestServer({ dataFolder: options.dataFolder, environment })
    const body = { name: 'Changed' }
    expect((await server.send('/admin/v1/sites/acme', { method: 'PATCH', key: text, body })).status).toBe(200)
    expect(JSON.stringify(await dumpTables(server.database))).not.toContain(secret)
    const organizations = await server.send('/admin/v1/organizations', { method: 'GET', key: text })
    const trusted = { organizations: [{ isTrusted: true }, { isTrusted: true }] }
    expect(await organizations.json()).toMatchObject(trusted)
    const signature = `sha256=${createHmac('sha256', secret).update('{}').digest('hex')}`
    const headers = { 'x-hub-signature-256': signature }
    expect((await server.send('/webhooks/v1/hook', { body: '{}', headers })).status).toBe(202)
    await server.stop()
    await store.close()
  })
})

test('an organization makes 100 keys an hour, and no more', async () => {
  const server = await startTestServer()
  const make = async () => {
    const body = { kind: 'administrator', scope: 'read' }
    return (await server.send('/admin/v1/keys', { key: server.adminKey, body })).status
  }
  const statuses = await Promise.all(Array.from({ length: 110 }, make))
  expect(statuses.filter((status) => status === 201)).toHaveLength(100)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  await server.stop()
})
