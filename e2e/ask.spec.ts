import { demo, expect, test } from './support/reader.ts'

const question = 'How do I put the widget on my site?'

test('a reader asks, sees the answer arrive, and follows a citation to the passage', async ({ reader, page }) => {
  await reader.visit('/quick-start')
  await reader.openPanel()
  await reader.ask(question)
  await expect(reader.panel.getByText(question)).toBeVisible()
  await reader.answered()

  const citation = reader.panel.getByRole('link', { name: /^Source \d+: / }).first()
  const target = new URL((await citation.getAttribute('href')) ?? '', page.url())
  await citation.click()
  await expect(page).toHaveURL((url) => url.origin === demo().docs && url.pathname === target.pathname)
  if (target.hash)
    await expect(
      page.locator(`[id="${decodeURIComponent(target.hash.slice(1).split(':~:')[0] ?? '')}"]`),
    ).toBeInViewport()
  await expect(reader.panel.getByText(question)).toBeVisible()
})

test('a question that the documentation doesn’t answer is marked as unanswered', async ({ reader }) => {
  await reader.visit('/quick-start')
  await reader.openPanel()
  await reader.ask('zxqv wrumpfel plonk?')
  await reader.answered()
  await expect(reader.panel.locator('.sn-unanswered')).toHaveText(/^The documentation does not seem to say/)
})

test('the conversation survives a reload, and continues in the same thread', async ({ reader, page }) => {
  await reader.visit('/quick-start')
  await reader.openPanel()
  await reader.ask(question)
  await reader.answered()
  await page.reload()
  await expect(reader.panel.getByText(question)).toBeVisible()

  const threads: (string | null)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/message')) threads.push(request.postDataJSON().threadId ?? null)
  })
  await reader.ask('And which options does it have?')
  await reader.answered()
  expect(threads).toEqual([expect.stringMatching(/^thread_/)])
})

test('client-side navigation changes the page that goes with a question', async ({ reader, page }) => {
  await reader.visit('/quick-start')
  await page.getByRole('link', { name: 'Markdown and MDX' }).first().click()
  await expect(page).toHaveURL(/\/indexing\/markdown$/)
  await reader.openPanel()
  const sent = page.waitForRequest((request) => request.url().endsWith('/message'))
  await reader.ask('What becomes of MDX components?')
  const body = (await sent).postDataJSON()
  expect(body).toMatchObject({
    currentPath: '/indexing/markdown',
    retrievalPageSize: 5,
    fp: expect.stringMatching(/.{8,}/),
  })
  await reader.answered()
})

test('before the first use there is one request to the server, and nothing is stored', async ({ reader, page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(demo().server)) requests.push(new URL(request.url()).pathname)
  })
  await reader.visit('/quick-start')
  await page.mouse.wheel(0, 400)
  await page.waitForLoadState('networkidle')
  expect(requests).toEqual(['/widget.js'])
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  expect(stored.filter((name) => name.toLowerCase().includes('sidenote'))).toEqual([])
})
