import type { Page } from '@playwright/test'
import { answer, expect, question, show, source, test } from './support/conversation-page.ts'
import { violations } from './support/violations.ts'

const long = (paragraphs: number): string =>
  Array.from(
    { length: paragraphs },
    (_, index) => `Paragraph ${index} says something of some length, so that lines break [1].`,
  ).join('\n\n')

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })
const scrollTop = (page: Page): Promise<number> => log(page).evaluate((element) => element.scrollTop)
const isAtEnd = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { root } = window.conversation
    const end = root.querySelector('.sn-log > :last-child > .sn-exchange + div')?.getBoundingClientRect().bottom ?? 0
    return end - (root.querySelector('.sn-log')?.getBoundingClientRect().bottom ?? 0) <= 24
  })

const rich =
  'Type `npm start` [1]. **Nothing** else [2][3].\n\n- one\n- two [1]\n\n| Header | Meaning |\n| --- | ---: |\n| `Retry-After` | Seconds |\n| `Limit` | How many [2] |\n\n' +
  '```js\nconst port = 4000 // the default\n```\n\nThe area is $a^2$.\n\n$$\n\\frac{a}{b}\n$$\n\nThe end [4].'

test('a finished block isn’t rendered again while the answer grows', async ({ conversationPage: page }) => {
  const seen = await page.evaluate(
    (messages) => {
      const [asked, whole] = JSON.parse(messages)
      const text: string = whole.parts.at(-1).text
      // Whoever renders text asks which sources there are: that counts how often the first block, alone with [4], is rendered.
      let renders = 0
      const has = Map.prototype.has
      Map.prototype.has = function (this: Map<unknown, unknown>, key: unknown) {
        if (key === 4 && Object.hasOwn(Object(this.get(4)), 'snippet')) renders++
        return has.call(this, key)
      }
      const finished: Element[] = []
      let replaced = 0
      let rendersWhenFinished = 0
      for (let end = 1; end <= text.length; end++) {
        const parts = [...whole.parts.slice(0, -1), { type: 'text', text: text.slice(0, end) }]
        window.conversation.show({ messages: [asked, { ...whole, parts }], isBusy: true })
        const blocks = [...(window.conversation.root.querySelector('.sn-prose')?.children ?? [])]
        replaced += finished.filter((block, index) => blocks[index] !== block).length
        if (finished.length === 0 && blocks.length > 1) rendersWhenFinished = renders
        finished.splice(0, finished.length, ...blocks.slice(0, -1))
      }
      Map.prototype.has = has
      return { replaced, blocks: finished.length, rendersWhenFinished, rendersLater: renders - rendersWhenFinished }
    },
    JSON.stringify([question(), answer(`The first block [4].\n\n${rich.replace(' [4]', '')}\n\n${long(6)}`)]),
  )
  expect(seen).toMatchObject({ replaced: 0, rendersLater: 0 })
  expect(seen.rendersWhenFinished).toBeGreaterThan(0)
  expect(seen.blocks).toBeGreaterThan(12)
})

