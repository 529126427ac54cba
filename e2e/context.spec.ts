import type { Page } from '@playwright/test'
import { test as hosting } from './support/host-page.ts'
import { expect, test } from './support/reader.ts'
import { streamAnswer } from './support/stream-answer.ts'

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

test('hovering the button shows common questions, and one click asks them', async ({ reader, page }) => {
  await reader.visit('/quick-start')
  await page.locator('main p').first().click({ clickCount: 3 })
  const button = page.getByRole('button', { name: 'Ask about this' })
  const verbs = page.locator('sidenote-widget .sn-quick').getByRole('button')
  await button.hover()
  await expect(verbs).toHaveText(['Explain this', 'Show an example', 'Summarise this'])
  // The mouse rests there still, which a browser without a window forgets now and then.
  await page.evaluate(() => dispatchEvent(new Event('scroll')))
  await button.hover()
  await expect(verbs.first()).toBeVisible()
  await page.mouse.move(5, 400)
  await expect(verbs.first()).toBeHidden()
  await button.hover()
  const [own, first] = [await button.boundingBox(), await verbs.first().boundingBox()]
  // One bar: no gap, the same height.
  expect(Math.abs((first?.x ?? 0) - (own?.x ?? 0) - (own?.width ?? 0))).toBeLessThanOrEqual(1)
  expect([first?.y, first?.height]).toEqual([own?.y, own?.height])
  const sent = page.waitForRequest((request) => request.url().endsWith('/message'))
  await verbs.nth(1).click()
  const body = (await sent).postDataJSON()
  expect(body.messages.at(-1).parts).toEqual([{ type: 'text', text: 'Show an example' }])
  expect(body.context).toHaveLength(1)
  await expect(verbs.first()).toBeHidden()
  await reader.answered()
  // The verb was meant for that passage alone.
  await page.locator('main p').nth(1).click({ clickCount: 3 })
  await button.click()
  await expect(reader.panel.getByRole('button', { name: /^Remove “/ })).toHaveCount(1)
  await expect(reader.panel.locator('.sn-question')).toHaveCount(1)
})

for (const [where, act] of [
  ['in a narrow window, they', (page: Page) => page.setViewportSize({ width: 700, height: 800 })],
  ['at the edge of the window, they', (page: Page) => page.setViewportSize({ width: 1000, height: 800 })],
] as const)
  test(`${where} stay inside it and off the button`, async ({ reader, page }) => {
    await act(page)
    await reader.visit('/quick-start')
    await page.locator('main h2').nth(1).scrollIntoViewIfNeeded()
    await page.evaluate(() => {
      const code = [...document.querySelectorAll('main td')].at(-1)
      if (code) getSelection()?.selectAllChildren(code)
      code?.scrollIntoView({ block: 'center', behavior: 'instant' })
    })
    const button = page.getByRole('button', { name: 'Ask about this' })
    await button.hover()
    const row = page.locator('sidenote-widget .sn-quick')
    await expect(row).toBeVisible()
    const [own, box] = [await button.boundingBox(), await row.boundingBox()]
    if (!own || !box) throw new Error('Nothing is shown.')
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    const isBeside = box.x >= own.x + own.width || box.x + box.width <= own.x
    const isOver = box.y + box.height <= own.y || box.y >= own.y + own.height
    expect(isBeside || isOver).toBe(true)
  })

hosting('text selected in an answer can be asked about too, without its citations', async ({ host, page }) => {
  const sources = [{ url: '/keys', title: 'Keys' }]
  await page.route('**/assistant/sidenote/message', (route) =>
    streamAnswer(
      route,
      'The new key comes first [1]. The old one is revoked then.\n\n- One\n- Two [1]\n\n```js\nif (a)\n  b()\n```\n\nThe end.',
      sources,
    ),
  )
  await host.visit()
  await host.launcher.click()
  await host.ask('How?')
  await host.answered()
  const button = host.panel.getByRole('button', { name: 'Ask about this' })
  const answer = page.locator('.sn-prose')
  await page.locator('.sn-question').click({ clickCount: 3 })
  await page.waitForTimeout(50)
  await expect(button).toBeHidden()
  await answer
    .locator('p')
    .first()
    .click({ clickCount: 3, position: { x: 20, y: 10 } })
  await expect(button).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toBeHidden()
  await expect(host.panel).toBeVisible()
  // A busy browser tells of a key before the timer of the release.
  await answer
    .locator('p')
    .first()
    .evaluate((words) => {
      words.dispatchEvent(new PointerEvent('pointerup', { pointerType: 'mouse', bubbles: true, composed: true }))
      words.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }))
    })
  await page.waitForTimeout(50)
  await expect(button).toBeHidden()
  // Words that are selected already would be drawn along.
  await page.locator('.sn-caption').click()
  const [first, last] = [await answer.locator('p').first().boundingBox(), await answer.locator('pre').boundingBox()]
  if (!first || !last) throw new Error('There is no answer.')
  await page.mouse.move(first.x + 1, first.y + 8)
  await page.mouse.down()
  await page.mouse.move(last.x + last.width - 4, last.y + last.height - 4, { steps: 8 })
  await page.mouse.up()
  await button.click()
  await expect(host.composer).toBeFocused()
  await expect(host.panel.getByRole('button', { name: /^Remove “The new key comes first/ })).toBeVisible()
  const sent = page.waitForRequest((request) => request.url().endsWith('/message'))
  await host.panel.getByRole('button', { name: 'Explain this' }).click()
  const { context } = (await sent).postDataJSON()
  expect(context).toEqual([
    {
      type: 'textSelection',
      value: 'The new key comes first. The old one is revoked then.\nOne\nTwo\nif (a)\n  b()',
    },
  ])
  await host.answered()
})

