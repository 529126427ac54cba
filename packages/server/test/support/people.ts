import { randomUUID } from 'node:crypto'
import { type Role, sessionSchema } from '@sidenote/contract'
import { createInvitation } from '../../src/administration/people/invitations.ts'
import { createSetupLink } from '../../src/administration/people/set-up-owner.ts'
import type { TestServer } from './server.ts'

/** The headers of a page of the dashboard. */
export const ownPage = ({ url }: Pick<TestServer, 'url'>): Record<string, string> => ({ origin: url })

/** The cookie that a response sets, as the browser sends it. */
export const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Signs a person in, and returns their cookie. */
export const signInAs = async (
  server: TestServer,
  { email, password }: { email: string; password: string },
): Promise<string> => {
  const response = await server.send('/dashboard/auth/sign-in', { body: { email, password }, headers: ownPage(server) })
  if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`)
  return cookieOf(response)
}

/** Makes a new owner of the first organization, who has signed in. */
export const createOwner = async (server: TestServer) => {
  const email = `${randomUUID()}@example.com`
  const password = 'correct horse battery'
  const [, token] = (await createSetupLink(server.database, server.url)).split('#')
  const body = { token, name: 'Olga', email, password }
  const response = await server.send('/dashboard/auth/setup', { body, headers: ownPage(server) })
  if (!response.ok) throw new Error(`The setup answered ${response.status}: ${await response.text()}`)
  return { cookie: cookieOf(response), email, password }
}

/** What the server has logged of its last errors: an answer says nothing of them. */
const lastErrors = ({ logged }: TestServer): string =>
  logged()
    .split('\n')
    .filter((line) => line.includes('"level":50'))
    .slice(-3)
    .join('\n')

interface NewPerson {
  readonly organizationId: string
  readonly role: Role
  readonly email: string
  readonly password: string
}

/** Adds somebody to an organization by an invitation, who is then signed in. */
export const addPerson = async (server: TestServer, { organizationId, password, ...person }: NewPerson) => {
  const invitation = { ...person, publicUrl: server.url }
  const [, token] = (await createInvitation(server.database, organizationId, invitation)).link.split('#')
  const body = { token, name: person.email, password }
  const response = await server.send('/dashboard/auth/join', { body, headers: ownPage(server) })
  if (!response.ok) {
    throw new Error(`Joining answered ${response.status}: ${await response.text()}\n${lastErrors(server)}`)
  }
  const { person: joined } = sessionSchema.parse(await response.json())
  return { id: joined?.id ?? '', cookie: cookieOf(response), email: person.email, password }
}