test('half-written Markdown doesn’t flicker: no bare marks, no table as text, no jump back', async ({
  conversationPage: page,
}) => {
  const texts = await page.evaluate(
    async (messages) => {
      const [asked, whole] = JSON.parse(messages)
      const text: string = whole.parts.at(-1).text
      const seen: { text: string; height: number }[] = []
      for (let end = 1; end <= text.length; end++) {
        const parts = [...whole.parts.slice(0, -1), { type: 'text', text: text.slice(0, end) }]
        window.conversation.show({ messages: [asked, { ...whole, parts }], isBusy: true })
        const prose = window.conversation.root.querySelector('.sn-prose')
        const plain = prose?.cloneNode(true) as HTMLElement | undefined
        for (const code of plain?.querySelectorAll('pre, code, .sn-formula') ?? []) code.remove()
        seen.push({ text: plain?.textContent ?? '', height: prose?.getBoundingClientRect().height ?? 0 })
      }
      return seen
    },
    JSON.stringify([question(), answer(rich.replace(/The area[\s\S]*?\$\$\n\n/, ''))]),
  )
  expect(texts.length).toBeGreaterThan(200)
  expect(texts.at(-1)?.text.length).toBeGreaterThan(50)
  const flashes = texts.filter(({ text }) => /[*|`$]|\[\d|---/.test(text)).map(({ text }) => text.slice(-30))
  expect(flashes).toEqual([])
  const shrinks = texts.filter(({ height }, index) => height < (texts[index - 1]?.height ?? 0) - 1)
  expect(shrinks).toEqual([])
})

test('a citation shows its passage, highlights the sentence, tints what it supports, and asks about it', async ({
  conversationPage: page,
}) => {
  const text =
    'It is off by default. A limit counts all requests of an organization in an hour [1]. Keys are kept [2][3].'
  const metadata = {
    threadId: 't1',
    citations: [
      {
        number: 1,
        sentence: 'A limit counts all requests of an organization in an hour.',
        supported: true,
        passage: 'A limit counts all requests of one organization in an hour.',
        url: 'https://docs.example.com/guide/p1#headers:~:text=checked',
      },
    ],
    unsupported: ['Keys are kept.'],
  }
  await show(page, { messages: [question(), answer(text, { metadata })] })
  const chip = page.getByRole('link', { name: 'Source 1: Rate limits, section Headers' })
  await chip.hover()
  const card = page.locator('.sn-card')
  await expect(card.locator('mark')).toHaveText('A limit counts all requests of one organization in an hour.')
  await expect(card).toContainText('Guide › Operating')
  await expect(card).toContainText('Every response has three headers.')
  await expect(card.getByRole('link', { name: 'Open section' })).toHaveAttribute('href', /#headers:~:text=checked$/)
  const tinted = await page.evaluate(() => [...(CSS.highlights.get('sidenote-tint') ?? [])].map(String))
  expect(tinted).toEqual(['A limit counts all requests of an organization in an hour'])
  await card.getByRole('button', { name: 'Ask about this' }).click()
  await expect(card).toHaveCount(0)
  expect(await page.evaluate(() => window.conversation.calls.at(-1))).toEqual([
    'add',
    { type: 'textSelection', value: 'A limit counts all requests of one organization in an hour.', path: '/guide/p1' },
  ])
  await page.mouse.move(0, 0)
  expect(await page.evaluate(() => CSS.highlights.has('sidenote-tint'))).toBe(false)
  await expect(page.locator('.sn-cites').nth(1)).toHaveText('23')
  await expect(page.getByText('Not found in the linked passages.')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Sources (3)' })).toBeVisible()

  await chip.focus()
  await expect(card).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(card.getByRole('link', { name: 'Open section' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  // The reader is back at the number, and the focus that came there opens nothing again.
  await expect(chip).toBeFocused()
  await page.waitForTimeout(250)
  await expect(card).toHaveCount(0)

  await log(page).focus()
  await chip.focus()
  await expect(card).toBeVisible()
  // The first Escape is the card's; a second one, however soon, is the panel's.
  const heard = await chip.evaluate((link) => {
    let count = 0
    link.getRootNode().addEventListener('keydown', () => count++)
    for (const key of ['Escape', 'Escape']) link.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    return count
  })
  expect(heard).toBe(1)
  await expect(card).toHaveCount(0)

  await log(page).focus()
  await chip.hover()
  await expect(card).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
})

test('a citation of a heading shows the text below it', async ({ conversationPage: page }) => {
  const url = 'https://docs.example.com/guide/p1#headers:~:text=Headers'
  const citations = [{ number: 1, sentence: 'Rate limits › Headers', supported: true, passage: 'Headers', url }]
  const metadata = { threadId: 't1', citations, unsupported: [] }
  await show(page, { messages: [question(), answer('**Rate limits › Headers** [1]', { metadata })] })
  await page.getByRole('link', { name: 'Source 1: Rate limits, section Headers' }).hover()
  const card = page.locator('.sn-card')
  await expect(card).toContainText('Every response has three headers.')
  await expect(card.locator('mark')).toHaveText('A limit counts all requests of one organization in an hour.')
})

test('the caret is after the last word, however deep in lists and quotes', async ({ conversationPage: page }) => {
  for (const text of [
    'Plain',
    'Before\n\n> Quoted\n>\n> again',
    '- one\n- two\n  - deeper\n    1. deepest',
    '- loose\n\n- items',
    '1. Step\n\n   > Quoted',
  ]) {
    await show(page, { messages: [question(), answer(text)], isBusy: true })
    const behind = await page
      .locator('.sn-prose')
      .evaluate((prose) =>
        [...prose.querySelectorAll('*')]
          .filter((element) => getComputedStyle(element, '::after').content === '""')
          .map(({ textContent }) => textContent),
      )
    expect(behind, text).toEqual([text.match(/\w+$/)?.[0]])
  }
})

test('citations are numbered from 1 in the order of the text', async ({ conversationPage: page }) => {
  await show(page, { messages: [question(), answer('First it is so [3]. `list[2]` is code. Then it is [1][3].')] })
  await expect(page.locator('.sn-cites')).toHaveText(['1', '21'])
  await expect(page.locator('.sn-number')).toHaveText(['1', '2'])
})

test('a wide table is a region that the keyboard can scroll', async ({ conversationPage: page }) => {
  const row = (cell: string) => `| ${Array.from({ length: 9 }, (_, index) => `${cell}${index}`).join(' | ')} |\n`
  const table = row('Heading') + row('---').replace(/---\d/g, '---') + row('Value')
  await show(page, { messages: [question(), answer(table)] })
  const region = page.getByRole('region', { name: /^Table: Heading0, / })
  await region.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
})

test('a table wider than the panel gives sentences room, and shows on which side it goes on', async ({
  conversationPage: page,
}) => {
  const sentence = 'How many passages are read for one answer, at most'
  await show(page, {
    messages: [
      question(),
      answer(`| Option | Meaning | Default | Since |\n|---|---|---|---|\n| \`--size\` | ${sentence} | 5 | 1 |`),
    ],
  })
  const cell = page.getByRole('cell', { name: sentence })
  expect((await cell.boundingBox())?.width).toBeGreaterThanOrEqual(176)
  const region = page.getByRole('region', { name: /^Table: / })
  // What lies over the shadows moves with the table, and covers them at its ends.
  await expect(region).toHaveCSS('background-attachment', 'local, local, scroll, scroll')
})

