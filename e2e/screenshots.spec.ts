import type { Page } from '@playwright/test'
import { createCamera, takePicture, takesPictures } from './support/camera.ts'
import { answer, question, test as reading, show } from './support/conversation-page.ts'
import { test as hosting } from './support/host-page.ts'
import { choose } from './support/reader.ts'
import { expect, test } from './support/scripted-server.ts'
import { streamAnswer } from './support/stream-answer.ts'

const whole =
  'Clone the repository, then type `npm start` [1]. When it is ready, it prints two addresses:\n\n' +
  '| Address | What is there |\n| --- | --- |\n| `http://127.0.0.1:4000` | The server |\n| `http://127.0.0.1:4001` | The manual, with the widget |\n\n' +
  'The first start installs the dependencies and builds everything [1].\n\n```sh\ncd sidenote\nnpm start\n```\n\n' +
  'Everything Sidenote stores is in the folder `.sidenote` of the repository. Delete the folder to start from nothing [2].\n'
const half = whole.slice(0, whole.indexOf('4001') + 2)

const limits =
  'Each operation has limits of its own [1]:\n\n| Operation | Most | Per | Counted for |\n| :-- | --: | :-: | --- |\n| Search | 10,000 | hour | organization |\n| Ask | 10,000 | day | address, and organization |\n| Follow-up | 100 | hour | project |\n'
const long =
  '## Rotate a key\n\nMake the **new key first**, then change your pages, then revoke the old one [1]:\n\n' +
  '1. Create it:\n\n   ```sh\n   sidenote keys create --site acme --name "docs 2026" --expires 2027-01-01\n   ```\n2. Put it into the tag of every page.\n   - A page that is *cached* keeps the old key.\n   - So wait for a day [2][3].\n3. Revoke the old one.\n\n' +
  '> A revoked key answers with **401** from the next request on.\n\n### Limits\n\n' +
  '| Operation | Most | Per | Counted for |\n| :-- | --: | :-: | --- |\n| Search | 10,000 | hour | organization |\n| Ask | 10,000 | day | address, and organization |\n| Follow-up | 100 | hour | `project` |\n\n' +
  'With $n$ processes the share of each is $\\frac{10\\,000}{n}$, and in all\n\n$$\n\\sum_{i=1}^{n} r_i \\le 10\\,000\n$$\n\n' +
  '```ts\n// Tell the reader when to come back.\nconst response = await fetch(address, { method: "POST", headers: { authorization: key } })\nif (response.status === 429) throw new Error(response.headers.get("retry-after") ?? "60")\n```\n\n' +
  'See [the limits](https://docs.example.com/limits) and ~~the old page~~ [4].'

const arabic =
  'شغّل الأمر `npm start` أولًا [1]. يطبع الخادم عنوانين، ويمكنك تغيير المنفذ بالخيار `--port` متى شئت [2][3].\n\n' +
  '1. استنسخ المستودع.\n2. شغّل الأمر.\n   - ثم افتح الصفحة في المتصفح.\n\n' +
  '| العنوان | ما فيه |\n| --- | --- |\n| `http://127.0.0.1:4000` | الخادم |\n\n```sh\nnpm start --port 4000\n```\n\n> المفتاح الملغى يعيد 401.\n'

/** Answers every question with this text, from pages with these titles. */
const answerAll = (page: Page, text: string, titles: readonly string[]) => {
  const snippet = (title: string) => `${title}: ${text.split(' [')[0]}.`
  const sources = titles.map((title, index) => ({
    url: `https://a.example/p${index}`,
    title,
    sidenote: { number: index + 1, path: `p${index}`, heading: '', breadcrumbs: [title], snippet: snippet(title) },
  }))
  return page.route('**/assistant/sidenote/message', (route) => streamAnswer(route, text, sources))
}

const button = (page: Page, name: string | RegExp) =>
  page.locator('sidenote-widget').getByRole('button', { name, exact: typeof name === 'string' })

const update = (page: Page, options: object) => page.evaluate((changed) => window.Sidenote.update(changed), options)

/** Scrolls the conversation. */
const scrollLog = (page: Page, to: 'start' | 'end') =>
  page
    .locator('sidenote-widget .sn-log')
    .evaluate((log, top) => log.scrollTo({ top, behavior: 'instant' }), to === 'end' ? 100_000 : 0)

