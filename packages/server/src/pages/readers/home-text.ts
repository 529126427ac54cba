import { isRecord } from '../is-record.ts'
import { oneLine } from '../text-lines.ts'

/**
 * What a home page shows that says all of it in front matter, as those of VitePress, Starlight and VuePress do: its name,
 * what it promises, and its features. Empty for other pages.
 */
export function homeText(fields: Record<string, unknown>): string {
  const isHome = fields.layout === 'home' || fields.template === 'splash' || fields.home === true
  if (!isHome) return ''
  const hero = isRecord(fields.hero) ? fields.hero : {}
  const words = [hero.name ?? hero.title ?? fields.heroText, hero.text].flatMap(textOf).join(': ')
  const features = (Array.isArray(fields.features) ? fields.features : []).flatMap((feature: unknown) => {
    const { title, details } = isRecord(feature) ? feature : {}
    const said = [...textOf(title).map((text) => `**${text}**`), ...textOf(details)].join(': ')
    return said === '' ? [] : [`- ${said}`]
  })
  const tagline = textOf(hero.tagline ?? fields.tagline)
  return [words, ...tagline, features.join('\n')].filter((part) => part !== '').join('\n\n')
}

const textOf = (value: unknown): string[] => {
  const text = typeof value === 'string' ? oneLine(value) : ''
  return text === '' ? [] : [text]
}
