import { takePicture } from './support/camera.ts'
import { answer, expect, question, test as reading, show } from './support/conversation-page.ts'
import { test as hosting } from './support/host-page.ts'
import { test as scriptedTest } from './support/scripted-server.ts'
import { streamAnswer } from './support/stream-answer.ts'
import { violations } from './support/violations.ts'

const label = 'A page of the site with a title that goes on for so long that no button of a phone can hold it'
const choices = {
  type: 'data-choices' as const,
  data: [
    { label: 'v2', question: 'How do I start? (v2)', filter: { version: '2' } },
    { label, question: `How do I start? (${label})` },
  ],
}
const asksBack = answer('', {
  parts: [{ type: 'text', text: 'Which version do you use?', state: 'done' }, choices],
})
const selection = { type: 'textSelection' as const, value: 'npm start', path: '/start' }
const asked = { ...question(), metadata: { contexts: [selection] } }

reading(
  'choices are buttons that ask again with the meaning, by mouse and by keyboard',
  async ({ conversationPage: page }) => {
    await show(page, { messages: [asked, asksBack] })
    const list = page.getByRole('list', { name: 'Choose what you mean' })
    await expect(list.getByRole('button')).toHaveText(['v2', label])
    await expect(page.getByRole('status').last()).toHaveText('Choose what you mean')
    await list.getByRole('button', { name: 'v2' }).click()
    expect(await page.evaluate(() => window.conversation.calls.at(-1))).toEqual([
      'ask',
      { text: 'How do I start? (v2)', contexts: [selection], filter: { version: '2' } },
    ])
    await list.getByRole('button', { name: label }).focus()
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => window.conversation.calls.at(-1))).toEqual([
      'ask',
      { text: `How do I start? (${label})`, contexts: [selection] },
    ])
    await expect(page.getByRole('log', { name: 'Conversation' })).toBeFocused()
  },
)

reading(
  'choices appear at the end of the answer, and disappear with the next question',
  async ({ conversationPage: page }) => {
    const buttons = page.getByRole('list', { name: 'Choose what you mean' })
    await show(page, { messages: [asked, asksBack], isBusy: true })
    await expect(buttons).toHaveCount(0)
    await show(page, { messages: [asked, asksBack] })
    await expect(buttons).toHaveCount(1)
    await show(page, { messages: [asked, asksBack, question('How do I start? (v2)', 'q2')], isBusy: true })
    await expect(buttons).toHaveCount(0)
  },
)

reading('axe finds no violation in choices, and long ones fit on a phone', async ({ conversationPage: page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => window.conversation.theme(name), theme)
    await show(page, { messages: [asked, asksBack] })
    expect(await violations(page, '[data-theme]'), theme).toEqual([])
    const box = await page.getByRole('button', { name: label }).boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
    await takePicture(page, `choices-${theme}-390`)
  }
})

scriptedTest(
  'a model asks back, the reader chooses, and the model answers that',
  async ({ page, reader, scripted }) => {
    await scripted.serveWidgetOn(page)
    await reader.visit('/quick-start')
    await page.evaluate(() => window.Sidenote.update({ language: 'ar' }))
    scripted.model.script([{ say: '[?1,2,3,4,5] Which of them do you mean?' }], [{ say: 'Then type npm start [1].' }])
    await page.evaluate(() => window.Sidenote.ask('limits'))
    const panel = page.locator('sidenote-widget').getByRole('complementary')
    const list = panel.getByRole('list', { name: 'اختر ما تقصده' })
    await expect(panel.getByText('Which of them do you mean?')).toBeVisible()
    const buttons = list.getByRole('button')
    await expect(buttons.nth(1)).toBeVisible()
    expect(await buttons.first().evaluate((button) => getComputedStyle(button).direction)).toBe('rtl')
    const chosen = await buttons.last().textContent()
    await buttons.last().click()
    await expect(panel.getByText('Then type npm start')).toBeVisible()
    await expect(panel.getByText(`limits (${chosen})`)).toBeVisible()
    await expect(list).toHaveCount(0)
    expect(JSON.stringify(scripted.model.requests.at(-1)?.messages)).toContain(`limits (${chosen})`)
  },
)

hosting('the header shows the edition of the docs, and a source its version', async ({ host, page }) => {
  await page.route('**/assistant/sidenote/message', (route) =>
    streamAnswer(route, 'So it is [1].', [
      { url: '/p', title: 'Keys', sidenote: { number: 1, path: 'p', breadcrumbs: ['Guide'], version: '2.1' } },
    ]),
  )
  await host.visit()
  await host.launcher.click()
  const header = page.locator('.sn-header')
  await expect(header).toHaveText('Acme assistant')
  await page.evaluate(() => window.Sidenote.update({ filter: { version: '2.1', tag: 'cloud' } }))
  await expect(header).toContainText('v2.1 · cloud')
  await host.ask('How do I start?')
  await host.answered()
  await expect(host.panel.getByRole('list', { name: 'Sources (1)' })).toContainText('Keys · Guide · v2.1')
  await host.panel.getByRole('link', { name: 'Source 1: Keys' }).hover()
  await expect(page.locator('.sn-card-path')).toHaveText('Guide · v2.1')
})
