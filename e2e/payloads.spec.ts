import type { Page } from '@playwright/test'
import type { ConversationState } from '../packages/widget/test/conversation-state.ts'
import { answer, expect, question, source, test } from './support/conversation-page.ts'
import { foreignHost, payloads, plainPayloads } from './support/payloads.ts'

declare global {
  interface Window {
    detector: { readonly executions: string[]; readonly violations: string[]; audit(what: string): void }
  }
}

const allowedHost = 'img.allowed.test'

/** Listens for everything that must not happen: script, a violation of the policy, elements that could do harm. */
function detect(): void {
  const executions: string[] = []
  const violations: string[] = []
  for (const name of ['alert', 'confirm', 'prompt', 'msgbox'])
    Object.assign(window, { [name]: () => void executions.push(name) })
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
  )
  const forbidden =
    'script, iframe, object, embed, base, meta, link, style, form, video, audio, picture, source, template, input, foreignObject, use, image'
  window.detector = {
    executions,
    violations,
    audit(what) {
      const { root } = window.conversation
      for (const element of root.querySelectorAll(forbidden)) violations.push(`<${element.localName}> from ${what}`)
      for (const element of root.querySelectorAll('.sn-slot *')) {
        for (const { name } of element.attributes)
          if (name.startsWith('on') || ['srcset', 'srcdoc', 'ping', 'formaction', 'xlink:href', 'style'].includes(name))
            if (!(name === 'style' && element.matches('.sn-card, .sn-log'))) violations.push(`${name} from ${what}`)
      }
      for (const link of root.querySelectorAll<HTMLAnchorElement>('.sn-slot a[href]')) {
        if (!/^(https?|mailto):$/.test(link.protocol)) violations.push(`${link.href} from ${what}`)
        const isOurs = link.closest('.sn-cite, .sn-sources') || link.matches('.sn-button')
        if (!isOurs && !link.rel.includes('noopener')) violations.push(`no rel from ${what}`)
      }
      for (const image of root.querySelectorAll<HTMLImageElement>('.sn-slot img'))
        if (new URL(image.src).host !== 'img.allowed.test') violations.push(`${image.src} from ${what}`)
    },
  }
}

/** What the page asked other hosts for. */
function watchRequests(page: Page, own: string): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(own)) foreign.push(request.url())
  })
  return foreign
}

const found = (page: Page) =>
  page.evaluate(() => ({ executions: window.detector.executions, violations: window.detector.violations }))

const clean = { executions: [], violations: [] }

