import type { Page } from '@playwright/test'
import { collectComplaints, expect, test } from './support/dashboard-test.ts'
import { violations } from './support/violations.ts'

// One server for all of them.
test.describe.configure({ mode: 'default' })

/** Gives a browser a device that makes passkeys and confirms each use, as a fingerprint would. */
const addDevice = async (page: Page) => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether whoever holds it is recognized. */
    recognize: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('a passkey is added, signs in without a password, and is removed', async ({ page, dashboard }) => {
  // Browsers make no passkeys for an IP address.
  const url = dashboard.url.replace('127.0.0.1', 'localhost')
  const complaints = await collectComplaints(page, url)
  const device = await addDevice(page)
  await page.goto(`${url}/dashboard/organization/people`)
  await page.getByLabel('E-mail').fill(dashboard.owner.email)
  await page.getByLabel('Password').fill(dashboard.owner.password)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('None yet. With a passkey you sign in')).toBeVisible()

  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await dialog.getByLabel('Name').fill('My laptop')
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await device.recognize(false)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeEnabled()
  await device.recognize(true)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const passkeys = page.getByRole('table', { name: 'Your passkeys' })
  await expect(passkeys.getByText('My laptop')).toBeVisible()

  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(passkeys).toBeVisible()

  await passkeys.getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('None yet. With a passkey you sign in')).toBeVisible()
  expect(complaints.list).toEqual([])
})

test('where browsers make none, the page says why', async ({ owner: page, dashboard }) => {
  await page.goto(`${dashboard.url}/dashboard/organization/people`)
  await expect(page.getByText('Browsers make passkeys only where the dashboard has an HTTPS address')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add passkey' })).toHaveCount(0)
})
