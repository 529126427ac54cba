import type { Page } from '@playwright/test'
import { takePicture } from './support/camera.ts'
import { expect, test } from './support/scripted-server.ts'
import { violations } from './support/violations.ts'

/** A picture of one red point. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
const types = ['image/png', 'application/pdf']

const allowFiles = (page: Page) => page.evaluate((attachments) => window.Sidenote.update({ attachments }), types)

/** Pastes or drops files, as a browser tells of it. */
const give = (page: Page, how: 'paste' | 'drop', file: { name: string; type: string }, text = '') =>
  page
    .locator('sidenote-widget')
    .getByRole('textbox', { name: 'Ask a question' })
    .evaluate(
      (box, { how, file, text, bytes }) => {
        const data = new DataTransfer()
        const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
        data.items.add(new File([content], file.name, { type: file.type }))
        if (text) data.setData('text/plain', text)
        const more = { bubbles: true, cancelable: true, composed: true }
        const event =
          how === 'paste'
            ? new ClipboardEvent('paste', { ...more, clipboardData: data })
            : new DragEvent('drop', { ...more, dataTransfer: data })
        return !box.dispatchEvent(event)
      },
      { how, file, text, bytes: png },
    )

test.beforeEach(async ({ page, scripted, reader }) => {
  await scripted.admin('PATCH', '/admin/v1/sites/sidenote/settings', { attachments: types })
  scripted.model.script([{ say: 'It shows a red point [1].' }])
  await scripted.serveWidgetOn(page)
  await reader.visit('/quick-start')
  await reader.openPanel()
})

test('an image goes to the model with its question, and only its name is stored', async ({
  page,
  reader,
  scripted,
}) => {
  const { panel } = reader
  await expect(panel.getByRole('button', { name: 'Attach files' })).toHaveCount(0)
  await allowFiles(page)
  const chosen = page.waitForEvent('filechooser')
  await panel.getByRole('button', { name: 'Attach files' }).click()
  await (await chosen).setFiles([picture('point.png'), picture('other.png')])
  const drawn = () =>
    panel
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => [...(canvas.getContext('2d')?.getImageData(30, 30, 1, 1).data ?? [])])
  await expect.poll(async () => (await drawn()).at(-1)).toBe(255)
  await takePicture(page, 'attachments')
  expect(await violations(page, 'sidenote-widget')).toEqual([])
  await panel.getByRole('button', { name: 'Remove other.png' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByText('other.png')).toHaveCount(0)

  await reader.ask('What does this picture of limits show?')
  await reader.answered()
  await expect(panel.getByRole('list', { name: 'Attached to this question' }).getByText('point.png')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Remove point.png' })).toHaveCount(0)
  const asked = JSON.stringify(scripted.model.requests.at(-1)?.messages)
  expect(asked).toContain(`data:image/png;base64,${png}`)
  expect(asked).not.toContain('point.png')

  await page.reload()
  await expect(panel.getByText('point.png')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(png)
  await allowFiles(page)
  await reader.ask('And the limits behind it?')
  await expect.poll(() => scripted.model.requests.length).toBe(2)
  expect(JSON.stringify(scripted.model.requests.at(-1)?.messages)).not.toContain(png)
})

test('images can be pasted and dropped, and a sentence says why a file can’t be attached', async ({ page, reader }) => {
  const { panel } = reader
  const alert = panel.getByRole('alert')
  expect(await give(page, 'paste', { name: 'closed.png', type: 'image/png' })).toBe(false)
  await allowFiles(page)
  expect(await give(page, 'paste', { name: 'pasted.png', type: 'image/png' })).toBe(true)
  await expect(panel.getByText('pasted.png')).toBeVisible()
  await give(page, 'drop', { name: 'dropped.png', type: 'image/png' })
  await expect(panel.getByText('dropped.png')).toBeVisible()
  // A table is copied as text and as a picture of it.
  expect(await give(page, 'paste', { name: 'table.png', type: 'image/png' }, 'a table')).toBe(false)
  await give(page, 'drop', { name: 'run.svg', type: 'image/svg+xml' })
  await expect(alert).toHaveText('“run.svg” isn’t a supported file type.')
  const input = panel.locator('input[type=file]')
  await input.setInputFiles({ name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(4_000_001) })
  await expect(alert).toHaveText('“large.pdf” is larger than 4 MB.')
  await input.setInputFiles([picture('third.png'), picture('fourth.png')])
  await expect(alert).toHaveText('You can attach up to 3 files.')
  await expect(panel.locator('canvas')).toHaveCount(3)
  await expect(panel.getByText('fourth.png')).toHaveCount(0)
})