test.describe('on pages that follow the system', () => {
  test('asking looks well from the launcher to the thanks', async ({ page, reader, scripted }) => {
    const picture = await createCamera(page)
    await scripted.serveWidgetOn(page)
    await reader.visit('/quick-start')
    await picture('01-launcher')
    await picture('02-code', async () => {
      await page.locator('main h1').hover()
      await page.locator('main pre').first().hover()
      await expect(button(page, /ask about this code/i)).toBeVisible()
    })
    await picture('03-selection', async () => {
      await page.evaluate(() => {
        getSelection()?.removeAllRanges()
        const paragraph = document.querySelector('main p')
        if (paragraph) getSelection()?.selectAllChildren(paragraph)
      })
      await expect(button(page, 'Ask about this')).toBeVisible()
    })
    await page.evaluate(() => getSelection()?.removeAllRanges())
    await reader.openPanel()
    await picture('04-empty')

    scripted.model.script(['hang'], [{ say: half }, 'hang'], [{ say: whole }], [{ say: 'It begins well' }, 'cut'])
    await reader.ask('How do I start the demo?')
    await expect(reader.panel.getByText(/^Reading/).first()).toBeVisible()
    await picture('05-reading')
    await button(page, 'Stop').click()
    await expect(reader.panel.getByText('You stopped this answer.').first()).toBeVisible()
    await picture('06-stopped')
    await button(page, 'Retry').click()
    await expect(reader.panel.getByRole('table')).toBeVisible()
    await reader.ask('And which options does the command have, for example to choose another port?')
    await reader.composer.fill('A third question, half written')
    await picture('07-growing')
    await reader.composer.fill('')
    await button(page, /^Remove “And which/).click()
    await button(page, 'Stop').click()
    await button(page, 'Retry').click()
    await reader.answered()
    await picture('08-answer', () => scrollLog(page, 'start'))
    await picture('09-sources', () => scrollLog(page, 'end'))
    await picture('10-citation', async () => {
      await scrollLog(page, 'start')
      await reader.composer.focus()
      await reader.panel
        .getByRole('link', { name: /^Source 1: / })
        .first()
        .focus()
      await expect(reader.panel.getByText('Open section').first()).toBeVisible()
    })
    await page.keyboard.press('Escape')

    await button(page, 'Not helpful').click()
    await button(page, 'Out of date').click()
    await picture('11-reasons', () => scrollLog(page, 'end'))
    await reader.panel.getByRole('form').getByRole('button', { name: 'Send' }).click()
    await expect(reader.panel.getByText('Thanks, noted.')).toBeVisible()
    await picture('12-thanks', () => scrollLog(page, 'end'))
    await reader.panel.getByText('How do I start the demo?').hover()
    await button(page, 'Edit question').click()
    await picture('13-edit', () => scrollLog(page, 'start'))
    await page.keyboard.press('Escape')
    await reader.ask('And then?')
    await expect(button(page, 'Retry')).toBeVisible()
    await picture('14-cut')
  })

  test('problems, earlier conversations and the search look well', async ({ page, reader, scripted }) => {
    const picture = await createCamera(page)
    await scripted.serveWidgetOn(page)
    await reader.visit('/quick-start')
    await reader.openPanel()
    scripted.model.script([{ say: '[?] The documentation does not say how long the server keeps its log.' }])
    await reader.ask('How long does the server keep its log?')
    await reader.answered()
    await picture('20-unanswered', () => scrollLog(page, 'start'))

    const refuse = async (state: string, status: number, code: string, sentence: string) => {
      await page.route('**/message', (route) =>
        route.fulfill({
          status,
          json: { code, message: 'No.' },
          headers: { 'access-control-allow-origin': '*', 'retry-after': '40' },
        }),
      )
      await reader.ask('And for how many days?')
      await expect(reader.panel.getByText(sentence).first()).toBeVisible()
      await picture(state)
      await page.unroute('**/message')
      await reader.composer.fill('')
    }
    await refuse('21-limit', 429, 'rate_limited', 'Try again in')
    await refuse('22-budget', 503, 'budget_exhausted', 'Search still works.')
    await refuse('23-setup', 401, 'unknown_key', 'its key was refused')
    await page.context().setOffline(true)
    await reader.ask('Am I still there?')
    await expect(reader.panel.getByText('You’re offline.').first()).toBeVisible()
    await picture('24-offline')
    await page.context().setOffline(false)
    await reader.answered()

    await button(page, 'New conversation').click()
    await page.evaluate(() => {
      window.Sidenote.addContext({
        type: 'textSelection',
        value: 'It prints two addresses when it is ready, one of them.',
      })
      window.Sidenote.addContext({ type: 'code', value: 'cd sidenote\nnpm start', language: 'sh' })
    })
    await expect(reader.panel.getByText('Recent')).toBeVisible()
    await picture('25-again')
    await choose(reader.panel, 'Earlier conversations')
    await expect(reader.panel.getByRole('searchbox')).toBeFocused()
    await picture('26-history')
    await page.keyboard.press('Escape')

    await button(page, 'Search the docs').click()
    const box = reader.panel.getByRole('combobox')
    await expect(box).toBeFocused()
    await picture('30-search')
    await box.fill('rotate a key')
    await expect(reader.panel.getByRole('option').nth(2)).toBeVisible()
    await picture('31-found')
    await page.emulateMedia({ forcedColors: 'active' })
    await picture('32-found-forced')
    await page.emulateMedia({ forcedColors: 'none' })
    await box.fill('zebra')
    await expect(reader.panel.getByText('No pages found').first()).toBeVisible()
    await picture('33-none')
    await page.keyboard.press('Escape')

    await update(page, {
      consent: 'What you ask is sent to a language model that Acme runs in the EU. It is kept for 30 days.',
    })
    await reader.ask('How do I start the demo?')
    await expect(button(page, 'Agree and ask')).toBeFocused()
    await picture('34-consent')
  })
})

