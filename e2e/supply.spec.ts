import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import manifest from '../packages/widget/package.json' with { type: 'json' }
import { demo, expect, test } from './support/reader.ts'

const widget = path.resolve(import.meta.dirname, '../packages/widget')
const folder = `widget/${manifest.version}`
const address = () => `${demo().server}/${folder}`
const integrities = async (): Promise<Record<string, string>> =>
  (await fetch(`${address()}/integrity.json`)).json() as Promise<Record<string, string>>

test('the integrities that the build prints match the served bytes', async () => {
  const said = await integrities()
  expect(Object.keys(said)).toContain('widget.js')
  for (const [name, integrity] of Object.entries(said)) {
    const response = await fetch(`${address()}/${name}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`).toBe(integrity)
    expect(response.headers.get('cache-control')).toContain('immutable')
  }
})

test('two builds give the same bytes', async () => {
  const copy = await mkdtemp(path.join(tmpdir(), 'sidenote-build-'))
  const dist = path.join(copy, 'dist')
  try {
    await promisify(execFile)(process.execPath, ['build.ts', dist], { cwd: widget })
    const files = (await readdir(path.join(dist, folder))).sort()
    expect(files).toEqual((await readdir(path.join(widget, 'dist', folder))).sort())
    for (const name of files) {
      const own = await readFile(path.join(dist, folder, name))
      expect(own.equals(await readFile(path.join(widget, 'dist', folder, name))), name).toBe(true)
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
})

test('a tampered panel doesn’t run, and the reader is told', async ({ page }) => {
  const { docs, domain, key } = demo()
  const integrity = (await integrities())['widget.js']
  await page.route(`${docs}/pinned`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><h1>Keys</h1><script src="${address()}/widget.js" integrity="${integrity}" crossorigin data-domain="${domain}" data-key="${key}" async></script>`,
    }),
  )
  await page.goto(`${docs}/pinned`)
  const panel = page.locator('sidenote-widget .sn-frame')
  let isChanged = true
  await page.route('**/panel-*.js', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: isChanged ? `window.noted = ['ran'];${body}` : body })
  })
  await page.locator('sidenote-widget .sn-launcher').click()
  await expect(panel.getByRole('button', { name: 'Retry' })).toBeVisible()
  expect(await page.evaluate(() => window.noted)).toBeUndefined()
  isChanged = false
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(panel.locator('.sn-composer textarea')).toBeFocused()
})