test('a task has one checkbox that says whether it’s done, and no bullet', async ({ conversationPage: page }) => {
  for (const gap of ['\n', '\n\n']) {
    await show(page, { messages: [question(), answer(`- [x] npm \`start\`${gap}- [ ] npm test${gap}- Neither`)] })
    const items = page.locator('.sn-prose li')
    await expect(items).toHaveText(['npm start', 'npm test', 'Neither'])
    await expect(items.nth(0).getByRole('img', { name: 'Done' })).toHaveCount(1)
    await expect(items.nth(1).getByRole('img', { name: 'To do' })).toHaveCount(1)
    const bullets = await items.evaluateAll((all) => all.map((item) => getComputedStyle(item).listStyleType))
    expect(bullets).toEqual(['none', 'none', 'disc'])
  }
})

test('a flag in code never breaks after its dashes', async ({ conversationPage: page }) => {
  const command = 'sidenote keys create --site acme --name=first --expires-in 90 -v'
  await show(page, { messages: [question(), answer(`${'a'.repeat(20)} \`${command}\` ${'x'.repeat(3)}`)] })
  for (let width = 320; width < 420; width += 7) {
    await page.setViewportSize({ width, height: 800 })
    const broken = await page.locator('.sn-prose code').evaluate((code) => {
      const found: string[] = []
      const place = (at: number): [Node, number] => {
        const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(), before = 0; node instanceof Text; node = walker.nextNode()) {
          if (at <= before + node.length) return [node, at - before]
          before += node.length
        }
        return [code, 0]
      }
      for (const match of (code.textContent ?? '').matchAll(/(?<= )-\S+/g)) {
        const range = document.createRange()
        range.setStart(...place(match.index + 1))
        range.setEnd(...place(match.index + match[0].length))
        range.setStart(range.startContainer, range.startOffset - 1)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(match[0])
      }
      return found
    })
    expect(broken, `${width}`).toEqual([])
  }
  await expect(page.locator('.sn-prose code')).toHaveText(command)
})

