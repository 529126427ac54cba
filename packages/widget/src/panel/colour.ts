/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, opacity: number]

/**
 * Parses a colour as `getComputedStyle` writes it, so names, hex and hsl are already resolved. Other colour spaces
 * (`oklch(…)`) are painted on a canvas pixel and read back.
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

/** Relative luminance, from 0 (black) to 1 (white), as WCAG 2.2 defines it. */
export function luminance([red, green, blue]: Colour): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Contrast of two colours, from 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes `share` (0–1) of one colour into another. */
const mix = (one: Colour, other: Colour, share: number): Colour => {
  const channel = (index: 0 | 1 | 2) => Math.round(one[index] * share + other[index] * (1 - share))
  return [channel(0), channel(1), channel(2), 1]
}

/** `#000` */
export const black: Colour = [0, 0, 0, 1]
/** `#fff` */
export const white: Colour = [255, 255, 255, 1]

/**
 * The colour itself if text in it is readable on `surface`, or else the nearest darker or lighter one that is. The contrast of
 * 5.4 leaves 4.5 on a tint of the colour.
 */
export function readable(colour: Colour, surface: Colour): Colour {
  const extreme = luminance(surface) > 0.3 ? black : white
  for (let share = 1; share > 0; share -= 0.05) {
    const mixture = mix(colour, extreme, share)
    if (contrast(mixture, surface) >= 5.4) return mixture
  }
  return extreme
}

/** A colour in CSS, without its opacity. */
export const cssColour = ([red, green, blue]: Colour): string => `rgb(${red},${green},${blue})`
