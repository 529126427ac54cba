// Packs the widget as npm would, installs it in fresh applications (Vite with React 18 and 19, Next), and checks types,
// rendering on a server, strict mode, the components and the hook in a browser. Not part of CI, since it installs
// applications: run it before a release.
//
//   node e2e/package/run.ts [--folder /tmp/applications] [name …]
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Browser, chromium, expect as playwrightExpect } from '@playwright/test'
import { freePort, listen } from '../../packages/server/test/support/listen.ts'
import { serveSite } from '../generators/serve-site.ts'
import { createReader } from '../support/reader.ts'
import { createAdminister, end, startServer } from '../support/server-process.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string', default: path.join(tmpdir(), 'sidenote-applications') } },
})
const expect = playwrightExpect.configure({ timeout: 15_000 })
const root = path.resolve(import.meta.dirname, '../..')
/** The most that the package may take when it's unpacked, in bytes. */
const largestPackage = 300_000

/** The folder of each application's own code. All of them have `own.tsx` there. */
const sources = { vite: 'src', next: 'app' } as const

/** An application that has the package. */
interface Application {
  readonly name: string
  readonly source: keyof typeof sources
  readonly dependencies: Readonly<Record<string, string>>
  readonly build: readonly string[]
  readonly output: string
}

const types = (major: string) => ({ '@types/react': `^${major}`, '@types/react-dom': `^${major}`, typescript: '5.9.3' })
const vite = { vite: '8.3.8', '@vitejs/plugin-react': '6.3.0' }
const applications: readonly Application[] = [
  {
    name: 'vite-react-18',
    source: 'vite',
    dependencies: { react: '^18', 'react-dom': '^18', ...types('18'), ...vite },
    build: ['npx', 'vite', 'build', '--base', '/docs/'],
    output: 'dist',
  },
  {
    name: 'vite-react-19',
    source: 'vite',
    dependencies: { react: '^19', 'react-dom': '^19', ...types('19'), ...vite },
    build: ['npx', 'vite', 'build', '--base', '/docs/'],
    output: 'dist',
  },
  {
    name: 'next',
    source: 'next',
    dependencies: { react: '^19', 'react-dom': '^19', next: '16.4.6', ...types('19'), '@types/node': '24.19.2' },
    build: ['npx', 'next', 'build'],
    output: 'out',
  },
]

const run = (folder: string, [command = '', ...parameters]: readonly string[]): string => {
  try {
    return execFileSync(command, parameters, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`“${[command, ...parameters].join(' ')}” failed in ${folder}.\n${stdout}${stderr}`.slice(-3_000))
  }
}

/** Packs the package. @returns the tarball */
function pack(): string {
  mkdirSync(values.folder, { recursive: true })
  const tarball = path.join(values.folder, 'widget.tgz')
  run(path.join(root, 'packages/widget'), ['pnpm', 'pack', '--out', tarball])
  return tarball
}

/** Makes the application, and builds it after its types have been checked. @returns its folder */
function build({ name, source, dependencies, build: command }: Application, tarball: string): string {
  const folder = path.join(values.folder, name)
  mkdirSync(folder, { recursive: true })
  const apps = path.join(import.meta.dirname, 'apps')
  cpSync(path.join(apps, source), folder, { recursive: true })
  cpSync(path.join(apps, 'own.tsx'), path.join(folder, sources[source], 'own.tsx'))
  rmSync(path.join(folder, 'node_modules/@sidenote'), { recursive: true, force: true })
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { ...dependencies, '@sidenote/widget': `file:${tarball}` },
  }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  rmSync(path.join(folder, 'package-lock.json'), { force: true })
  run(folder, ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'])
  run(folder, ['npx', 'tsc', '--noEmit'])
  run(folder, command)
  return folder
}

function checkSize(folder: string): void {
  const place = path.join(folder, 'node_modules/@sidenote/widget')
  const files = globSync('**/*', { cwd: place, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = files.map((entry) => entry.name)
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)
  console.log(`The package has ${files.length} files of ${bytes} bytes.`)
  expect(names.filter((name) => /\.(?:br|gz|map)$|\.test\./.test(name))).toEqual([])
  expect(names).toContain('README.md')
  expect(bytes).toBeLessThan(largestPackage)
}

/** The components render on a server, and the hook is at rest there. */
function checkServer(folder: string): void {
  const html = run(folder, [
    'node',
    '--input-type=module',
    '-e',
    `import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { Assistant, Launcher } from '@sidenote/widget/react'
import { SidenoteProvider, useSidenote } from '@sidenote/widget/headless'
import { mount } from '@sidenote/widget'
const site = { domain: 'acme', publicKey: 'svc_dsc_x', url: 'https://a.b' }
const Own = () => h('p', null, String(useSidenote().isBusy))
console.error = (message) => { throw new Error(message) }
console.log(typeof mount, renderToString(h(SidenoteProvider, site, h(Own), h(Launcher), h(Assistant, site))))`,
  ])
  expect(html.trim()).toBe('function <p>false</p><button type="button" data-ask-open="">Ask AI</button>')
}

async function checkBrowser(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage()
  const said: string[] = []
  page.on('pageerror', (error) => said.push(error.message))
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  await page.goto(address, { waitUntil: 'load' })
  await page.locator('.own-launcher').click()
  const reader = createReader(page)
  await expect(reader.composer).toBeFocused()
  await expect(page.locator('sidenote-widget')).toHaveCount(1)
  await reader.ask('How do I create a key?')
  await reader.answered()
  await page.keyboard.press('Escape')
  const own = page.getByRole('region', { name: 'Own' })
  await own.getByLabel('Own question').fill('How long does the old key work after a rotation?')
  await own.getByRole('button', { name: 'Ask it' }).click()
  await expect(own.getByRole('article').last()).toHaveAttribute('data-status', 'complete')
  await expect(own.getByRole('article').last()).toContainText('48 hours')
  await expect(own.getByText('supported', { exact: true }).first()).toBeVisible()
  await expect(own.getByRole('status')).toHaveText('idle')
  expect(said.filter((message) => !/favicon|404/.test(message))).toEqual([])
  await page.close()
}

const data = await mkdtemp(path.join(tmpdir(), 'sidenote-package-data-'))
const port = await freePort()
const server = await startServer(port, data)
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file))
const browser = await chromium.launch({ ...(executablePath && { executablePath }) })
try {
  const url = `http://127.0.0.1:${port}`
  const admin = await createAdminister(url, data)
  const pages = path.join(root, 'e2e/generators/pages')
  await admin('POST', '/admin/v1/sites', { domain: 'acme', sources: [{ kind: 'folder', folder: pages }] })
  let sync = await admin('POST', '/admin/v1/sites/acme/syncs', {})
  while (sync.finishedAt === null) {
    await wait(100)
    sync = await admin('GET', `/admin/v1/sites/acme/syncs/${sync.id}`)
  }
  const { key } = await admin('POST', '/admin/v1/keys', { kind: 'assistant', site: 'acme' })
  const tarball = pack()
  for (const application of applications) {
    const { name, output } = application
    if (positionals.length > 0 && !positionals.includes(name)) continue
    const folder = build(application, tarball)
    checkSize(folder)
    checkServer(folder)
    const docs = await listen(serveSite(path.join(folder, output), { url, domain: 'acme', key }))
    await checkBrowser(browser, `${docs.url}/docs/`)
    await docs.close()
    console.log(`${name}: types, server, browser and hook are fine.`)
  }
} finally {
  await browser.close()
  await end(server)
  await rm(data, { recursive: true, force: true })
}