test('an earlier answer that is incomplete says so', async ({ conversationPage: page }) => {
  const cut = answer('', { parts: [source(1), { type: 'text', text: 'The first half [1]', state: 'streaming' }] }, 'a0')
  const after = [question('And?', 'q2'), answer('So.', {}, 'a2')]
  await show(page, { messages: [question('Why?', 'q0'), cut, question(), ...after] })
  const lines = page.locator('.sn-shortfall')
  await expect(lines.locator('p')).toHaveText(['This answer is incomplete.', 'This question wasn’t answered.'])
  await lines.first().getByRole('button', { name: 'Retry' }).click()
  expect(await page.evaluate(() => window.conversation.calls.at(-1))).toEqual(['ask', { text: 'Why?', contexts: [] }])
  await expect(page.getByText('The first half')).toBeVisible()
})

test('an answer that the server cut says so, and offers one retry', async ({ conversationPage: page }) => {
  const cut = answer('The first half, and then', { metadata: { threadId: 't', answered: true, cut: true } })
  await show(page, { messages: [question(), cut] })
  await expect(page.locator('.sn-notice p')).toHaveText('This answer is incomplete.')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(1)
})

test('code is highlighted and formulas are rendered, each by a file that loads when it’s needed', async ({
  conversationPage: page,
}) => {
  const later: string[] = []
  page.on('request', (request) => later.push(new URL(request.url()).pathname))
  await show(page, { messages: [question(), answer('Nothing of the kind.')] })
  await page.waitForTimeout(100)
  expect(later).toEqual([])
  await show(page, { messages: [question(), answer(rich)] })
  await expect(page.locator('.sn-code-kwd')).toHaveText('const')
  await expect(page.locator('.sn-prose math')).toHaveCount(2)
  expect(later.filter((path) => path.includes('highlight'))).toHaveLength(1)
  expect(later.filter((path) => path.includes('math'))).toHaveLength(1)
})

