import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createdKeySchema,
  createdOrganizationSchema,
  type Endpoint,
  endpoints,
  type TestRunResults,
} from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeyText } from '../src/administration/keys/key-text.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { dumpTables } from './support/dump-tables.ts'
import { insertJob } from './support/insert-job.ts'
import { addPerson, ownPage } from './support/people.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { writeFiles } from './support/write-files.ts'

/** What a request can be about: things of the key’s own organization, of another one, or of nobody. */
const targets = ['own', 'foreign', 'unknown'] as const
type Target = (typeof targets)[number]
type Ids = Readonly<Record<string, string>>

/**
 * The ids that each operation is asked about. The name of a path parameter decides, or, where several operations mean
 * different things by it, the beginning of the path with it.
 */
const parameterOf = (path: string, name: string): string => {
  const fixed = ['domain', 'projectId', 'organizationId', 'fp', 'path']
  if (fixed.includes(name)) return name
  const nouns = {
    '/v2/agent/': 'job',
    '/admin/v1/keys/': 'key',
    '/admin/v1/members/': 'member',
    '/admin/v1/invitations/': 'invitation',
    '/admin/v1/sessions/': 'session',
    '/admin/v1/passkeys/': 'passkey',
    '/admin/v1/connections/': 'connection',
    '/webhooks/': 'webhook',
    '/discovery/v2/assistant/': 'chat',
    '/discovery/v1/assistant/': 'share',
  }
  for (const [beginning, noun] of Object.entries(nouns)) if (path.startsWith(beginning)) return noun
  if (name === 'threadId') return 'thread'
  if (path.includes('/deliveries/')) return 'delivery'
  if (path.includes('/mails/')) return 'mail'
  if (path.includes('/test-questions/')) return 'testQuestion'
  if (path.includes('/test-runs/')) return 'testRun'
  return path.includes('/syncs/') ? 'sync' : `${path} {${name}}`
}

