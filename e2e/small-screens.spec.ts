import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, type HostPage, test } from './support/host-page.ts'
import { streamAnswer } from './support/stream-answer.ts'

const limits = {
  url: '/acme/limits#more',
  title: 'Limits',
  sidenote: {
    number: 1,
    path: 'limits',
    heading: 'More',
    breadcrumbs: ['Guide'],
    snippet: 'A limit counts all requests of one organization in an hour. Nothing else does. '.repeat(4),
  },
}

const answerWith = (page: Page, text: string) =>
  page.route('**/assistant/sidenote/message', (route) => streamAnswer(route, text, [limits]))

const frame = (page: Page) => page.locator('.sn-frame')

const ask = async (host: HostPage, page: Page) => {
  await page.evaluate(() => window.Sidenote.ask('What is counted?'))
  await expect(host.panel.getByRole('button', { name: 'Copy answer' })).toBeVisible()
}

const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).first().boundingBox()
  if (!found) throw new Error(`${selector} has no box.`)
  return { ...found, bottom: found.y + found.height }
}

/** The on-screen keyboard, which leaves the window as it was; and two fingers that draw the page larger. */
const show = (page: Page, given: { height: number; scale: number }) =>
  page.evaluate((values) => {
    for (const [name, value] of Object.entries(values))
      Object.defineProperty(window.visualViewport, name, { value, configurable: true })
    window.visualViewport?.dispatchEvent(new Event('resize'))
  }, given)

const links = {
  'a source': (page: Page) => page.getByRole('list', { name: 'Sources (1)' }).getByRole('link'),
  'a citation': (page: Page) => page.getByRole('link', { name: 'Source 1: Limits, section More' }),
  'a link of the text': (page: Page) => page.getByRole('link', { name: 'the limits' }),
}

for (const [name, link] of Object.entries(links))
  test(`on a phone, ${name} leads to the page and closes the panel`, async ({ host, page }) => {
    await answerWith(page, 'See [the limits](/acme/limits#more) [1].')
    await page.setViewportSize({ width: 390, height: 800 })
    await host.visit()
    await ask(host, page)
    await link(page).click()
    await page.waitForURL(/\/acme\/limits#more/)
    await page.waitForFunction(() => window.Sidenote && !Array.isArray(window.Sidenote))
    await page.waitForTimeout(500)
    await expect(frame(page)).toBeHidden()
    expect(await page.evaluate(() => document.body.inert)).toBe(false)
    // What was said is still there.
    await page.evaluate(() => window.Sidenote.open())
    await expect(host.panel.getByText('What is counted?')).toBeVisible()
  })

test('a link to the same page shows its target, on a phone and from the expanded panel', async ({ host, page }) => {
  await answerWith(page, 'See [the end](#end).')
  await host.visit({}, { body: '<h2 id="end" style="margin-top: 3000px">End</h2>' })
  await ask(host, page)
  const link = page.getByRole('link', { name: 'the end' })
  await link.click()
  await expect(frame(page)).toBeVisible()
  await page.getByRole('button', { name: 'Expand' }).click()
  await link.click()
  await expect(frame(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'End', exact: true })).toBeInViewport()
  expect(await page.evaluate(() => sessionStorage.getItem('sidenote:sidenote:open'))).toBeNull()
})

test('on a phone, opening a search result closes the panel', async ({ host, page }) => {
  const metadata = { title: 'Limits', description: null, heading: 'More', anchor: null, url: '/acme/limits', score: 1 }
  const json = [{ content: '## More\n\nText.', path: 'limits', metadata: { ...metadata, breadcrumbs: ['Limits'] } }]
  await page.route('**/discovery/v1/search/sidenote', (route) =>
    route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } }),
  )
  await page.setViewportSize({ width: 390, height: 800 })
  await host.visit()
  await host.launcher.click()
  await host.panel.getByRole('button', { name: 'Search the docs' }).click()
  await page.getByRole('combobox').fill('more')
  await expect(page.getByRole('option').first()).toContainText('More')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/acme/limits')
  await page.waitForFunction(() => window.Sidenote && !Array.isArray(window.Sidenote))
  await page.waitForTimeout(500)
  await expect(frame(page)).toBeHidden()
})

