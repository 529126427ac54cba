import type { Page } from '@playwright/test'
import { expect } from './reader.ts'

/** Widths of a laptop's window, of a tablet and of a phone, in px; the phone is touched. */
const widths = [1440, 768, 390] as const

/**
 * Looks that nothing of the widget is cut off in a state, at every width, and takes a picture of it there.
 * @param prepare brings back what another width undoes
 */
export type Camera = (state: string, prepare?: () => Promise<unknown>) => Promise<void>

/** Controls of the open panel that stick out of it, or whose words do not fit into them. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const frame = document.querySelector('sidenote-widget')?.shadowRoot?.querySelector<HTMLElement>('.sn-frame')
    if (!frame || frame.inert) return []
    const { left, right } = frame.getBoundingClientRect()
    return [...frame.querySelectorAll('button, a, input, textarea, .sn-question, .sn-notice, .sn-prose > *')]
      .filter(
        (part) =>
          !part.closest('.sn-edge, .sn-table, pre, dialog') && part.checkVisibility({ visibilityProperty: true }),
      )
      .filter((part) => {
        const box = part.getBoundingClientRect()
        const isButton = part.matches('button') && !part.querySelector('.truncate')
        return box.left < left - 1 || box.right > right + 1 || (isButton && part.scrollWidth > part.clientWidth + 1)
      })
      .map((part) => part.outerHTML.slice(0, 200))
  })

/** `pnpm --dir e2e pictures` asks for them. Some hundred of them, which only people look at, take a minute of a core. */
export const takesPictures = Boolean(process.env.E2E_PICTURES)

/** Takes a picture for people, in `test-results/screenshots`, where they ask for it. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  if (!takesPictures) return
  await page.screenshot({ path: `test-results/screenshots/${name}.png`, animations: 'disabled' })
}

/**
 * The pictures are for people: `takePicture`.
 * @param theme that the page stands in; left out, the page follows the system, and each picture is taken in both
 */
export async function createCamera(page: Page, theme?: string): Promise<Camera> {
  const devices = await page.context().newCDPSession(page)
  const hold = async (width: number) => {
    await page.setViewportSize({ width, height: 800 })
    await devices.send('Emulation.setTouchEmulationEnabled', { enabled: width < 640 })
  }
  return async (state, prepare) => {
    for (const width of widths) {
      await hold(width)
      await prepare?.()
      expect(await cutOff(page), `${state} at ${width} px`).toEqual([])
      const shoot = (name: string) => takePicture(page, `${state}-${name}-${width}`)
      if (theme) await shoot(theme)
      else if (takesPictures)
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme })
          // The page follows in the next frame, and the widget the page.
          await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
          await shoot(colorScheme)
        }
    }
    await hold(widths[0])
  }
}
