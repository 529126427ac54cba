// Builds real documentation sites with their generators, puts the widget on each by the manual's recipe, indexes each, and
// prints a matrix of what works. Not part of CI, since it installs the generators: run it before a release.
//
//   node e2e/generators/run.ts [--folder /tmp/builds] [name …]
//
// MkDocs Material, Sphinx with Furo, and Hugo come from the system: apt-get install mkdocs-material furo hugo
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { freePort, listen } from '../../packages/server/test/support/listen.ts'
import { type Administer, createAdminister, end, startServer } from '../support/server-process.ts'
import { buildSite } from './build-site.ts'
import { checks } from './checks.ts'
import { base, serveSite } from './serve-site.ts'
import { type GeneratorSite, generatorSites } from './sites.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string', default: path.join(tmpdir(), 'sidenote-generators') } },
})
const wanted = generatorSites.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

/** What came of a check: nothing, or why it failed. */
type Outcome = string | undefined

const firstLines = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Playwright colours its messages
    .replace(/\u001b\[\d+m/g, '')
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, 12)
    .join('\n    ')

/** Adds the site and indexes its sources. @returns its key */
async function indexSite(admin: Administer, name: string, project: string, url: string): Promise<string> {
  await admin('POST', '/admin/v1/sites', {
    domain: name,
    name: 'Acme',
    url,
    sources: [{ kind: 'folder', folder: project }],
  })
  let sync = await admin('POST', `/admin/v1/sites/${name}/syncs`, {})
  while (sync.finishedAt === null) {
    await wait(100)
    sync = await admin('GET', `/admin/v1/sites/${name}/syncs/${sync.id}`)
  }
  return (await admin('POST', '/admin/v1/keys', { kind: 'assistant', site: name })).key
}

/** Runs all checks on a site. Errors that it has without the widget are its own. */
async function check(browser: Browser, site: GeneratorSite, address: string): Promise<Map<string, Outcome>> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.route('**/widget.js', (route) => route.abort())
  await page.goto(address, { waitUntil: 'load' })
  await page.unrouteAll()
  const ownErrors = new Set(errors.splice(0))
  const outcomes = new Map<string, Outcome>()
  for (const [name, run] of Object.entries(checks)) {
    if (name === 'router' && !site.hasRouter) continue
    const outcome = await run({ site, page, address }).then(() => undefined, firstLines)
    outcomes.set(name, outcome)
    if (outcome) await page.screenshot({ path: path.join(values.folder, `${site.name}-${name.replace(' ', '-')}.png`) })
  }
  const added = errors.filter((message) => !ownErrors.has(message))
  outcomes.set('no errors', added.length > 0 ? added.join('; ') : undefined)
  await context.close()
  return outcomes
}

const columns = [...Object.keys(checks), 'no errors']
const cell = (outcomes: Map<string, Outcome>, name: string): string => {
  if (!outcomes.has(name)) return '–'
  return outcomes.get(name) === undefined ? 'yes' : 'NO'
}
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const data = await mkdtemp(path.join(tmpdir(), 'sidenote-generators-data-'))
const port = await freePort()
const server = await startServer(port, data)
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file))
const browser = await chromium.launch({ ...(executablePath && { executablePath }) })
const rows: string[] = []
const failures: string[] = []
try {
  const url = `http://127.0.0.1:${port}`
  const admin = await createAdminister(url, data)
  for (const site of wanted) {
    const outcomes = await (async () => {
      try {
        const project = await buildSite(site, values.folder)
        const tag = { url, domain: site.name, key: '' }
        const docs = await listen(serveSite(path.join(project, site.output), tag))
        tag.key = await indexSite(admin, site.name, project, docs.url + base)
        const result = await check(browser, site, `${docs.url}${base}/`)
        await docs.close()
        return result
      } catch (error) {
        return new Map<string, Outcome>([['ask', firstLines(error)]])
      }
    })()
    rows.push(row([site.name, ...columns.map((name) => cell(outcomes, name))]))
    for (const [name, outcome] of outcomes) if (outcome) failures.push(`${site.name}, ${name}: ${outcome}`)
    console.error(rows.at(-1))
  }
} finally {
  await browser.close()
  await end(server)
  await rm(data, { recursive: true, force: true })
}
console.log([row(['', ...columns]), row(['', ...columns].map(() => '---')), ...rows].join('\n'))
for (const failure of failures) console.log(`\n${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0
