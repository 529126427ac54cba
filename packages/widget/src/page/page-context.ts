import { codeBlocks } from './code-block.ts'
import { codeText } from './code-text.ts'
import type { Passage } from './passage.ts'
import type { ContextItem } from './wire.ts'

/** A context item with what only its chip shows. */
export interface PageContext extends ContextItem {
  readonly type: 'code' | 'textSelection'
  /** Language of a code block, as its class names it. */
  readonly language?: string
}

/** How many characters of a selection are sent. The server takes more, but more would only blur the question. */
export const longestPassage = 8_000

/** The path of the current page, at most 200 characters as the server requires. Pages that route by `#/` have theirs there. */
export const currentPath = (): string =>
  (location.hash.startsWith('#/') ? location.hash.slice(1) : location.pathname).slice(0, 200)

/** Removes what generators add to headings: `#`, `¶`, letters of icon fonts and invisible spaces. */
const cleanHeading = (text: string): string =>
  text
    .replace(/\u200b|\u200c|\u200d|\ufeff|[\ue000-\uf8ff]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[#¶§\s]+|[#¶§\s]+$/g, '')

/** Parts of a heading that aren't its text: controls, and words for screen readers only. */
const notText = 'button, svg, [aria-hidden="true"], [class*="sr-only"], [class*="visually-hidden"]'

/** An element's text as it's read: lines are often elements without a space between them. */
const readableText = (parent: Element, without: string): string =>
  [...parent.childNodes]
    .map((child) => {
      if (child instanceof Text) return child.data
      if (!(child instanceof Element) || child.matches(without)) return ''
      const { display } = getComputedStyle(child)
      if (display === 'none') return ''
      const text = readableText(child, without)
      const isInline = display.startsWith('inline') || display.startsWith('contents')
      return child.tagName !== 'BR' && isInline ? text : ` ${text} `
    })
    .join('')

/** The text of a heading, without the link to itself, unless it has no other text. */
function headingText(heading: Element): string {
  const text = cleanHeading(readableText(heading, `${notText}, a[href^="#"]`))
  return /\p{L}/u.test(text) ? text : cleanHeading(readableText(heading, notText))
}

/** The title of the page: its first heading, or its document title without the site's name. */
export function pageTitle(): string {
  const heading = document.querySelector('main h1, article h1, h1')
  return (heading && headingText(heading)) || cleanHeading(document.title.split(/ [|–—·] /)[0] ?? '') || currentPath()
}

/** The page's second-level headings, each once, to suggest questions from. */
export function pageHeadings(): string[] {
  const headings = [...document.querySelectorAll('main h2, article h2')].map(headingText)
  return [...new Set(headings)].filter((text) => text.length >= 4 && text.length <= 60)
}

const headings = 'h1, h2, h3, h4, h5, h6'

/** The id of a heading: its own, that of an anchor in it, or that of the section that it begins. */
function idOf(heading: Element): string | undefined {
  const section = heading.closest('section[id], article[id]')
  return (
    heading.id ||
    heading.querySelector('[id]')?.id ||
    // Generators put a heading into a box of its own, with the anchor beside it.
    (section?.querySelector(headings) === heading ? section.id : undefined)
  )
}

/** The id of the heading that an element stands below, which tells the server the section. */
function sectionId(element: Element): string | undefined {
  const text = element.closest('main, article, [role="main"]') ?? document.body
  const before = [...text.querySelectorAll(headings)].filter(
    (heading) =>
      heading.contains(element) || heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return before.map(idOf).findLast(Boolean)
}

/** How far above a code block its language may be named. */
const languageLevels = 9

/** Names that say that the language isn't known. */
const noLanguages = ['default', 'none', 'text', 'plaintext', 'txt', 'plain']

/** The language of a code block, from what highlighters put on it or on the boxes around it alone. */
function languageOf(block: Element): string | undefined {
  const parts = [block.querySelector('code'), block]
  for (let box = block.parentElement; box && parts.length < languageLevels; box = box.parentElement) {
    if (codeBlocks(box).length > 1) break
    parts.push(box)
  }
  const names = parts.flatMap((part) => [
    part?.getAttribute('data-language') ?? part?.getAttribute('data-lang') ?? '',
    /(?:^|\s)(?:lang(?:uage)?|highlight(?:-source)?)-([\w+#-]+)/.exec(part?.getAttribute('class') ?? '')?.[1] ?? '',
  ])
  return names.find((name) => name && !noLanguages.includes(name))
}

/** What the reader pointed at, as a context item. It counts as code if it's in a code block. */
export function passageContext({ text, element }: Passage): PageContext {
  const elementId = sectionId(element)
  const block = element.closest('pre')
  const language = block ? languageOf(block) : undefined
  return {
    type: block ? 'code' : 'textSelection',
    // A whole block comes without its text: reading it takes more than the loader should have.
    value: (text || codeText(element)).trimEnd().slice(0, longestPassage),
    path: currentPath(),
    ...(elementId ? { elementId: elementId.slice(0, 200) } : {}),
    ...(language ? { language } : {}),
  }
}
