import type { Locator, Page } from '@playwright/test'
import { choose, type Reader } from './support/reader.ts'
import { expect, test, words } from './support/scripted-server.ts'

const button = (reader: Reader, name: string | RegExp) =>
  reader.panel.getByRole('button', { name, exact: typeof name === 'string' })

/** Asks, and waits for the answer. */
const say = async (reader: Reader, question: string) => {
  await reader.ask(question)
  await reader.answered()
}

/** What the reader's clipboard would hold. */
const watchCopies = (page: Page) =>
  page.addInitScript(() => {
    window.noted = []
    Object.defineProperty(navigator.clipboard, 'writeText', {
      value: async (text: string) => void window.noted?.push(text),
    })
  })

test.beforeEach(async ({ page, scripted, reader }) => {
  await scripted.serveWidgetOn(page)
  await watchCopies(page)
  await reader.visit('/quick-start')
  await reader.openPanel()
})

test('earlier conversations are listed by day, and can be searched, opened and deleted', async ({
  reader,
  page,
  scripted,
}) => {
  scripted.model.script([{ say: 'Type npm start [1].' }], [{ say: 'With Docker [1].' }], [{ say: 'As before [1].' }])
  await say(reader, 'How do I start the demo?')
  await button(reader, 'New conversation').click()
  await expect(reader.composer).toBeFocused()
  await expect(reader.panel.getByText('Type npm start')).toHaveCount(0)
  await expect(button(reader, 'How do I start the demo?')).toBeVisible()
  await say(reader, 'How do I deploy it?')

  await page.reload()
  await choose(reader.panel, 'Earlier conversations')
  const history = reader.panel.getByRole('region', { name: 'Earlier conversations' })
  await expect(history.getByRole('heading')).toHaveText(['Today'])
  await expect(history.getByRole('searchbox')).toBeFocused()
  await history.getByRole('searchbox').fill('npm nothing')
  await expect(history.getByText('No conversations found.')).toBeVisible()
  await history.getByRole('searchbox').fill('NPM start')
  await history.getByRole('button', { name: /^How do I start the demo\?/ }).click()
  await expect(reader.panel.getByText('Type npm start')).toBeVisible()
  const sent = page.waitForRequest((request) => request.url().endsWith('/message'))
  await reader.ask('And then?')
  const { threadId, messages } = (await sent).postDataJSON()
  expect(threadId).toMatch(/^thread_/)
  expect(messages).toHaveLength(3)
  await reader.answered()

  await choose(reader.panel, 'Earlier conversations')
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(history).toHaveCount(0)
  await expect(reader.composer).toBeFocused()
  await choose(reader.panel, 'Earlier conversations')
  await history.getByRole('button', { name: 'Delete “How do I deploy it?”' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await history.getByRole('button', { name: 'Press again to confirm' }).click()
  await expect(reader.panel.getByText('As before')).toBeVisible()
  await button(reader, 'More').click()
  await expect(button(reader, 'Earlier conversations')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(button(reader, 'More')).toBeFocused()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(':earlier')))).toEqual([])
})

test('all conversations can be deleted at once, and the next question has another reader id', async ({
  reader,
  page,
  scripted,
}) => {
  scripted.model.script([{ say: 'So [1].' }])
  const readers: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/message')) readers.push(request.postDataJSON().fp)
  })
  await say(reader, 'How do I start the demo?')
  await button(reader, 'New conversation').click()
  await say(reader, 'And then?')
  await choose(reader.panel, 'Earlier conversations')
  await button(reader, 'Delete all conversations').click()
  await button(reader, 'Press again to confirm').click()
  await expect(reader.panel.getByText(/^Ask about /)).toBeVisible()
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sidenote')))).toEqual([])
  await say(reader, 'Who am I?')
  expect(readers[0]).toBe(readers[1])
  expect(readers[2]).not.toBe(readers[1])
})

