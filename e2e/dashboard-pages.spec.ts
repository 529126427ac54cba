import type { Page } from '@playwright/test'
import { collectComplaints, expect, isTooWide, test } from './support/dashboard-test.ts'
import { violations } from './support/violations.ts'

// One server for all of them.
test.describe.configure({ mode: 'default' })

interface DashboardPage {
  readonly name: string
  /** Below `/dashboard`. */
  readonly path: string
  /** The request without which it has nothing to show. */
  readonly request: RegExp
  /** What a site without anything shows in its place. */
  readonly empty?: string
  /** Buttons that somebody sees who only reads. */
  readonly readerButtons: readonly RegExp[]
}

const frame = [/^Site:/, /^Account:/]
const days = /^Days:/

const pages: readonly DashboardPage[] = [
  {
    name: 'Overview',
    path: '/sidenote',
    request: /\/sites\/sidenote\/statistics/,
    empty: 'Put the assistant on your pages',
    readerButtons: [days, /\d$/],
  },
  {
    name: 'Conversations',
    path: '/sidenote/conversations',
    request: /\/sites\/sidenote\/conversations/,
    empty: 'Nobody has asked anything on these days',
    readerButtons: [days, /\?$/, /^Show more$/],
  },
  {
    name: 'Gaps',
    path: '/sidenote/gaps',
    request: /\/sites\/sidenote\/questions/,
    empty: 'Nothing is waiting to be mended',
    readerButtons: [days],
  },
  {
    name: 'Sources',
    path: '/sidenote/sources',
    request: /\/sites\/sidenote\/syncs/,
    empty: 'No sync yet',
    readerButtons: [/ago$|^just now$/],
  },
  {
    name: 'Playground',
    path: '/sidenote/playground?tab=tests',
    request: /\/sites\/sidenote\/test-questions/,
    readerButtons: [],
  },
  {
    name: 'Appearance',
    path: '/sidenote/appearance',
    request: /\/sites\/sidenote\/settings/,
    readerButtons: [/^Copy tag$/, /^Opened$/, /^Dark page$/, /^Phone$/],
  },
  { name: 'Settings', path: '/sidenote/settings', request: /\/sites\/sidenote\/settings/, readerButtons: [/^Mails$/] },
  {
    name: 'Agent',
    path: '/sidenote/agent',
    request: /\/admin\/v1\/projects/,
    empty: 'No project yet',
    readerButtons: [],
  },
  { name: 'Sites', path: '/organization/sites', request: /\/admin\/v1\/sites$/, readerButtons: [] },
  { name: 'Usage', path: '/organization/usage', request: /\/admin\/v1\/usage/, readerButtons: [days] },
  { name: 'API keys', path: '/organization/keys', request: /\/admin\/v1\/keys/, readerButtons: [] },
  { name: 'People', path: '/organization/people', request: /\/admin\/v1\/members/, readerButtons: [/^Sign out$/] },
  { name: 'Audit', path: '/organization/audit', request: /\/admin\/v1\/audit/, readerButtons: [] },
]

/** Waits until nothing is on its way any more. */
const settle = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy]')).toHaveCount(0)
}

/** Asks again for everything that has failed. Parts that show the same answer recover together. */
const tryAgain = async (page: Page): Promise<void> => {
  const buttons = page.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if ((await buttons.count()) > 0) await buttons.first().click({ timeout: 1_000 })
    expect(await buttons.count()).toBe(0)
  }).toPass()
}