test('a wide inline formula scrolls by itself, and a short one sits on the baseline', async ({
  conversationPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await show(page, { messages: [question(), answer(`With $n$ terms it is $${'x + '.repeat(60)}x$ in all.`)] })
  await expect(page.locator('.sn-prose math')).toHaveCount(2)
  expect(await log(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await page.locator('.sn-prose math').last().locator('mi').last().scrollIntoViewIfNeeded()
  await expect(page.locator('.sn-prose math').last().locator('mi').last()).toBeInViewport()
  const [line, letter] = await page
    .locator('.sn-prose math')
    .first()
    .evaluate((formula) => {
      const words = document.createRange()
      words.selectNodeContents(formula.closest('p')?.firstChild ?? formula)
      return [words.getBoundingClientRect().bottom, formula.getBoundingClientRect().bottom]
    })
  // As high as the words, give or take what their fonts have below the line.
  expect(Math.abs((line ?? 0) - (letter ?? 100))).toBeLessThan(6)
})

test('the assistant’s phase is shown and announced at once', async ({ conversationPage: page }) => {
  // Rendered before the browser can paint anything else.
  const first = await page.evaluate(
    (messages) => {
      window.conversation.show({ messages: JSON.parse(messages), isBusy: true })
      return [...window.conversation.root.querySelectorAll('.sn-phase, [role=status]')].map((part) => part.textContent)
    },
    JSON.stringify([question()]),
  )
  expect(first).toEqual(['Searching the docs…', '', 'Searching the docs…'])
  const status = page.getByRole('status').last()
  await expect(status).toHaveText('Searching the docs…')
  await show(page, { messages: [question()], isBusy: true, searching: 'start the demo' })
  await expect(status).toHaveText('Searching for “start the demo”…')
  const found = answer('', { parts: [1, 2, 3, 4, 5].map((number) => source(number)) })
  await show(page, { messages: [question(), found], isBusy: true })
  await expect(status).toHaveText('Reading 5 passages')
  await expect(page.locator('.sn-found li')).toHaveText(['Rate limits', 'Keys', 'Server options', 'Quick start'])
  await show(page, { messages: [question(), answer('It begins')], isBusy: true })
  await expect(status).toHaveText('Writing the answer…')
})

test('the question stays at the top, and the view follows only a reader at the end', async ({
  conversationPage: page,
}) => {
  const earlier = [question('Earlier?', 'q0'), answer(long(12), {}, 'a0')]
  await show(page, { messages: earlier })
  const grow = (paragraphs: number) =>
    show(page, { messages: [...earlier, question(), answer(long(paragraphs))], isBusy: true })
  await show(page, { messages: [...earlier, question()], isBusy: true })
  await expect
    .poll(() => page.locator('.sn-log > :last-child').evaluate((last) => Math.round(last.getBoundingClientRect().top)))
    .toBeLessThan(60)
  await page.waitForTimeout(400)
  const pinned = await scrollTop(page)
  for (const paragraphs of [2, 10, 30]) await grow(paragraphs)
  await page.waitForTimeout(100)
  expect(await scrollTop(page)).toBe(pinned)

  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect.poll(() => isAtEnd(page)).toBe(true)
  await grow(34)
  await expect.poll(() => isAtEnd(page)).toBe(true)

  await log(page).hover()
  await page.mouse.wheel(0, -300)
  await page.waitForTimeout(250)
  const left = await scrollTop(page)
  for (const paragraphs of [36, 40]) await grow(paragraphs)
  await page.waitForTimeout(100)
  expect(await scrollTop(page)).toBe(left)

  await log(page).focus()
  await page.keyboard.press('End')
  await expect.poll(() => isAtEnd(page)).toBe(true)
  await grow(44)
  await expect.poll(() => isAtEnd(page)).toBe(true)
  await page.keyboard.press('PageUp')
  await page.waitForTimeout(400)
  const raised = await scrollTop(page)
  await grow(48)
  await page.waitForTimeout(100)
  expect(await scrollTop(page)).toBe(raised)
})

const problems = [
  [{ kind: 'cut' }, 'The connection was lost before the answer was complete.', 'Retry'],
  [{ kind: 'offline' }, 'You’re offline. Your question will be sent when you’re back online.', 'Retry'],
  [{ kind: 'rateLimited', retryAfter: 40 }, /^Too many questions at once. Try again in (40|39) seconds.$/, 'Retry'],
  [{ kind: 'budget' }, 'The assistant has reached its limit for today. Search still works.', undefined],
  [{ kind: 'tooLong' }, 'This conversation is too long. Start a new one; your question is kept.', 'Start a new one'],
  [{ kind: 'server' }, 'The assistant has a problem right now. Your question is kept.', 'Retry'],
] as const

test('every problem has a sentence and an action, and the partial answer stays', async ({ conversationPage: page }) => {
  for (const [problem, sentence, action] of problems) {
    const messages = [question('Earlier?', 'q0'), answer('So.', {}, 'a0'), question(), answer('The first half')]
    await show(page, { messages, problem })
    const notice = page.locator('.sn-notice')
    await expect(notice.locator('p')).toHaveText(sentence)
    await expect(page.getByText('The first half')).toBeVisible()
    await expect(notice.getByRole('button')).toHaveText(action ? [action] : [])
  }
  await show(page, { messages: [question()], problem: { kind: 'offline' } })
  await expect(page.locator('.sn-notice p')).toHaveText(problems[1][1])
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => page.evaluate(() => window.conversation.calls.at(-1))).toEqual(['retry'])
  await show(page, { messages: [question(), answer('So.'), question('And?', 'q2')], problem: { kind: 'tooLong' } })
  await page.getByRole('button', { name: 'Start a new one' }).click()
  expect(await page.evaluate(() => window.conversation.calls.slice(-2))).toEqual([['reset'], ['write', 'And?']])
})

test('follow-ups are one click, and an unanswered question leads to pages and support', async ({
  conversationPage: page,
}) => {
  const suggestions = { type: 'data-suggestions' as const, data: ['And behind a proxy?'] }
  const parts = [source(1), { type: 'text' as const, text: 'So [1].', state: 'done' as const }, suggestions]
  await show(page, { messages: [question(), answer('', { parts })] })
  await page.getByRole('button', { name: 'And behind a proxy?' }).click()
  expect(await page.evaluate(() => window.conversation.calls.at(-1))).toEqual([
    'ask',
    { text: 'And behind a proxy?', contexts: [] },
  ])
  const nearest = [{ title: 'Going live', path: '/live', url: 'https://docs.example.com/live' }]
  const metadata = { threadId: 't', answered: false, nearest, supportUrl: 'https://help.example.com/new' }
  await show(page, { messages: [question(), answer('It does not say.', { metadata })] })
  await expect(page.getByRole('list', { name: 'Closest pages' }).getByRole('link')).toHaveText(['Going live'])
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    'https://help.example.com/new',
  )
})

test('axe finds no violation in any state of an answer, in both themes and on phones', async ({
  conversationPage: page,
}) => {
  const metadata = { threadId: 't', unsupported: ['Nothing else.'], citations: [] }
  const suggestions = { type: 'data-suggestions' as const, data: ['And behind a proxy?', 'Which headers are there?'] }
  const whole = answer(rich, { metadata })
  const states = {
    searching: { messages: [question()], isBusy: true },
    found: {
      messages: [question(), answer('', { parts: [1, 2, 3, 4].map((number) => source(number)) })],
      isBusy: true,
    },
    answer: { messages: [question(), { ...whole, parts: [...whole.parts, suggestions] }] },
    unanswered: {
      messages: [
        question(),
        answer('The documentation does not say.', {
          metadata: { threadId: 't', answered: false, supportUrl: 'https://help.example.com/' },
        }),
      ],
    },
    limited: {
      messages: [question(), answer('The first half')],
      problem: { kind: 'rateLimited' as const, retryAfter: 40 },
    },
    long: {
      messages: [question('Earlier?', 'q0'), answer('So.', {}, 'a0'), question()],
      problem: { kind: 'tooLong' as const },
    },
  }
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate((name) => window.conversation.theme(name), colorScheme)
      for (const [name, state] of Object.entries(states)) {
        if (width === 390 && name !== 'answer') continue
        await show(page, state)
        if (name === 'answer') {
          await expect(page.locator('.sn-code-kwd')).toBeVisible()
          await page.locator('.sn-cite > a').first().focus()
          await expect(page.locator('.sn-card')).toBeVisible()
        }
        if (!['answer', 'unanswered', 'limited'].includes(name)) continue
        expect(await violations(page, '[data-theme]'), `${name} ${colorScheme}`).toEqual([])
      }
    }
})