test('a question can be edited: everything after it is gone, on the server too', async ({ reader, page, scripted }) => {
  scripted.model.script([{ say: 'First [1].' }], [{ say: 'Second [1].' }], [{ say: 'Third [1].' }])
  await say(reader, 'How do I stop the demo?')
  await say(reader, 'And then?')
  await reader.panel.getByText('How do I stop the demo?').hover()
  await button(reader, 'Edit question').first().click()
  const editor = reader.panel.getByRole('textbox', { name: 'Edit question' })
  await expect(editor).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(editor).toHaveCount(0)
  await expect(button(reader, 'Edit question').first()).toBeFocused()
  await expect(reader.panel.getByText('Second')).toBeVisible()
  await button(reader, 'Edit question').first().click()
  await editor.fill('How do I start the demo?')
  const sent = page.waitForRequest((request) => request.url().endsWith('/message'))
  await editor.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({
    threadId: null,
    messages: [{ role: 'user', parts: [{ text: 'How do I start the demo?' }] }],
  })
  await expect(reader.panel.getByText('Third')).toBeVisible()
  await reader.answered()
  await expect(reader.panel.locator('.sn-question')).toHaveCount(1)
  await expect(reader.panel.getByText(/First|Second/)).toHaveCount(0)
  // What it was asked about goes with it, as before.
  await expect(reader.panel.getByRole('list', { name: 'Attached to this question' })).toHaveText(/^This page: /)
})

test('questions asked during an answer are queued, can be removed, and are sent one by one', async ({
  reader,
  page,
  scripted,
}) => {
  scripted.model.script(['endless'], [{ say: 'The second answer [1].' }], [{ say: 'The third answer [1].' }])
  await reader.ask('How do I start the demo?')
  await expect(reader.panel.getByText(/and so on/).first()).toBeVisible()
  await expect(reader.composer).toHaveAttribute('placeholder', 'Answering… ask another question')
  for (const question of ['And how do I stop it?', 'Never mind this one?', 'And then?']) await reader.ask(question)
  const queue = reader.panel.getByRole('list', { name: 'Up next' })
  await expect(queue.getByRole('listitem')).toHaveCount(3)
  await button(reader, 'Remove “Never mind this one?”').click()
  await expect(queue.getByRole('listitem')).toHaveCount(2)
  await button(reader, 'Stop').click()
  await expect(reader.panel.getByText('The second answer')).toBeVisible()
  await expect(reader.panel.getByText('The third answer')).toBeVisible()
  await expect(queue).toHaveCount(0)
  await reader.answered()
  await expect(page.locator('.sn-question')).toHaveText([/start/, /stop it/, /And then/])
})

test('an answer continues after a reload, complete and only once', async ({ reader, page, scripted }) => {
  scripted.model.script([...words(60), { say: 'the end [1].' }])
  await reader.ask('How do I start the demo?')
  await expect(reader.panel.getByText(/word5 /)).toBeVisible()
  await page.reload()
  await expect(button(reader, 'Stop')).toBeVisible()
  await expect(reader.panel.getByText(/word0 word1 .*word59 the end/)).toHaveCount(1)
  await reader.answered()
  await expect(reader.panel.getByText(/word0/)).toHaveCount(1)
  expect(scripted.model.requests).toHaveLength(1)
})

test('an answer continues after a lost connection, and says so', async ({ reader, page, context, scripted }) => {
  // The request is broken from within: going offline does not end a stream that runs.
  await page.addInitScript(() => {
    const own = window.fetch
    window.fetch = async (...given) => {
      const response = await own(...given)
      if (!String(given[0]).endsWith('/message') || !response.body) return response
      const reading = response.body.getReader()
      const body = new ReadableStream({
        start(controller) {
          addEventListener('lost', () => {
            controller.error(new TypeError('network error'))
            void reading.cancel()
          })
        },
        async pull(controller) {
          const { done, value } = await reading.read()
          if (done) controller.close()
          else controller.enqueue(value)
        },
      })
      return new Response(body, response)
    }
  })
  await page.reload()
  scripted.model.script([...words(80), { say: 'the end [1].' }])
  await reader.ask('How do I start the demo?')
  await expect(reader.panel.getByText(/word5 /)).toBeVisible()
  // What stands before the server answers for it while it starts anew.
  const gateway = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }
  await page.route('**/stream?*', (route) => route.fulfill(gateway), { times: 1 })
  await context.setOffline(true)
  await page.evaluate(() => dispatchEvent(new Event('lost')))
  await expect(reader.panel.getByText('Connection lost. Reconnecting… (1/3)').first()).toBeVisible()
  await expect(reader.panel.getByText(/word5 /)).toBeVisible()
  await page.waitForTimeout(700)
  await context.setOffline(false)
  await expect(reader.panel.getByText(/word0 word1 .*word79 the end/)).toHaveCount(1)
  await reader.answered()
  await expect(reader.panel.getByText(/Connection lost/)).toHaveCount(0)
  expect(scripted.model.requests).toHaveLength(1)
})

