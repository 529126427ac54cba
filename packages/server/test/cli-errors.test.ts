import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './support/server.ts'
import { runCli } from './support/server-process.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  server = await startTestServer({ environment: { SIDENOTE_PUBLIC_URL: 'https://sidenote.example.com' } })
  await server.addSite('acme', { 'index.md': '# Home\n' })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
const run = (...parameters: string[]) =>
  runCli(parameters, { environment: { SIDENOTE_URL: server.url, SIDENOTE_ADMIN_KEY: server.adminKey }, folder })

test.each([
  ['a value that the server refuses', ['sites', 'update', 'acme', '--add-origin', 'no origin'], 2, 'invalid_request'],
  ['a site that is not there', ['sites', 'show', 'none'], 1, 'not_found'],
  ['an option that is not there', ['sites', 'show', 'acme', '--none'], 2, null],
])('with --json, %s is an error in JSON, with the documented exit code', async (_, parameters, code, problem) => {
  const failed = await run(...parameters, '--json')
  expect(failed).toMatchObject({ code, stdout: '' })
  expect(JSON.parse(failed.stderr)).toEqual({ message: expect.stringMatching(/\w/), code: problem })
  const { stderr } = await run(...parameters)
  expect(stderr.trim()).toContain(JSON.parse(failed.stderr).message)
})

test('a site can be asked and searched, and the key that is made for it does not stay', async () => {
  await server.addSite('asked', { 'limits.md': '# Limits\n\n## Uploads\n\nAn upload has at most 25 MB.\n' })
  const openKeys = async () =>
    JSON.parse((await run('keys', 'list', '--json')).stdout).keys.filter(
      ({ revokedAt }: { revokedAt: string | null }) => revokedAt === null,
    ).length
  const before = await openKeys()
  const answered = await run('ask', 'asked', 'How large can an upload be?')
  expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining('An upload has at most 25 MB. [1]') })
  expect(answered.stdout).toMatch(/\n\[1\] .*Limits.*\n {4}\S*\/limits#/)
  const found = await run('search', 'asked', 'size of an upload', '--limit', '1', '--json')
  expect(JSON.parse(found.stdout)).toEqual([expect.objectContaining({ path: expect.stringContaining('limits') })])
  expect(await openKeys()).toBe(before)
  expect(await run('ask', 'none', 'Hello?')).toMatchObject({ code: 1, stderr: 'There is no site "none".\n' })
})

test('what a sync has read adds up', async () => {
  await server.addSite('drafts', { 'index.md': '# Home\n', 'later.md': '---\ndraft: true\n---\n\n# Later\n' })
  const { stdout } = await run('sync', 'drafts')
  expect(stdout).toContain('2 pages read: 0 changed, 1 unchanged, 0 removed, 0 failed, 1 draft left out.')
})

test('the log names an origin that is refused, once', async () => {
  await run('sites', 'update', 'asked', '--add-origin', 'https://docs.acme.com')
  const { key } = JSON.parse((await run('keys', 'create', '--site', 'asked', '--json')).stdout)
  for (const origin of ['https://preview.acme.com', 'https://preview.acme.com', 'https://docs.acme.com']) {
    await server.send('/discovery/v1/search/asked', { key, body: { query: 'upload' }, headers: { origin } })
  }
  const warnings = server
    .logged()
    .split('\n')
    .filter((line) => line.includes('--add-origin'))
  expect(warnings.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      origin: 'https://preview.acme.com',
      msg: expect.stringContaining('sites update asked --add-origin https://preview.acme.com'),
    }),
  ])
})

test('the log says why an app with a scheme of its own cannot be listed, and so does the command', async () => {
  const { key } = JSON.parse((await run('keys', 'create', '--site', 'asked', '--json')).stdout)
  const headers = { origin: 'capacitor://localhost' }
  const response = await server.send('/discovery/v1/search/asked', { key, body: { query: 'upload' }, headers })
  expect(response.status).toBe(403)
  expect(server.logged()).toContain('Only origins that begin with https:// or http:// can be listed')
  const { stderr } = await run('sites', 'update', 'asked', '--add-origin', 'capacitor://localhost')
  expect(stderr).toContain('pages of an app that has a scheme of its own cannot be listed')
})

test('a new assistant key comes with the tag for the site, at the address for browsers', async () => {
  const { stdout, stderr } = await run('keys', 'create', '--site', 'acme')
  const key = stdout.trim()
  const tag = `<script src="https://sidenote.example.com/widget.js" data-domain="acme" data-key="${key}" async></script>`
  expect(key).toMatch(/^svc_dsc_\w+$/)
  expect(stderr).toContain(`\n${tag}\n`)
  const json = JSON.parse((await run('keys', 'create', '--site', 'acme', '--json')).stdout)
  expect(json).toMatchObject({ tag: tag.replace(key, json.key) })
  expect((await run('keys', 'create', '--admin')).stderr).not.toContain('<script')
  await run('sites', 'update', 'acme', '--name', 'Acme "Tools"')
  const named = JSON.parse((await run('keys', 'create', '--site', 'acme', '--json')).stdout)
  expect(named.tag).toContain(' data-title="Acme &quot;Tools&quot;" async>')
})

test('sites show has all that is set of a source, and a failed sync is seen in the list', async () => {
  const place = ['--git', 'git.example.invalid/acme/docs', '--branch', 'stable', '--docs', 'content']
  await run('sites', 'update', 'acme', ...place, '--page-language', 'de')
  const shown = (await run('sites', 'show', 'acme')).stdout
  expect(shown).toContain('https://git.example.invalid/acme/docs (branch stable, folder content, language de)')
  await server.sync('acme')
  expect((await run('sites', 'list')).stdout).toContain('; last sync failed')
  expect((await run('sites', 'show', 'acme')).stdout).toMatch(/last sync +failed at \S+ \(sync_\S+\): \w/)
  await run('sites', 'update', 'acme', '--website', 'http://localhost:1/', '--allow-host', 'localhost')
  expect((await run('sites', 'show', 'acme')).stdout).toContain('http://localhost:1/ (allowed hosts localhost)')
})

test('syncs are listed, shown, printed as CSV, and one that has ended cannot be cancelled', async () => {
  const { syncs } = JSON.parse((await run('syncs', 'list', 'acme', '--json')).stdout)
  expect(syncs.map(({ status }: { status: string }) => status)).toEqual(['failed', 'completed'])
  expect((await run('syncs', 'list', 'acme')).stdout).toContain(syncs[0].id)
  expect((await run('syncs', 'show', 'acme', syncs[0].id)).stdout).toContain('acme: not in sync.')
  const { stdout } = await run('syncs', 'list', 'acme', '--csv', '--limit', '1')
  expect(stdout.trim().split('\r\n')).toHaveLength(2)
  expect(await run('syncs', 'cancel', 'acme', syncs[0].id)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has ended: it is failed'),
  })
})
