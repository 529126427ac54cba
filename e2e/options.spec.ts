import { expect, test } from './support/host-page.ts'

test('an unknown option and a bad value are warned about, with a suggestion', async ({ host, page }) => {
  await host.visit({ acent: 'red', theme: 'drak', radius: '99' })
  await host.launcher.hover()
  await expect
    .poll(() => host.console.filter((said) => said.startsWith('Sidenote')))
    .toEqual([
      'Sidenote: data-acent is not an option. Did you mean data-accent?',
      'Sidenote: data-theme="drak" is ignored. Allowed: auto, light, dark.',
      'Sidenote: data-radius="99" is ignored. Allowed: a whole number, 0 to 32.',
    ])
  await page.evaluate(() => window.Sidenote.update({ title: 'Acme' }))
  await page.waitForTimeout(50)
  expect(host.console).toHaveLength(3)
})

test('without the owner’s questions, the page’s headings are suggested once each, questions as they are', async ({
  host,
}) => {
  await host.visit({}, { body: '<h2>Rotate a key</h2><h2>Who may revoke one?</h2><h2>Rotate a key</h2>' })
  await host.launcher.click()
  const starters = host.panel.getByRole('list', { name: 'Suggested questions' }).getByRole('button')
  await expect(starters).toHaveText(['Explain “Rotate a key”', 'Who may revoke one?'])
})

test('what generators add to headings isn’t part of suggestions or of the page’s title', async ({ host, page }) => {
  await host.visit(
    {},
    {
      head: '<style>.sr-only{position:absolute}</style>',
      body: `<h2>Install it<a class="headerlink" href="#i" title="Link">\uf0c1</a></h2>
        <h2>Rotate a key <button>Copy link</button><span class="sr-only">Section</span><svg><title>Link</title></svg></h2>
        <h2><a href="#revoke">Revoke a key</a><a href="#revoke" aria-hidden="true">#</a></h2>`,
    },
  )
  await page.evaluate(() => {
    const heading = document.querySelector('h1')
    if (heading) heading.innerHTML = '<span style="display:block">Keys</span>of accounts<a href="#keys">\uf0c1</a>'
  })
  await host.launcher.click()
  const starters = host.panel.getByRole('list', { name: 'Suggested questions' }).getByRole('button')
  await expect(starters).toHaveText(['Explain “Install it”', 'Explain “Rotate a key”', 'Explain “Revoke a key”'])
  await expect(host.panel.getByText('This page: Keys of accounts', { exact: true })).toBeVisible()
})

test('the panel shows the owner’s title, logo, placeholder, disclaimer and questions', async ({ host }) => {
  await host.visit({
    title: 'Acme Cloud',
    logo: '/logo.svg',
    placeholder: 'Ask Acme anything',
    disclaimer: 'Answers are made by a machine.',
    questions: 'What is a key? | Who may revoke one?',
  })
  await host.launcher.click()
  await expect(host.panel).toHaveAccessibleName('Acme Cloud assistant')
  await expect(host.panel.locator('img')).toHaveAttribute('src', '/logo.svg')
  await expect(host.composer).toHaveAttribute('placeholder', 'Ask Acme anything')
  await expect(host.panel.getByText('Answers are made by a machine.')).toBeVisible()
  await expect(host.panel.getByRole('button', { name: 'Who may revoke one?' })).toBeVisible()
})

test('the assistant is named after the site: by its metadata, else by its title and home link, else by its host', async ({
  host,
  page,
}) => {
  const home = '<nav><a href="/acme/"> <b>Acme</b></a> <a href="/acme/keys">Keys</a></nav>'
  await host.visit({}, { body: home })
  await host.launcher.click()
  await expect(host.panel).toHaveAccessibleName('Acme assistant')
  await page.evaluate(() => {
    document.title = 'Keys'
    window.Sidenote.update({})
  })
  await expect(host.panel).toHaveAccessibleName('127.0.0.1 assistant')
  await page.evaluate(() => {
    document.head.insertAdjacentHTML('beforeend', '<meta property="og:site_name" content="Acme Cloud">')
    window.Sidenote.update({})
  })
  await expect(host.panel).toHaveAccessibleName('Acme Cloud assistant')
})

test('the owner can set theme, accent, radius, side and z-index', async ({ host }) => {
  await host.visit(
    { theme: 'dark', accent: 'var(--brand)', radius: '3', side: 'left', 'z-index': '77', variant: 'popover' },
    { head: '<style>:root{--brand:rgb(10,200,90)}</style>' },
  )
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
  const seen = await host.panel.evaluate((frame) => {
    const element = frame.getRootNode() instanceof ShadowRoot ? document.querySelector('sidenote-widget') : null
    if (!element) throw new Error('The panel stands in no shadow root.')
    const style = getComputedStyle(element)
    return {
      accent: style.getPropertyValue('--sn-accent'),
      pile: style.zIndex,
      scheme: style.colorScheme,
      radius: getComputedStyle(frame).borderRadius,
      isLeft: frame.getBoundingClientRect().left < innerWidth / 2,
    }
  })
  expect(seen).toEqual({ accent: 'rgb(10,200,90)', pile: '77', scheme: 'dark', radius: '3px', isLeft: true })
})

test('the launcher can be moved above the page’s own controls', async ({ host, page }) => {
  const above = () => host.launcher.evaluate((element) => innerHeight - element.getBoundingClientRect().bottom)
  await host.visit({ bottom: '90px' })
  await expect.poll(above).toBe(90)
  await page.setViewportSize({ width: 390, height: 700 })
  await expect.poll(above).toBe(90)
})