for (const { name, path, request, empty } of pages)
  test(`${name}: on its way, failed, filled and empty; clean in both themes and at 390 px`, async ({
    owner: page,
    dashboard,
  }) => {
    const complaints = await collectComplaints(page, dashboard.url)
    let isHeld = true
    await page.route(request, async (route) => {
      while (isHeld) await new Promise((resolve) => setTimeout(resolve, 20))
      const problem = { code: 'unavailable', message: 'The database is away.', requestId: 'r1', issues: [] }
      await route.fulfill({ status: 500, json: problem }).catch(() => {})
    })
    await page.goto(`${dashboard.url}/dashboard${path}`)
    await expect(page.getByRole('main').locator('[aria-busy]').first()).toBeVisible()
    isHeld = false
    await expect(page.getByRole('alert').first()).toContainText('The database is away.')
    expect(await violations(page, 'body'), 'failed').toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
    await tryAgain(page)
    await settle(page)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(page).toHaveTitle(`${name} · Sidenote`)
    for (const colorScheme of ['light', 'dark'] as const) {
      // Without motion colours change at once.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await violations(page, 'body', ['iframe']), colorScheme).toEqual([])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await isTooWide(page), 'at 390 px').toBe(false)
    if (empty) {
      await page.goto(`${dashboard.url}/dashboard${path.replace('sidenote', 'fresh')}`)
      await settle(page)
      await expect(page.getByRole('heading', { name: empty })).toBeVisible()
      expect(await isTooWide(page), 'empty at 390 px').toBe(false)
      expect(await violations(page, 'body'), 'empty').toEqual([])
    }
    expect(complaints.list).toEqual([])
  })

test('somebody who only reads sees nothing to change', async ({ dashboard, page, context }) => {
  await dashboard.signIn(context, dashboard.viewer)
  for (const { name, path, readerButtons } of pages) {
    await page.goto(`${dashboard.url}/dashboard${path}`)
    await settle(page)
    const buttons = await page.getByRole('button').all()
    const names = await Promise.all(
      buttons.map(async (button) => (await button.getAttribute('aria-label')) ?? (await button.textContent())),
    )
    const shown = names.map((each) => (each ?? '').trim().replace(/\s+/g, ' '))
    const allowed = [...frame, ...readerButtons]
    expect(
      shown.filter((each) => !allowed.some((pattern) => pattern.test(each))),
      name,
    ).toEqual([])
  }
})

test('with the keyboard alone: skip, walk through rows, open and close, and be where one was', async ({
  owner: page,
  dashboard,
}) => {
  await page.goto(`${dashboard.url}/dashboard/sidenote/conversations`)
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
  await page.keyboard.press('Enter')
  const rows = page.getByRole('table').getByRole('button')
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press('Tab')
    if (await rows.first().evaluate((row) => row === document.activeElement)) break
  }
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Conversation' })
  await expect(drawer).toBeVisible()
  await expect.poll(() => drawer.evaluate((part) => part.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(rows.nth(2)).toBeFocused()
  await page.goBack()
  await expect(drawer).toBeVisible()

  await page.goto(`${dashboard.url}/dashboard/sidenote/sources`)
  const add = page.getByRole('button', { name: 'Add source' })
  await add.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add source' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(add).toBeFocused()
})

test('filters live in the address: what a figure opens, what is typed, and what Back takes back', async ({
  owner: page,
  dashboard,
}) => {
  await page.goto(`${dashboard.url}/dashboard/sidenote`)
  await page.getByRole('link', { name: /^Unanswered/ }).click()
  await expect(page).toHaveURL(/status=unanswered/)
  const outcomes = page.getByRole('table').locator('tbody tr')
  await expect(outcomes.first()).toContainText('unanswered')
  await expect(outcomes.filter({ hasText: /answered|unanswered/ })).toHaveCount(await outcomes.count())
  const search = page.getByRole('searchbox')
  await search.pressSequentially('restore a ')
  await expect(page).toHaveURL(/search=restore\+a&|search=restore\+a$/)
  await search.pressSequentially('backup')
  await expect(page).toHaveURL(/search=restore\+a\+backup/)
  await expect(search).toHaveValue('restore a backup')
  await expect(outcomes.first()).toContainText('restore a backup')
  await page.reload()
  await expect(search).toHaveValue('restore a backup')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()

  await page.getByRole('button', { name: 'operate/keys' }).first().click()
  await expect(page).toHaveURL(/page=operate/)
  await page.getByRole('link', { name: /^Questions/ }).click()
  await expect(page).toHaveURL(/conversations\?.*page=operate/)
  await expect(page.getByRole('button', { name: 'Remove the filter Asked from operate/keys' })).toBeVisible()
})
