import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listen } from '../packages/server/test/support/listen.ts'
import { expect, test } from './support/dashboard-test.ts'
import { violations } from './support/violations.ts'

/** A program of the owner’s that fails at first. */
const startReceiver = async () => {
  const received: { id: string; type: string }[] = []
  const state = { status: 500 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(JSON.parse(body))
    response.writeHead(state.status).end()
  })
  const { url, close } = await listen(server)
  return { url: `${url}/hook`, received, state, close }
}

const makeFolder = (name: string) => mkdtemp(path.join(tmpdir(), `sidenote-${name}-`))

test('a webhook is set, told of a failure, and what it did not take is sent again', async ({
  owner: page,
  dashboard,
}) => {
  const receiver = await startReceiver()
  const { admin } = dashboard
  const [folder, repository] = await Promise.all(['pages', 'repository'].map(makeFolder))
  await admin('POST', '/admin/v1/sites', { domain: 'gone', sources: [{ kind: 'folder', folder }] })
  await admin('POST', '/admin/v1/projects', { name: 'gone', site: 'gone', repository, host: { kind: 'local' } })
  await rm(String(folder), { recursive: true })

  await page.goto(`${dashboard.url}/dashboard/gone/agent`)
  await page.getByRole('button', { name: 'Set webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set webhook' })
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByLabel('Secret').fill('a secret of the receiver')
  await dialog.getByRole('switch', { name: 'A sync or the model fails' }).click()
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(receiver.url)).toBeVisible()

  await admin('POST', '/admin/v1/sites/gone/syncs', {})
  await page.getByRole('button', { name: 'Deliveries' }).click()
  const deliveries = page.getByRole('dialog', { name: 'Deliveries' })
  await expect(deliveries.getByText('site.sync.failed')).toBeVisible()
  await expect(deliveries.getByText('500')).toBeVisible()
  await expect(deliveries.getByText('waiting')).toBeVisible()
  receiver.state.status = 204
  await expect(deliveries.getByText('delivered')).toBeVisible()
  const before = receiver.received.length
  await deliveries.getByRole('button', { name: /^Send again: site.sync.failed/ }).click()
  await expect.poll(() => receiver.received.length).toBe(before + 1)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Remove webhook' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click()
  await expect(page.getByText(receiver.url)).toHaveCount(0)
  await receiver.close()
})
