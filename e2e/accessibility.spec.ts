import type { Page } from '@playwright/test'
import { axeViolations as violations } from './support/axe.ts'
import { expect, test } from './support/host-page.ts'
import { choose } from './support/reader.ts'
import { streamAnswer } from './support/stream-answer.ts'
import { unreadable } from './support/unreadable.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`axe finds no violation in ${colorScheme} at ${width} px`, async ({ reader, page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await reader.visit('/quick-start')
      expect(await violations(page)).toEqual([])
      await reader.openPanel()
      expect(await violations(page)).toEqual([])
      await reader.ask('How do I put the widget on my site?')
      await reader.answered()
      expect(await violations(page)).toEqual([])
    })
  }
}

const everyKind =
  '> A revoked key answers with 401 [1].\n\nSee `npm start` and [the limits](/limits).\n\n| Option | Meaning |\n| --- | --- |\n| `--port` | The port |\n\n' +
  '```ts\n// Tell the reader when to come back.\nconst answer: Response = await fetch("/", { retries: 3 })\nclass Key extends Error {}\n```\n\n```diff\n- removed\n+ added\n```\n'

for (const [theme, surface, text] of [
  ['light', '#eaeaea', '#333'],
  ['dark', '#3e3e3e', '#eee'],
] as const)
  test(`everything is readable on a grey page, ${theme}`, async ({ host, page }) => {
    await page.route('**/assistant/sidenote/message', (route) => streamAnswer(route, everyKind, [keys]))
    await host.visit(
      {},
      { head: `<style>body{background:${surface};color:${text}}</style>`, body: '<h2>Rotate a key</h2>' },
    )
    await host.launcher.click()
    await expect(host.composer).toBeFocused()
    const own = await host.panel.evaluate((frame) => getComputedStyle(frame).backgroundColor)
    expect(own).toBe(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    expect(await unreadable(page)).toEqual([])
    await host.ask('How?')
    await host.answered()
    await expect(page.locator('.sn-code-kwd').first()).toBeVisible()
    expect(await unreadable(page)).toEqual([])
    await host.panel.getByRole('button', { name: 'Not helpful' }).click()
    await choose(host.panel, 'Delete this conversation')
    expect(await unreadable(page)).toEqual([])
    await host.panel
      .getByRole('link', { name: /^Source 1/ })
      .first()
      .focus()
    await expect(page.locator('.sn-card')).toBeVisible()
    expect(await unreadable(page)).toEqual([])
    await page.unroute('**/assistant/sidenote/message')
    await script(page)
    await host.ask('Fail')
    await expect(page.locator('.sn-notice')).toBeVisible()
    expect(await unreadable(page)).toEqual([])
  })

test('the keyboard alone can open, ask, read a source and close', async ({ reader, page }) => {
  await reader.visit('/quick-start')
  await page.keyboard.press('Control+i')
  await expect(reader.composer).toBeFocused()
  await page.keyboard.type('How do I put the widget on my site?')
  await page.keyboard.press('Enter')
  await reader.answered()

  const citation = reader.panel.getByRole('link', { name: /^Source \d+: / }).first()
  for (let tabs = 0; tabs < 60 && !(await citation.evaluate((link) => link.matches(':focus'))); tabs++) {
    await page.keyboard.press('Shift+Tab')
  }
  await expect(citation).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(reader.panel).toBeHidden()
  await expect(page.getByRole('button', { name: /^Ask AI/ })).toBeFocused()
})

test('when the focused control disappears, the focus moves to the text box', async ({ host, page }) => {
  await script(page)
  await host.visit({ questions: 'How do I rotate a key?' })
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
  const press = async (name: string | RegExp) => {
    await host.panel
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .focus()
    await page.keyboard.press('Enter')
  }
  await press('Remove this page')
  await expect(host.composer).toBeFocused()
  await press('How do I rotate a key?')
  await expect(host.composer).toBeFocused()
  await host.answered()
  await host.ask('Wait')
  await press('Stop')
  await expect(host.composer).toBeFocused()
  await press('Retry')
  await expect(host.composer).toBeFocused()
  await expect(host.panel.getByRole('button', { name: 'Copy answer' })).toHaveCount(2)
  await press('Edit question')
  await expect(host.panel.getByRole('textbox', { name: 'Edit question' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(host.panel.getByRole('button', { name: 'Edit question' }).first()).toBeFocused()
  await press('New conversation')
  await press('More')
  await press('Earlier conversations')
  await expect(host.panel.getByRole('searchbox')).toBeFocused()
  await press(/^Delete/)
  await expect(host.panel.getByRole('button', { name: 'Press again to confirm' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(host.composer).toBeFocused()

  // On a busy page timers are late; a click on the page lets go of the panel all the same.
  await page.evaluate(() => {
    const later = window.setTimeout
    window.setTimeout = ((act: () => void, time = 0) => later(act, time + 1000)) as typeof window.setTimeout
  })
  await host.panel.getByRole('button', { name: 'How do I rotate a key?' }).focus()
  await page.mouse.click(100, 300)
  await host.panel.getByRole('button', { name: 'How do I rotate a key?' }).evaluate((row) => row.remove())
  await page.waitForTimeout(100)
  await expect(host.composer).not.toBeFocused()
})

const keys = {
  url: '/keys#rotate',
  title: 'Keys',
  sidenote: { number: 1, heading: 'Rotate', breadcrumbs: ['Keys', 'Rotate'], snippet: 'Make the new key first.' },
}

/** Answers questions without a model: the first with a text, `Fail` with a refusal, `Wait` after a while. */
const script = (page: Page) =>
  page.route('**/assistant/sidenote/message', async (route) => {
    const asked = JSON.stringify(route.request().postDataJSON())
    if (/Fail/.test(asked)) {
      const headers = { 'access-control-allow-origin': '*', 'retry-after': '40' }
      return route.fulfill({ status: 429, json: { code: 'rate_limited', message: 'No.' }, headers })
    }
    if (/Wait/.test(asked)) await new Promise((resolve) => setTimeout(resolve, 1_500))
    await streamAnswer(route, 'Make the new key first [1].', [keys]).catch(() => {})
  })

for (const theme of ['light', 'dark']) {
  test(`axe finds no violation in any state of the panel in ${theme}`, async ({ host, page }) => {
    await script(page)
    await host.visit({ theme, consent: 'Your question is sent to Acme.' })
    await host.launcher.click()
    await expect(host.composer).toBeFocused()
    await host.ask('Wait')
    expect(await violations(page), 'consent').toEqual([])
    await host.panel.getByRole('button', { name: 'Agree and ask' }).click()
    await expect(host.panel.getByText('Searching the docs…').first()).toBeVisible()
    expect(await violations(page), 'searching').toEqual([])
    const chip = host.panel.getByRole('link', { name: /^Source 1: / })
    await chip.first().focus()
    await expect(host.panel.getByText('Open section').first()).toBeVisible()
    expect(await violations(page), 'card').toEqual([])
    await host.ask('Fail')
    await expect(host.panel.getByText(/Try again in/).first()).toBeVisible()
    expect(await violations(page), 'error').toEqual([])
    await host.panel.getByRole('button', { name: 'Search the docs' }).first().click()
    await expect(host.panel.getByRole('combobox')).toBeFocused()
    expect(await violations(page), 'empty search').toEqual([])
    await host.panel.getByRole('combobox').fill('rotate a key')
    await expect(host.panel.getByRole('option').nth(2)).toBeVisible()
    expect(await violations(page), 'search').toEqual([])
  })
}

/** Controls that screen readers are told the same of twice: as their name and as what describes them. */
const toldTwice = async (page: Page): Promise<string[]> => {
  const tools = await page.context().newCDPSession(page)
  const { nodes } = await tools.send('Accessibility.getFullAXTree')
  return nodes
    .filter(({ ignored, name, description }) => !ignored && name?.value && name.value === description?.value)
    .map(({ role, name }) => `${role?.value} “${name?.value}”`)
}

test('screen readers hear each control’s name once', async ({ host, page }) => {
  await script(page)
  await host.visit({ attachments: 'image/png' })
  await host.launcher.click()
  await host.ask('First')
  await host.answered()
  expect(await toldTwice(page)).toEqual([])
  await host.ask('Wait')
  await host.ask('And another')
  await expect(host.panel.getByRole('button', { name: 'Remove “And another”' })).toBeVisible()
  expect(await toldTwice(page)).toEqual([])
  await host.panel.getByRole('button', { name: 'New conversation' }).click()
  await choose(host.panel, 'Earlier conversations')
  await expect(host.panel.getByRole('button', { name: 'Delete “First”' })).toBeVisible()
  expect(await toldTwice(page)).toEqual([])
})

for (const variant of ['modal', 'popover', 'inline']) {
  test(`axe finds no violation in the variant ${variant}`, async ({ host, page }) => {
    await host.visit({ variant, container: '#ask' }, { body: '<div id="ask"></div>' })
    await host.launcher.click()
    await expect(page.getByRole('textbox', { name: 'Ask a question' })).toBeFocused()
    expect(await violations(page)).toEqual([])
  })
}

test('at 200 % all controls are visible and nothing scrolls sideways', async ({ host, page }) => {
  await script(page)
  await page.setViewportSize({ width: 640, height: 400 })
  await host.visit()
  await host.launcher.click()
  await host.ask('How do I rotate a key?')
  await expect(host.panel.getByRole('link', { name: /^Source 1: / }).first()).toBeVisible()
  await host.panel.getByRole('button', { name: 'Copy answer' }).scrollIntoViewIfNeeded()
  for (const name of ['Search the docs', 'New conversation', 'Close', 'Send', 'Copy answer'])
    await expect(host.panel.getByRole('button', { name })).toBeInViewport({ ratio: 0.9 })
  await expect(host.composer).toBeInViewport({ ratio: 0.9 })
  const sideways = await host.panel.evaluate((frame) =>
    [frame, ...frame.querySelectorAll('.sn-log, .sn-slot > *')].some((part) => part.scrollWidth > part.clientWidth + 1),
  )
  expect(sideways).toBe(false)
})

test('in forced colours icons, edges, selection and focus are visible', async ({ host, page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await host.visit()
  await expect(host.launcher).toHaveCSS('border-top-style', 'solid')
  await host.launcher.click()
  await host.panel.getByRole('button', { name: 'Search the docs' }).click()
  await host.panel.getByRole('combobox').fill('rotate a key')
  const chosen = host.panel.getByRole('option').first()
  await expect(chosen).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Shift+Tab')
  const focused = host.panel.getByRole('button', { name: 'Close' })
  await expect(focused).toBeFocused()
  await expect(focused).toHaveCSS('outline-style', 'solid')
  const colours = await focused.evaluate((button) => {
    const icon = button.querySelector('svg')
    const surface = button.closest('.sn-frame')
    return icon && surface ? [getComputedStyle(icon).stroke, getComputedStyle(surface).backgroundColor] : []
  })
  expect(colours).toHaveLength(2)
  expect(colours[0]).not.toBe(colours[1])
})

test('in forced colours a selected reason has no backplate', async ({ host, page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await script(page)
  await host.visit()
  await host.launcher.click()
  await host.ask('First')
  await host.answered()
  await host.panel.getByRole('button', { name: 'Not helpful' }).click()
  const reason = host.panel.getByRole('button', { name: 'Out of date' })
  await reason.click()
  await expect(reason).toHaveAttribute('aria-pressed', 'true')
  const picture = (await reason.screenshot({ animations: 'disabled' })).toString('base64')
  const share = await page.evaluate(async (png) => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: image.width, height: image.height })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas.')
    context.drawImage(image, 0, 0)
    // The line of words; at its left end there is nothing but the reason's own colour.
    const { data } = context.getImageData(6, Math.round(image.height / 2), image.width - 12, 1)
    const dots = Array.from({ length: data.length / 4 }, (_, dot) => String(data.slice(dot * 4, dot * 4 + 4)))
    return dots.filter((dot) => dot === dots[0]).length / dots.length
  }, picture)
  expect(share).toBeGreaterThan(0.4)
})

test('with more contrast, muted text is in the text colour and edges are visible', async ({ host, page }) => {
  await page.emulateMedia({ contrast: 'more' })
  await host.visit()
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
  const text = await page.locator('.sn-header h2').evaluate((title) => getComputedStyle(title).color)
  await expect(page.locator('.sn-disclaimer')).toHaveCSS('color', text)
  await expect(page.locator('.sn-header')).toHaveCSS('border-bottom-color', text)
})

test('with reduced motion things fade in without moving', async ({ host, page }) => {
  await script(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await host.visit()
  await host.launcher.click()
  await host.ask('Wait')
  await expect(host.panel.getByText('Searching the docs…').first()).toBeVisible()
  const moving = await host.panel.evaluate(
    (frame) =>
      frame
        .getAnimations({ subtree: true })
        .filter((animation) => !(animation instanceof CSSTransition && animation.transitionProperty === 'opacity'))
        .length,
  )
  expect(moving).toBe(0)
})

test('screen readers hear each phase once, no single words, and what was copied', async ({ host, page }) => {
  await script(page)
  await host.visit()
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
  await host.panel.evaluate((frame) => {
    const said: string[] = []
    Object.assign(window, { said })
    const watch = () => {
      const text = [...frame.querySelectorAll('p[role="status"]')].map((status) => status.textContent).join('')
      if (text && said.at(-1) !== text) said.push(text)
    }
    new MutationObserver(watch).observe(frame, { subtree: true, childList: true, characterData: true })
  })
  await host.ask('Wait')
  const said = () => page.evaluate(() => ('said' in window && Array.isArray(window.said) ? window.said : []))
  await expect.poll(async () => (await said()).at(-1)).toBe('Answer ready, with 1 source.')
  const phases = await said()
  expect(new Set(phases).size).toBe(phases.length)
  expect(phases[0]).toBe('Searching the docs…')
  expect(phases.join()).not.toContain('Make the new key')
  await expect(host.panel.getByRole('log')).toHaveAttribute('aria-live', 'off')
  for (const name of ['Copy answer', 'Copy conversation']) {
    if (name === 'Copy answer') await host.panel.getByRole('button', { name }).click()
    else await choose(host.panel, name)
    await expect(host.panel.getByRole('alert')).toHaveText('Copied')
    await expect(host.panel.getByRole('alert')).toHaveCount(0)
  }
})

test('on a phone the composer stays above the on-screen keyboard', async ({ host, page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await host.visit()
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
  const keyboard = (height: number) =>
    page.evaluate((visible) => {
      Object.defineProperty(window.visualViewport, 'height', { value: visible, configurable: true })
      window.visualViewport?.dispatchEvent(new Event('resize'))
    }, height)
  const bottom = async () => {
    const box = await host.composer.boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  expect(await bottom()).toBeGreaterThan(500)
  await keyboard(420)
  await expect.poll(bottom).toBeLessThan(420)
  await keyboard(800)
  await expect.poll(bottom).toBeGreaterThan(500)
})

test('a tooltip shows a button’s shortcut, which isn’t part of its name', async ({ host }) => {
  await host.visit({ search: 'shortcut' })
  await host.launcher.click()
  for (const [name, title] of [
    ['Close', 'Close (Esc)'],
    ['Search the docs', 'Search the docs (ctrl k)'],
    ['Send', 'Send (↵)'],
  ] as const)
    await expect(host.panel.getByRole('button', { name, exact: true })).toHaveAttribute('title', title)
})

test.describe('for fingers', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 700 } })

  test('main controls are at least 44 px on touch screens, all others 24', async ({ host, page }) => {
    await script(page)
    await host.visit({}, { head: '<meta name="viewport" content="width=device-width">' })
    await host.launcher.tap()
    await host.ask('First')
    await host.answered()
    const { count, small } = await host.panel.evaluate((frame) => {
      const root = frame.getRootNode() as ShadowRoot
      const controls = [...frame.querySelectorAll('button, a')].filter((control) =>
        control.checkVisibility({ visibilityProperty: true }),
      )
      const tooSmall = controls.flatMap((control) => {
        control.scrollIntoView({ block: 'center' })
        const box = control.getBoundingClientRect()
        const isMain = control.matches('.sn-icon:not(.sn-edit *), .sn-send, .sn-button, .sn-row, .sn-sources a')
        const reach = (isMain ? 44 : 24) / 2 - 1
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        const isHit = [
          [x - reach, y],
          [x + reach, y],
          [x, y - reach],
          [x, y + reach],
        ].every(([left = 0, top = 0]) => control.contains(root.elementFromPoint(left, top)))
        return isHit ? [] : [control.outerHTML.slice(0, 120)]
      })
      return { count: controls.length, small: tooSmall }
    })
    expect(count).toBeGreaterThan(10)
    expect(small).toEqual([])
  })
})