test.describe('on pages that follow the system', () => {
  test('what leads beyond the conversation looks well', async ({ page, reader, scripted }) => {
    const picture = await createCamera(page)
    await scripted.admin('PATCH', '/admin/v1/sites/sidenote/settings', {
      handOff: { to: 'http://127.0.0.1:9/help', secret: 'sixteen characters' },
    })
    await scripted.serveWidgetOn(page)
    await reader.visit('/quick-start')
    await reader.openPanel()
    scripted.model.script([{ say: limits }], [{ say: '[?] The documentation does not say.' }])
    await reader.ask('How do I start the demo?')
    await reader.answered()
    await button(page, 'More').click()
    await picture('80-menu')
    await page.keyboard.press('Escape')
    await reader.panel.getByRole('button', { name: 'Expand table' }).click()
    await picture('81-table')
    await page.keyboard.press('Escape')
    await button(page, 'Share this answer').click()
    const form = reader.panel.getByRole('form', { name: 'Share this answer' })
    await picture('82-share', () => scrollLog(page, 'end'))
    await form.getByRole('button', { name: 'Create link' }).click()
    await expect(form.getByText(/^This link works until/)).toBeVisible()
    await picture('83-shared-link', () => scrollLog(page, 'end'))
    const link = await form.getByLabel('Link to this answer').inputValue()
    await page.keyboard.press('Escape')
    await reader.ask('Can I rent a server from you?')
    await reader.answered()
    await button(page, 'Contact a person').click()
    await picture('84-hand-off', () => scrollLog(page, 'end'))
    await page.goto(link)
    await expect(reader.panel.getByRole('region', { name: 'Shared answer' })).toBeVisible()
    await picture('85-shared-answer')
  })
})