test('stop ends the answer on the server too, and Escape works from the inside out', async ({
  reader,
  page,
  scripted,
}) => {
  scripted.model.script([{ say: 'A first sentence. ' }, 'endless'])
  await reader.ask('How do I start the demo?')
  await expect(reader.panel.getByText(/and so on/).first()).toBeVisible()
  let isHeld = true
  await page.route('**/stream*', async (route) => {
    while (isHeld) await page.waitForTimeout(50)
    await route.continue()
  })
  const stopped = page.waitForRequest((request) => request.method() === 'DELETE')
  await page.keyboard.press('Escape')
  await stopped
  await expect(reader.panel.getByText('You stopped this answer.').first()).toBeVisible()
  isHeld = false
  await expect.poll(() => scripted.model.aborted()).toBe(1)
  await expect(reader.panel.getByText('You stopped this answer.').first()).toBeVisible()
  await expect(reader.panel.getByText(/Connection lost/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(reader.composer).toBeHidden()
})

test('a question asked offline is sent when the reader is back online', async ({ reader, page, context, scripted }) => {
  scripted.model.script([{ say: 'Type npm start [1].' }])
  await say(reader, 'How do I start the demo?')
  const resumed: string[] = []
  page.on('request', (request) => request.url().includes('/stream?') && resumed.push(request.url()))
  await context.setOffline(true)
  await reader.ask('And then?')
  await expect(
    reader.panel.getByText('You’re offline. Your question will be sent when you’re back online.').first(),
  ).toBeVisible()
  await context.setOffline(false)
  await reader.answered()
  await expect(page.locator('.sn-notice')).toHaveCount(0)
  // Longer than the first wait for a connection that was lost: this one was not.
  await page.waitForTimeout(800)
  expect(resumed).toEqual([])
  expect(scripted.model.requests).toHaveLength(2)
})

test('a question asked offline is sent even if the browser is online before the server can be reached', async ({
  reader,
  page,
  context,
  scripted,
}) => {
  scripted.model.script([{ say: 'Type npm start [1].' }])
  await context.setOffline(true)
  await reader.ask('How do I start the demo?')
  await expect(reader.panel.getByText(/^You’re offline\./).first()).toBeVisible()
  await page.route('**/*', (route) => route.abort('internetdisconnected'))
  await context.setOffline(false)
  await page.waitForTimeout(500)
  await page.unrouteAll({ behavior: 'wait' })
  await reader.answered()
})

test('all questions asked offline are sent one after another', async ({ reader, page, context, scripted }) => {
  scripted.model.script([{ say: 'Type npm start [1].' }], [{ say: 'Then wait [1].' }])
  // What asks has not been loaded either.
  await context.setOffline(true)
  await reader.ask('How do I start the demo?')
  await expect(reader.panel.getByText(/^You’re offline\./).first()).toBeVisible()
  await reader.ask('And then?')
  const queue = reader.panel.getByRole('list', { name: 'Up next' })
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  await context.setOffline(false)
  await expect(reader.panel.getByText('Type npm start')).toBeVisible()
  await expect(reader.panel.getByText('Then wait')).toBeVisible()
  await expect(page.locator('.sn-question')).toHaveText([/start the demo/, /And then/])
  await expect(page.locator('.sn-notice, .sn-shortfall')).toHaveCount(0)
})

test('a failed question stays marked after the next question, and can be asked again', async ({
  reader,
  page,
  scripted,
}) => {
  scripted.model.script([{ say: 'It is so [1].' }], [{ say: 'Type npm start [1].' }])
  await page.route(
    '**/message',
    (route) => route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' }, body: 'bad' }),
    { times: 1 },
  )
  await reader.ask('How do I start the demo?')
  await expect(reader.panel.getByText(/^The assistant has a problem/).first()).toBeVisible()
  await say(reader, 'What is it?')
  const line = page.locator('.sn-shortfall')
  await expect(line).toContainText('This question wasn’t answered.')
  await choose(reader.panel, 'Copy conversation')
  expect(await page.evaluate(() => String(window.noted?.[0]))).toContain(
    '## How do I start the demo?\n\n*This question wasn’t answered.*\n\n## What is it?',
  )
  await line.getByRole('button', { name: 'Retry' }).click()
  await expect(reader.panel.getByText('Type npm start')).toBeVisible()
  await expect(page.locator('.sn-question')).toHaveText([/start/, /What is it/, /start/])
})

test('deleting takes two presses, not a double click, and Escape cancels', async ({ reader, page, scripted }) => {
  scripted.model.script([{ say: 'Type npm start [1].' }])
  await say(reader, 'How do I start the demo?')
  const forget = button(reader, 'Delete this conversation')
  const again = button(reader, 'Press again to confirm')
  await button(reader, 'More').click()
  await forget.dblclick()
  await expect(again).toBeVisible()
  await expect(reader.panel.getByRole('alert')).toHaveText('Press again to confirm')
  await page.keyboard.press('Escape')
  await expect(forget).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(again).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(forget).toBeVisible()
  await expect(reader.panel.getByText('Type npm start')).toBeVisible()
  await forget.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(reader.panel.getByText('Type npm start')).toHaveCount(0)
  await expect(reader.composer).toBeFocused()
})

test('copying works without a clipboard, and a failure is shown', async ({ reader, page, scripted }) => {
  scripted.model.script([{ say: 'Type this [1]:\n\n```sh\nnpm start\n```\n' }])
  await say(reader, 'How do I start the demo?')
  await page.clock.install()
  await page.evaluate(() => {
    const noted: unknown[] = []
    window.noted = noted
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.addEventListener('copy', (event) => {
      const { target } = event
      if (target instanceof HTMLTextAreaElement)
        noted.push(target.value.slice(target.selectionStart, target.selectionEnd))
    })
  })
  for (const name of ['Copy code', 'Copy answer', 'Copy link to this question', 'Copy conversation']) {
    if (name === 'Copy conversation') await button(reader, 'More').click()
    await button(reader, name).focus()
    await page.keyboard.press('Enter')
    await expect(button(reader, 'Copied').last()).toBeFocused()
    await page.clock.fastForward(2_000)
    await expect(button(reader, name)).toBeVisible()
  }
  const noted = await page.evaluate(() => window.noted?.map(String) ?? [])
  expect(noted).toHaveLength(4)
  expect(noted[0]).toBe('npm start')
  expect(noted[1]).toMatch(/^Type this \[\[1\]\]/)
  expect(noted[2]).toContain('?ask=')
  expect(noted[3]).toMatch(/^## How do I start/)
  expect(await page.evaluate(() => document.querySelectorAll('html > textarea').length)).toBe(0)

  await page.evaluate(() => {
    document.execCommand = () => false
  })
  const refusal = 'Your browser blocked copying.'
  await expect(button(reader, 'Copied')).toHaveCount(0)
  await button(reader, 'Copy code').click()
  await expect(page.locator('.sn-codeblock').getByRole('alert')).toHaveText(refusal)
  await button(reader, 'Copy link to this question').click()
  await expect(reader.panel.getByRole('status').filter({ hasText: refusal })).toBeVisible()
  await page.clock.fastForward(4_000)
  await expect(button(reader, refusal)).toHaveCount(0)
  await choose(reader.panel, 'Copy conversation')
  await expect(button(reader, refusal)).toBeVisible()
  await page.clock.fastForward(4_000)
  await expect(reader.panel.getByText(refusal)).toHaveCount(0)
})

test('an answer finished while the panel is closed puts a badge on the launcher until it’s opened', async ({
  reader,
  page,
  scripted,
}) => {
  scripted.model.script([{ wait: 800 }, { say: 'Type npm start [1].' }])
  await reader.ask('How do I start the demo?')
  await button(reader, 'Close').click()
  const launcher = page.locator('sidenote-widget .sn-launcher')
  await expect(launcher).toHaveAttribute('data-news')
  await expect(launcher).toHaveAttribute('title', 'Answer ready, with 1 source.')
  await expect(launcher).toHaveAccessibleName('Ask AI')
  await launcher.click()
  await expect(reader.panel.getByText('Type npm start')).toBeVisible()
  await expect(launcher).not.toHaveAttribute('data-news')
  await expect(launcher).not.toHaveAttribute('title')
  scripted.model.script([{ say: 'And so on [1].' }])
  await say(reader, 'And then?')
  await expect(launcher).not.toHaveAttribute('data-news')
})

test('a long pasted question is cut, and can be expanded', async ({ reader, page, scripted }) => {
  scripted.model.script([{ say: 'It is so [1].' }])
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index} of the log`)
  await say(reader, lines.join('\n'))
  const height = async () => (await page.locator('.sn-question').boundingBox())?.height ?? 0
  expect(await height()).toBeLessThan(260)
  await button(reader, 'Show more').click()
  await expect(button(reader, 'Show less')).toHaveAttribute('aria-expanded', 'true')
  expect(await height()).toBeGreaterThan(1_400)
  await button(reader, 'Show less').click()
  expect(await height()).toBeLessThan(260)
  await button(reader, 'Edit question').click()
  await expect(reader.panel.getByRole('textbox', { name: 'Edit question' })).toHaveValue(lines.join('\n'))
})

test('the next page restores the scroll position in the answer', async ({ reader, page, scripted }) => {
  scripted.model.script([{ say: Array.from({ length: 40 }, (_, at) => `Paragraph ${at} [1].`).join('\n\n') }])
  await say(reader, 'How do I start the demo?')
  const log = page.getByRole('log', { name: 'Conversation' })
  const place = () => log.evaluate((element) => element.scrollTop)
  await log.evaluate((element) => element.scrollTo(0, 600))
  for (const leave of [
    () => page.reload(),
    () => page.evaluate(() => location.assign('/concepts')),
    // What is pressed is not brought into view first.
    () =>
      page
        .getByRole('link', { name: /^Source 1: / })
        .first()
        .dispatchEvent('click'),
  ]) {
    const loaded = page.waitForEvent('load')
    await leave()
    await loaded
    await expect(log).toBeVisible()
    await expect.poll(place).toBe(600)
  }
  await log.evaluate((element) => element.scrollTo(0, 900))
  await choose(reader.panel, 'Delete this conversation')
  await button(reader, 'Press again to confirm').click()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['sidenote:sidenote:open'])
})

test('answer and conversation are copied as Markdown with citations as links', async ({ reader, page, scripted }) => {
  scripted.model.script([{ say: 'Type `npm start` [1].' }])
  await say(reader, 'How do I start the demo?')
  await button(reader, 'Copy answer').click()
  await choose(reader.panel, 'Copy conversation')
  const [answer, conversation] = await page.evaluate(() => window.noted?.map(String) ?? [])
  expect(answer).toMatch(/^Type `npm start` \[\[1\]\]\(http:[^)]+\)\.\n\n- \[1\] \[[^\]]+\]\(http:[^)]+\)\n$/)
  expect(conversation).toBe(`## How do I start the demo?\n\n${answer}`)
})

test('a thumbs-down counts at once, and carries a reason if the reader gives one', async ({
  reader,
  page,
  scripted,
}) => {
  scripted.model.script([{ say: 'Type npm start [1].' }])
  await say(reader, 'How do I start the demo?')
  const said: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/feedback')) said.push(request.postDataJSON())
  })
  await expect(button(reader, 'Not helpful')).toHaveAttribute('aria-expanded', 'false')
  await button(reader, 'Not helpful').click()
  await expect(button(reader, 'Not helpful')).toHaveAttribute('aria-expanded', 'true')
  await button(reader, 'Out of date').click()
  await reader.panel.getByRole('textbox', { name: 'Tell us more (optional)' }).fill('It is npm run dev now.')
  const kept = page.waitForResponse((response) => response.url().endsWith('/feedback') && response.status() === 204)
  await reader.panel
    .getByRole('form', { name: 'What was wrong with it?' })
    .getByRole('button', { name: 'Send' })
    .click()
  await kept
  await expect(reader.panel.getByText('Thanks, noted.')).toBeVisible()
  await expect(button(reader, 'Not helpful')).toBeFocused()
  expect(said).toMatchObject([
    { helpful: false },
    { helpful: false, reason: 'outdated', comment: 'It is npm run dev now.' },
  ])
  expect(said[0]).not.toHaveProperty('reason')
})

