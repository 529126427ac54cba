import { type ChildProcess, execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext } from '@playwright/test'
import { freePort } from '../../packages/server/test/support/listen.ts'
import { type ModelServer, startModelServer } from '../../packages/server/test/support/model-server.ts'
import { type Administer, createAdminister, end, makeFolder, startServer, type Template } from './server-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** What a person signs in with. */
export interface Person {
  readonly email: string
  readonly password: string
}

/** A Sidenote server process with a dashboard, and people who can sign in to it. */
export interface OwnedServer {
  readonly url: string
  readonly data: string
  readonly model: ModelServer
  /** The site's assistant key; empty on a server without a site. */
  readonly key: string
  readonly admin: Administer
  /** Prints a setup link as `sidenote dashboard` does. */
  printLink(): Promise<string>
  /** Makes somebody an owner, by a setup link. */
  addOwner(): Promise<Person>
  /** Adds somebody by an invitation of an owner. */
  addPerson(role: 'viewer' | 'editor'): Promise<Person>
  /** Signs a browser in, by a session that the person has had in another browser unless it must be a new one: signing in is limited. */
  signIn(context: BrowserContext, person: Person, options?: { readonly isNew?: boolean }): Promise<void>
  kill(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

const password = 'correct horse battery'

/** Starts a server with the demo's pages, or with nothing. */
export const startOwnedServer = async ({ isEmpty = false } = {}): Promise<OwnedServer> => {
  const data = await makeFolder()
  const { folder, key }: Template = JSON.parse(process.env.E2E_TEMPLATE ?? '{}')
  if (!isEmpty) await cp(folder, data, { recursive: true })
  const model = await startModelServer()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess = await startServer(port, data, model)
  const admin = await createAdminister(url, data)

  const post = async (address: string, body: object, cookie = '') => {
    const response = await fetch(url + address, {
      method: 'POST',
      headers: { origin: url, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${address}: ${await response.text()}`)
    const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
    return { answer: await response.json(), cookie: cookies.join('; ') }
  }
  const printLink = async (): Promise<string> => {
    const parameters = ['packages/server/dist/cli.js', 'dashboard', '--json', '--data', data]
    const environment = { ...process.env, SIDENOTE_PUBLIC_URL: url }
    const { stdout } = await run(process.execPath, parameters, { cwd: root, env: environment })
    return JSON.parse(stdout).link
  }
  const cookies = new Map<string, string>()
  const tokenOf = (link: string) => link.split('#')[1] ?? ''
  const owner = { email: 'olga@example.com', password }
  const enter = async (person: Person) => (await post('/dashboard/auth/sign-in', person)).cookie
  return {
    url,
    data,
    model,
    key: isEmpty ? '' : key,
    admin,
    printLink,
    async addOwner() {
      await post('/dashboard/auth/setup', { token: tokenOf(await printLink()), name: 'Olga Owner', ...owner })
      return owner
    },
    async addPerson(role) {
      const person = { email: `${role}@example.com`, password }
      const cookie = await enter(owner)
      const { answer } = await post('/admin/v1/invitations', { email: person.email, role }, cookie)
      await post('/dashboard/auth/join', { token: tokenOf(answer.link), name: `Vera ${role}`, password })
      return person
    },
    async signIn(context, person, { isNew = false } = {}) {
      const known = isNew ? '' : (cookies.get(person.email) ?? '')
      const { ok } = await fetch(`${url}/admin/v1/session`, { headers: { cookie: known } })
      const cookie = ok ? known : await enter(person)
      if (!isNew) cookies.set(person.email, cookie)
      const [name = '', value = ''] = cookie.split(/=(.*)/s)
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
    },
    kill: () => end(child),
    async restart() {
      child = await startServer(port, data, model)
    },
    async close() {
      await end(child)
      await model.close()
      await rm(data, { recursive: true, force: true })
    },
  }
}
