import { test as base, type Page } from '@playwright/test'
import type { ConversationState } from '../../packages/widget/test/conversation-state.ts'
import { type ServedPage, servePage } from '../../packages/widget/test/serve-page.ts'

type Message = ConversationState['messages'][number]

/** The widget's conversation on a page under the strictest policy, given its state by the test. */
export const test = base.extend<{ conversationPage: Page }, { served: ServedPage }>({
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const served = await servePage('test/conversation-page.tsx')
      await use(served)
      await served.close()
    },
    { scope: 'worker' },
  ],
  conversationPage: async ({ page, served }, use) => {
    await page.goto(served.url)
    await page.waitForFunction(() => window.conversation)
    await use(page)
  },
})

export { expect } from '@playwright/test'

export const question = (text = 'How do I start?', id = 'q1'): Message => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
})

export const source = (number: number, more: object = {}): Message['parts'][number] => ({
  type: 'source-url',
  sourceId: `source_${number}`,
  url: `https://docs.example.com/guide/p${number}#headers:~:text=A%20limit%20counts`,
  title: ['Rate limits', 'Keys', 'Server options', 'Quick start'][number - 1] ?? `Page ${number}`,
  providerMetadata: {
    sidenote: {
      number,
      path: `/guide/p${number}`,
      anchor: 'headers',
      heading: 'Headers',
      breadcrumbs: ['Guide', 'Operating'],
      snippet:
        'Every response has three headers. A limit counts all requests of one organization in an hour. Nothing else does.',
      ...more,
    },
  },
})

export const answer = (text: string, more: Partial<Message> = {}, id = 'a1'): Message => ({
  id,
  role: 'assistant',
  metadata: { threadId: 't1' },
  parts: [source(1), source(2), source(3), source(4), { type: 'text', text, state: 'done' }],
  ...more,
})

/** Shows a state at once. */
export const show = (page: Page, state: ConversationState): Promise<void> =>
  page.evaluate((given) => window.conversation.show(JSON.parse(given)), JSON.stringify(state))