test('the feedback form is fully visible on a low screen, and Escape closes only it', async ({
  reader,
  page,
  scripted,
}) => {
  scripted.model.script([{ say: `Type npm start [1].\n\n${'- And then wait.\n'.repeat(6)}` }])
  await say(reader, 'How do I start the demo?')
  await page.setViewportSize({ width: 390, height: 664 })
  await button(reader, 'Not helpful').click()
  const form = reader.panel.getByRole('form', { name: 'What was wrong with it?' })
  await expect(form).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(button(reader, 'Not helpful')).toBeFocused()

  // Who has followed the text to its end is not taken past what is asked, to what stands below it.
  await page.setViewportSize({ width: 390, height: 500 })
  await reader.panel.getByRole('log').hover()
  await page.mouse.wheel(0, 5_000)
  await expect(button(reader, 'Not helpful')).toBeInViewport()
  await button(reader, 'Not helpful').click()
  await expect(form).toBeInViewport({ ratio: 1 })
})

test('the composer: an input method’s Enter doesn’t send, Shift+Enter adds a line, it grows to eight lines, ↑ recalls', async ({
  reader,
  page,
  scripted,
}) => {
  scripted.model.script([{ say: 'Type npm start [1].' }])
  const height = () => reader.composer.evaluate((box) => box.getBoundingClientRect().height)
  const line = await height()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  await reader.composer.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true })
  await session.send('Input.insertText', { text: '日本' })
  await expect(reader.composer).toHaveValue('日本')
  await expect(reader.panel.locator('.sn-question')).toHaveCount(0)
  for (let count = 0; count < 4; count++) await reader.composer.press('Shift+Enter')
  expect(await height()).toBeGreaterThan(line + 3 * 20)
  await reader.composer.fill('a\n'.repeat(30))
  expect(await height()).toBeLessThanOrEqual(8 * 22 + 6)
  await reader.composer.fill('')
  expect(await height()).toBe(line)
  await say(reader, 'How do I start the demo?')
  await reader.composer.press('ArrowUp')
  await expect(reader.composer).toHaveValue('How do I start the demo?')
})

