import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, isTooWide, test } from './support/dashboard-test.ts'
import { violations } from './support/violations.ts'

// One server for all of them.
test.describe.configure({ mode: 'default' })

interface ListPage {
  /** Below `/dashboard`. */
  readonly path: string
  /** The request that its list comes from. */
  readonly request: RegExp
  readonly entries: (page: Page) => Locator
  /** What stands there when the list is empty. */
  readonly none?: string
}

/** The rows of a table. */
const rowsOf = (name: string) => (page: Page) => page.getByRole('table', { name, exact: true }).locator('tbody tr')

const lists: readonly ListPage[] = [
  {
    path: '/sidenote/conversations',
    request: /\/sites\/sidenote\/conversations/,
    entries: rowsOf('Questions'),
    none: 'Nobody has asked anything on these days',
  },
  {
    path: '/sidenote/gaps',
    request: /\/sites\/sidenote\/questions/,
    entries: (page) => page.getByRole('tabpanel').getByRole('heading', { level: 2 }),
  },
  { path: '/sidenote/sources', request: /\/sites\/sidenote\/syncs/, entries: rowsOf('Syncs') },
  {
    path: '/sidenote/playground?tab=tests',
    request: /\/sites\/sidenote\/test-questions/,
    entries: rowsOf('Test questions'),
    none: 'No test question yet',
  },
  {
    path: '/organization/sites',
    request: /\/admin\/v1\/sites$/,
    entries: (page) => page.getByRole('main').getByRole('listitem'),
    none: 'No site yet',
  },
  { path: '/organization/usage', request: /\/admin\/v1\/usage/, entries: rowsOf('Sites') },
  { path: '/organization/keys', request: /\/admin\/v1\/keys/, entries: rowsOf('Keys') },
  { path: '/organization/people', request: /\/admin\/v1\/members/, entries: rowsOf('People') },
  {
    path: '/organization/audit',
    request: /\/admin\/v1\/audit/,
    entries: rowsOf('Audit log'),
    none: 'Nothing was changed',
  },
]

/** Waits until nothing is on its way any more. */
const settle = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy]')).toHaveCount(0)
}

/** Lets through what the server answers with no more than so many entries in each of its lists. */
const cutLists = (page: Page, request: RegExp, most: number): Promise<unknown> =>
  page.route(request, async (route) => {
    const response = await route.fetch()
    const answer: Record<string, unknown> = await response.json()
    const parts = Object.entries(answer).map(([name, part]) => [name, Array.isArray(part) ? part.slice(0, most) : part])
    await route.fulfill({ response, json: Object.fromEntries(parts) })
  })

test('every list fits on a phone with one entry and with none, and without a session leads to the sign-in', async ({
  owner: page,
  dashboard,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const { path, request, entries, none } of lists) {
    const address = `${dashboard.url}/dashboard${path}`
    await cutLists(page, request, 1)
    await page.goto(address)
    await settle(page)
    await expect(entries(page), path).toHaveCount(1)
    expect(await isTooWide(page), path).toBe(false)
    await page.unrouteAll({ behavior: 'wait' })
    if (none) {
      await cutLists(page, request, 0)
      await page.reload()
      await settle(page)
      await expect(page.getByRole('heading', { name: none }), path).toBeVisible()
      expect(await isTooWide(page), `${path}, none`).toBe(false)
      await page.unrouteAll({ behavior: 'wait' })
    }
    await page.route(request, (route) =>
      route.fulfill({ status: 401, json: { code: 'missing_key', message: 'Sign in.', requestId: 'r1' } }),
    )
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Sign in' }), path).toBeVisible()
    expect(page.url()).toBe(address)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('pages that are no list lead to the sign-in, too, when the session has ended', async ({
  owner: page,
  dashboard,
}) => {
  const requests = {
    '/sidenote': /\/sites\/sidenote\/statistics/,
    '/sidenote/settings': /\/sites\/sidenote\/settings/,
    '/sidenote/appearance': /\/sites\/sidenote\/settings/,
    '/sidenote/agent': /\/admin\/v1\/projects/,
  }
  for (const [path, request] of Object.entries(requests)) {
    await page.goto(`${dashboard.url}/dashboard${path}`)
    await settle(page)
    await page.route(request, (route) =>
      route.fulfill({ status: 401, json: { code: 'missing_key', message: 'Sign in.', requestId: 'r1' } }),
    )
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Sign in' }), path).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('the report of a sync names each link that leads nowhere, below its file', async ({ owner: page, dashboard }) => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-links-'))
  await writeFile(join(folder, 'index.md'), '# Home\n\nSee [the guide](./guide.md) and [its end](./next.md#end).\n')
  await writeFile(join(folder, 'next.md'), '# Next\n\nNothing [wrong](./index.md) here.\n')
  await dashboard.admin('POST', '/admin/v1/sites', { domain: 'links', sources: [{ kind: 'folder', folder }] })
  await page.goto(`${dashboard.url}/dashboard/links/sources`)
  await page.getByRole('button', { name: 'Sync now' }).click()
  const row = rowsOf('Syncs')(page).first()
  await expect(row).toContainText('completed')
  await row.getByRole('button').click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: '2 links to pages or headings that are not there' })).toBeVisible()
  await expect(drawer.getByText(/^index\.md/)).toHaveCount(1)
  await expect(drawer.getByText('the guide')).toBeVisible()
  await expect(drawer.getByText(/no such page/)).toHaveCount(1)
  await expect(drawer.getByText(/no such heading on it/)).toHaveCount(1)
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await isTooWide(page)).toBe(false)
  await rm(folder, { recursive: true })
})

