/** Red, green, blue 0–255 and opacity 0–1. */
export type Colour = readonly [red: number, green: number, blue: number, opacity: number]

/**
 * Reads a colour as `getComputedStyle` writes it. The browser has then already resolved names, hex and hsl; other
 * colour spaces (`oklch(…)`) are painted on a canvas pixel and read back.
 */
export function parseColour(css: string): Colour | undefined {
  const numbers = /^rgba?\(([^)]+)\)$/
    .exec(css)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number)
  if (numbers) return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0, numbers[3] ?? 1]
  if (!CSS.supports('color', css)) return undefined
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return undefined
  canvas.fillStyle = css
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, opacity = 0] = canvas.getImageData(0, 0, 1, 1).data
  return [red, green, blue, opacity / 255]
}

/** Relative luminance, 0 black – 1 white (WCAG 2.2). */
export function luminance([red, green, blue]: Colour): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Contrast of two colours, 1–21 (WCAG 2.2). */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of `one` mixed into `other`. */
const mix = (one: Colour, other: Colour, share: number): Colour => {
  const channel = (index: 0 | 1 | 2) => Math.round(one[index] * share + other[index] * (1 - share))
  return [channel(0), channel(1), channel(2), 1]
}

export const black: Colour = [0, 0, 0, 1]
export const white: Colour = [255, 255, 255, 1]

/** The colour itself, or as little darker or lighter as it takes to read it on `surface` (contrast 4.5, also on its own tint). */
export function readable(colour: Colour, surface: Colour): Colour {
  const towards = luminance(surface) > 0.3 ? black : white
  for (let share = 1; share > 0; share -= 0.05) {
    const mixed = mix(colour, towards, share)
    if (contrast(mixed, surface) >= 5.4) return mixed
  }
  return towards
}

export const cssColour = ([red, green, blue]: Colour): string => `rgb(${red},${green},${blue})`