// Whether something is cut off doesn't depend on the theme: dark is for pictures.
const themes = takesPictures ? (['light', 'dark'] as const) : (['light'] as const)
for (const theme of themes) {
  test.describe(`in ${theme}`, () => {
    test.use({ colorScheme: theme })

    reading('an answer of every kind looks well', async ({ conversationPage: page }) => {
      const picture = await createCamera(page, theme)
      await page.evaluate((name) => window.conversation.theme(name), theme)
      await show(page, { messages: [question()], isBusy: true })
      await picture('40-searching')
      const metadata = {
        threadId: 't',
        unsupported: ['A revoked key answers with **401** from the next request on.'],
        citations: [],
      }
      const suggestions = {
        type: 'data-suggestions' as const,
        data: ['And behind a proxy?', 'Which headers does a response have, and what do they say about the limits?'],
      }
      const asked = question(
        'How do I rotate a key without a minute in which no reader can ask anything, and how many requests may they make?',
      )
      const { parts, ...rest } = answer(long, { metadata })
      await show(page, { messages: [asked, { ...rest, parts: [...parts, suggestions] }] })
      await expect(page.locator('.sn-code-kwd').first()).toBeVisible()
      await expect(page.locator('.sn-prose math')).toHaveCount(3)
      await expect(page.getByText('Not found in the linked passages.')).toHaveCount(1)
      await picture('41-long', () => scrollLog(page, 'start'))
      await picture('42-middle', () =>
        page.locator('.sn-log').evaluate((log) => log.scrollTo({ top: 400, behavior: 'instant' })),
      )
      await picture('43-end', () => scrollLog(page, 'end'))
      await page.emulateMedia({ forcedColors: 'active' })
      await picture('44-forced', async () => {
        await scrollLog(page, 'start')
        await page.getByRole('log').focus()
        await page.locator('.sn-cite > a').first().focus()
        await expect(page.locator('.sn-card')).toBeVisible()
      })
    })

    hosting('every shape of the panel looks well', async ({ host, page }) => {
      const picture = await createCamera(page, theme)
      const dark = '<style>html{color-scheme:dark}body{color:#ddd;background:#16171a}a{color:#9ecbff}</style>'
      const head = theme === 'dark' ? dark : ''
      await answerAll(page, whole, ['Keys', 'Quick start', 'Ports', 'Models'])
      await host.visit(
        { launcher: 'bar', accent: '#0a7d55' },
        { head, body: '<div id="ask"></div><p><a href="/">A link</a></p>' },
      )
      await picture('50-bar', () =>
        page.evaluate(() => {
          scrollTo(0, 0)
          scrollTo(0, 200)
          scrollTo(0, 120)
        }),
      )
      await host.launcher.click()
      await host.ask('How do I start the demo?')
      await host.answered()
      const shape = async (
        state: string,
        options: { variant?: string; side?: string | undefined; container?: string },
      ) => {
        await update(page, options)
        await expect(page.locator('.sn-frame')).toHaveAttribute('data-variant', options.variant ?? 'panel')
        await picture(state, () => scrollLog(page, 'start'))
      }
      await shape('51-left', { side: 'left' })
      await shape('52-modal', { variant: 'modal', side: undefined })
      await shape('53-popover', { variant: 'popover' })
      await page.evaluate(() => scrollTo(0, 0))
      await shape('54-inline', { variant: 'inline', container: '#ask' })
      await button(page, 'Close').click()
      await picture('55-inline-bar')
    })

    hosting('the page menu looks well', async ({ host, page }) => {
      const picture = await createCamera(page, theme)
      const dark = '<style>html{color-scheme:dark}body{color:#ddd;background:#16171a}</style>'
      await host.visit({ 'page-menu': 'main h1' }, { head: theme === 'dark' ? dark : '' })
      await expect(page.locator('sidenote-page-menu').getByRole('button', { name: 'Copy page' })).toBeVisible()
      await picture('86-page-menu')
      const opener = page.getByRole('button', { name: 'More ways to use this page' })
      await opener.click()
      await picture('87-page-menu-open', async () => {
        // A window of another size closes it.
        if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
      })
    })

    hosting('from right to left everything looks well', async ({ host, page }) => {
      const picture = await createCamera(page, theme)
      await answerAll(page, arabic, ['المفاتيح', 'البدء السريع', 'الأدوار'])
      await host.visit({ theme }, { html: 'lang="ar" dir="rtl"', body: '<h2>تدوير المفاتيح</h2><h2>الحدود</h2>' })
      await picture('60-rtl-launcher')
      await host.launcher.click()
      const frame = page.locator('sidenote-widget .sn-frame')
      const box = frame.locator('.sn-composer textarea')
      await expect(box).toBeFocused()
      await picture('61-rtl-empty')
      await box.fill('كيف أبدأ العرض التجريبي على جهازي؟')
      await box.press('Enter')
      await expect(frame.locator('.sn-sources a')).toHaveCount(3)
      await picture('62-rtl-answer', () => scrollLog(page, 'start'))
      await picture('63-rtl-citation', async () => {
        await scrollLog(page, 'start')
        await box.focus()
        await frame.locator('.sn-cite > a').first().focus()
        await expect(frame.locator('.sn-card')).toBeVisible()
      })
      await page.keyboard.press('Escape')
      await button(page, 'البحث في التوثيق').click()
      await frame.getByRole('combobox').fill('keys')
      await expect(frame.getByRole('option').nth(1)).toBeVisible()
      await picture('64-rtl-found')
    })

    hosting('at 200 % everything looks well', async ({ host, page }) => {
      await page.setViewportSize({ width: 640, height: 400 })
      const shot = (state: string) => takePicture(page, `${state}-${theme}`)
      await answerAll(page, whole, ['Keys', 'Quick start', 'Ports', 'Models'])
      await host.visit({ theme })
      await host.launcher.click()
      await expect(host.composer).toBeFocused()
      await shot('70-zoomed-empty')
      await host.ask('How do I start the demo?')
      await host.answered()
      await shot('71-zoomed-answer')
      await host.panel
        .getByRole('link', { name: /^Source 1: / })
        .first()
        .focus()
      await expect(host.panel.locator('.sn-card')).toBeVisible()
      await shot('72-zoomed-citation')
    })
  })
}
