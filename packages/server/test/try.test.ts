import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readPlace } from '../src/cli/try/read-place.ts'
import { cliProgram, runCli } from './support/server-process.ts'
import { writeFiles } from './support/write-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  await writeFiles(join(folder, 'docs'), {
    'index.md': '# Acme\n\nAcme stores files.\n',
    'limits.md':
      '# Limits\n\n## Size of an upload\n\nAn upload has at most 25 MB.\n\n```\n<script>alert(1)</script>\n```\n',
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const triedSchema = z.object({ url: z.url(), server: z.url(), domain: z.string(), key: z.string() })

test('try indexes a folder, shows its pages with the assistant, answers from them, and leaves nothing behind', async () => {
  const temporary = join(folder, 'temporary')
  await mkdir(temporary)
  const { program, environment } = cliProgram({ TMPDIR: temporary, SIDENOTE_DATA: '/nowhere' })
  const [command = '', ...options] = program.split(' ')
  const child = spawn(command, [...options, 'try', 'docs', '--port', '0', '--json'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const chunks: string[] = []
    while (!chunks.join('').endsWith('}\n')) chunks.push(String((await once(child.stdout, 'data'))[0]))
    const tried = triedSchema.parse(JSON.parse(chunks.join('')))
    const home = await (await fetch(tried.url)).text()
    expect(home).toContain(`<script src="${tried.server}/widget.js" data-domain="docs" data-key="${tried.key}"`)
    expect(home).toContain('Acme stores files.')
    const found = await fetch(`${tried.server}/discovery/v1/search/docs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tried.key}`, 'content-type': 'application/json', origin: tried.url },
      body: JSON.stringify({ query: 'size of an upload' }),
    })
    const [first] = z.array(z.object({ metadata: z.object({ url: z.string() }) })).parse(await found.json())
    expect(first?.metadata.url).toBe(`${tried.url}/limits#size-of-an-upload`)
    const source = await (await fetch(first?.metadata.url ?? '')).text()
    expect(source).toContain('<h2 id="size-of-an-upload">Size of an upload</h2>')
    expect(source).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect((await fetch(`${tried.url}/no-such-page`)).status).toBe(404)
  } finally {
    child.kill('SIGINT')
  }
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)
  expect((await readdir(temporary)).filter((name) => name.startsWith('sidenote-try'))).toEqual([])
})

test('what cannot be tried is named, with exit code 2', async () => {
  const missing = await runCli(['try', 'no-such-folder'], { folder })
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining(`There is no folder ${folder}`) })
  await writeFile(join(folder, 'page.md'), '# A page')
  expect(await runCli(['try', 'page.md'], { folder })).toMatchObject({ code: 2 })
})

test.each([
  ['https://github.com/acme/docs', { kind: 'git' }],
  ['https://git.example.com/a/b/docs.git', { kind: 'git' }],
  ['https://docs.example.com', { kind: 'website', url: 'https://docs.example.com/' }],
  ['https://docs.example.com/openapi.yaml', { kind: 'openapi' }],
  ['http://localhost:8000/docs/', { kind: 'website', allowedHosts: ['localhost'] }],
  ['http://192.168.1.20/', { kind: 'website', allowedHosts: ['192.168.1.20'] }],
])('%s is read as what it is', async (text, source) => {
  const place = await readPlace(text, (path) => path)
  expect(place.source).toMatchObject(source)
  if (text.startsWith('https:')) expect(place.source).not.toHaveProperty('allowedHosts')
})

test('init writes settings that serve reads and a unit that names them, and never overwrites either', async () => {
  const place = join(folder, 'service')
  const data = join(folder, 'data of init')
  const environment = { SIDENOTE_PORT: '4321', SIDENOTE_DATA: data }
  const first = await runCli(['init', 'service', '--json'], { folder, environment })
  expect(first.code).toBe(0)
  const settings = join(place, 'sidenote.env')
  expect(JSON.parse(first.stdout)).toMatchObject({ settings, dataFolder: data })
  expect(parseEnv(await readFile(settings, 'utf8'))).toMatchObject({ SIDENOTE_PORT: '4321', SIDENOTE_DATA: data })
  const unit = await readFile(join(place, 'sidenote.service'), 'utf8')
  expect(unit).toContain(`EnvironmentFile=${settings}\n`)
  const again = await runCli(['init', 'service'], { folder, environment })
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining(`${settings} is there already`) })
  const bad = await runCli(['serve', '--settings', settings], { folder, environment: { SIDENOTE_PORT: 'x' } })
  expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining('SIDENOTE_PORT is "x"') })
})

test('init writes a compose file with a place for pages, also where names have spaces and dollars', async () => {
  const place = join(folder, 'container')
  const words = [
    'init',
    'container',
    '--compose',
    '--docs',
    'our docs/$5',
    '--image',
    'registry.example.com/sidenote:1.2',
  ]
  const environment = { SIDENOTE_PORT: '4321' }
  const { code, stdout } = await runCli([...words, '--json'], { folder, environment })
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      settings: join(place, 'sidenote.env'),
      compose: join(place, 'compose.yaml'),
      docs: join(folder, 'our docs/$5'),
      image: 'registry.example.com/sidenote:1.2',
    },
  ])
  const { services } = parse(await readFile(join(place, 'compose.yaml'), 'utf8'))
  expect(services.sidenote).toMatchObject({
    image: 'registry.example.com/sidenote:1.2',
    ports: ['127.0.0.1:4321:4000'],
    read_only: true,
    volumes: ['data:/data', { type: 'bind', source: join(folder, 'our docs/$$5'), target: '/docs', read_only: true }],
  })
  const settings = parseEnv(await readFile(join(place, 'sidenote.env'), 'utf8'))
  expect(settings).toMatchObject({ SIDENOTE_HOST: '0.0.0.0', SIDENOTE_PORT: '4000', SIDENOTE_DATA: '/data' })
  const again = await runCli(words, { folder, environment })
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('sidenote.env is there already') })
  const unused = await runCli(['init', 'other', '--docs', 'docs'], { folder })
  expect(unused).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --compose.') })
})

test('where names the data folder from anywhere, and data of an earlier version that is not used', async () => {
  const elsewhere = join(folder, 'elsewhere')
  await mkdir(join(elsewhere, '.sidenote'), { recursive: true })
  const placeSchema = z.object({ dataFolder: z.string(), chosenBy: z.string(), earlierFolder: z.string().nullable() })
  const where = async (from: string) =>
    placeSchema.parse(JSON.parse((await runCli(['where', '--json'], { folder: from })).stdout))
  const here = await where(folder)
  expect(here).toMatchObject({ chosenBy: 'repository', earlierFolder: null })
  await writeFile(join(elsewhere, '.sidenote', 'admin-key'), 'x')
  expect(await where(elsewhere)).toEqual({ ...here, earlierFolder: join(elsewhere, '.sidenote') })
  const { stderr } = await runCli(['sites', 'list', '--data', join(folder, 'empty')], { folder: elsewhere })
  expect(stderr).toContain(`There is one of an earlier version here: ${join(elsewhere, '.sidenote')}`)
})
