import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createReader, demo, expect, test } from './support/reader.ts'

/** Documentation that nobody but this test has. */
const makeDocumentation = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sidenote-own-'))
  const pages = {
    'index.md': '# Kiln\n\nKiln fires pottery by remote control.\n',
    'cool-down.md':
      '# Cool down\n\n## Before you open the lid\n\nWait until the display shows less than 60 °C. A warm kiln cracks glaze.\n',
    'programs.md': '# Programs\n\n## Bisque\n\nThe bisque program heats to 980 °C within nine hours.\n',
  }
  for (const [name, text] of Object.entries(pages)) await writeFile(path.join(folder, name), text)
  return folder
}

/** Prints how long each step took, for people. */
const createStopwatch = () => {
  let last = performance.now()
  const begin = last
  return (step: string) => {
    const now = performance.now()
    console.log(`${step}: ${((now - last) / 1_000).toFixed(1)} s, ${((now - begin) / 1_000).toFixed(1)} s in all`)
    last = now
  }
}

/** A page of somebody's own with a tag in it. */
const serveOwnPage = async (page: Page, tag: string): Promise<string> => {
  const address = 'https://kiln.example/cool-down'
  await page.route(`${new URL(address).origin}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Cool down · Kiln</title><main><h1>Cool down</h1><p>Wait.</p></main>${tag}`,
    }),
  )
  return address
}

test('from the printed link to the first question of a reader, without a shell', async ({ page, context, browser }) => {
  const took = createStopwatch()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(demo().dashboard)
  await page.getByLabel('Name').fill('Olga')
  await page.getByLabel('E-mail').fill('olga@example.com')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  expect(page.url()).not.toContain('#')
  took('owner')

  const folder = await makeDocumentation()
  await page.getByRole('link', { name: 'Sites', exact: true }).click()
  await page.getByRole('button', { name: 'Add site' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Identifier').fill('kiln')
  await dialog.getByLabel('Name').fill('Kiln')
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Folder on the server' }).click()
  await dialog.getByLabel('Folder').fill(folder)
  await dialog.getByRole('button', { name: 'Add site' }).click()
  await expect(page.getByRole('heading', { name: '3 pages read' })).toBeVisible()
  took('own documentation read')

  await page.getByRole('button', { name: 'Create the tag' }).click()
  await page.getByRole('button', { name: 'Copy tag' }).click()
  const tag = await page.evaluate(() => navigator.clipboard.readText())
  expect(tag).toContain('data-domain="kiln"')
  took('tag copied')

  // Whether it stores what readers write is the owner's choice.
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Keep what readers ask' }).click()
  const policy = page.getByRole('form', { name: 'Policy' })
  await policy.getByRole('button', { name: 'Save' }).click()
  await expect(policy.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Conversations' }).click()
  await expect(page.getByText('Nobody has asked anything on these days')).toBeVisible()
  took('texts stored')

  const readers = await browser.newContext()
  const reader = createReader(await readers.newPage())
  await reader.page.goto(await serveOwnPage(reader.page, tag))
  await reader.page.getByRole('button', { name: /^Ask AI/ }).click()
  await reader.ask('When may I open the lid?')
  await reader.answered()
  took('question answered')
  await expect(page.getByRole('button', { name: 'When may I open the lid?' })).toBeVisible()
  took('question seen by the owner, without a reload')
  await page.getByRole('button', { name: 'When may I open the lid?' }).click()
  await expect(page.getByRole('dialog').getByText('60 °C').first()).toBeVisible()
  await readers.close()

  // The link is used up.
  const other = await browser.newContext()
  const late = await other.newPage()
  await late.goto(demo().dashboard)
  await late.getByLabel('Name').fill('Mallory')
  await late.getByLabel('E-mail').fill('mallory@example.com')
  await late.getByLabel('Password').fill('correct horse battery')
  await late.getByRole('button', { name: 'Create account' }).click()
  await expect(late.getByRole('alert')).toContainText('not valid any more')
  await other.close()
  await rm(folder, { recursive: true })
})
