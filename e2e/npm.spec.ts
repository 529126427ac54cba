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
const visit = async (page: Page, face: 'component' | 'inline' | 'mount'): Promise<readonly string[]> => {
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
  const launcher = page.getByRole('button', { name: /^Ask AI/ })
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

test('mount twice leaves one widget, with the later options', async ({ page, reader }) => {
  await visit(page, 'mount')
  await expect(page.locator('sidenote-widget')).toHaveCount(1)
  await expect(reader.panel).toHaveAccessibleName('Acme assistant')
})

test('the package can be imported on a server', () => {
  for (const name of ['index.js', 'react.js']) {
    const said = execFileSync(process.execPath, [
      '-e',
      `import(process.argv[1]).then(() => console.log('fine'))`,
      path.join(widget, name),
    ])
    expect(said.toString().trim()).toBe('fine')
  }
})
