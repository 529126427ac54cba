import type { Page } from '@playwright/test'
import { choose, createReader, type Reader } from './support/reader.ts'
import { expect, test, words } from './support/scripted-server.ts'

/** What the storage keeps of the open conversation. */
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('sidenote:sidenote') ?? '')

/** A page that is left may write a moment later than it is gone. */
const wait = (page: Page) => page.waitForTimeout(300)

test.beforeEach(async ({ page, scripted, reader }) => {
  scripted.model.script(
    [{ say: 'The first answer [1].' }],
    [{ say: 'The second answer [1].' }],
    [{ say: 'A third [1].' }],
  )
  await scripted.serveWidgetOn(page)
  await reader.visit('/quick-start')
  await reader.openPanel()
  await reader.ask('How do I start the demo?')
  await reader.answered()
  // What is written soon after is written.
  await expect.poll(() => kept(page)).toContain('The first answer')
})

const ask = async (reader: Reader, question: string) => {
  await reader.ask(question)
  await reader.answered()
}

const openTab = async (page: Page, scripted: { serveWidgetOn(page: Page): Promise<void> }): Promise<Reader> => {
  const other = createReader(await page.context().newPage())
  await scripted.serveWidgetOn(other.page)
  await other.visit('/your-docs')
  await other.openPanel()
  await expect(other.panel.getByText('The first answer')).toBeVisible()
  return other
}

test('a tab shows another tab’s questions, and closing it loses none of them', async ({ page, reader, scripted }) => {
  const other = await openTab(page, scripted)
  await reader.composer.fill('Half a question')
  await ask(other, 'And behind a proxy?')
  await expect(reader.panel.getByText('The second answer')).toBeVisible()
  await expect(reader.composer).toHaveValue('Half a question')
  await expect.poll(() => kept(page)).toContain('The second answer')
  await page.goto('about:blank')
  await wait(other.page)
  expect(await kept(other.page)).toContain('The second answer')
})

test('questions asked in two tabs at once are all kept, each with its answer', async ({ page, reader, scripted }) => {
  const other = await openTab(page, scripted)
  scripted.model.script([...words(8), 'hang'], [{ say: 'In between' }])
  await reader.ask('Something long?')
  await expect(reader.panel.getByText(/word3 /)).toBeVisible()
  await ask(other, 'Something short?')
  await reader.answered()
  // A conversation has one answer at a time: the later question ends the earlier answer.
  for (const tab of [reader, other]) {
    const exchange = (text: string) => tab.panel.getByRole('article').filter({ hasText: text })
    await expect(exchange('Something long?').getByText(/word0 word1 /)).toBeVisible()
    await expect(exchange('Something long?').getByText('You stopped this answer.')).toBeVisible()
    await expect(exchange('Something short?').getByText('In between')).toBeVisible()
    await expect(tab.panel.getByRole('article')).toHaveCount(3)
  }
  await other.page.reload()
  await expect(other.panel.getByRole('article')).toHaveCount(3)
})

test('a conversation deleted in one tab is gone from the others, and doesn’t come back', async ({
  page,
  reader,
  scripted,
}) => {
  const other = await openTab(page, scripted)
  await choose(other.panel, 'Delete this conversation')
  await other.page.waitForTimeout(600)
  await other.panel.getByRole('button', { name: 'Press again to confirm' }).click()
  await expect(other.panel.getByText('The first answer')).toHaveCount(0)
  await expect(reader.panel.getByText('The first answer')).toHaveCount(0)
  await expect.poll(() => kept(page)).toBe('')
  await page.goto('about:blank')
  await wait(other.page)
  expect(await kept(other.page)).toBe('')
})

test('a page restored from the back/forward cache shows what was asked since', async ({ page, reader }) => {
  await page.evaluate(() => {
    const before = localStorage.getItem('sidenote:sidenote') ?? ''
    // As the page that the reader went to would have left it; its storing is told to other tabs alone.
    localStorage.setItem('sidenote:sidenote', before.replaceAll('The first answer', 'An answer of the next page'))
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(reader.panel.getByText('An answer of the next page')).toBeVisible()
})