test.beforeEach(async ({ page }) => {
  await page.addInitScript(detect)
  await page.route(/(invalid|test)\//, (route) => route.abort())
})

test('more than 500 hostile texts, cut at any point of a stream, run nothing and reach no host', async ({
  conversationPage: page,
  served,
}) => {
  expect(payloads.length).toBeGreaterThan(500)
  const foreign = watchRequests(page, served.url)
  const messages = JSON.stringify([question(), answer('')])
  for (let first = 0; first < payloads.length; first += 50)
    await page.evaluate(
      async ({ texts, host, messages }) => {
        const [asked, whole]: ConversationState['messages'] = JSON.parse(messages)
        if (!asked || !whole) return
        for (const text of texts) {
          const show = (shown: string, isBusy: boolean) => {
            const parts = [...whole.parts.slice(0, -1), { type: 'text', text: shown } as const]
            window.conversation.show({ messages: [asked, { ...whole, parts }], isBusy, imageHosts: [host] })
          }
          // Short ones are cut everywhere, long ones at a dozen places that differ from text to text.
          const step = Math.max(1, text.length / 12)
          for (let end = 1 + (text.length % step); end <= text.length; end += step) {
            show(text.slice(0, Math.floor(end)), true)
            window.detector.audit(text)
          }
          show(text, false)
          // Formulas and colours come a moment later.
          await new Promise((resolve) => setTimeout(resolve))
          window.detector.audit(text)
        }
      },
      { texts: payloads.slice(first, first + 50), messages, host: allowedHost },
    )
  await page.waitForTimeout(300)
  expect(await found(page)).toEqual(clean)
  expect(foreign).toEqual([])
  expect(page.url()).toBe(`${served.url}/`)
})

test('hostile titles, addresses, passages, questions and suggestions are only text', async ({
  conversationPage: page,
  served,
}) => {
  const foreign = watchRequests(page, served.url)
  const states = plainPayloads.map((text): ConversationState => {
    const hostile = source(1, { heading: text, snippet: text, breadcrumbs: [text], path: text })
    const parts = [
      { ...hostile, url: text, title: text } as typeof hostile,
      source(2),
      { type: 'text' as const, text: 'A claim [1].', state: 'done' as const },
      { type: 'data-suggestions' as const, data: [text] },
    ]
    const nearest = [{ title: text, path: text, url: text }]
    const citations = [{ number: 1, sentence: text, supported: false, passage: text, url: text }]
    const metadata = { threadId: 't', answered: false, nearest, citations, unsupported: [text], supportUrl: text }
    const asked = { ...question(text), metadata: { contexts: [{ type: 'code' as const, value: text, path: text }] } }
    return {
      messages: [asked, answer('', { parts, metadata })],
      problem: { kind: 'message', message: text },
      searching: text,
    }
  })
  await page.evaluate(async (given) => {
    const all: ConversationState[] = JSON.parse(given)
    for (const state of all) {
      for (const isBusy of [true, false]) window.conversation.show({ ...state, isBusy })
      window.detector.audit(String(state.searching))
      // Each card once, with all that it shows.
      for (const chip of window.conversation.root.querySelectorAll<HTMLElement>('.sn-cite > a')) {
        chip.focus()
        await new Promise((resolve) => setTimeout(resolve, 130))
        window.detector.audit(String(state.searching))
        chip.blur()
      }
    }
  }, JSON.stringify(states))
  expect(await found(page)).toEqual(clean)
  expect(foreign).toEqual([])
})

test('an image of an allowed host is fetched once, at its complete address, and without a referrer', async ({
  conversationPage: page,
  served,
}) => {
  const foreign = watchRequests(page, served.url)
  const referrers: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes(allowedHost)) referrers.push(request.headers().referer)
  })
  for (const text of [
    `See ![a chart](https://${allowedHost}/chart.png?page=1) here.\n\nThe end.`,
    `See ![a][r] and more.\n\n[r]: https://${allowedHost}/reference.png\n\nThe end.`,
    `See ![a][r] and more.\n\n> - [r]:\nhttps://${allowedHost}/quoted.png\n\nThe end.`,
  ])
    await page.evaluate(
      async ({ messages, host, text }) => {
        const [asked, whole]: ConversationState['messages'] = JSON.parse(messages)
        if (!asked || !whole) return
        for (let end = 1; end <= text.length; end++) {
          const parts = [...whole.parts.slice(0, -1), { type: 'text', text: text.slice(0, end) } as const]
          window.conversation.show({
            messages: [asked, { ...whole, parts }],
            isBusy: end < text.length,
            imageHosts: [host],
          })
          await new Promise((resolve) => setTimeout(resolve))
        }
      },
      { messages: JSON.stringify([question(), answer('')]), host: allowedHost, text },
    )
  await page.waitForTimeout(200)
  const whole = ['chart.png?page=1', 'reference.png', 'quoted.png'].map((name) => `https://${allowedHost}/${name}`)
  expect(foreign.filter((url) => !whole.includes(url))).toEqual([])
  expect(foreign.slice(0, 2)).toEqual(whole.slice(0, 2))
  expect(referrers.length).toBeGreaterThanOrEqual(2)
  expect(referrers.filter((referrer) => referrer !== undefined)).toEqual([])
})

test('the detector of executions works', async ({ page, served }) => {
  const foreign = watchRequests(page, served.url)
  await page.goto(`${served.url}/`)
  await page.waitForFunction(() => window.conversation)
  await page.evaluate((host) => {
    const slot = window.conversation.root.querySelector('.sn-slot')
    try {
      if (slot) slot.innerHTML = '<b>x</b>'
    } catch {
      // The policy forbids it, which is what is to be seen.
    }
    const image = document.createElement('img')
    image.src = `https://${host}/half`
    const link = document.createElement('a')
    link.setAttribute('href', 'javascript:alert(1)')
    slot?.append(link, image, document.createElement('iframe'))
    window.detector.audit('the test')
  }, foreignHost)
  await expect.poll(() => foreign.length).toBe(1)
  const { violations } = await found(page)
  for (const sort of [/require-trusted-types-for/, /^javascript:/, /^<iframe>/, /^https:\/\/leak/])
    expect(
      violations.some((violation) => sort.test(violation)),
      String(sort),
    ).toBe(true)

  await page.goto(`${served.url}/lax`)
  await page.waitForFunction(() => window.conversation)
  await page.evaluate(
    (all) => {
      for (const text of all) document.body.appendChild(document.createElement('div')).innerHTML = text
    },
    plainPayloads.filter((text) => /onerror|ontoggle/.test(text)),
  )
  await expect.poll(async () => (await found(page)).executions.length).toBeGreaterThan(5)
})
