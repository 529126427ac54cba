import { expect, test } from './support/host-page.ts'

const box = async (locator: import('@playwright/test').Locator) => {
  const found = await locator.boundingBox()
  if (!found) throw new Error('It has no box.')
  return found
}

test('the sheet can be resized by mouse and keys, remembers its width, and a double click resets it', async ({
  host,
  page,
}) => {
  await host.visit()
  await host.launcher.click()
  const edge = host.panel.getByRole('separator', { name: 'Panel width' })
  await expect(edge).toBeVisible()
  const drag = async (to: number) => {
    const { x, y } = await box(edge)
    await page.mouse.move(x + 4, y + 300)
    await page.mouse.down()
    await page.mouse.move(to, 300, { steps: 4 })
    await page.mouse.up()
  }
  await drag(780)
  await expect.poll(async () => (await box(host.panel)).width).toBe(500)
  await page.reload()
  await expect.poll(async () => (await box(host.panel)).width).toBe(500)
  await drag(20)
  await expect.poll(async () => (await box(host.panel)).width).toBe(640)
  await edge.press('ArrowRight')
  await expect(edge).toHaveAttribute('aria-valuenow', '624')
  await edge.dblclick()
  await expect.poll(async () => (await box(host.panel)).width).toBe(400)
})

test('the page moves aside only if its text stays wide enough', async ({ host, page }) => {
  const textRight = () => page.evaluate(() => document.querySelector('main p')?.getBoundingClientRect().right)
  const moved = () => page.evaluate(() => document.documentElement.style.marginRight)
  await host.visit()
  await host.launcher.click()
  await expect.poll(moved).toBe('400px')
  expect(await textRight()).toBeLessThanOrEqual(880)
  await page.setViewportSize({ width: 1100, height: 800 })
  await expect.poll(moved).toBe('')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.addStyleTag({ content: 'body{padding-left:500px}' })
  await page.setViewportSize({ width: 1281, height: 800 })
  await expect.poll(moved).toBe('')
  await host.panel.getByRole('button', { name: 'Close' }).click()
  await expect.poll(moved).toBe('')
})

test('the page prints at full width while the panel is open', async ({ host, page }) => {
  const moved = () => page.evaluate(() => document.documentElement.style.marginRight)
  await host.visit()
  await host.launcher.click()
  await expect.poll(moved).toBe('400px')
  await page.evaluate(() => {
    const noted: unknown[] = []
    window.noted = noted
    // What the page itself does for print comes after.
    matchMedia('print').addEventListener('change', () => noted.push(document.documentElement.style.marginRight))
  })
  await page.pdf()
  expect(await page.evaluate(() => window.noted?.[0])).toBe('')
  await expect.poll(moved).toBe('400px')
})

test('a page with lists at both sides moves aside as long as its text stays readable', async ({ host, page }) => {
  // A list of pages at the left, and one of headings at the right that keeps its share of the rest.
  const head =
    '<style>body{margin:0 0 0 300px}main{max-width:none;margin:0;padding:0 15% 0 16px}main p{margin:16px 0}</style>'
  await host.visit({}, { head })
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
  const paragraph = page.locator('main p').first()
  // It touches the sheet nowhere.
  await expect.poll(async () => (await box(paragraph)).x + (await box(paragraph)).width).toBeLessThanOrEqual(868)
  expect((await box(paragraph)).width).toBeGreaterThanOrEqual(360)
  // The site’s router shows another page, whose text stands elsewhere.
  await page.evaluate(() => {
    document.title = 'Roles | Acme'
    document.querySelector('main')?.replaceChildren(document.createElement('p'))
    document.querySelector('main p')?.append('Short text of another page.')
    document.body.style.margin = '0 500px 0 0'
  })
  await expect.poll(() => page.evaluate(() => document.documentElement.style.marginRight)).toBe('')
})

test('on the manual, the panel covers no text', async ({ reader, page }) => {
  await reader.visit('/quick-start')
  await reader.openPanel()
  const paragraph = page.locator('main p').first()
  const left = (await box(reader.panel)).x
  await expect.poll(async () => (await box(paragraph)).x + (await box(paragraph)).width).toBeLessThan(left)
  expect((await box(paragraph)).width).toBeGreaterThanOrEqual(480)
})

test('on the manual, the list of headings is beside the panel, or makes room for the text', async ({
  reader,
  page,
}) => {
  await reader.visit('/quick-start')
  await reader.openPanel()
  const left = async () => (await box(reader.panel)).x
  const places = (selector: string) =>
    page.locator(selector).evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()))
  for (const width of [1440, 1536, 1700, 1800, 1920, 2200]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(left).toBe(width - 400)
    const isWhole = async () => {
      const [list] = await places('.VPDocAsideOutline .content')
      return !list?.width || list.right <= width - 400
    }
    await expect.poll(isWhole, `at ${width} px`).toBe(true)
    const paragraphs = await places('main p')
    expect(paragraphs.length).toBeGreaterThan(3)
    expect(Math.max(...paragraphs.map(({ right }) => right))).toBeLessThanOrEqual(width - 400)
  }
})

test('the button of a covered code block is below the panel', async ({ reader, page }) => {
  await page.setViewportSize({ width: 1100, height: 800 })
  await reader.visit('/quick-start')
  await reader.openPanel()
  await page
    .locator('main pre')
    .first()
    .hover({ position: { x: 40, y: 20 } })
  const ask = await box(page.getByRole('button', { name: /ask about this code/i }))
  expect(ask.x).toBeGreaterThan((await box(reader.panel)).x)
  const isOnTop = ([x = 0, y = 0]: readonly number[]) => {
    const { shadowRoot } = document.querySelector('sidenote-widget') ?? document.body
    return Boolean(shadowRoot?.elementFromPoint(x, y)?.closest('.sn-code'))
  }
  expect(await page.evaluate(isOnTop, [ask.x + ask.width / 2, ask.y + ask.height / 2])).toBe(false)
})

