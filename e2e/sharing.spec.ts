import { createServer } from 'node:http'
import { listen } from '../packages/server/test/support/listen.ts'
import { axeViolations } from './support/axe.ts'
import { expect, test } from './support/host-page.ts'
import { test as scripting } from './support/scripted-server.ts'
import { unreadable } from './support/unreadable.ts'

test('a link shows one answer, and of the rest only what its reader chose, until its reader ends it', async ({
  host,
  page,
}) => {
  await host.visit()
  await host.launcher.click()
  await host.ask('How do I put the widget on my site?')
  await host.answered()
  await host.ask('How do I create a key?')
  await host.answered()
  const open = host.panel.getByRole('button', { name: 'Share this answer' })
  await open.first().click()
  const form = host.panel.getByRole('form', { name: 'Share this answer' })
  expect(await axeViolations(page)).toEqual([])
  expect(await unreadable(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(open.first()).toBeFocused()

  await open.first().click()
  await form.getByLabel('Include my question').uncheck()
  await form.getByLabel('Link works for').selectOption('7 days')
  await form.getByRole('button', { name: 'Create link' }).click()
  const address = form.getByLabel('Link to this answer')
  await expect(address).toBeFocused()
  await expect(form.getByText(/^This link works until/)).toBeVisible()
  const link = await address.inputValue()
  expect(await axeViolations(page)).toEqual([])

  // Another reader: no conversation of their own.
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  const reader = await page.evaluate(() => JSON.stringify(localStorage))
  expect(reader).toBe('{}')
  await page.goto(link)
  const shared = host.panel.getByRole('region', { name: 'Shared answer' })
  await expect(shared.getByText(/data-domain/).first()).toBeVisible()
  await expect(shared.getByRole('link').first()).toHaveAttribute('href', /#/)
  await expect(shared.getByText('How do I put the widget on my site?')).toHaveCount(0)
  await expect(shared.getByText('How do I create a key?')).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])
  expect(await unreadable(page)).toEqual([])
  await shared.getByRole('button', { name: 'Ask your own question' }).click()
  await expect(shared).toHaveCount(0)
  await expect(host.composer).toBeFocused()
  expect(page.url()).not.toContain('sidenote=')
})

test('a link that was ended says so', async ({ host, page }) => {
  await host.visit()
  await host.launcher.click()
  await host.ask('How do I put the widget on my site?')
  await host.answered()
  await host.panel.getByRole('button', { name: 'Share this answer' }).click()
  const form = host.panel.getByRole('form', { name: 'Share this answer' })
  await form.getByRole('button', { name: 'Create link' }).click()
  const link = await form.getByLabel('Link to this answer').inputValue()
  await form.getByRole('button', { name: 'Delete link' }).click()
  await expect(form).toHaveCount(0)
  await page.goto(link)
  await expect(host.panel.getByText('This link has expired or was deleted.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(host.panel.getByText('This link has expired or was deleted.')).toHaveCount(0)
  await expect(host.panel).toBeVisible()
})

scripting(
  'where the docs don’t say, a reader can send the conversation to a person',
  async ({ scripted, reader, page }) => {
    const received: string[] = []
    let status = 500
    const webhook = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      received.push(body)
      response.writeHead(status).end()
    })
    const { url, close } = await listen(webhook)
    await scripted.admin('PATCH', '/admin/v1/sites/sidenote/settings', {
      handOff: { to: `${url}/help`, secret: 'sixteen characters' },
    })
    await scripted.serveWidgetOn(page)
    scripted.model.script([{ say: '[?] The documentation does not say.' }])
    await reader.visit('/quick-start')
    await reader.openPanel()
    await reader.ask('Can I rent a server from you?')
    await reader.answered()
    await reader.panel.getByRole('button', { name: 'Contact a person' }).click()
    const form = reader.panel.getByRole('form', { name: 'Contact a person' })
    expect(await axeViolations(page)).toEqual([])
    expect(await unreadable(page)).toEqual([])
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form).toBeVisible()
    expect(received).toEqual([])
    await form.getByLabel('Your email address').fill('anna@example.com')
    await form.getByLabel('Message (optional)').fill('By the month, please.')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByText('Your message couldn’t be sent. Try again.')).toBeVisible()
    status = 204
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(reader.panel.getByText('Sent. You’ll get a reply by email.')).toBeVisible()
    expect(JSON.parse(received.at(-1) ?? '{}')).toMatchObject({
      email: 'anna@example.com',
      message: 'By the month, please.',
      currentPath: '/quick-start',
      conversation: [{ question: 'Can I rent a server from you?' }],
    })
    await close()
  },
)