test('no other text box takes the Enter and Escape of an input method for its own', async ({
  reader,
  page,
  scripted,
}) => {
  scripted.model.script([{ say: 'Type npm start [1].' }])
  await say(reader, 'How do I start the demo?')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/message')) asked.push(request.url())
  })
  const compose = async (box: Locator) => {
    await box.fill('にほん')
    for (const key of ['Enter', 'Escape', 'ArrowDown'])
      await box.dispatchEvent('keydown', { key, keyCode: 229, isComposing: true, bubbles: true, composed: true })
    await expect(box).toHaveValue('にほん')
    await expect(reader.panel).toBeVisible()
  }
  await reader.panel.getByText('How do I start the demo?').hover()
  await button(reader, 'Edit question').first().click()
  const editor = reader.panel.getByRole('textbox', { name: 'Edit question' })
  await compose(editor)
  await editor.press('Escape')
  await button(reader, 'Not helpful').click()
  const note = reader.panel.getByRole('form', { name: 'What was wrong with it?' }).getByRole('textbox')
  await compose(note)
  await note.press('Escape')
  await button(reader, 'Search the docs').click()
  await compose(reader.panel.getByRole('combobox'))
  expect(asked).toEqual([])
})

test('a proof of work is given silently, and with each question', async ({ reader, page, scripted }) => {
  scripted.model.script([{ say: 'Type npm start [1].' }])
  await scripted.admin('PATCH', '/admin/v1/sites/sidenote/limits', { proofOfWork: true })
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/message') && response.request().method() === 'POST') statuses.push(response.status())
  })
  await say(reader, 'How do I start the demo?')
  await say(reader, 'And then?')
  expect(statuses).toEqual([403, 200, 200])
})

