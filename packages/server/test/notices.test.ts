import { rm } from 'node:fs/promises'
import { deliveriesSchema, projectSchema } from '@sidenote/contract'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendDigests, weekOf } from '../src/administration/notices/send-digests.ts'
import { sendMails } from '../src/administration/notices/send-mails.ts'
import { createModelWatch } from '../src/administration/notices/watch-models.ts'
import { openMail } from '../src/mail.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { startMailServer } from './support/mail-server.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const log = pino({ level: 'silent' })
const day = 86_400_000
/** Nobody listens there, so that deliveries stay as they are. */
const url = 'http://127.0.0.1:9/hook'
const secret = 'a secret of the receiver'

test('a week begins on Monday', () => {
  expect(
    ['2030-01-27', '2030-01-28', '2030-02-03', '2030-02-04'].map((one) => weekOf(new Date(`${one}T12:00Z`))),
  ).toEqual(['2030-01-21', '2030-01-28', '2030-01-28', '2030-02-04'])
})

describe.each(testEngines)('what owners are told of a site, on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  let projectId: string
  let folder: string
  let key: string
  let mail: Awaited<ReturnType<typeof startMailServer>>

  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    mail = await startMailServer()
    server = await startTestServer({
      environment: {
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        SIDENOTE_SMTP_URL: mail.url,
        SIDENOTE_MAIL_FROM: 'docs@acme.com',
      },
    })
    const added = await server.addSite('docs', { 'index.md': '# Kettle\n\nBoil water in the kettle.\n' })
    folder = added.folder
    key = added.key
    await admin('/sites/docs/policy', { storeQuestions: true }, 'PATCH')
    const body = { name: 'docs', repository: folder, host: { kind: 'local' }, site: 'docs', webhook: { url, secret } }
    projectId = projectSchema.parse(await admin('/projects', body)).id
  })
  afterAll(async () => {
    await server.stop()
    mail.close()
    await store.close()
  })

  afterEach(() => server.database.deleteFrom('mails').execute())

  const admin = async (path: string, body?: object, method = 'POST') => {
    const response = await server.send(`/admin/v1${path}`, { method, key: server.adminKey, ...(body && { body }) })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
  const subscribe = (events: string[]) => admin(`/projects/${projectId}`, { webhook: { url, secret, events } }, 'PATCH')
  const list = async () =>
    deliveriesSchema.parse(await admin(`/projects/${projectId}/deliveries`, undefined, 'GET')).deliveries
  const writeTo = (to: string[], events: string[]) => admin('/sites/docs/settings', { mail: { to, events } }, 'PATCH')
  const readMails = () => server.database.selectFrom('mails').selectAll().orderBy('recipient').execute()
  /** Sends what is due, beside the server, which does so every few seconds. */
  const send = () => {
    const sendMail = openMail({ url: mail.url, from: 'docs@acme.com' })
    if (!sendMail) throw new Error('There is no mail server.')
    const { database } = server
    return sendMails({ database, sendMail, publicUrl: 'https://docs.acme.com', log }, new AbortController().signal)
  }
  const letters = () => mail.said.filter((text) => text.startsWith('From:')).map((text) => text.replaceAll('=\r\n', ''))
  const ask = async (text: string) => {
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }]
    await (await server.send('/discovery/v2/assistant/docs/message', { key, body: { fp: 'anna', messages } })).text()
  }

  test('is the end of jobs alone, until it is asked for more', async () => {
    const { webhook } = projectSchema.parse(await admin(`/projects/${projectId}`, undefined, 'GET'))
    expect(webhook).toEqual({ url, events: ['job'] })
    await sendDigests(server.database, log, new Date(Date.now() + 7 * day))
    expect(await list()).toEqual([])
  })

  test('is a week of questions, once, whichever process tells it', async () => {
    await subscribe(['digest'])
    await ask('How do I export the zeppelin ledger?')
    await ask('How do I boil water in the kettle?')
    await sendDigests(server.database, log)
    expect(await list()).toEqual([])
    const monday = new Date(Date.now() + 7 * day)
    await Promise.all([sendDigests(server.database, log, monday), sendDigests(server.database, log, monday)])
    await sendDigests(server.database, log, monday)
    expect(await list()).toMatchObject([{ type: 'site.digest', jobId: null }])
    const row = await server.database.selectFrom('webhook_deliveries').select('body').executeTakeFirstOrThrow()
    expect(JSON.parse(row.body)).toMatchObject({
      site: 'docs',
      digest: {
        to: weekOf(monday),
        total: { questions: 2, answered: 1, unanswered: 1 },
        topics: [{ question: 'How do I export the zeppelin ledger?', count: 1, readers: 1 }],
        resolved: 0,
      },
    })
  })

  test('is a sync that has failed, with its reason', async () => {
    await subscribe(['job', 'alert'])
    await rm(folder, { recursive: true })
    const sync = await server.sync('docs')
    expect(sync.status).toBe('failed')
    const alerts = (await list()).filter(({ type }) => type === 'site.sync.failed')
    expect(alerts).toHaveLength(1)
    const rows = await server.database.selectFrom('webhook_deliveries').select(['id', 'body']).execute()
    const body = rows.find(({ id }) => id === alerts[0]?.id)?.body ?? ''
    expect(JSON.parse(body)).toMatchObject({ site: 'docs', sync: { id: sync.id, error: sync.error } })
  })

  test('is a mail to each address, with a link to the page that says more', async () => {
    await writeTo(['anna@example.com', 'bert@example.com'], ['alert', 'digest'])
    mail.said.length = 0
    await server.sync('docs')
    expect((await readMails()).map(({ recipient }) => recipient)).toEqual(['anna@example.com', 'bert@example.com'])
    await send()
    expect((await readMails()).every(({ finished_at, error }) => finished_at !== null && error === null)).toBe(true)
    const [letter = '', ...others] = letters()
    expect(others).toHaveLength(1)
    expect(letter).toContain('Subject: The sync of docs failed')
    expect(letter).toMatch(/https:\/\/docs.acme.com\/dashboard\/docs\/sources\?sync=3?D?sync_/)
    await sendDigests(server.database, log, new Date(Date.now() + 14 * day))
    await send()
    expect(letters().at(-1)).toContain('Subject: docs: the week of')
  })

  test('is a mail that is tried again when the mail server does not take it, and given up in the end', async () => {
    await writeTo(['anna@example.com'], ['alert'])
    mail.state.isRefusing = true
    await server.sync('docs')
    await send()
    const [first] = await readMails()
    expect(first).toMatchObject({ attempts: 1, finished_at: null, error: expect.stringContaining('451') })
    await send()
    expect(await readMails()).toMatchObject([{ attempts: 1 }])
    for (let attempt = 0; attempt < 8; attempt++) {
      await server.database.updateTable('mails').set({ next_at: 0 }).where('next_at', 'is not', null).execute()
      await send()
    }
    expect(await readMails()).toMatchObject([{ attempts: 6, next_at: null, finished_at: expect.any(String) }])
    mail.state.isRefusing = false
  })

  test('is a test mail when somebody asks for one, with what the mail server says', async () => {
    const check = () => admin('/sites/docs/settings/mail/checks')
    expect(await check()).toMatchObject({ findings: [{ level: 'good', sentence: expect.stringContaining('anna@') }] })
    mail.state.isRefusing = true
    expect(await check()).toMatchObject({ findings: [{ level: 'problem', sentence: expect.stringContaining('451') }] })
    mail.state.isRefusing = false
  })

  test('is listed with what became of it, and sent again to those who are still told', async () => {
    const mails = async () =>
      ((await admin('/sites/docs/mails', undefined, 'GET')) as { mails: { id: string; to: string }[] }).mails
    await writeTo(['anna@example.com', 'bert@example.com'], ['alert'])
    mail.state.isRefusing = true
    await server.sync('docs')
    for (let attempt = 0; attempt < 8; attempt++) {
      await server.database.updateTable('mails').set({ next_at: 0 }).where('next_at', 'is not', null).execute()
      await send()
    }
    mail.state.isRefusing = false
    const given = { state: 'failed', attempts: 6, error: expect.stringContaining('451') }
    const sent = (await mails()).toSorted((one, other) => one.to.localeCompare(other.to))
    expect(sent).toMatchObject([
      { to: 'anna@example.com', subject: 'The sync of docs failed', ...given },
      { to: 'bert@example.com', ...given },
    ])
    await writeTo(['anna@example.com'], ['alert'])
    const again = (id = '') => admin(`/sites/docs/mails/${id}/resend`)
    mail.said.length = 0
    expect(await again(sent[0]?.id)).toMatchObject({ state: 'waiting', attempts: 0, error: null })
    await send()
    expect(letters()).toHaveLength(1)
    expect((await mails()).find(({ to }) => to === 'anna@example.com')).toMatchObject({
      state: 'delivered',
      error: null,
    })
    await expect(again(sent[1]?.id)).rejects.toThrow('bert@example.com gets no mail')
    await expect(again('mail_of_nobody')).rejects.toThrow('has no mail')
  })

  test('is nothing while no event is chosen, and the addresses are kept', async () => {
    await writeTo(['anna@example.com'], [])
    await server.sync('docs')
    expect(await readMails()).toEqual([])
    const settings = await admin('/sites/docs/settings', undefined, 'GET')
    expect(settings).toMatchObject({ mail: { to: ['anna@example.com'], events: [] } })
    await expect(admin('/sites/docs/settings/mail/checks')).resolves.toMatchObject({ findings: [{ level: 'good' }] })
  })

  test('is nothing once nobody is named', async () => {
    await admin('/sites/docs/settings', { mail: null }, 'PATCH')
    await server.sync('docs')
    expect(await readMails()).toEqual([])
  })

  test('is a model that fails, once until it has answered again, whichever process sees it', async () => {
    await writeTo(['anna@example.com'], ['alert'])
    const model = { name: 'quote', isFailing: true }
    const [one, other] = [1, 2].map(() => createModelWatch(server.database, async () => model))
    const look = async () => {
      await one?.()
      await other?.()
    }
    const count = async () => (await readMails()).length
    await look()
    expect(await count()).toBe(0)
    await look()
    await look()
    expect(await count()).toBe(1)
    expect((await readMails())[0]).toMatchObject({ subject: 'The model of docs fails' })
    expect((await list()).filter(({ type }) => type === 'site.model.failed')).toHaveLength(1)
    model.isFailing = false
    await look()
    model.isFailing = true
    await look()
    await look()
    expect(await count(), 'nothing was answered since').toBe(1)
    model.isFailing = false
    await ask('How do I boil water in the kettle?')
    await look()
    model.isFailing = true
    await look()
    await look()
    expect(await count()).toBe(2)
  })
})