const question = { fp: 'anna', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How?' }] }] }

/** A body that each operation with one takes, by `operationId`. */
const bodies: Readonly<Record<string, (ids: Ids) => object>> = {
  getPage: () => ({ path: 'index' }),
  searchPages: () => ({ query: 'home' }),
  sendAssistantMessage: () => question,
  sendDataStreamMessage: () => ({ fp: 'anna', messages: [{ id: '1', role: 'user', content: 'How?' }] }),
  sendFeedback: ({ thread, message }) => ({ fp: 'anna', threadId: thread, messageId: message, helpful: true }),
  createShare: ({ thread, message }) => ({ fp: 'anna', threadId: thread, messageId: message }),
  sendHandOff: ({ thread }) => ({ fp: 'anna', threadId: thread, email: 'anna@example.com' }),
  createAgentJob: () => ({ prompt: 'Write.' }),
  sendAgentMessage: () => ({ prompt: 'Write more.' }),
  sendMcpMessage: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  createSite: ({ folder }) => ({ domain: `new-${randomUUID()}`, sources: [{ kind: 'folder', folder }] }),
  updateSite: () => ({ name: 'Changed' }),
  updateSiteSettings: () => ({ tone: 'calm' }),
  createKey: ({ domain }) => ({ kind: 'assistant', site: domain }),
  createOrganization: () => ({ name: 'Another' }),
  updateOrganization: () => ({ name: 'Changed' }),
  createOrganizationKey: () => ({}),
  createProject: ({ domain, folder }) => ({
    name: 'docs',
    repository: folder,
    host: { kind: 'local' },
    site: domain,
  }),
  updateProject: () => ({ name: 'Changed' }),
  createJobFromQuestions: () => ({}),
  updatePolicy: () => ({ retentionDays: 30 }),
  updateSiteLimits: () => ({ perReader: { requests: 1_000, seconds: 60 } }),
  updateBudget: () => ({ answersPerDay: 1_000_000 }),
  checkModels: () => ({ askModels: false }),
  updateQuestions: ({ message }) => ({ ids: [message], state: 'dismissed' }),
  updateSiteModel: () => ({ model: 'openai:gpt-5', key: 'sk-own' }),
  tryQuestion: () => ({ question: 'How?' }),
  createTestQuestion: () => ({ question: `Who is ${randomUUID()}?` }),
  startTestRun: () => ({}),
  askQuestionsAgain: ({ message }) => ({ ids: [message] }),
  updateMember: () => ({ role: 'editor' }),
  createInvitation: () => ({ email: `${randomUUID()}@example.com`, role: 'viewer' }),
  readInvitation: () => ({ token: 'none' }),
  joinOrganization: () => ({ token: 'none', name: 'Anna', password: 'a long password' }),
  signIn: () => ({ email: 'anna@example.com', password: 'a wrong password' }),
  createPasskey: () => ({
    name: 'Laptop',
    credential: {
      id: 'aa',
      rawId: 'aa',
      type: 'public-key',
      response: { clientDataJSON: 'aa', attestationObject: 'aa' },
    },
  }),
  createConnection: ({ domain }) => ({
    response_type: 'code',
    client_id: 'https://client.example/client.json',
    redirect_uri: 'https://client.example/callback',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    resource: `http://localhost/mcp/${domain}`,
  }),
  registerClient: () => ({ redirect_uris: ['http://127.0.0.1/callback'] }),
  createToken: () => ({ grant_type: 'refresh_token', client_id: 'none', refresh_token: 'none' }),
  revokeToken: () => ({ token: 'none' }),
  signInWithPasskey: () => ({
    credential: {
      id: 'aa',
      rawId: 'aa',
      type: 'public-key',
      response: { clientDataJSON: 'aa', authenticatorData: 'aa', signature: 'aa' },
    },
  }),
  setUpOwner: () => ({ token: 'none', name: 'Anna', email: 'anna@example.com', password: 'a long password' }),
}

/** Operations that take no key, because anybody may use them or something else than a key is proof. */
const keyless = [
  'receiveWebhook',
  'getOpenApi',
  'getHealth',
  'getReadiness',
  'getWidget',
  'getWidgetFile',
  'getLocalPullRequest',
  'signIn',
  'getSignInMethods',
  'beginPasskeySignIn',
  'signInWithPasskey',
  'beginSingleSignOn',
  'finishSingleSignOn',
  'signOut',
  'setUpOwner',
  'readInvitation',
  'joinOrganization',
  'getProtectedResource',
  'getAuthorizationServer',
  'registerClient',
  'createToken',
  'revokeToken',
]
/** What is right and answers with an error all the same: no language model is there, nothing runs, nobody asked in vain, no
 * proof of work is wanted. */
const refusedRightly: Readonly<Record<string, number>> = {
  createAgentJob: 409,
  sendAgentMessage: 409,
  cancelAgentJob: 409,
  cancelSync: 409,
  createJobFromQuestions: 404,
  getChallenge: 404,
  sendHandOff: 404,
  proveDomain: 409,
  // A key is nobody who is signed in.
  deleteSession: 404,
  deletePasskey: 404,
  beginPasskey: 409,
  createPasskey: 409,
  getConnectionRequest: 400,
  createConnection: 409,
  // Nobody is told by mail.
  checkSiteMail: 409,
  resendMail: 409,
  // The project has no webhook.
  resendDelivery: 409,
}

const parametersOf = ({ path }: Endpoint): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
const successesOf = ({ responses }: Endpoint): number[] =>
  Object.keys(responses)
    .map(Number)
    .filter((status) => status < 300)
const withKey = endpoints.filter((declared) => declared.key !== null)

test('every operation of the contract has its place in the matrix', () => {
  const known = ['domain', 'projectId', 'organizationId', 'fp', 'path', 'job', 'key', 'sync', 'webhook', 'chat'].concat(
    [
      'thread',
      'member',
      'invitation',
      'session',
      'passkey',
      'connection',
      'testQuestion',
      'testRun',
      'delivery',
      'mail',
      'share',
    ],
  )
  for (const declared of endpoints) {
    const { operationId, key, path } = declared
    const has = key === null ? keyless.includes(operationId) : true
    expect(has, `${operationId} takes no key. Add it to "keyless" in this file, if that is meant.`).toBe(true)
    for (const name of key === null ? [] : parametersOf(declared)) {
      const message = `{${name}} of ${path} is not known. Say what it names in "parameterOf", and add an id to "ids" of each organization.`
      expect(known, message).toContain(parameterOf(path, name))
    }
    const needsBody = declared.body !== undefined
    const message = `${operationId} takes a body. Add one that it accepts to "bodies" in this file.`
    expect(!needsBody || operationId in bodies, message).toBe(true)
  }
})

interface Tenant {
  readonly organizationId: string
  readonly ids: Ids
  readonly assistant: string
  readonly administrator: string
  /** Of the owner who is signed in. */
  readonly cookie: string
}

const insertPasskey = async (database: TestServer['database'], personId: string): Promise<string> => {
  const id = `passkey_${randomUUID()}`
  const unused = { counter: 0, device_type: 'singleDevice', backed_up: 0, transports: null, authenticator: null }
  await database
    .insertInto('passkeys')
    .values({ id, person_id: personId, name: 'Laptop', credential: id, public_key: '', created_at: null, ...unused })
    .execute()
  return id
}

const insertConnection = async (database: TestServer['database'], personId: string, domain: string) => {
  const id = `connection_${randomUUID()}`
  const site = await database.selectFrom('sites').select('id').where('domain', '=', domain).executeTakeFirstOrThrow()
  const client = { client_id: 'https://client.example/client.json', client_name: 'Client', client_host: null }
  const times = { created_at: '2026-01-01T00:00:00.000Z', last_used_at: null, expires_at: '2999-01-01T00:00:00.000Z' }
  await database
    .insertInto('connections')
    .values({ id, person_id: personId, site_id: site.id, ...client, ...times })
    .execute()
  return id
}

/** Two owners, one of them signed in, and an invitation. */
const addPeople = async (
  server: TestServer,
  { organizationId, administrator, name }: { organizationId: string; administrator: string; name: string },
) => {
  const add = (email: string) =>
    addPerson(server, { organizationId, role: 'owner', email, password: 'correct horse battery' })
  await add(`first@${name}.example`)
  const member = await add(`second@${name}.example`)
  const { id: session } = await server.database
    .selectFrom('sessions')
    .select('id')
    .where('person_id', '=', member.id)
    .executeTakeFirstOrThrow()
  const body = { email: `third@${name}.example`, role: 'viewer' }
  const invited = await server.send('/admin/v1/invitations', { key: administrator, body })
  const { id: invitation } = (await invited.json()) as { id: string }
  const passkey = await insertPasskey(server.database, member.id)
  const connection = await insertConnection(server.database, member.id, name)
  return { cookie: member.cookie, ids: { member: member.id, session, passkey, connection, invitation } }
}

const insertDelivery = async (
  database: TestServer['database'],
  { projectId, job }: { projectId: string; job: string },
): Promise<string> => {
  const id = `delivery_${randomUUID()}`
  const body = JSON.stringify({ id, type: 'agent.job.completed', job: { id: job } })
  const times = { created_at: new Date().toISOString(), finished_at: new Date().toISOString(), next_at: null }
  await database
    .insertInto('webhook_deliveries')
    .values({ id, project_id: projectId, body, attempts: 1, error: null, ...times })
    .execute()
  return id
}

const insertMail = async (database: TestServer['database'], domain: string): Promise<string> => {
  const id = `mail_${randomUUID()}`
  const { id: site_id } = await database
    .selectFrom('sites')
    .select('id')
    .where('domain', '=', domain)
    .executeTakeFirstOrThrow()
  const times = { created_at: new Date().toISOString(), finished_at: new Date().toISOString(), next_at: null }
  const text = { recipient: 'anna@example.com', subject: 'The sync failed', body: '{}' }
  await database
    .insertInto('mails')
    .values({ id, site_id, ...text, attempts: 1, error: null, ...times })
    .execute()
  return id
}

/** Everything that an organization can have, so that every operation has something to be about. */
const createTenant = async (
  server: TestServer,
  { organizationId, administrator, name }: { organizationId: string; administrator: string; name: string },
): Promise<Tenant> => {
  const administrate = async (path: string, body?: object, method = 'POST') => {
    const response = await server.send(`/admin/v1${path}`, { method, key: administrator, body })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  await writeFiles(folder, { 'index.md': `# Home of ${name}\n\nHello from ${name}.\n` })
  await administrate('/sites', { domain: name, sources: [{ kind: 'folder', folder }] })
  const sync = await administrate(`/sites/${name}/syncs`)
  while ((await administrate(`/sites/${name}/syncs/${sync.id}`, undefined, 'GET')).finishedAt === null) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const webhook = await administrate(`/sites/${name}/webhook`)
  const project = await administrate('/projects', {
    name,
    repository: folder,
    host: { kind: 'local' },
    site: name,
  })
  const assistant = createdKeySchema.parse(await administrate('/keys', { kind: 'assistant', site: name })).key
  const spare = await administrate('/keys', { kind: 'administrator' })
  const job = await insertJob(server.database, project.id ?? '')
  const delivery = await insertDelivery(server.database, { projectId: project.id ?? '', job })
  const mail = await insertMail(server.database, name)
  const reply = await server.send(`/discovery/v2/assistant/${name}/message`, { key: assistant, body: question })
  const message = /"messageId":"([^"]+)"/.exec(await reply.text())?.[1] ?? ''
  const thread = reply.headers.get('x-thread-id') ?? ''
  const testQuestion = await administrate(`/sites/${name}/test-questions`, { question: 'Who are you?', pages: [] })
  const testRun = await administrate(`/sites/${name}/test-runs`, {})
  const readRun = async () =>
    (await administrate(`/sites/${name}/test-runs/${testRun.id}`, undefined, 'GET')) as unknown as TestRunResults
  while ((await readRun()).run.status === 'running') await new Promise((resolve) => setTimeout(resolve, 10))
  const shared = await server.send(`/discovery/v1/assistant/${name}/shares`, {
    key: assistant,
    body: { fp: 'anna', threadId: thread, messageId: message },
  })
  const { id: share } = (await shared.json()) as { id: string }
  const people = await addPeople(server, { organizationId, administrator, name })
  const ids = {
    domain: name,
    projectId: project.id,
    organizationId,
    fp: 'anna',
    path: 'index.md',
    job,
    key: spare.id,
    sync: sync.id,
    webhook: webhook.path?.split('/').at(-1),
    thread,
    message,
    folder,
    delivery,
    mail,
    testQuestion: testQuestion.id,
    testRun: testRun.id,
    chat: `chat-of-${name}`,
    share,
    ...people.ids,
  } as Record<string, string>
  return { organizationId, ids, assistant, administrator, cookie: people.cookie }
}