test('a part that couldn’t load says so, leaves the panel as it is, and loads at the next press', async ({
  reader,
  page,
  scripted,
}) => {
  scripted.model.script([{ say: 'Type npm start [1].' }], [{ say: 'With Docker [1].' }])
  await say(reader, 'How do I start the demo?')
  await button(reader, 'New conversation').click()
  await say(reader, 'How do I deploy it?')
  const refused = page.waitForEvent('requestfailed')
  const files = '**/{history,feedback-reasons,question-editor}-*.js*'
  await page.route(files, (route) => route.abort())
  const failure = reader.panel.getByText('This couldn’t be loaded. Try again.')
  await choose(reader.panel, 'Earlier conversations')
  await refused
  await expect(reader.panel.getByText('With Docker')).toBeVisible()
  await expect(failure).toHaveCount(1)
  await button(reader, 'Not helpful').click()
  await expect(reader.panel.getByText('Thanks, noted. This couldn’t be loaded. Try again.')).toBeVisible()
  await expect(button(reader, 'Not helpful')).toHaveAttribute('aria-expanded', 'false')
  await button(reader, 'Edit question').click()
  await expect(failure).toHaveCount(3)
  await page.unroute(files)
  // Some browsers remember that an address failed.
  const again = page.waitForRequest('**/feedback-reasons-*.js?')
  await button(reader, 'Not helpful').click()
  await expect(reader.panel.getByRole('form', { name: 'What was wrong with it?' })).toBeVisible()
  await again
  await button(reader, 'Edit question').click()
  await expect(reader.panel.getByRole('textbox', { name: 'Edit question' })).toBeFocused()
  await choose(reader.panel, 'Earlier conversations')
  await expect(reader.panel.getByRole('searchbox')).toBeFocused()
  await expect(failure).toHaveCount(0)
})