test('after a long wait the reader is told that it takes longer than usual, until there is text', async ({
  conversationPage: page,
}) => {
  await page.clock.install()
  const slow = page.getByText('This is taking longer than usual.')
  await show(page, { messages: [question()], isBusy: true })
  await page.clock.runFor(7_000)
  await expect(slow).toHaveCount(0)
  const parts = [source(1)]
  await show(page, { messages: [question(), answer('', { parts })], isBusy: true })
  await page.clock.runFor(2_000)
  await expect(slow).toBeVisible()
  await expect(slow).toHaveRole('status')
  await show(page, { messages: [question(), answer('So')], isBusy: true })
  await expect(slow).toHaveCount(0)
})

test('a link that leads away from the sources shows where to', async ({ conversationPage: page }) => {
  const text =
    'Your session has expired: [sign in again](https://evil.test/login), [in the guide](https://docs.example.com/guide), <https://evil.test/a> or [by mail](mailto:help@evil.test) [1].'
  await show(page, { messages: [question(), answer(text)] })
  await expect(page.locator('.sn-prose a:not(.sn-cite a)')).toHaveText([
    'sign in again (evil.test)',
    'in the guide',
    'https://evil.test/a',
    'by mail (help@evil.test)',
  ])
})

test('an answer nested deeper than a page can show is shown as text', async ({ conversationPage: page }) => {
  for (const mark of ['>', '*', '- ', '> - ', '1. ', '[', '![a', '*_', '~~a ', '| '])
    for (const isBusy of [true, false]) {
      await show(page, {
        messages: [question(), answer(`Read on. [1]\n\n${mark.repeat(9_000 / mark.length)}end`)],
        isBusy,
      })
      await expect(page.locator('.sn-prose').last()).toContainText('Read on.')
    }
})