test('pinch zoom isn’t mistaken for a keyboard', async ({ host, page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await host.visit()
  await host.launcher.click()
  await show(page, { height: 800 / 3, scale: 3 })
  await page.waitForTimeout(100)
  await expect.poll(async () => (await box(page, '.sn-frame')).height).toBe(800)
  await show(page, { height: 420, scale: 1 })
  await expect.poll(async () => (await box(page, '.sn-frame')).height).toBe(420)
  await show(page, { height: 140, scale: 3 })
  expect((await box(page, '.sn-frame')).height).toBe(420)
  await show(page, { height: 800, scale: 1 })
  await expect.poll(async () => (await box(page, '.sn-frame')).height).toBe(800)
})

test('above an on-screen keyboard only the conversation and the text box stay', async ({ host, page }) => {
  await answerWith(page, 'So it is [1].')
  await page.setViewportSize({ width: 390, height: 800 })
  await host.visit()
  await ask(host, page)
  await expect(host.panel.getByText('AI can be wrong.')).toBeVisible()
  await show(page, { height: 400, scale: 1 })
  await expect(host.panel.getByText('AI can be wrong.')).toBeHidden()
  expect((await box(page, '.sn-log')).height).toBeGreaterThan(200)
})

test('on the smallest phone, long German texts leave most of the height to the answer', async ({ host, page }) => {
  await answerWith(page, 'Es ist so [1].')
  await page.setViewportSize({ width: 320, height: 640 })
  await host.visit({ language: 'de' })
  await page.evaluate(() => window.Sidenote.ask('Was wird gezählt?'))
  await expect(page.getByRole('button', { name: 'Antwort kopieren' })).toBeVisible()
  expect((await box(page, '.sn-log')).height).toBeGreaterThan(400)
  const forget = page.getByRole('button', { name: 'Diese Unterhaltung löschen' })
  await page.getByRole('button', { name: 'Mehr', exact: true }).click()
  await expect(forget).toBeInViewport({ ratio: 1 })
  expect(await page.locator('.sn-slot').evaluate((slot) => slot.scrollWidth)).toBe(320)
})

test('on the smallest phone nothing overflows: neither twenty citations in a row nor the consent buttons', async ({
  host,
  page,
}) => {
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
  await page.route('**/assistant/sidenote/message', (route) =>
    streamAnswer(
      route,
      `All at once ${numbers.map((number) => `[${number}]`).join('')}.`,
      numbers.map((number) => ({ url: `/p${number}`, title: `Page ${number}` })),
    ),
  )
  await page.setViewportSize({ width: 320, height: 640 })
  await host.visit({ language: 'de', consent: 'Was Sie fragen, geht an ein Sprachmodell.' })
  await page.evaluate(() => window.Sidenote.ask('Was wird gezählt?'))
  const agree = page.getByRole('button', { name: 'Zustimmen und fragen' })
  await expect(agree).toBeVisible()
  const furthest = (selector: string) =>
    page.locator(selector).evaluateAll((parts) => Math.max(...parts.map((part) => part.getBoundingClientRect().right)))
  expect(await furthest('.sn-consent button')).toBeLessThanOrEqual(308)
  await agree.click()
  await expect(page.locator('.sn-cite > a')).toHaveCount(20)
  expect(await furthest('.sn-cite > a')).toBeLessThanOrEqual(304)
})

test('the launcher on a phone says what it is until the reader has used it', async ({ host, page }) => {
  await answerWith(page, 'So it is [1].')
  await page.setViewportSize({ width: 390, height: 844 })
  await host.visit()
  await expect(host.launcher).toHaveText('Ask AI')
  expect((await host.launcher.boundingBox())?.width).toBeGreaterThan(80)
  await ask(host, page)
  await host.panel.getByRole('button', { name: 'Close' }).click()
  await expect.poll(async () => (await host.launcher.boundingBox())?.width).toBe(44)
  await page.reload()
  await expect.poll(async () => (await host.launcher.boundingBox())?.width).toBe(44)
})

test('a table that is too wide opens in a sheet of its own, as high and as wide as it needs', async ({
  host,
  page,
}) => {
  const cells = (word: string) => Array.from({ length: 6 }, (_, index) => `${word} number ${index + 1}`)
  const row = (word: string) => `| ${cells(word).join(' | ')} |`
  const wide = [row('Column'), `|${' --- |'.repeat(6)}`, ...Array.from({ length: 4 }, () => row('Some words'))]
  await answerWith(page, `${wide.join('\n')}\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\nSo it is [1].`)
  await host.visit()
  await ask(host, page)
  const expand = host.panel.getByRole('button', { name: 'Expand table' })
  await expect(expand).toHaveCount(1)
  await expand.click()
  const sheet = page.locator('sidenote-widget dialog')
  await expect(sheet).toBeVisible()
  expect(await sheet.locator('.sn-table').evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0)
  expect((await new AxeBuilder({ page }).include('sidenote-widget').analyze()).violations).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(expand).toBeFocused()
  await expand.click()
  await page.mouse.click(4, 4)
  await expect(sheet).toHaveCount(0)
  await expect(host.panel).toBeVisible()
  await page.setViewportSize({ width: 390, height: 700 })
  await expand.click()
  const { x, width } = (await sheet.boundingBox()) ?? { x: -1, width: 0 }
  expect([x, x + width]).toEqual([16, 374])
})

test('axe finds no violation in the menu of conversations', async ({ host, page }) => {
  await answerWith(page, 'So it is [1].')
  await host.visit()
  await ask(host, page)
  await host.panel.getByRole('button', { name: 'More', exact: true }).click()
  await expect(host.panel.getByRole('button', { name: 'Delete this conversation' })).toBeVisible()
  expect((await new AxeBuilder({ page }).include('sidenote-widget').analyze()).violations).toEqual([])
  await page.mouse.click(200, 300)
  await expect(host.panel.getByRole('button', { name: 'Delete this conversation' })).toHaveCount(0)
})

for (const [width, height, room] of [
  [390, 400, 180],
  [844, 390, 160],
  [320, 256, 60],
] as const)
  test(`on ${width} × ${height} px five selections and a long draft leave the text box visible and room to read`, async ({
    host,
    page,
  }) => {
    await answerWith(page, 'So it is [1].')
    await page.setViewportSize({ width, height })
    await host.visit()
    await ask(host, page)
    for (let count = 1; count <= 5; count++)
      await page.evaluate(
        (value) => window.Sidenote.addContext({ type: 'textSelection', value }),
        `A passage that is long enough to fill a line, number ${count}`,
      )
    await expect(host.panel.getByRole('button', { name: /^Remove “/ })).toHaveCount(5)
    await expect(host.panel.getByRole('button', { name: /^Remove “/ }).last()).toBeInViewport()
    expect((await box(page, '.sn-ask textarea')).bottom).toBeLessThanOrEqual(height)
    expect((await box(page, '.sn-log')).height).toBeGreaterThanOrEqual(room)
    await host.composer.fill('a line\n'.repeat(30))
    expect((await box(page, '.sn-ask textarea')).height).toBeLessThanOrEqual(Math.max(44, height * 0.3))
    expect((await box(page, '.sn-ask textarea')).bottom).toBeLessThanOrEqual(height)
    expect((await box(page, '.sn-log')).height).toBeGreaterThanOrEqual(room)
  })

test('the jump-to-latest button covers no text, by touch or by mouse', async ({ host, page }) => {
  await answerWith(page, 'A limit counts all requests of one organization [1].\n\n'.repeat(30))
  await host.visit()
  await ask(host, page)
  await page.evaluate(() => window.Sidenote.addContext({ type: 'textSelection', value: 'A limit counts. '.repeat(9) }))
  const devices = await page.context().newCDPSession(page)
  for (const enabled of [false, true]) {
    await devices.send('Emulation.setTouchEmulationEnabled', { enabled })
    await page.setViewportSize({ width: 390, height: 844 })
    const seen = await box(page, '.sn-latest svg')
    const fade = await box(page, '.sn-fade')
    expect(seen.y - fade.y).toBeGreaterThanOrEqual(fade.height / 2)
    expect(seen.bottom).toBeLessThanOrEqual((await box(page, '.sn-composer .sn-context')).y)
  }
  await host.panel.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(page.locator('.sn-latest')).toHaveCount(0)
})

test('on a low screen, selections leave question and answer visible', async ({ host, page }) => {
  await answerWith(page, 'So it is [1].')
  await page.setViewportSize({ width: 844, height: 390 })
  await host.visit()
  for (let count = 1; count <= 5; count++)
    await page.evaluate(
      (value) => window.Sidenote.addContext({ type: 'textSelection', value }),
      `A passage that is long enough to fill a line, number ${count}`,
    )
  await ask(host, page)
  const { bottom } = await box(page, '.sn-log')
  expect((await box(page, '.sn-asked-about')).height).toBeLessThan(40)
  expect((await box(page, '.sn-question')).bottom).toBeLessThan(bottom)
  expect((await box(page, '.sn-prose')).bottom).toBeLessThan(bottom)
})

test('five selections leave room on a tall screen too', async ({ host, page }) => {
  await host.visit()
  for (let count = 1; count <= 5; count++)
    await page.evaluate(
      (value) => window.Sidenote.addContext({ type: 'textSelection', value }),
      `A passage that is long enough to fill a line, number ${count}`,
    )
  await page.evaluate(() => window.Sidenote.open())
  const last = host.panel.getByRole('button', { name: /^Remove “/ }).last()
  await expect(last).toBeVisible()
  expect((await box(page, '.sn-contexts')).height).toBeLessThan(130)
  const { bottom } = await box(page, '.sn-contexts')
  const chip = await last.boundingBox()
  expect((chip?.y ?? 0) + (chip?.height ?? 9_999)).toBeLessThanOrEqual(bottom + 1)
})

for (const [width, height] of [
  [844, 390],
  [390, 420],
  [320, 256],
] as const)
  test(`on ${width} × ${height} px a citation’s card stays on the screen with its actions visible`, async ({
    host,
    page,
  }) => {
    const lines = Array.from({ length: 12 }, (_, index) => `Line ${index} [1].`).join('\n\n')
    await answerWith(page, lines)
    await page.setViewportSize({ width, height })
    await host.visit()
    await ask(host, page)
    const chips = page.getByRole('link', { name: 'Source 1: Limits, section More' })
    for (const index of [0, 2, 5, 8, 11]) {
      const chip = chips.nth(index)
      await chip.evaluate((link) => link.scrollIntoView({ block: 'center' }))
      await page.waitForTimeout(100)
      await chip.focus()
      const card = await box(page, '.sn-card')
      expect(card.y, `${index}`).toBeGreaterThanOrEqual(0)
      expect(card.bottom, `${index}`).toBeLessThanOrEqual(height)
      const actions = await box(page, '.sn-card-actions')
      expect(actions.bottom, `${index}`).toBeLessThanOrEqual(card.bottom)
      expect(actions.y, `${index}`).toBeGreaterThan(card.y + 30)
      await page.keyboard.press('Escape')
      await expect(page.locator('.sn-card')).toHaveCount(0)
    }
  })

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  test('on a phone in landscape, the feedback form is fully visible', async ({ host, page }) => {
    await answerWith(page, 'So it is [1].')
    await page.setViewportSize({ width: 844, height: 390 })
    await host.visit()
    await ask(host, page)
    await host.panel.getByRole('button', { name: 'Not helpful' }).tap()
    await expect(host.panel.getByRole('form', { name: 'What was wrong with it?' })).toBeInViewport({ ratio: 1 })
  })

  test('every button is at least 44 px on touch screens', async ({ host, page }) => {
    await answerWith(page, 'So it is [1].')
    await page.setViewportSize({ width: 390, height: 844 })
    await host.visit()
    await page.evaluate(() => window.Sidenote.addContext({ type: 'textSelection', value: 'A passage' }))
    await page.evaluate((question) => window.Sidenote.ask(question), 'What is counted?\n'.repeat(20))
    await host.answered()
    await page.evaluate(() => window.Sidenote.addContext({ type: 'textSelection', value: 'A passage' }))
    await host.panel.getByRole('button', { name: 'Not helpful' }).tap()
    await expect(host.panel.getByRole('form')).toBeVisible()
    const { count, tooSmall } = await frame(page).evaluate((panel) => {
      const root = panel.getRootNode() as ShadowRoot
      const reach = 21
      const controls = [...panel.querySelectorAll('button, textarea, .sn-sources a')].filter((control) =>
        control.checkVisibility(),
      )
      const small = controls
        .filter((control) => {
          control.scrollIntoView({ block: 'center', behavior: 'instant' })
          const { left, right, top, bottom } = control.getBoundingClientRect()
          const [x, y] = [(left + right) / 2, (top + bottom) / 2]
          const around = [
            [x - reach, y],
            [x + reach, y],
            [x, y - reach],
            [x, y + reach],
          ] as const
          return around.some((point) => !control.contains(root.elementFromPoint(...point)))
        })
        .map((control) => control.outerHTML.slice(0, 120))
      return { count: controls.length, tooSmall: small }
    })
    expect(count).toBeGreaterThan(10)
    expect(tooSmall).toEqual([])
  })
})