describe.each(testEngines)('who may do what, on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  let operator: Tenant
  let team: Tenant
  let unknown: Ids
  let badKeys: Readonly<Record<string, { key?: string; code: string }>>
  let cells = 0

  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
    const administrator = server.adminKey
    const created = createdOrganizationSchema.parse(
      await (
        await server.send('/admin/v1/organizations', { key: administrator, body: { name: 'Team', isTrusted: true } })
      ).json(),
    )
    operator = await createTenant(server, { organizationId: 'default', administrator, name: 'acme' })
    const { id: organizationId, administratorKey } = created
    team = await createTenant(server, { organizationId, administrator: administratorKey.key, name: 'team' })
    unknown = {
      domain: 'nowhere',
      projectId: randomUUID(),
      organizationId: `organization_${randomUUID()}`,
      fp: 'anna',
      path: 'index.md',
      job: `job_${randomUUID()}`,
      key: `key_${randomUUID()}`,
      ...{
        chat: 'chat-of-nobody',
        share: `share_${'x'.repeat(27)}`,
        sync: `sync_${randomUUID()}`,
        member: `person_${randomUUID()}`,
        session: `session_${randomUUID()}`,
        passkey: `passkey_${randomUUID()}`,
        connection: `connection_${randomUUID()}`,
        invitation: `link_${randomUUID()}`,
        delivery: `delivery_${randomUUID()}`,
        mail: `mail_${randomUUID()}`,
        testQuestion: `question_${randomUUID()}`,
        testRun: `run_${randomUUID()}`,
        webhook: 'x'.repeat(22),
        folder: operator.ids.folder ?? '',
      },
      thread: 'thread_none',
      message: 'message_none',
    }
    badKeys = await createBadKeys(server)
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  const send = async (declared: Endpoint, ids: Ids, key: string | undefined, headers: Record<string, string> = {}) => {
    cells += 1
    const path = declared.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(ids[parameterOf(declared.path, name)] ?? ''),
    )
    const body = declared.body && bodies[declared.operationId]?.(ids)
    const accept = declared.operationId === 'sendMcpMessage' ? 'application/json, text/event-stream' : '*/*'
    const method = declared.method.toUpperCase()
    const more = { ...(key !== undefined && { key }), ...(body && { body }), headers: { accept, ...headers } }
    const response = await server.send(path, { method, ...more })
    if (response.status === 200 && response.headers.get('content-type') === 'text/event-stream') {
      await response.body?.cancel()
      return { status: 200, code: undefined, text: '' }
    }
    const text = await response.text()
    const code = /"code":"(\w+)"/.exec(text)?.[1]
    return { status: response.status, code, text, challenge: response.headers.get('www-authenticate') }
  }
  const idsFor = (target: Target, tenant: Tenant): Ids => {
    const other = tenant === operator ? team : operator
    return { own: tenant.ids, foreign: other.ids, unknown }[target]
  }
  /** The answer without what names the thing that was asked for, and without the request’s own id. */
  const blank = ({ status, text }: { status: number; text: string }, ids: Ids): string => {
    let said = text.replace(/"requestId":"[^"]+"/, '')
    for (const id of Object.values(ids).filter((value) => value.length > 3)) said = said.replaceAll(id, '…')
    return `${status} ${said}`
  }
  const targetsOf = (declared: Endpoint): readonly Target[] =>
    parametersOf(declared).some((name) => name !== 'fp' && name !== 'path') ? targets : ['own']

  test('no key, or one that is broken, unknown, expired or revoked, opens nothing and learns nothing', async () => {
    for (const declared of withKey) {
      for (const [name, { key, code }] of Object.entries(badKeys)) {
        for (const target of targetsOf(declared)) {
          const answer = await send(declared, idsFor(target, operator), key)
          const cell = [declared.operationId, name, target]
          const challenge = declared.takesConnections
            ? expect.stringMatching(/^Bearer .*resource_metadata="/)
            : 'Bearer'
          expect([...cell, answer.status, answer.code, answer.challenge]).toEqual([...cell, 401, code, challenge])
        }
      }
    }
  })

  test('a key of the other kind is refused alike, whatever it is about', async () => {
    for (const declared of withKey) {
      for (const tenant of [operator, team]) {
        for (const target of targetsOf(declared)) {
          const key = declared.key === 'assistant' ? tenant.administrator : tenant.assistant
          const answer = await send(declared, idsFor(target, tenant), key)
          const cell = [declared.operationId, tenant.organizationId, target]
          expect([...cell, answer.status, answer.code]).toEqual([...cell, 403, 'wrong_key_kind'])
        }
      }
    }
  })

  test('an administrator key that a browser sends is refused everywhere, and the attempt is kept', async () => {
    const signs = [{ origin: 'https://docs.example.com' }, { origin: 'null' }, { 'sec-fetch-site': 'same-origin' }]
    for (const declared of withKey) {
      for (const sign of signs as Record<string, string>[]) {
        for (const { administrator, ids } of [operator, team]) {
          const answer = await send(declared, ids, administrator, sign)
          const cell = [declared.operationId, JSON.stringify(sign)]
          expect([...cell, answer.status, answer.code]).toEqual([...cell, 403, 'key_in_browser'])
        }
      }
    }
    const rows = await server.database
      .selectFrom('audit_entries')
      .select(['action', 'organization_id'])
      .where('code', '=', 'key_in_browser')
      .execute()
    for (const { organizationId } of [operator, team]) {
      const kept = rows.filter((row) => row.organization_id === organizationId).map(({ action }) => action)
      expect(kept.sort()).toEqual(withKey.map(({ operationId }) => operationId).sort())
    }
  })

  test.each(['key', 'session'])(
    'a %s of another organization cannot tell what is there from what is not, and changes nothing',
    async (kind) => {
      const isSession = kind === 'session'
      const before = await dumpTables(server.database)
      for (const declared of withKey.filter(({ role }) => !isSession || role)) {
        for (const tenant of [operator, team]) {
          if (targetsOf(declared).length === 1) continue
          const key = declared.key === 'assistant' ? tenant.assistant : tenant.administrator
          const ask = (ids: Ids) =>
            isSession
              ? send(declared, ids, undefined, { cookie: tenant.cookie, ...ownPage(server) })
              : send(declared, ids, key)
          const [foreign, missing] = [idsFor('foreign', tenant), unknown]
          // Organizations are the operator’s own things: there is nothing foreign among them for the operator.
          if (declared.operatorOnly && tenant === operator) continue
          const answer = await ask(foreign)
          const cell = [declared.operationId, tenant.organizationId]
          const status = declared.operatorOnly ? 403 : 404
          expect([...cell, answer.status]).toEqual([...cell, status])
          expect([...cell, blank(answer, foreign)]).toEqual([...cell, blank(await ask(missing), missing)])
        }
      }
      const touched = /^(?:keys|limit_counts|audit_entries|organizations)$/
      const after = await dumpTables(server.database)
      for (const table of Object.keys(before).filter((name) => !touched.test(name))) {
        expect([table, after[table]]).toEqual([table, before[table]])
      }
    },
  )

  test('a webhook that is there answers like one that is not, unless it is signed', async () => {
    const declared = endpoints.find(({ operationId }) => operationId === 'receiveWebhook')
    if (!declared) throw new Error('The contract has no receiveWebhook.')
    const proofs: Record<string, string>[] = [
      ...[{}, { 'x-gitlab-token': 'nonsense' }, { 'x-gitlab-token': '' }],
      ...['sha256=', `sha256=${'a'.repeat(64)}`, 'nonsense'].map((text) => ({ 'x-hub-signature-256': text })),
    ]
    for (const headers of proofs) {
      const [there, missing] = [team.ids, unknown]
      const answer = await send(declared, there, undefined, headers)
      expect(answer.status).toBe(401)
      expect(blank(answer, there)).toEqual(blank(await send(declared, missing, undefined, headers), missing))
    }
  })

  test('ids of another organization inside of a body are not found either', async () => {
    const bodied = endpoints.filter(({ operationId }) =>
      ['createKey', 'createProject', 'createShare', 'sendFeedback'].includes(operationId),
    )
    expect(bodied).toHaveLength(4)
    for (const declared of bodied) {
      const own = { ...team.ids }
      const key = declared.key === 'assistant' ? team.assistant : team.administrator
      const mix = (ids: Ids) =>
        declared.key === 'assistant' ? { ...own, thread: ids.thread ?? '', message: ids.message ?? '' } : ids
      const answer = await send(declared, mix(operator.ids), key)
      expect([declared.operationId, answer.status]).toEqual([declared.operationId, 404])
      expect(blank(answer, operator.ids)).toEqual(blank(await send(declared, mix(unknown), key), unknown))
    }
  })

  test('a key that may only read opens what reads, and nothing that changes', async () => {
    const body = { kind: 'administrator', scope: 'read' }
    const made = await server.send('/admin/v1/keys', { key: operator.administrator, body })
    const { key } = createdKeySchema.parse(await made.json())
    for (const declared of withKey.filter((one) => one.key === 'administrator')) {
      const answer = await send(declared, operator.ids, key)
      // Its query is missing.
      if (declared.operationId === 'getConnectionRequest') expect(answer.status).toBe(400)
      else if (declared.method === 'get') expect(successesOf(declared)).toContain(answer.status)
      else
        expect([declared.operationId, answer.status, answer.code]).toEqual([declared.operationId, 403, 'scope_missing'])
    }
  })

  test('the right key opens what is its own; and there were enough cells', async () => {
    // What others need goes last: the deeper an address, the earlier it is deleted, and an organization after all else.
    const order = ({ method, path, operatorOnly }: Endpoint) =>
      method === 'delete' ? 100 - path.split('/').length + (operatorOnly ? 100 : 0) : 0
    const inOrder = [...withKey].sort((one, other) => order(one) - order(other))
    for (const declared of inOrder) {
      const right = declared.operatorOnly ? operator.administrator : team.administrator
      const answer = await send(declared, team.ids, declared.key === 'assistant' ? team.assistant : right)
      const { operationId } = declared
      const expected = operationId in refusedRightly ? [refusedRightly[operationId]] : successesOf(declared)
      expect(expected, `${operationId}: ${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.status)
    }
    expect(cells).toBeGreaterThanOrEqual(500)
    console.log(`${cells} cells on ${engine}`)
  })
})

/** Keys that open nothing, and what is said of each. */
const createBadKeys = async (server: TestServer) => {
  const make = (more: object) => server.createKey(more)
  const assistant = { kind: 'assistant', site: 'acme' }
  const administrator = { kind: 'administrator' }
  const expired = [await make(assistant), await make(administrator)]
  const revoked = [await make(assistant), await make(administrator)]
  const ids = (keys: { id: string }[]) => keys.map(({ id }) => id)
  await server.database
    .updateTable('keys')
    .set({ expires_at: new Date(Date.now() - 1).toISOString() })
    .where('id', 'in', ids(expired))
    .execute()
  for (const { id } of revoked) await server.send(`/admin/v1/keys/${id}`, { method: 'DELETE', key: server.adminKey })
  const valid = expired[0]?.key ?? ''
  return {
    'no key': { code: 'missing_key' },
    broken: { key: `${valid.slice(0, -1)}${valid.endsWith('a') ? 'b' : 'a'}`, code: 'unknown_key' },
    'unknown assistant key': { key: createKeyText('assistant'), code: 'unknown_key' },
    'unknown administrator key': { key: createKeyText('administrator'), code: 'unknown_key' },
    'expired assistant key': { key: expired[0]?.key ?? '', code: 'expired_key' },
    'expired administrator key': { key: expired[1]?.key ?? '', code: 'expired_key' },
    'revoked assistant key': { key: revoked[0]?.key ?? '', code: 'revoked_key' },
    'revoked administrator key': { key: revoked[1]?.key ?? '', code: 'revoked_key' },
  }
}
