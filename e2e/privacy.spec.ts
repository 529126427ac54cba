import type { Page } from '@playwright/test'
import { expect, type HostPage, test } from './support/host-page.ts'
import { choose } from './support/reader.ts'

const kept = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((name) => name.startsWith('sidenote')),
  )

const openAndAsk = async (host: HostPage) => {
  await host.launcher.click()
  await host.ask('How do I rotate a key?')
  await host.answered()
}

test('before the first intent there is no request, nothing stored and no cookie', async ({ host, page, context }) => {
  await host.visit({ launcher: 'bar' })
  await page.evaluate(() => scrollTo(0, 300))
  await page.mouse.move(300, 300)
  await page.mouse.click(300, 300)
  await page.waitForTimeout(500)
  expect(host.requests).toEqual(['/widget.js'])
  expect(await kept(page)).toEqual([])
  expect(await context.cookies()).toEqual([])
  await host.launcher.hover()
  await expect
    .poll(() => host.requests.slice(1, 3))
    .toEqual([expect.stringMatching(/^\/widget\/[\d.]+\/panel-/), '/discovery/v1/look/sidenote'])
})

test('with data saving, only opening fetches the panel', async ({ host, page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await host.visit()
  await host.launcher.hover()
  await page.waitForTimeout(300)
  expect(host.requests).toEqual(['/widget.js'])
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
})

test('deleting a conversation leaves nothing, and the next question has another reader id', async ({ host, page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/message')) asked.push(request.postDataJSON().fp)
  })
  await host.visit()
  await openAndAsk(host)
  await expect.poll(() => kept(page)).toContain('sidenote:sidenote')
  await choose(host.panel, 'Delete this conversation')
  await host.panel.getByRole('button', { name: 'Press again to confirm' }).click()
  await expect(host.panel.getByText('How do I rotate a key?')).toHaveCount(0)
  await page.waitForTimeout(500)
  expect(await kept(page)).toEqual(['sidenote:sidenote:open'])
  await host.ask('And now?')
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(asked[1]).not.toBe(asked[0])
})

for (const [name, signal] of [
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
] as const) {
  test(`with ${name} the conversation is kept in memory only`, async ({ host, page }) => {
    await page.addInitScript((given) => {
      for (const [property, value] of Object.entries(given)) Object.defineProperty(navigator, property, { value })
    }, signal)
    await host.visit()
    await openAndAsk(host)
    await page.waitForTimeout(500)
    expect(await kept(page)).toEqual([])
  })
}

test('the owner can limit storage to memory or to the tab', async ({ host, page }) => {
  await host.visit({ storage: 'none' })
  await openAndAsk(host)
  await page.waitForTimeout(500)
  expect(await kept(page)).toEqual([])
  await host.visit({ storage: 'session' })
  await openAndAsk(host)
  await expect.poll(() => page.evaluate(() => 'sidenote:sidenote' in sessionStorage)).toBe(true)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sidenote')))).toEqual([])
})

test('nothing is sent before the reader agrees, whatever asks, and consent is asked once', async ({ host, page }) => {
  const words = 'Your question goes to a language model of Acme.'
  await host.visit({ consent: words }, { query: '?ask=What+is+a+key%3F' })
  await expect(host.panel.getByText(words)).toBeVisible()
  expect(host.requests.filter((path) => path.endsWith('/message'))).toEqual([])
  const decline = host.panel.getByRole('button', { name: 'Not now' })
  await expect(host.panel.getByRole('button', { name: 'Agree and ask' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(decline).toBeFocused()
  await page.evaluate(() => window.Sidenote.update({ title: 'Acme' }))
  await expect(host.panel).toHaveAccessibleName('Acme assistant')
  await expect(decline).toBeFocused()
  await decline.click()
  await expect(host.composer).toHaveValue('What is a key?')
  await host.composer.press('Enter')
  await host.panel.getByRole('button', { name: 'Agree and ask' }).click()
  await host.answered()
  await page.waitForTimeout(400)
  await page.goto(page.url())
  await host.ask('And then?')
  await expect(host.panel.getByText(words)).toHaveCount(0)
  await expect(host.panel.getByRole('button', { name: 'Copy answer' })).toHaveCount(2)
})
