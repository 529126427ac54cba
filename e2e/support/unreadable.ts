import type { Page } from '@playwright/test'

/**
 * Words of the widget with less contrast to what is behind them than WCAG asks (4.5), each with its contrast. Axe does not
 * judge colours that are mixed (`color-mix`).
 */
export const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const root = document.querySelector('sidenote-widget')?.shadowRoot
    if (!canvas || !root) throw new Error('There is no widget.')
    /** Paints the colours over each other. */
    const painted = (colours: readonly string[]): number[] => {
      canvas.clearRect(0, 0, 1, 1)
      for (const colour of colours) {
        canvas.fillStyle = colour
        canvas.fillRect(0, 0, 1, 1)
      }
      return [...canvas.getImageData(0, 0, 1, 1).data]
    }
    const luminance = (colours: readonly string[]): number => {
      const [red = 0, green = 0, blue = 0] = painted(colours).map((channel) => {
        const share = channel / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const found = new Set<string>()
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const words = node.nodeValue?.trim()
      if (!element || !words || !element.checkVisibility({ visibilityProperty: true })) continue
      if (element.closest('.sr-only, :disabled, math, title')) continue
      const layers: string[] = []
      for (let place: Element | null = element; place; place = place.parentElement)
        layers.unshift(getComputedStyle(place).backgroundColor)
      const [light = 0, dark = 0] = [luminance(layers), luminance([...layers, getComputedStyle(element).color])].sort(
        (one, other) => other - one,
      )
      const contrast = (light + 0.05) / (dark + 0.05)
      if (contrast < 4.5) found.add(`${contrast.toFixed(2)} ${element.className} “${words.slice(0, 40)}”`)
    }
    return [...found]
  })
