import { expect, test, words } from './support/scripted-server.ts'

test.beforeEach(async ({ page, scripted, reader }) => {
  await scripted.serveWidgetOn(page)
  await reader.visit('/quick-start')
})

test('text appears while it’s written, and the phases before it are shown in words', async ({ reader, scripted }) => {
  scripted.model.script([{ wait: 800 }, ...words(40), { say: 'the end [1].' }])
  await reader.openPanel()
  await reader.ask('How do I start the demo?')
  await expect(reader.panel.getByText(/^(Searching the docs|Reading \d+ passage)/).first()).toBeVisible()
  await expect(reader.panel.getByText(/word3 /)).toBeVisible()
  await expect(reader.panel.getByText(/the end/)).toHaveCount(0)
  await reader.answered()
  await expect(reader.panel.getByText(/word39 the end/)).toBeVisible()
})

test('stop ends the answer, keeps its text, and stops the model', async ({ reader, scripted }) => {
  scripted.model.script([{ say: 'A first sentence. ' }, 'endless'])
  await reader.openPanel()
  await reader.ask('How do I start the demo?')
  await expect(reader.panel.getByText(/and so on/).first()).toBeVisible()
  await reader.panel.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(reader.panel.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
  await expect(reader.panel.getByText(/A first sentence/)).toBeVisible()
  await expect.poll(() => scripted.model.aborted()).toBe(1)
})

test('a failing model shows our own sentence, and retry asks again', async ({ reader, scripted }) => {
  scripted.model.script([{ status: 500 }], [{ status: 500 }], [{ say: 'Type npm start [1].' }])
  await reader.openPanel()
  await reader.ask('How do I start the demo?')
  await expect(reader.panel.getByText(/SECRET/)).toHaveCount(0)
  await reader.panel.getByRole('button', { name: 'Retry', exact: true }).click()
  await reader.answered()
  await expect(reader.panel.getByText(/Type npm start/)).toBeVisible()
})

test('a server that dies mid-answer leaves the text, and retry works when it’s back', async ({ reader, scripted }) => {
  scripted.model.script([{ say: 'The first half. ' }, 'hang'], [{ say: 'The whole answer [1].' }])
  await reader.openPanel()
  await reader.ask('How do I start the demo?')
  await expect(reader.panel.getByText(/The first half/)).toBeVisible()
  await scripted.kill()
  const retry = reader.panel.getByRole('button', { name: 'Retry', exact: true })
  await expect(retry).toBeVisible()
  await expect(reader.panel.getByText(/The first half/)).toBeVisible()
  await scripted.restart()
  await retry.click()
  await reader.answered()
  await expect(reader.panel.getByText(/The whole answer/)).toBeVisible()
})

test('a citation without a source is not shown', async ({ reader, scripted }) => {
  scripted.model.script([{ say: 'Type npm start [1]. It takes a while [99].' }])
  await reader.openPanel()
  await reader.ask('How do I start the demo?')
  await reader.answered()
  await expect(reader.panel.getByText(/It takes a while/)).toBeVisible()
  await expect(reader.panel.getByText(/99/)).toHaveCount(0)
})

test('an unanswered question says so once, with the nearest pages and support', async ({ reader, scripted }) => {
  scripted.model.script([{ say: '[?] The documentation does not say how to start the demo on a Tuesday [1].' }])
  await reader.openPanel()
  await reader.ask('How do I start the demo on a Tuesday?')
  await reader.answered()
  await expect(reader.panel.locator('.sn-unanswered')).toHaveText(/^The documentation does not say/)
  await expect(reader.panel.getByRole('region', { name: 'Follow-up questions' })).toHaveCount(0)
  await expect(reader.panel.getByText('Closest pages')).toBeVisible()
  const support = reader.panel.getByRole('link', { name: 'Contact support' })
  await expect(support).toHaveAttribute('href', 'https://help.example.com/new')
})

test('images and links in an answer reach no other host', async ({ reader, page, scripted }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!/^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(request.url()) && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  const image =
    '![a](https://images.invalid/secret.png?q=secret) and [a link](javascript:alert(1)) and <img src=x onerror=alert(2)> [1].'
  scripted.model.script([...image].flatMap((letter) => [{ say: letter }]))
  await reader.openPanel()
  await reader.ask('How do I start the demo?')
  await reader.answered()
  expect(foreign).toEqual([])
  await expect(reader.panel.locator('a[href^="javascript"]')).toHaveCount(0)
})

test('parts of a newer server are passed over, and an answer without text says so', async ({ reader, page }) => {
  const streams = [
    [
      { type: 'later-invention', by: 'a newer server' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'So it is.' },
      { type: 'text-end', id: 't' },
    ],
    [],
  ]
  await page.route('**/assistant/*/message', (route) => {
    const parts = [{ type: 'start', messageId: `m${streams.length}` }, ...(streams.shift() ?? []), { type: 'finish' }]
    return route.fulfill({
      headers: {
        'content-type': 'text/event-stream',
        'x-vercel-ai-ui-message-stream': 'v1',
        'access-control-allow-origin': '*',
      },
      body: parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join(''),
    })
  })
  await reader.openPanel()
  await reader.ask('How do I start the demo?')
  await reader.answered()
  await expect(reader.panel.locator('.sn-prose')).toHaveText('So it is.')
  await expect(reader.panel.locator('.sn-notice')).toHaveCount(0)
  await reader.ask('And then?')
  await expect(reader.panel.locator('.sn-notice')).toHaveText('The assistant gave no answer. Try again.Retry')
})

test('a question whose headers never come can be asked again after 20 seconds', async ({ reader, page }) => {
  await page.clock.install()
  await reader.openPanel()
  // No answer, and no end of the connection either.
  await page.route('**/assistant/*/message', () => {})
  const sent = page.waitForRequest((request) => request.url().endsWith('/message'))
  await reader.ask('How do I start the demo?')
  await sent
  await page.clock.fastForward(19_000)
  await expect(reader.panel.locator('.sn-notice')).toHaveCount(0)
  await page.clock.fastForward(2_000)
  await expect(reader.panel.locator('.sn-notice')).toHaveText('The assistant isn’t available right now.Retry')
  await page.unroute('**/assistant/*/message')
  await reader.panel.getByRole('button', { name: 'Retry' }).click()
  await reader.answered()
})