test('parts that are needed later aren’t fetched earlier', async ({ page, reader, scripted }) => {
  scripted.model.script([{ say: 'Type npm start [1].' }])
  const files: string[] = []
  page.on('request', (request) => {
    if (/\/widget\/[^/]+\/(?!panel)/.test(request.url())) files.push(new URL(request.url()).pathname)
  })
  await page.reload()
  await expect(reader.composer).toBeVisible()
  await page.waitForTimeout(200)
  expect(files).toEqual([])
  await say(reader, 'How do I start the demo?')
  // A shared answer is shown without a conversation: what shows answers is a file of its own.
  expect(files.map((file) => file.replace(/.*\/|-[\w-]{8}\.js$/g, '')).sort()).toEqual(['answer', 'conversation'])
})

test('neither typing nor a growing answer renders finished answers again', async ({ reader, page, scripted }) => {
  scripted.model.script([{ say: 'Type npm start [1].' }], [...words(22), 'hang'])
  await say(reader, 'How do I start the demo?')
  // Whatever renders an answer reads the addresses of its sources. An answer that grows has no list of them yet.
  await page.evaluate(() => {
    window.noted = []
    window.URL = class extends URL {
      constructor(...given: ConstructorParameters<typeof URL>) {
        super(...given)
        if (String(given[0]).includes('#')) window.noted?.push(String(given[0]))
      }
    }
  })
  await reader.composer.pressSequentially('And then?')
  expect(await page.evaluate(() => window.noted)).toEqual([])
  await reader.composer.press('Enter')
  await expect(reader.panel.getByText(/word3 /)).toBeVisible()
  await page.evaluate(() => {
    window.noted = []
  })
  await expect(reader.panel.getByText(/word19 /)).toBeVisible()
  expect(await page.evaluate(() => window.noted)).toEqual([])
})