test('the accent resolves the page’s variables, and stays while the page changes its root', async ({ host, page }) => {
  await host.visit({ accent: 'var(--brand)' }, { head: '<style>body{--brand:rgb(10,90,60)}</style>' })
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
  const colours = () =>
    page.locator('sidenote-widget').evaluate((element) => {
      const style = getComputedStyle(element)
      return ['--sn-accent', '--sn-link'].map((name) => style.getPropertyValue(name))
    })
  await expect.poll(colours).toEqual(['rgb(10,90,60)', 'rgb(10,90,60)'])
  const painted = await page.locator('sidenote-widget').evaluate(async (widget) => {
    const seen = new Set<string>()
    for (let frame = 0; frame < 30; frame++) {
      document.documentElement.dataset.scrolled = `${frame}`
      await new Promise(requestAnimationFrame)
      seen.add(getComputedStyle(widget).getPropertyValue('--sn-link'))
    }
    return [...seen]
  })
  expect(painted).toEqual(['rgb(10,90,60)'])
})

test('Cmd/Ctrl+K and other keys open the panel only if the owner sets them', async ({ host, page }) => {
  await host.visit()
  await page.keyboard.press('Control+k')
  await expect(host.panel).toBeHidden()
  await page.keyboard.press('Control+i')
  await expect(host.composer).toBeFocused()
  await page.keyboard.press('Control+i')
  await expect(host.panel).toBeHidden()

  await host.visit({ shortcut: 'mod+k' })
  await page.keyboard.press('Control+i')
  await expect(host.panel).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(host.composer).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(host.panel).toBeHidden()

  await host.visit({ shortcut: 'none' })
  await page.keyboard.press('Control+i')
  await expect(host.panel).toBeHidden()
})

for (const [script, keyI, keyK] of [
  ['Cyrillic', 'ш', 'л'],
  ['Greek', 'ι', 'κ'],
  ['Hebrew', 'ן', 'ל'],
  ['Arabic', 'ه', 'ن'],
  ['Thai', 'ร', 'า'],
] as const)
  test(`on a keyboard with ${script} letters the keys are where they are on a Latin one`, async ({ host, page }) => {
    await host.visit()
    const keyboard = await page.context().newCDPSession(page)
    const press = async (key: string, code: string) => {
      for (const type of ['rawKeyDown', 'keyUp'] as const)
        await keyboard.send('Input.dispatchKeyEvent', { type, key, code, modifiers: 2 })
    }
    await press(keyI, 'KeyI')
    await expect(host.composer).toBeFocused()
    await press(keyK, 'KeyK')
    await expect(host.panel.getByRole('combobox')).toBeFocused()
    await press(keyI, 'KeyI')
    await expect(host.panel).toBeHidden()
  })

test('in a text box of the page with several lines, Cmd/Ctrl+I is the page’s own', async ({ host, page }) => {
  await host.visit()
  await page.evaluate(() => {
    const box = document.createElement('textarea')
    box.addEventListener('keydown', ({ key, ctrlKey }) => {
      if (key === 'i' && ctrlKey) box.value += '*italic*'
    })
    document.body.prepend(box)
    box.focus()
  })
  await page.keyboard.press('Control+i')
  await expect(page.locator('textarea').first()).toHaveValue('*italic*')
  await expect(host.panel).toBeHidden()
})

test('the page’s own trigger replaces the launcher', async ({ host, page }) => {
  await host.visit(
    { trigger: '.help' },
    { body: '<button class="help">Help</button><button data-ask="What is a key?">Key</button>' },
  )
  await expect(host.launcher).toHaveCount(0)
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(host.composer).toBeFocused()
  await host.panel.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused()
  await page.getByRole('button', { name: 'Key', exact: true }).click()
  await expect(host.panel.getByText('What is a key?')).toBeVisible()
})

test('a signed reader asks as that reader, and sees only their own conversations', async ({ host, page }) => {
  const signed = (name: string) => `signed.1900000000.${'s'.repeat(43)}.${name}`
  const update = (reader: string | undefined) =>
    page.evaluate((next) => window.Sidenote.update({ reader: next }), reader)
  await host.visit({ reader: signed('anna') })
  await page.route('**/discovery/v2/**', (route) => route.fulfill({ status: 503, json: { message: 'No.' } }))
  const sent = page.waitForRequest('**/discovery/v2/assistant/sidenote/message')
  await page.evaluate(() => window.Sidenote.ask('How does Anna ask?'))
  expect((await sent).postDataJSON()).toMatchObject({ fp: signed('anna') })
  const question = host.panel.getByText('How does Anna ask?')
  await expect(question).toBeVisible()
  await update(signed('bert'))
  await expect(question).toBeHidden()
  await update(undefined)
  await expect(question).toBeHidden()
  await update(`${signed('anna')}`.replace('1900000000', '1900000001'))
  await expect(question).toBeVisible()
})

test('filter, result count and server address apply to questions', async ({ host, page }) => {
  await host.visit({ 'filter-version': 'v2', 'filter-language': 'en', 'retrieval-page-size': '7', url: '/proxy/' })
  await page.route('**/proxy/discovery/**', (route) => route.fulfill({ status: 503, json: { message: 'No.' } }))
  const sent = page.waitForRequest('**/proxy/discovery/v2/assistant/sidenote/message')
  await page.evaluate(() => window.Sidenote.ask('How?'))
  expect((await sent).postDataJSON()).toMatchObject({
    retrievalPageSize: 7,
    filter: { version: 'v2', language: 'en' },
  })
})