/** Walks through a page with Tab, and names what then has the focus without showing it. */
const findUnseenFocus = async (page: Page): Promise<string[]> => {
  const unseen = new Set<string>()
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    const part = await page.evaluate(() => {
      const { activeElement: focused } = document
      // What is within the preview shows its own.
      if (!focused || focused === document.body || focused.tagName === 'IFRAME') return undefined
      const hasOutline = (element: Element, pseudo?: string) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo)
        return outlineStyle !== 'none' && outlineWidth !== '0px'
      }
      const label = focused.closest('label')
      const isSeen = hasOutline(focused) || hasOutline(focused, '::after') || (label !== null && hasOutline(label))
      return isSeen ? undefined : focused.outerHTML.slice(0, 200)
    })
    if (part !== undefined) unseen.add(part)
  }
  return [...unseen]
}

test('whoever walks through a page with Tab sees where they are', async ({ owner: page, dashboard }) => {
  const others = ['', '/appearance', '/settings', '/agent'].map((path) => `/sidenote${path}`)
  for (const path of [...others, ...lists.map((list) => list.path)]) {
    await page.goto(`${dashboard.url}/dashboard${path}`)
    await settle(page)
    expect(await findUnseenFocus(page), path).toEqual([])
  }
})

/** What opens above a page, by the button that opens it. */
const layers: readonly {
  readonly path: string
  readonly opens: readonly (readonly [button: string | RegExp, name: string | RegExp, role?: 'menu'])[]
}[] = [
  {
    path: '/sidenote',
    opens: [
      [/^Days:/, 'Days'],
      [/^Site:/, /./, 'menu'],
      [/^Account:/, /./, 'menu'],
    ],
  },
  {
    path: '/sidenote/sources',
    opens: [
      ['Add source', 'Add source'],
      [/^Change /, 'Change source'],
    ],
  },
  { path: '/sidenote/settings', opens: [['Mails', 'Mails']] },
  { path: '/fresh/agent', opens: [['Add project', 'Add project']] },
  { path: '/sidenote/playground?tab=tests', opens: [['Add', /test question/]] },
  { path: '/organization/sites', opens: [['Add site', 'Add site']] },
  { path: '/organization/keys', opens: [['New key', 'New key']] },
  {
    path: '/organization/people',
    opens: [
      ['Invite', 'Invite somebody'],
      [/^Remove /, /^Remove/],
    ],
  },
]

test('whatever opens above a page opens by Enter, takes the focus, is clean, fits on a phone, and gives the focus back', async ({
  owner: page,
  dashboard,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { path, opens } of layers) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${dashboard.url}/dashboard${path}`)
    await settle(page)
    for (const [button, name, role = 'dialog'] of opens) {
      const what = `${path} ${button}`
      await page.setViewportSize({ width: 1280, height: 800 })
      const trigger = page.getByRole('button', { name: button, exact: true }).first()
      await trigger.focus()
      await page.keyboard.press('Enter')
      const layer = page.getByRole(role, { name })
      await expect(layer, what).toBeVisible()
      await expect.poll(() => layer.evaluate((part) => part.contains(document.activeElement)), what).toBe(true)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await violations(page, `[role=${role}]`), `${what}, ${colorScheme}`).toEqual([])
      }
      if (role === 'dialog') {
        await page.setViewportSize({ width: 390, height: 844 })
        const { x = -1, width = 0 } = (await layer.boundingBox()) ?? {}
        expect([x >= 0, x + width <= 390, await isTooWide(page)], `${what} at 390 px`).toEqual([true, true, false])
      }
      await page.keyboard.press('Escape')
      await expect(layer, what).toHaveCount(0)
      await expect(trigger, what).toBeFocused()
    }
  }
})

test('an address that leads nowhere says so, with the way back around it', async ({ owner: page, dashboard }) => {
  await page.goto(`${dashboard.url}/dashboard/sidenote/nothing-here`)
  await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Site' })).toBeVisible()
  expect(await violations(page, 'body')).toEqual([])
  await page.getByRole('link', { name: 'Go to your site' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
})

test('a form says at the field what is wrong with it, in words of the page', async ({ owner: page, dashboard }) => {
  await page.goto(`${dashboard.url}/dashboard/organization/sites`)
  await page.getByRole('button', { name: 'Add site' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add site' })
  const identifier = dialog.getByLabel('Identifier')
  await identifier.fill('Not OK!')
  await dialog.getByLabel('Address').fill('https://docs.example.com/')
  await dialog.getByRole('button', { name: 'Add site' }).click()
  await expect(dialog.getByText('The marked fields need another value.')).toBeVisible()
  await expect(identifier).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByText('This is "Not OK!", but must be')).toBeVisible()
  await expect(dialog.getByText(/domain/i).filter({ visible: true })).toHaveCount(0)
  expect(await violations(page, '[role=dialog]')).toEqual([])
})
