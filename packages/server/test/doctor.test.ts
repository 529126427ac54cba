import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createdKeySchema, createdOrganizationSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkModels, checkReranking } from '../src/assistant/models/check-models.ts'
import { checkPage } from '../src/cli/doctor/check-page.ts'
import { readConfig } from '../src/config.ts'
import { createTestDatabase, testEngines } from './support/database.ts'
import { createForge } from './support/forge/forge.ts'
import { listen } from './support/listen.ts'
import { startModelServer } from './support/model-server.ts'
import { startRerankingServer } from './support/reranking-server.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { runCli } from './support/server-process.ts'
import { writeFiles } from './support/write-files.ts'

let server: TestServer
let folder: string
let docs: { url: string; show: (html: string, headers?: Record<string, string>) => void; close: () => Promise<void> }
let key: string

const startDocs = async () => {
  let shown: { html: string; headers: Record<string, string> } = { html: '', headers: {} }
  const pages = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...shown.headers }).end(shown.html)
  })
  return {
    ...(await listen(pages)),
    show: (html: string, headers: Record<string, string> = {}) => {
      shown = { html, headers }
    },
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  await writeFiles(join(folder, 'widget'), { 'widget.js': 'loader' })
  docs = await startDocs()
  server = await startTestServer({ dataFolder: join(folder, 'data'), widgetFolder: join(folder, 'widget') })
  key = (await server.addSite('acme', { 'index.md': '# Home\n' }, { origins: [docs.url] })).key
})
afterAll(async () => {
  await docs.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const tag = (more: { src?: string; domain?: string; key?: string; attributes?: string } = {}) =>
  `<!doctype html><title>Docs</title><script src="${more.src ?? `${server.url}/widget.js`}" data-domain="${more.domain ?? 'acme'}" data-key="${more.key ?? key}" ${more.attributes ?? ''} async></script>`

const sentences = async (html: string, headers?: Record<string, string>) => {
  docs.show(html, headers)
  return (await checkPage(`${docs.url}/guide`)).map(({ level, sentence }) => `${level}: ${sentence}`)
}

describe('the page that embeds the widget', () => {
  test('is good when everything is', async () => {
    const policy = `script-src ${server.url}; connect-src ${server.url}; style-src 'none'`
    const found = await sentences(tag(), { 'content-security-policy': policy })
    expect(found).toEqual([expect.stringMatching(/^good: .* can show the widget/)])
  })

  test.each([
    ['no tag', () => '<p>nothing</p>', 'has no script tag of Sidenote'],
    ['no key', () => `<script src="${server.url}/widget.js" data-domain="acme"></script>`, 'has no data-key'],
    ['another site', () => tag({ domain: 'other' }), 'doesn’t belong to a site "other"'],
    ['an unknown key', () => tag({ key: 'svc_dsc_nonsense' }), 'refuses the tag’s key'],
    ['an administrator key', () => tag({ key: server.adminKey }), 'revoke it now'],
    ['a wrong address', () => tag({ src: `${server.url}/none/widget.js` }), 'answers with 404'],
    ['a wrong type', () => tag({ attributes: 'type="module"' }), 'type="module"'],
    ['nobody there', () => tag({ src: 'http://127.0.0.1:9/widget.js' }), 'can’t be loaded'],
  ])('%s is told in a sentence', async (_name, html, sentence) => {
    const found = await sentences(html())
    expect(found).toContainEqual(expect.stringContaining(sentence))
    expect(found.join()).not.toContain(server.adminKey)
    expect(found.join()).not.toContain('good:')
  })

  test.each([
    [`script-src 'self'; connect-src *`, 'to script-src'],
    [`script-src *; connect-src 'self'`, 'to connect-src'],
    [`script-src 'nonce-abc'`, "or 'strict-dynamic' to script-src"],
  ])('the policy %s is told in a sentence, from a header and from a meta element', async (policy, sentence) => {
    const html = tag({ attributes: 'nonce="abc"' })
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`
    expect(await sentences(html, { 'content-security-policy': policy })).toEqual([expect.stringContaining(sentence)])
    expect(await sentences(meta + html)).toEqual([expect.stringContaining(sentence)])
  })

  test('an origin that the site does not list is told with the command that lists it', async () => {
    const other = docs.url.replace('127.0.0.1', 'localhost')
    docs.show(tag())
    const found = await checkPage(`${other}/guide`)
    const command = `sites update acme --add-origin ${other}`
    expect(found.map(({ sentence }) => sentence)).toEqual([expect.stringMatching(new RegExp(`sidenote ${command}$`))])
    const environment = { SIDENOTE_DATA: server.dataFolder, SIDENOTE_URL: server.url }
    expect(await runCli(command.split(' '), { environment })).toMatchObject({ code: 0 })
    const site = await server.send('/admin/v1/sites/acme', { method: 'GET', key: server.adminKey })
    expect(await site.json()).toMatchObject({ origins: [docs.url, other] })
    expect((await checkPage(`${other}/guide`)).map(({ level }) => level)).toEqual(['good'])
    await runCli(['sites', 'update', 'acme', '--remove-origin', other], { environment })
  })

  test('what a page names is not passed on to a shell', async () => {
    const found = await sentences(tag({ domain: 'a; touch gone', key: 'svc_dsc_nonsense' }))
    expect(found.join()).toContain('sidenote keys create --site DOMAIN')
  })

  test('a key that is limited to other origins of the site is told', async () => {
    const other = docs.url.replace('127.0.0.1', 'localhost')
    const { key: narrow } = await server.addSite('narrow', { 'a.md': '# A\n' }, { origins: [docs.url, other] })
    const body = { kind: 'assistant', site: 'narrow', origins: [other] }
    const made = await server.send('/admin/v1/keys', { key: server.adminKey, body })
    const { key: limited } = createdKeySchema.parse(await made.json())
    expect(await sentences(tag({ domain: 'narrow', key: narrow }))).toEqual([expect.stringMatching(/^good:/)])
    expect(await sentences(tag({ domain: 'narrow', key: limited }))).toEqual([
      expect.stringMatching(/^problem: .*may not use this key .*sidenote keys create --site narrow$/),
    ])
  })

  test('data-url is where the server is looked for, below a path as well', async () => {
    const files = createServer((request, response) => {
      if (request.url === '/widget.js') response.setHeader('content-type', 'text/javascript')
      else response.statusCode = 404
      response.end()
    })
    const proxy = createServer(async (request, response) => {
      const to = new URL(request.url?.replace(/^\/ask\//, '/') ?? '', server.url)
      const { authorization, origin } = request.headers
      const method = request.method ?? 'GET'
      const more = method === 'POST' ? { 'content-type': 'application/json', authorization: String(authorization) } : {}
      const asked = { 'access-control-request-method': 'POST', origin: String(origin), ...more }
      const answer = await fetch(to, { method, headers: asked, ...(method === 'POST' && { body: '{"path":"index"}' }) })
      const headers = Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('access-control')))
      response.writeHead(answer.status, headers).end(await answer.text())
    })
    const [host, below] = [await listen(files), await listen(proxy)]
    onTestFinished(async () => void (await Promise.all([host.close(), below.close()])))
    const src = `${host.url}/widget.js`
    const found = await sentences(tag({ src, attributes: `data-url="${below.url}/ask/"` }))
    expect(found).toEqual([expect.stringMatching(/^good:/)])
    expect(await sentences(tag({ src }))).toEqual([expect.stringMatching(/^problem: /)])
    const policy = `script-src ${host.url}; connect-src ${host.url}`
    expect(
      await sentences(tag({ src, attributes: `data-url="${below.url}/ask"` }), { 'content-security-policy': policy }),
    ).toEqual([expect.stringContaining(`Add ${below.url} to connect-src`)])
  })
})

describe('sidenote doctor', () => {
  /** Where no server is, so that this shell's variables are checked. */
  const away = { SIDENOTE_URL: 'http://127.0.0.1:9' }
  const run = async (environment: Record<string, string>, ...more: string[]) => {
    const options = { environment: { SIDENOTE_DATA: server.dataFolder, SIDENOTE_URL: server.url, ...environment } }
    const { code, stdout } = await runCli(['doctor', '--json', ...more], options)
    const { findings }: { findings: { level: string; about: string; sentence: string }[] } = JSON.parse(stdout)
    return { code, stdout, findings }
  }

  test('finds nothing to put right in an installation that works, and changes nothing', async () => {
    docs.show(tag())
    const { code, findings } = await run({}, '--page', `${docs.url}/guide`)
    expect(findings.filter(({ level }) => level === 'problem')).toEqual([])
    expect(code).toBe(0)
    for (const about of ['configuration', 'data folder', 'database', 'acme', 'server', 'page']) {
      expect([about, findings.find((finding) => finding.about === about)?.level]).toEqual([about, 'good'])
    }
  })

  test('shows what a page says without letting it steer the terminal', async () => {
    docs.show(tag({ domain: '\u001b[31mred\u009b31m\u202e' }))
    const more = ['--page', `${docs.url}/guide`]
    const { findings, stdout } = await run({}, ...more)
    expect(findings.at(-1)?.sentence).toContain('"\u001b[31mred\u009b31m\u202e"')
    const text = await runCli(['doctor', ...more], {
      environment: { SIDENOTE_DATA: server.dataFolder, SIDENOTE_URL: server.url },
    })
    expect(text.stdout).toContain('"[31mred31m"')
    for (const shown of [stdout, text.stdout]) expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  })

  test('says whose a site or a project is that the operator’s keys do not see', async () => {
    const { administratorKey, id } = createdOrganizationSchema.parse(
      await (
        await server.send('/admin/v1/organizations', { key: server.adminKey, body: { name: 'Team', isTrusted: true } })
      ).json(),
    )
    const sources = [{ kind: 'folder', folder: import.meta.dirname }]
    const add = { key: administratorKey.key, body: { domain: 'acme', sources } }
    expect((await server.send('/admin/v1/sites', add)).status).toBe(201)
    const { findings } = await run({})
    expect(findings).toContainEqual(expect.objectContaining({ about: 'acme', level: 'good' }))
    const indexed = expect.stringContaining('never indexed')
    expect(findings).toContainEqual({ level: 'problem', about: 'acme of Team', sentence: indexed })
    await server.send(`/admin/v1/organizations/${id}`, { method: 'DELETE', key: server.adminKey })
  })

  test('tells of every project whether its repository can be read and pushed to, and changes nothing there', async () => {
    const forge = await createForge('github', { tokens: { writer: 'write', reader: 'read' } })
    onTestFinished(async () => {
      await forge.close()
      await server.database.deleteFrom('projects').execute()
    })
    const repository = forge.addRepository('acme/docs', { 'docs/index.md': '# Home\n' })
    const add = async (name: string, token: string, more: object = {}) => {
      const host = { kind: 'github', url: forge.url }
      const credentials = { kind: 'token', token }
      const body = {
        name,
        repository: forge.repositoryUrl('acme/docs'),
        docsFolder: 'docs',
        host,
        credentials,
        ...more,
      }
      const { status } = await server.send('/admin/v1/projects', { key: server.adminKey, body })
      expect(status).toBe(201)
    }
    await add('right', 'writer')
    await add('may only read', 'reader')
    await add('unknown token', 'expired')
    await add('no branch', 'writer', { ref: 'trunk' })
    await add('no folder', 'writer', { docsFolder: 'manual' })
    const model = {
      ...away,
      SIDENOTE_MODEL: 'openai-compatible:x',
      OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
    }
    const { code, stdout, findings } = await run(model, '--no-ask-model')
    expect(code).toBe(1)
    const of = (about: string) => findings.find((finding) => finding.about === about)
    expect(of('right')).toMatchObject({ level: 'good', sentence: expect.stringContaining('branches can be pushed') })
    expect(of('may only read')).toMatchObject({
      level: 'problem',
      sentence: expect.stringContaining('not let this token'),
    })
    expect(of('unknown token')).toMatchObject({
      level: 'problem',
      sentence: expect.stringContaining('refuses the token'),
    })
    expect(of('no branch')).toMatchObject({
      level: 'problem',
      sentence: expect.stringContaining('default branch is main'),
    })
    expect(of('no folder')).toMatchObject({
      level: 'problem',
      sentence: expect.stringContaining('manual is not a folder'),
    })
    expect(stdout).not.toContain('expired"')
    expect(repository.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
    const without = (await run({})).findings.find(({ about }) => about === 'right')
    expect(without).toMatchObject({ level: 'warning', sentence: expect.stringContaining('Set SIDENOTE_MODEL') })
  })

  test('tells a wrong variable, with 1', async () => {
    const { code, findings } = await run({ SIDENOTE_PROT: '1' })
    expect(code).toBe(1)
    expect(findings).toContainEqual(expect.objectContaining({ sentence: expect.stringContaining('SIDENOTE_PORT') }))
  })

  test('tells a database, a Redis and a server that do not answer, without their passwords', async () => {
    const { code, stdout, findings } = await run({
      DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:9/none',
      REDIS_URL: 'redis://:hunter2@127.0.0.1:9',
      SIDENOTE_URL: 'http://127.0.0.1:9',
    })
    expect(code).toBe(1)
    const of = (about: string) => findings.find((finding) => finding.about === about)
    expect(of('database')).toMatchObject({ level: 'problem', sentence: expect.stringContaining('ECONNREFUSED') })
    expect(of('Redis')).toMatchObject({ level: 'problem', sentence: expect.stringContaining('ECONNREFUSED') })
    expect(of('server')).toMatchObject({ level: 'warning' })
    expect(stdout).not.toContain('hunter2')
  })

  test('asks the reranking model, and tells what a search would meet', async () => {
    const reranking = await startRerankingServer(/order/)
    const environment = {
      SIDENOTE_RERANKING_MODEL: 'cohere-compatible:test',
      COHERE_COMPATIBLE_BASE_URL: reranking.url,
      COHERE_COMPATIBLE_API_KEY: 'canary-of-a-key',
    }
    const said = async (more: Record<string, string> = {}, isAsked = true) => {
      const found = await checkReranking(readConfig({ ...environment, ...more }), isAsked)
      expect(JSON.stringify(found)).not.toContain('canary-of-a-key')
      return found.map(({ level, sentence }) => `${level}: ${sentence}`)
    }
    const { findings } = await run({ ...environment, ...away }, '--no-ask-model')
    expect(findings).toContainEqual(expect.objectContaining({ about: 'reranking', level: 'good' }))
    expect(await said({}, false)).toEqual([expect.stringMatching(/^good: .*It was not asked/)])
    expect(reranking.requests).toEqual([])
    expect(await said()).toEqual([
      expect.stringMatching(/^(?:good: cohere-compatible:test answers\.|warning: .*too late)/),
    ])
    expect(reranking.requests[0]?.documents).toHaveLength(30)
    reranking.answer((response) => response.writeHead(401).end('{"message":"canary-of-a-key"}'))
    expect(await said()).toEqual([
      expect.stringMatching(/^problem: .*refuses the key \(HTTP 401\).*keeps its own order/),
    ])
    reranking.answer((response) => response.end('{"results":[{"index":99,"relevance_score":1}]}'))
    expect(await said()).toEqual([expect.stringMatching(/^problem: .*names text 99, but the last one is 29/)])
    reranking.answer(
      (response) => void setTimeout(() => response.end('{"results":[{"index":0,"relevance_score":1}]}'), 700),
    )
    expect(await said()).toEqual([expect.stringMatching(/^warning: .*too late: It takes \d+ ms for 30 sections/)])
    await reranking.close()
    expect(await said()).toEqual([expect.stringMatching(/^problem: .*can’t be reached/)])
    expect(await said({ SIDENOTE_RERANKING_MODEL: 'nonsense' })).toEqual([
      expect.stringMatching(/^problem: .*provider:model/),
    ])
  })

  test('asks the model of the second look, and tells what happens without it', async () => {
    const model = await startModelServer()
    onTestFinished(() => model.close())
    const answering = { SIDENOTE_MODEL: 'openai-compatible:test', OPENAI_COMPATIBLE_BASE_URL: model.url }
    const said = async (more: Record<string, string>, isAsked = true) => {
      const found = await checkModels(
        readConfig({ SIDENOTE_CHECKING_MODEL: 'openai-compatible:small', ...more }),
        isAsked,
      )
      return found.flatMap(({ about, level, sentence }) => (about === 'second look' ? [`${level}: ${sentence}`] : []))
    }
    const asked = () => model.rewrites.map((request) => request.model)
    expect(await said(answering, false)).toEqual(['good: openai-compatible:small is configured. It was not asked.'])
    expect(asked()).toEqual([])
    expect(await said(answering)).toEqual(['good: openai-compatible:small answers.'])
    expect(asked().sort()).toEqual(['small', 'test'])
    model.rewrite({ status: 404 })
    expect(await said(answering)).toEqual([
      expect.stringMatching(/^problem: .*\(HTTP 404\).*Rules alone check answers\.$/),
    ])
    expect(await said({})).toEqual(['problem: SIDENOTE_CHECKING_MODEL is set, but SIDENOTE_MODEL is not.'])
    expect(await said({ ...answering, SIDENOTE_CHECKING_MODEL: 'small' })).toEqual([
      expect.stringMatching(/^problem: .*provider:model/),
    ])
    expect(await said({ ...answering, SIDENOTE_CHECKING_MODEL: '' })).toEqual([])
  })

  test('asks the model, and tells a refused key without showing it', async () => {
    const model = await startModelServer()
    const environment = { ...away, SIDENOTE_MODEL: 'openai-compatible:test', OPENAI_COMPATIBLE_BASE_URL: model.url }
    model.rewrite({ status: 401, body: '{"error":{"message":"Incorrect API key: sk-canary"}}' })
    const refused = await run({ ...environment, OPENAI_COMPATIBLE_API_KEY: 'sk-canary' })
    expect(refused.code).toBe(1)
    expect(refused.findings).toContainEqual(
      expect.objectContaining({ about: 'model', sentence: expect.stringContaining('refuses the key (HTTP 401)') }),
    )
    expect(refused.stdout).not.toContain('sk-canary')
    model.rewrite({ say: 'yes' })
    expect((await run(environment)).findings).toContainEqual(
      expect.objectContaining({ about: 'model', level: 'good', sentence: 'openai-compatible:test answers.' }),
    )
    model.rewrite({ status: 400, forTools: true }, { say: 'yes' })
    expect((await run(environment)).findings).toContainEqual(
      expect.objectContaining({ level: 'warning', sentence: expect.stringContaining('takes no tools') }),
    )
    const asked = model.requests.length + model.rewrites.length
    expect((await run(environment, '--no-ask-model')).code).toBe(0)
    expect(model.requests.length + model.rewrites.length).toBe(asked)
    await model.close()
  })

  test('tells open rights, a source that is gone, a failed sync and a missing key', async () => {
    const bare = await server.addSite('bare', { 'index.md': '# Home\n' })
    await rm(bare.folder, { recursive: true })
    await server.sync('bare')
    await chmod(server.dataFolder, 0o755)
    const { code, findings } = await run({})
    await chmod(server.dataFolder, 0o700)
    expect(code).toBe(1)
    const told = findings.map(({ about, sentence }) => `${about}: ${sentence}`)
    expect(told).toContainEqual(expect.stringContaining(`chmod 700 ${server.dataFolder}`))
    expect(told).toContainEqual(expect.stringMatching(/^bare: This user can’t read its source .* \(ENOENT\)/))
    expect(told).toContainEqual(expect.stringMatching(/^bare: Its last sync, .* failed/))
    expect(told).toContainEqual(expect.stringMatching(/^bare: It lists no origins/))
  })

  test('asks for a few addresses of each site, and tells those that cannot be read', async () => {
    const website = await listen(
      createServer(({ url }, response) => {
        response.writeHead(url === '/guide' ? 404 : 200).end('A page')
      }),
    )
    onTestFinished(website.close)
    const pages = { 'index.md': '# Home', 'guide.md': '# Guide', 'more.md': '# More' }
    await server.addSite('published', pages, { origins: [website.url], url: website.url })
    const { findings } = await run({})
    const about = findings.filter((finding) => finding.about === 'published').map(({ sentence }) => sentence)
    expect(about).toContainEqual(
      expect.stringContaining(
        `1 of 3 addresses that were asked for can’t be read: ${website.url}/guide answers with 404.`,
      ),
    )
  })

  test('tells a database that is none, a key for secrets that is none and a missing key by their names', async () => {
    const data = join(folder, 'broken')
    await writeFiles(data, { 'sidenote.db': 'x'.repeat(5_000), 'secrets.key': 'nonsense' })
    const { code, findings } = await run({ SIDENOTE_DATA: data, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })
    expect(code).toBe(1)
    const told = findings.map(({ level, about, sentence }) => `${level} ${about}: ${sentence}`)
    expect(told).toContainEqual(
      expect.stringMatching(/^problem configuration: OTEL_EXPORTER_OTLP_ENDPOINT is "collector"/),
    )
    expect(told).toContainEqual(
      expect.stringMatching(/^problem database: .*file is not a database\. .*sidenote restore/),
    )
    expect(told).toContainEqual(expect.stringMatching(/^problem secrets key: .*must hold 64 hexadecimal digits\. /))
    await rename(join(server.dataFolder, 'admin-key'), join(server.dataFolder, 'admin-key.away'))
    const without = await run({})
    await rename(join(server.dataFolder, 'admin-key.away'), join(server.dataFolder, 'admin-key'))
    expect(without.findings).toContainEqual(
      expect.objectContaining({
        level: 'warning',
        about: 'administrator key',
        sentence: expect.stringContaining('none'),
      }),
    )
  })

  test('has the server check its own models, whatever the variables of this shell are', async () => {
    const model = await startModelServer()
    const configured = await startTestServer({
      environment: {
        SIDENOTE_MODEL: 'openai-compatible:served',
        OPENAI_COMPATIBLE_BASE_URL: model.url,
        OPENAI_COMPATIBLE_API_KEY: 'sk-canary',
      },
    })
    onTestFinished(async () => {
      await configured.stop()
      await model.close()
    })
    const shell = { SIDENOTE_URL: configured.url, SIDENOTE_DATA: configured.dataFolder }
    const about = ({ findings }: Awaited<ReturnType<typeof run>>, name: string) =>
      findings.filter((finding) => finding.about === name).map(({ level, sentence }) => `${level}: ${sentence}`)
    model.rewrite({ say: 'yes' })
    const seen = await run(shell)
    expect(about(seen, 'model')).toEqual(['good: openai-compatible:served answers.'])
    model.rewrite({ status: 401, body: '{"error":{"message":"Incorrect API key: sk-canary"}}' })
    const refused = await run({ ...shell, SIDENOTE_MODEL: 'openai:other' })
    expect(about(refused, 'model')).toEqual([expect.stringContaining('refuses the key (HTTP 401)')])
    expect(about(refused, 'server')).toContainEqual(
      expect.stringMatching(
        /^warning: SIDENOTE_MODEL is openai:other in this shell, but the server was started with openai-compatible:served\./,
      ),
    )
    const asked = model.requests.length
    expect(about(await run(shell, '--no-ask-model'), 'model')).toEqual([expect.stringContaining('It was not asked')])
    expect(model.requests.length).toBe(asked)
    const installation = await configured.send('/admin/v1/installation', { method: 'GET', key: configured.adminKey })
    for (const text of [seen.stdout, refused.stdout, await installation.text()]) expect(text).not.toContain('sk-canary')
  })

  test('says what it could not see: no server, no right to its configuration, a database elsewhere', async () => {
    const warnings = async (environment: Record<string, string>) =>
      (await run(environment)).findings
        .filter(({ level }) => level !== 'good')
        .map(({ sentence }) => sentence)
        .join(' ')
    expect(await warnings(away)).toMatch(/No server answers .* is about the variables of this shell/)
    const made = await server.send('/admin/v1/organizations', { key: server.adminKey, body: { name: 'Other' } })
    const { administratorKey, id } = createdOrganizationSchema.parse(await made.json())
    expect(await warnings({ SIDENOTE_ADMIN_KEY: administratorKey.key })).toMatch(
      /configuration can’t be seen: This takes an administrator key of the operator/,
    )
    await server.send(`/admin/v1/organizations/${id}`, { method: 'DELETE', key: server.adminKey })
  })

  test.runIf(testEngines.includes('postgres'))('says that the database it looked at is not the server’s', async () => {
    const { options, database, close } = await createTestDatabase('postgres')
    const databaseUrl = options.databaseUrl ?? ''
    const remote = await startTestServer({ environment: { DATABASE_URL: databaseUrl } })
    onTestFinished(async () => {
      await remote.stop()
      await database.destroy()
      await close().catch(() => undefined)
    })
    const of = ({ findings }: Awaited<ReturnType<typeof run>>) =>
      findings.filter(({ about }) => about === 'database').map(({ level, sentence }) => `${level}: ${sentence}`)
    const shell = { SIDENOTE_URL: remote.url, SIDENOTE_DATA: remote.dataFolder }
    expect(of(await run(shell))).toEqual([
      expect.stringMatching(/^warning: The server’s is PostgreSQL, but this shell has no DATABASE_URL/),
    ])
    expect(of(await run({ ...shell, DATABASE_URL: databaseUrl })).join()).not.toContain('not the server’s')
    expect(of(await run({ DATABASE_URL: databaseUrl }))).toContainEqual(
      expect.stringMatching(/^problem: It is not the server’s, which is in /),
    )
  })

  test('tells an administrator key that opens nothing any more', async () => {
    const body = { kind: 'administrator' }
    const made = await server.send('/admin/v1/keys', { key: server.adminKey, body })
    const { id, key: text } = createdKeySchema.parse(await made.json())
    const about = async () =>
      (await run({ SIDENOTE_ADMIN_KEY: text })).findings.filter((finding) => finding.about === 'administrator key')
    expect(await about()).toEqual([])
    await server.send(`/admin/v1/keys/${id}`, { key: server.adminKey, method: 'DELETE' })
    expect(await about()).toEqual([
      expect.objectContaining({
        level: 'problem',
        sentence: expect.stringMatching(/SIDENOTE_ADMIN_KEY was revoked at/),
      }),
    ])
  })

  test('tells what was sealed with a key that is gone, and how to make it again', async () => {
    await server.addSite('sealed', { 'index.md': '# Home\n' })
    for (const made of ['webhook', 'identity']) {
      await server.send(`/admin/v1/sites/sealed/${made}`, { key: server.adminKey })
    }
    const repository = 'https://git.example.com/acme/docs'
    const source = { kind: 'git', repository, branch: 'next', folder: 'manual', language: 'de' }
    const change = {
      sources: [
        { ...source, token: 'canary' },
        { kind: 'website', url: 'https://docs.example.com/' },
      ],
    }
    await server.send('/admin/v1/sites/sealed', { key: server.adminKey, method: 'PATCH', body: change })
    const about = async (environment: Record<string, string>) =>
      (await run(environment)).findings.filter((finding) => finding.about === 'sealed').map((one) => one.sentence)
    expect((await about({})).join()).not.toContain('different key')
    expect(await about({ SIDENOTE_SECRETS_KEY: 'ab'.repeat(32) })).toEqual(
      expect.arrayContaining([
        expect.stringContaining('"sidenote sites webhook sealed --new --yes"'),
        expect.stringContaining('"sidenote sites identity sealed --new --yes"'),
        expect.stringContaining('enter it again with "sidenote sites update sealed --token-variable NAME"'),
      ]),
    )
    const environment = { SIDENOTE_DATA: server.dataFolder, SIDENOTE_URL: server.url, NAME: 'new-canary' }
    for (const command of [
      'webhook sealed --new --yes',
      'identity sealed --new --yes',
      'update sealed --token-variable NAME',
    ]) {
      expect(await runCli(['sites', ...command.split(' ')], { environment })).toMatchObject({ code: 0 })
    }
    const site = await server.send('/admin/v1/sites/sealed', { method: 'GET', key: server.adminKey })
    expect(await site.json()).toMatchObject({
      sources: [{ ...source, hasToken: true }, change.sources[1]],
    })
  })
})
