import type { ContextItem } from '@sidenote/contract'
import type { Passage } from './surface.ts'

/** A context item, with what only its chip shows. */
export interface PageContext extends ContextItem {
  readonly type: 'code' | 'textSelection'
  /** Language of a code block, as its class names it. */
  readonly language?: string
}

/** How much of a selection is sent. Far below what the server takes; more would only blur the question. */
export const longest = 8_000

/** The path of the page the reader is on, as the server wants it: at most 200 characters. A script may route by what is behind `#/`. */
export const currentPath = (): string =>
  (location.hash.startsWith('#/') ? location.hash.slice(1) : location.pathname).slice(0, 200)

// Generators put `#`, `¶`, a letter of an icon font or an invisible space into their headings.
const clean = (text: string): string =>
  text
    .replace(/\u200b|\u200c|\u200d|\ufeff|[\ue000-\uf8ff]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[#¶§\s]+|[#¶§\s]+$/g, '')

/** What stands in a heading and is no part of it: controls, and words that only screen readers are told. */
const besideWords = 'button, svg, [aria-hidden="true"], [class*="sr-only"], [class*="visually-hidden"]'

/** The words in a place as they are read: lines are often elements without a space between. */
const wordsIn = (place: Element, without: string): string =>
  [...place.childNodes]
    .map((child) => {
      if (child instanceof Text) return child.data
      if (!(child instanceof Element) || child.matches(without)) return ''
      const { display } = getComputedStyle(child)
      if (display === 'none') return ''
      const words = wordsIn(child, without)
      return child.tagName !== 'BR' && /^(inline|contents)/.test(display) ? words : ` ${words} `
    })
    .join('')

/** The words of a heading, without the link to itself unless that link is all there is. */
function headingText(heading: Element): string {
  const words = clean(wordsIn(heading, `${besideWords}, a[href^="#"]`))
  return /\p{L}/u.test(words) ? words : clean(wordsIn(heading, besideWords))
}

/** What the page is called: its first heading, else its title without the site's name. */
export function pageTitle(): string {
  const heading = document.querySelector('main h1, article h1, h1')
  return (heading && headingText(heading)) || clean(document.title.split(/ [|–—·] /)[0] ?? '') || currentPath()
}

/** The headings of the page's text, for questions about it; those of a reference are often the same for each of its parts. */
export function pageHeadings(): string[] {
  const found = [...document.querySelectorAll('main h2, article h2')].map(headingText)
  return [...new Set(found)].filter((text) => text.length >= 4 && text.length <= 60)
}

/** Id of the element itself or of the heading above it, so that the server knows the section. */
function nearestId(start: Element): string | undefined {
  for (let place: Element | null = start; place && place !== document.body; place = place.parentElement) {
    if (place.id) return place.id
    for (let before = place.previousElementSibling; before; before = before.previousElementSibling) {
      if (/^H[1-6]$/.test(before.tagName) && before.id) return before.id
    }
  }
  return undefined
}

/** The language of a code block, from the classes that highlighters leave on it or around it. */
function languageOf(block: Element): string | undefined {
  const names = [block.querySelector('code'), block, block.parentElement]
    .map((place) => place?.className ?? '')
    .join(' ')
  return /\blang(?:uage)?-([\w+#-]+)/.exec(names)?.[1]
}

/** What the reader pointed at, as the server wants it: code when it stands in a code block, else text. */
export function passageContext({ text, element }: Passage): PageContext {
  const elementId = nearestId(element)
  const block = element.closest('pre')
  const language = block ? languageOf(block) : undefined
  return {
    type: block ? 'code' : 'textSelection',
    value: text.replace(/\s+$/, '').slice(0, longest),
    path: currentPath(),
    ...(elementId ? { elementId: elementId.slice(0, 200) } : {}),
    ...(language ? { language } : {}),
  }
}
