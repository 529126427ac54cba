import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { demo, expect, test } from './support/reader.ts'

const widget = path.resolve(import.meta.dirname, '../packages/widget/dist/npm')
let files: ReadonlyMap<string, string>

/** Builds an application with its own React, as an owner's bundler would. */
test.beforeAll(async () => {
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'npm-host/app.tsx'),
        output: { entryFileNames: 'app.js', chunkFileNames: '[name].js' },
      },
    },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  files = new Map(outputs.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one.code]] : [])))
})

/** Opens the application; @returns the files of it that were fetched. */
const visit = async (page: Page, face: 'component' | 'inline' | 'mount' | 'headless'): Promise<readonly string[]> => {
  const { docs, server: url, domain, key } = demo()
  const fetched: string[] = []
  await page.route(`${docs}/app/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice('/app/'.length)
    const code = files.get(name)
    if (code) fetched.push(name)
    return code
      ? route.fulfill({ contentType: 'text/javascript', body: code })
      : route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><title>App</title><div id="app"></div><script type="application/json" id="given">${JSON.stringify({ url, domain, key, face })}</script><script type="module" src="/app/app.js"></script>`,
        })
  })
  await page.goto(`${docs}/app/`)
  return fetched
}

test('the component mounts the widget with the page’s React, follows its properties, and unmounts it', async ({
  page,
  reader,
}) => {
  const fetched = await visit(page, 'component')
  const launcher = page.locator('sidenote-widget').getByRole('button', { name: /^Ask AI/ })
  await expect(launcher).toBeVisible()
  expect(fetched.filter((name) => name.startsWith('panel'))).toEqual([])
  await launcher.click()
  await expect(reader.composer).toBeFocused()
  await reader.ask('How do I put the widget on my site?')
  await reader.answered()
  await expect(page.getByRole('status').filter({ hasText: 'open answer' })).toBeVisible()

  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(reader.panel).toHaveAccessibleName('Acme assistant')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(reader.panel).toHaveAccessibleName('127.0.0.1 assistant')
  await page.getByRole('button', { name: 'Switch' }).click()
  await expect(page.locator('sidenote-widget')).toHaveCount(0)
  await page.getByRole('button', { name: 'Switch' }).click()
  await expect(page.locator('sidenote-widget')).toHaveCount(1)
})

test('the inline component fills its own place', async ({ page, reader }) => {
  await visit(page, 'inline')
  await page.locator('main sidenote-widget').getByRole('button', { name: 'Ask a question…' }).click()
  await expect(reader.composer).toBeFocused()
})

test('the page’s own launchers open the panel, and ask', async ({ page, reader }) => {
  await visit(page, 'component')
  await page.locator('button.own').click()
  await expect(reader.composer).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'What is it?' }).click()
  await expect(reader.panel.getByText('What is Sidenote?', { exact: true }).first()).toBeVisible()
  await reader.answered()
})

test.describe('in a browser that speaks German', () => {
  test.use({ locale: 'de-DE' })

  test('the words of the package come from its server', async ({ page }) => {
    const words = page.waitForResponse((response) => response.url().endsWith('/widget/languages/de.json'))
    await visit(page, 'mount')
    expect((await words).status()).toBe(200)
    const panel = page.getByRole('complementary', { name: 'Assistent für Acme' })
    await expect(panel.getByPlaceholder('Frage stellen …')).toBeFocused()
  })

  test('a panel whose words don’t come is in English', async ({ page, reader }) => {
    await page.route('**/languages/de.json', (route) => route.fulfill({ status: 404, json: {} }))
    await visit(page, 'mount')
    await expect(reader.panel).toHaveAccessibleName('Acme assistant')
  })
})

test('the hook has questions, answers with passages and verdicts, and contexts, and keeps them over a reload', async ({
  page,
}) => {
  const fetched = await visit(page, 'headless')
  const own = page.getByRole('region', { name: 'Own assistant' })
  const box = own.getByLabel('Question')
  await own.getByRole('button', { name: 'Attach' }).click()
  await own.getByRole('button', { name: 'Attach' }).click()
  await expect(own.getByRole('list', { name: 'Contexts' }).getByRole('listitem')).toHaveText(/npm start/)
  expect(fetched.filter((name) => /panel|session|chat/.test(name))).toEqual([])
  await box.fill('How do I start the demo?')
  await box.press('Enter')
  await expect(own.getByRole('heading')).toHaveText('How do I start the demo? (npm start)')
  await expect(box).toHaveValue('')
  const answer = own.getByRole('article')
  await expect(answer).toHaveAttribute('data-status', 'complete')
  await expect(answer).toHaveAttribute('data-answered', 'true')
  await expect(answer.getByText('(1)')).toBeVisible()
  await expect(answer.getByRole('link').first()).toHaveAttribute('href', /#/)
  await expect(answer.locator('q').first()).not.toBeEmpty()
  await expect(answer.getByRole('list', { name: 'Verdicts' }).getByRole('listitem').first()).toHaveText('supported')
  await expect(own.getByLabel('Phase')).toHaveText('idle')
  expect(fetched.filter((name) => name.startsWith('panel'))).toEqual([])
  await box.fill('And on')
  await page.reload()
  await expect(answer).toHaveAttribute('data-status', 'complete')
  await expect(box).toHaveValue('And on')
  await own.getByRole('button', { name: 'Forget' }).click()
  await expect(answer).toHaveCount(0)
})

test('the hook stops an answer, queues the next question, and says what went wrong', async ({ page }) => {
  await visit(page, 'headless')
  const own = page.getByRole('region', { name: 'Own assistant' })
  const box = own.getByLabel('Question')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/message', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await box.fill('What is a key?')
  await box.press('Enter')
  await expect(own.getByLabel('Phase')).toHaveText('searching')
  await box.fill('What is an origin?')
  await box.press('Enter')
  await expect(own.getByText('1 waiting')).toBeVisible()
  await own.getByRole('button', { name: 'Stop' }).click()
  release()
  await expect(own.getByText('0 waiting')).toBeVisible()
  await expect(own.getByRole('article').first()).toHaveAttribute('data-status', 'stopped')
  await expect(own.getByRole('article').last()).toHaveAttribute('data-status', 'complete')
  await page.unroute('**/message')
  await page.route('**/message', (route) =>
    route.fulfill({ status: 429, json: { message: 'Too many questions.', code: 'rate_limited' } }),
  )
  await box.fill('Again?')
  await box.press('Enter')
  await expect(own.getByRole('alert')).toHaveText('Too many questions.')
})

test('mount twice leaves one widget, with the later options', async ({ page, reader }) => {
  await visit(page, 'mount')
  await expect(page.locator('sidenote-widget')).toHaveCount(1)
  await expect(reader.panel).toHaveAccessibleName('Acme assistant')
})

test('the package can be imported on a server', () => {
  for (const name of ['index.js', 'react.js', 'headless.js']) {
    const said = execFileSync(process.execPath, [
      '-e',
      `import(process.argv[1]).then(() => console.log('fine'))`,
      path.join(widget, name),
    ])
    expect(said.toString().trim()).toBe('fine')
  }
})