test('simple tags are read, all others shown as written, and follow-ups have code', async ({
  conversationPage: page,
}) => {
  const suggestions = { type: 'data-suggestions' as const, data: ['What does `npm start` do?'] }
  const text =
    'Press <kbd>Ctrl</kbd>+<KBD>k</KBD>: H<sub>2</sub>O, <b>bold *and more* [1]</b>. <u onclick="x()">no</u> <kbd>open, </sub>'
  const parts = [source(1), { type: 'text' as const, text, state: 'done' as const }, suggestions]
  await show(page, { messages: [question(), answer('', { parts })] })
  const prose = page.locator('.sn-prose')
  await expect(prose.locator('kbd')).toHaveText(['Ctrl', 'k'])
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(prose.locator('kbd').first()).toBeVisible()
  await expect(prose.locator('sub')).toHaveText('2')
  await expect(prose.locator('b em')).toHaveText('and more')
  await expect(prose.locator('b .sn-cites')).toBeVisible()
  await expect(prose).toContainText('<u onclick="x()">no</u> <kbd>open, </sub>')
  const followUp = page.getByRole('button', { name: 'What does npm start do?' })
  await expect(followUp.locator('code')).toHaveText('npm start')
  await followUp.click()
  expect(await page.evaluate(() => window.conversation.calls.at(-1))).toEqual([
    'ask',
    { text: 'What does `npm start` do?', contexts: [] },
  ])
})

test('bullets stand on their list’s side, whatever the direction of an item', async ({ conversationPage: page }) => {
  const text = '- پرونده را باز کنید\n- npm start runs the whole demo\n- آن را ذخیره کنید و دوباره اجرا کنید'
  await show(page, { messages: [question(), answer(text)] })
  const items = page.locator('.sn-prose li')
  await expect(page.locator('.sn-prose ul')).toHaveAttribute('dir', 'rtl')
  expect(await items.evaluateAll((list) => list.map((item) => getComputedStyle(item).direction))).toEqual([
    'rtl',
    'rtl',
    'rtl',
  ])
  expect(await items.nth(1).evaluate((item) => getComputedStyle(item.firstElementChild ?? item).direction)).toBe('ltr')
})