test('the modal variant is a dialog over an inert page, and restores both', async ({ host, page }) => {
  await host.visit({ variant: 'modal' })
  await host.launcher.click()
  const dialog = page.getByRole('dialog', { name: /assistant$/ })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await expect(dialog).toHaveAttribute('aria-modal', 'true')
  expect(await page.evaluate(() => document.body.inert)).toBe(true)
  // Once it has slid in.
  await expect.poll(() => box(dialog)).toMatchObject({ width: 720, height: 640 })
  await page.mouse.click(20, 400)
  await expect(dialog).toBeHidden()
  expect(await page.evaluate(() => document.body.inert)).toBe(false)
  await expect(host.launcher).toBeFocused()
})

test('the popover floats in its corner', async ({ host }) => {
  await host.visit({ variant: 'popover' })
  await host.launcher.click()
  await expect.poll(() => box(host.panel)).toEqual({ x: 860, y: 180, width: 400, height: 600 })
})

test('the inline variant is part of the page, fetches nothing before it’s used, and pushes nothing', async ({
  host,
  page,
}) => {
  await host.visit({ variant: 'inline', container: '#ask' }, { body: '<div id="ask"></div>' })
  await expect(page.locator('#ask > sidenote-widget')).toHaveCount(1)
  expect(host.requests).toEqual(['/widget.js'])
  const { width } = await box(host.launcher)
  expect(width).toBe((await box(page.locator('#ask'))).width)
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
  expect((await box(host.panel)).width).toBe(width)
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate(() => document.body.inert)).toBe(false)
})

test('an inline variant without its container warns, and still shows up', async ({ host }) => {
  await host.visit({ variant: 'inline', container: '#nowhere' })
  await host.launcher.hover()
  await expect
    .poll(() => host.console)
    .toEqual(['Sidenote: the page has no element "#nowhere" for the inline variant.'])
})

test('the sheet can be expanded and collapsed', async ({ host, page }) => {
  await host.visit()
  await host.launcher.click()
  await host.panel.getByRole('button', { name: 'Expand' }).click()
  const dialog = page.getByRole('dialog', { name: /assistant$/ })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await dialog.getByRole('button', { name: 'Collapse' }).click()
  await expect(host.composer).toBeFocused()
  expect(await page.evaluate(() => document.body.inert)).toBe(false)
})

test('the bar waits for the first scroll, hides for the footer and dialogs, and isn’t printed', async ({
  host,
  page,
}) => {
  await host.visit({ launcher: 'bar' }, { body: '<dialog>Hello <button>Fine</button></dialog>' })
  await expect(host.launcher).toBeHidden()
  await page.evaluate(() => scrollTo(0, 200))
  await expect(host.launcher).toBeVisible()
  await expect.poll(() => box(host.launcher)).toEqual({ x: 480, y: 736, width: 320, height: 44 })
  await page.evaluate(() => document.querySelector('dialog')?.showModal())
  await expect(host.launcher).toBeHidden()
  await page.evaluate(() => document.querySelector('dialog')?.close())
  await expect(host.launcher).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(host.launcher).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(host.launcher).toBeHidden()
})

test('on a phone the button has its word until it was used, hides while scrolling down, and the sheet can be dragged down', async ({
  host,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await host.visit()
  await expect(host.launcher).toHaveText('Ask AI')
  const { width, height } = await box(host.launcher)
  expect(height).toBe(44)
  expect(width).toBeGreaterThan(44)
  await page.evaluate(() => scrollTo(0, 300))
  await expect(host.launcher).toBeHidden()
  await page.evaluate(() => scrollTo(0, 200))
  await expect(host.launcher).toBeVisible()
  await host.launcher.click()
  await expect.poll(() => box(host.panel)).toEqual({ x: 0, y: 0, width: 390, height: 800 })
  await expect(host.composer).toBeFocused()
  await page.mouse.move(195, 8)
  await page.mouse.down()
  await page.mouse.move(195, 200, { steps: 4 })
  await page.mouse.up()
  await expect(host.panel).toBeHidden()
  await expect.poll(() => box(host.launcher)).toMatchObject({ width: 44, height: 44 })
})

test('F6 moves the focus between page and panel', async ({ host, page }) => {
  await host.visit({}, { body: '<button>Here</button>' })
  await page.getByRole('button', { name: 'Here' }).focus()
  await page.keyboard.press('Control+i')
  await expect(host.composer).toBeFocused()
  await page.keyboard.press('F6')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  await page.getByRole('button', { name: 'Here' }).focus()
  await page.keyboard.press('F6')
  await expect(host.composer).toBeFocused()
  await page.keyboard.press('F6')
  await expect(page.getByRole('button', { name: 'Here' })).toBeFocused()
})

test('with reduced motion nothing slides', async ({ host, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await host.visit()
  const frame = host.panel.or(page.locator('sidenote-widget').locator('.sn-frame'))
  const style = await frame.evaluate((element) => {
    const { transitionProperty, transform } = getComputedStyle(element)
    return { transitionProperty, transform }
  })
  expect(style).toEqual({ transitionProperty: 'opacity, visibility', transform: 'none' })
})
