import type { ContextItem } from '@sidenote/contract'
import type { Passage } from './page/place.ts'

/** A context item, with what only its chip shows. */
export interface PageContext extends ContextItem {
  readonly type: 'code' | 'textSelection'
  /** Language of a code block, as its class names it. */
  readonly language?: string
}

/** How much of a selection is sent. Far below what the server takes; more would only blur the question. */
const longest = 8_000

/** The path of the page the reader is on, as the server wants it: at most 200 characters. */
export const currentPath = (pathname: string = location.pathname): string => pathname.slice(0, 200)

// Generators put `#`, `¶` or an invisible space into their headings, as a link to the heading itself.
const clean = (text: string | null | undefined): string =>
  (text ?? '')
    .replace(/\u200b|\u200c|\u200d|\ufeff/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[#¶§\s]+|[#¶§\s]+$/g, '')

/** What the page is called: its first heading, else its title without the site's name. */
export function pageTitle(): string {
  // biome-ignore lint/performance/useDomNodeTextContent: lines of a heading are often elements without a space between
  const heading = clean(document.querySelector<HTMLElement>('main h1, article h1, h1')?.innerText)
  return heading || clean(document.title.split(/ [|–—·] /)[0]) || currentPath()
}

/** The headings of the page's text, for questions about it. */
export function pageHeadings(): string[] {
  const found = [...document.querySelectorAll('main h2, article h2')].map((heading) => clean(heading.textContent))
  return found.filter((text) => text.length >= 4 && text.length <= 60)
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