hosting('the button of a code block is at the end of its lines, in either direction', async ({ host, page }) => {
  const block = '<pre style="padding:4px">npm start</pre>'
  for (const [dir, isLeft] of [
    ['ltr', false],
    ['rtl', true],
  ] as const) {
    await host.visit({}, { body: `<div dir="${dir}">${block}</div>` })
    await page.locator('main pre').hover()
    const button = page.getByRole('button', { name: 'Ask about this code' })
    await expect(button).toBeVisible()
    const [own, box] = [await button.boundingBox(), await page.locator('main pre').boundingBox()]
    if (!own || !box) throw new Error('Nothing is shown.')
    expect(own.x).toBeGreaterThanOrEqual(box.x)
    expect(own.x + own.width).toBeLessThanOrEqual(box.x + box.width)
    expect(own.x < box.x + box.width / 2).toBe(isLeft)
  }
})

hosting('the button of a code block taller than the window stays in the window', async ({ host, page }) => {
  await host.visit({}, { body: `<pre style="height:3000px">npm start</pre>` })
  const button = page.getByRole('button', { name: 'Ask about this code' })
  await page.locator('main pre').hover({ position: { x: 20, y: 20 } })
  await expect(button).toBeInViewport({ ratio: 1 })
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900)
  await expect(button).toBeInViewport({ ratio: 1 })
  await button.click()
  await expect(host.composer).toBeFocused()
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

/** Selects a paragraph of the page without a pointer. */
const select = (page: Page, index: number) =>
  page.evaluate((at) => {
    const paragraph = document.querySelectorAll('main p')[at]
    if (paragraph) getSelection()?.selectAllChildren(paragraph)
  }, index)

test('the shortcut adds the selection; the page is a chip that can be removed', async ({ reader, page }) => {
  await reader.visit('/quick-start')
  await select(page, 0)
  await page.keyboard.press('ControlOrMeta+i')
  await expect(reader.composer).toBeFocused()
  await expect(reader.panel.getByRole('button', { name: /^Remove “/ })).toHaveCount(1)
  await expect(reader.panel.getByText('This page: Quick start')).toBeVisible()
  await reader.panel.getByRole('button', { name: 'Remove this page' }).click()
  await expect(reader.panel.getByText('This page: Quick start')).toHaveCount(0)
  const sent = page.waitForRequest((request) => request.url().endsWith('/message'))
  await reader.panel.getByRole('button', { name: 'Explain this' }).click()
  const body = (await sent).postDataJSON()
  expect(body).not.toHaveProperty('currentPath')
  expect(body.context).toHaveLength(1)
  await expect(reader.panel.getByRole('list', { name: 'Attached to this question' }).getByRole('listitem')).toHaveCount(
    1,
  )
  await reader.answered()
  await expect(reader.panel.getByRole('button', { name: /^Remove “/ })).toHaveCount(0)
})

test('a question shows the page it was asked on, and at most five selections', async ({ reader, page }) => {
  await reader.visit('/quick-start')
  await reader.openPanel()
  for (let count = 1; count <= 6; count++)
    await page.evaluate((value) => window.Sidenote.addContext({ type: 'code', value }), `snippet(${count})`)
  await expect(reader.panel.getByRole('button', { name: /^Remove code/ })).toHaveCount(5)
  const sent = page.waitForRequest((request) => request.url().endsWith('/message'))
  await reader.ask('What are these?')
  expect((await sent).postDataJSON().context.map(({ value }: { value: string }) => value)).toEqual(
    [2, 3, 4, 5, 6].map((count) => `snippet(${count})`),
  )
  const asked = reader.panel.getByRole('list', { name: 'Attached to this question' })
  await expect(asked.getByRole('listitem')).toHaveCount(6)
  await expect(asked.getByText('This page: Quick start')).toBeVisible()
  await reader.answered()
})

test.describe('for fingers', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } })

  test('on touch screens a selection shows a dock at the bottom, away from the system’s menu', async ({
    reader,
    page,
  }) => {
    await reader.visit('/quick-start')
    await select(page, 0)
    const dock = page.getByRole('button', { name: 'Ask about this' })
    await expect(dock).toBeVisible()
    const box = await dock.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.width).toBeGreaterThan(340)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(770)
    const covered = await page.locator('sidenote-widget').evaluate((widget) => {
      const launcher = widget.shadowRoot?.querySelector('.sn-launcher')
      const { left = 0, top = 0, right = 0, bottom = 0 } = launcher?.getBoundingClientRect() ?? {}
      const upper = widget.shadowRoot?.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return upper?.closest('.sn-chip') !== null
    })
    expect(covered).toBe(true)
    await dock.tap()
    await expect(reader.panel.getByRole('button', { name: /^Remove “/ })).toHaveCount(1)
  })

  test('on a wide touch screen the dock is centred and not too wide', async ({ reader, page }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    await reader.visit('/quick-start')
    await select(page, 0)
    const dock = page.getByRole('button', { name: 'Ask about this' })
    await expect(dock).toBeVisible()
    const box = await dock.boundingBox()
    expect(box?.width).toBeLessThanOrEqual(400)
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(422, 0)
  })
})
