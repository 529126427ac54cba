import { randomUUID } from 'node:crypto'
import { createdOrganizationSchema, type Endpoint, endpoints, includesRole, type Role } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInvitation } from '../src/administration/people/invitations.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { addPerson, ownPage, signInAs } from './support/people.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const withRole = endpoints.filter(({ role }) => role !== undefined)
const roles: readonly Role[] = ['viewer', 'editor', 'owner']
const password = 'correct horse battery'

describe.each(testEngines)('what each role may do, on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  let cookies: Readonly<Record<'operator' | 'team', Readonly<Record<Role, string>>>>
  let team: string

  const signInAll = async (organizationId: string): Promise<Record<Role, string>> => {
    const entries: [string, string][] = []
    for (const role of roles) {
      const email = `${role}-${randomUUID()}@example.com`
      const { cookie } = await addPerson(server, { organizationId, role, email, password })
      entries.push([role, cookie])
    }
    return Object.fromEntries(entries) as Record<Role, string>
  }

  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
    await server.addSite('acme', { 'index.md': '# Home\n' })
    const made = await server.send('/admin/v1/organizations', { key: server.adminKey, body: { name: 'Team' } })
    team = createdOrganizationSchema.parse(await made.json()).id
    cookies = { operator: await signInAll('default'), team: await signInAll(team) }
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  /** Asks about things that aren’t there, so that nothing is changed: what is refused by role is refused before that. */
  const send = async ({ path, method }: Endpoint, headers: Record<string, string>) => {
    const address = path.replace(/\{\w+\}/g, 'nothing')
    const response = await server.send(address, {
      method: method.toUpperCase(),
      ...(method === 'post' || method === 'patch' ? { body: 'no JSON' } : {}),
      headers: { ...ownPage(server), ...headers },
    })
    return { status: response.status, code: /"code":"(\w+)"/.exec(await response.text())?.[1] }
  }

  test('a session opens exactly the operations that its role includes, and the operator’s only for the operator', async () => {
    let cells = 0
    for (const [organization, people] of Object.entries(cookies)) {
      for (const role of roles) {
        for (const operation of withRole) {
          const { operationId, role: least = 'owner', operatorOnly } = operation
          const answer = await send(operation, { cookie: people[role] })
          const cell = [operationId, organization, role, answer.code]
          cells += 1
          if (!includesRole(role, least)) expect(cell).toEqual([operationId, organization, role, 'role_missing'])
          else if (operatorOnly && organization === 'team')
            expect(cell).toEqual([operationId, organization, role, 'operator_only'])
          else expect([...cell, [401, 403].includes(answer.status)]).toEqual([...cell, false])
        }
      }
    }
    expect(cells).toBe(withRole.length * 6)
  })

  test('without a cookie nothing opens, and a session opens nothing that readers’ keys open', async () => {
    for (const operation of withRole) expect((await send(operation, {})).status).toBe(401)
    for (const operation of endpoints.filter(({ key }) => key === 'assistant')) {
      expect([operation.operationId, (await send(operation, { cookie: cookies.operator.owner })).code]).toEqual([
        operation.operationId,
        'missing_key',
      ])
    }
  })

  test('an owner of another organization cannot tell a site that is there from one that is not', async () => {
    const read = async (domain: string) => {
      const headers = { cookie: cookies.team.owner }
      const response = await server.send(`/admin/v1/sites/${domain}`, { method: 'GET', headers })
      const text = (await response.text()).replace(/"requestId":"[^"]+"/, '').replaceAll(domain, '…')
      return [response.status, text]
    }
    expect(await read('acme')).toEqual(await read('nothing'))
    expect((await read('acme'))[0]).toBe(404)
  })

  test('an owner changes roles and removes people, and the last owner stays', async () => {
    const change = (path: string, method: string, body?: object) =>
      server.send(`/admin/v1/members${path}`, {
        method,
        ...(body && { body }),
        headers: { cookie: cookies.team.owner, ...ownPage(server) },
      })
    const list = async () => {
      const { members } = (await (await change('', 'GET')).json()) as {
        members: { id: string; role: Role; email: string }[]
      }
      return members
    }
    const idOf = async (role: Role) => (await list()).find((member) => member.role === role)?.id ?? ''
    const [owner, editor] = [await idOf('owner'), await idOf('editor')]
    expect((await change(`/${owner}`, 'PATCH', { role: 'editor' })).status).toBe(409)
    expect((await change(`/${owner}`, 'DELETE')).status).toBe(409)
    expect((await change(`/${editor}`, 'PATCH', { role: 'owner' })).status).toBe(200)
    const demotions = await Promise.all([owner, editor].map((id) => change(`/${id}`, 'PATCH', { role: 'viewer' })))
    expect(demotions.map(({ status }) => status).sort()).not.toEqual([200, 200])
    expect((await list()).filter(({ role }) => role === 'owner')).toHaveLength(1)
  })

  test('an invitation is used once, shows what it is for, and gives its role', async () => {
    const headers = { cookie: cookies.operator.owner, ...ownPage(server) }
    const body = { email: 'New@Example.com', role: 'editor' }
    const invited = await server.send('/admin/v1/invitations', { body, headers })
    expect(invited.status).toBe(201)
    const { link } = (await invited.json()) as { link: string }
    const token = link.split('#')[1]
    const post = (path: string, more: object) =>
      server.send(`/dashboard/auth/${path}`, { body: { token, ...more }, headers: ownPage(server) })
    expect(await (await post('invitation', {})).json()).toEqual({
      email: 'new@example.com',
      role: 'editor',
      organization: 'Default',
    })
    const joined = await post('join', { name: 'New', password })
    expect(await joined.json()).toMatchObject({ role: 'editor', person: { email: 'new@example.com' } })
    expect((await post('join', { name: 'New', password })).status).toBe(404)
    expect((await server.send('/admin/v1/invitations', { body, headers })).status).toBe(409)
  })

  test('of two invitations of one person that are used at once, one is taken and the other says why not', async () => {
    const email = 'twice@example.com'
    const tokens: (string | undefined)[] = []
    for (const organizationId of ['default', team]) {
      const invitation = { email, role: 'viewer', publicUrl: server.url } as const
      const { link } = await createInvitation(server.database, organizationId, invitation)
      tokens.push(link.split('#')[1])
    }
    const body = { name: 'Twice', password }
    const answers = await Promise.all(
      tokens.map((token) =>
        server.send('/dashboard/auth/join', { body: { ...body, token }, headers: ownPage(server) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(await refused?.text()).toContain(`the e-mail address ${email} can sign in already`)
  })

  test('whoever is removed is signed out everywhere, and a session can be ended from another browser', async () => {
    const email = 'gone@example.com'
    const person = await addPerson(server, { organizationId: 'default', role: 'viewer', email, password })
    const [one, other] = [person.cookie, await signInAs(server, person)]
    const read = (cookie: string) => server.send('/admin/v1/sessions', { method: 'GET', headers: { cookie } })
    const { sessions } = (await (await read(one)).json()) as { sessions: { id: string; isCurrent: boolean }[] }
    expect(sessions).toHaveLength(2)
    const elsewhere = sessions.find(({ isCurrent }) => !isCurrent)
    const headers = { cookie: one, ...ownPage(server) }
    const ended = await server.send(`/admin/v1/sessions/${elsewhere?.id}`, { method: 'DELETE', headers })
    expect(ended.status).toBe(204)
    expect([(await read(one)).status, (await read(other)).status]).toEqual([200, 401])
    const owner = { cookie: cookies.operator.owner, ...ownPage(server) }
    await server.send(`/admin/v1/members/${person.id}`, { method: 'DELETE', headers: owner })
    expect((await read(one)).status).toBe(401)
    const audit = await server.send('/admin/v1/audit?action=deleteMember', { method: 'GET', key: server.adminKey })
    const { entries } = (await audit.json()) as { entries: object[] }
    expect(entries[0]).toMatchObject({ outcome: 'done', person: { email: expect.stringMatching(/^owner/) } })
  })
})
