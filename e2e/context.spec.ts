import { expect, test } from './support/reader.ts'

test('a reader selects text, asks about it, and the passage goes with the question', async ({ reader, page }) => {
  await reader.visit('/quick-start')
  const paragraph = page.locator('main p').first()
  const text = ((await paragraph.textContent()) ?? '').trim()
  await paragraph.click({ clickCount: 3 })
  await page.getByRole('button', { name: 'Ask about this' }).click()
  await expect(reader.composer).toBeFocused()
  await expect(reader.panel.getByText(text.slice(0, 20))).toBeVisible()

  const sent = page.waitForRequest((request) => request.url().endsWith('/message'))
  await reader.ask('What does this mean?')
  const [item] = (await sent).postDataJSON().context
  expect(item).toMatchObject({ type: 'textSelection', path: '/quick-start' })
  expect(item.value.trim().slice(0, 30)).toBe(text.slice(0, 30))
  await reader.answered()
})

test('two selections are two chips, and each can be removed', async ({ reader, page }) => {
  await reader.visit('/quick-start')
  for (const index of [0, 1]) {
    await page.locator('main p').nth(index).click({ clickCount: 3 })
    await page.getByRole('button', { name: 'Ask about this' }).click()
  }
  const remove = reader.panel.getByRole('button', { name: /^Remove “/ })
  await expect(remove).toHaveCount(2)
  await remove.first().click()
  await expect(remove).toHaveCount(1)
})

test('a reader asks from a code block', async ({ reader, page }) => {
  await reader.visit('/quick-start')
  const block = page.locator('main pre').first()
  await block.hover()
  await page
    .getByRole('button', { name: /ask about this code/i })
    .first()
    .click()
  await expect(reader.composer).toBeFocused()
  const sent = page.waitForRequest((request) => request.url().endsWith('/message'))
  await reader.ask('What does this command do?')
  const [item] = (await sent).postDataJSON().context
  expect(item.type).toBe('code')
  expect(item.value.trim()).toBe(((await block.textContent()) ?? '').trim())
  await reader.answered()
})
