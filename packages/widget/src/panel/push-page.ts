import type { PanelSeam } from '../page/panel-seam.ts'

/** In a narrower window the sheet lies over the page. */
const wideWindow = '(min-width: 1180px)'

/** If pushing would leave the text less than this, in px, the sheet lies over the page instead. */
const readableWidth = 360

/** Below this, in px, the list of headings makes room for the text. */
const comfortableWidth = 480

/** Space between the page and the sheet, in px. */
const space = 16

/** How many elements of a page are looked at. */
const mostElements = 20_000

/** What readers need to see or press. */
const controls = 'a, button, input, textarea, select, img, svg, video, iframe, [role="button"]'

const hasText = (element: Element): boolean =>
  [...element.childNodes].some((child) => child instanceof Text && child.data.trim() !== '')

/** The side of the window that the sheet takes. */
interface Sheet {
  readonly width: number
  readonly isRight: boolean
}

/** How far a box reaches under the sheet, in px. */
const depthOf = ({ left, right }: DOMRect, { width, isRight }: Sheet): number =>
  isRight ? right - (document.documentElement.clientWidth - width) : width - left

/** The elements that the sheet would cover, at least in part, wherever the page is scrolled to. */
function coveredElements(sheet: Sheet): Element[] {
  const elements = [...document.body.querySelectorAll('*')].slice(0, mostElements)
  return elements.filter((element) => {
    if (!element.matches(controls) && !hasText(element)) return false
    const box = element.getBoundingClientRect()
    // What is outside of the window was hidden before, such as a menu that slides in.
    const isInside = box.right > 0 && box.left < document.documentElement.clientWidth
    return (
      box.width > 1 &&
      box.height > 1 &&
      isInside &&
      depthOf(box, sheet) > 1 &&
      element.checkVisibility({ visibilityProperty: true })
    )
  })
}

/** The width of the widest paragraph that is on the page, or of its text if it has none. */
function textWidth(): number {
  const main = document.querySelector('main, article, [role="main"]') ?? document.body
  const widths = [...main.querySelectorAll('p, li, dd')].map((text) => text.getBoundingClientRect().width)
  return Math.max(0, ...widths) || main.getBoundingClientRect().width
}

/** Styles of the page that were changed, and can be given back. */
interface Changes {
  set(element: HTMLElement, name: string, value: string): void
  giveBack(): void
  /** Counts others' changes among its own. */
  adopt(others: Changes): void
}

function createChanges(): Changes {
  const undo: (() => void)[] = []
  return {
    set(element, name, value) {
      const [before, priority] = [element.style.getPropertyValue(name), element.style.getPropertyPriority(name)]
      element.style.setProperty(name, value, 'important')
      undo.push(() => element.style.setProperty(name, before, priority))
    },
    adopt: (others) => void undo.push(others.giveBack),
    giveBack() {
      for (const restore of undo.splice(0).reverse()) restore()
    },
  }
}

const fixedParent = (element: Element): HTMLElement | undefined => {
  for (let parent: Element | null = element; parent && parent !== document.body; parent = parent.parentElement)
    if (parent instanceof HTMLElement && getComputedStyle(parent).position === 'fixed') return parent
  return undefined
}

/** A fixed element, and what of it the sheet would cover. */
interface Covered {
  readonly element: HTMLElement
  readonly covered: readonly Element[]
}

const isOverlapping = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const visibleParts = (parent: Element): Element[] =>
  [...parent.querySelectorAll('*')].filter(
    (part) => (part.matches(controls) || hasText(part)) && part.getClientRects()[0],
  )

/** A distance that leads away from the sheet. */
const away = (distance: number, { isRight }: Sheet): number => (isRight ? -distance : distance)

/** Moves an element to the side, unless the page moves it so itself. */
function shift(element: HTMLElement, distance: number, { set }: Changes): void {
  if (getComputedStyle(element).translate === 'none') set(element, 'translate', `${distance}px 0`)
}

/** The smallest element around all of these. */
function commonParent(elements: readonly Element[]): HTMLElement | undefined {
  let [parent] = elements
  while (parent && !elements.every((element) => parent?.contains(element))) parent = parent.parentElement ?? undefined
  return parent instanceof HTMLElement ? parent : undefined
}

/**
 * Makes room beside a bar: what stands under the sheet goes aside if there is room for it in the bar; otherwise the bar gets
 * narrower, which a page that reckons with the whole window may not expect.
 */
function narrowBar({ element: bar, covered }: Covered, sheet: Sheet, changes: Changes): void {
  const group = commonParent(covered)
  const others = visibleParts(bar).filter((part) => !group?.contains(part) && !part.contains(group ?? bar))
  if (group && group !== bar) {
    const depth = Math.max(...covered.map((part) => depthOf(part.getBoundingClientRect(), sheet)))
    const tries = createChanges()
    shift(group, away(depth + space, sheet), tries)
    const moved = visibleParts(group).map((part) => part.getBoundingClientRect())
    const isFree = moved.every((box) => others.every((other) => !isOverlapping(box, other.getBoundingClientRect())))
    if (isFree && moved.every((box) => depthOf(box, sheet) <= 1)) {
      changes.adopt(tries)
      return
    }
    tries.giveBack()
  }
  const box = bar.getBoundingClientRect()
  const depth = depthOf(box, sheet)
  if (!sheet.isRight) changes.set(bar, 'margin-left', `${depth}px`)
  // Whether its padding counts depends on the page.
  const limit = (width: number) => changes.set(bar, 'max-width', `${width}px`)
  const pictures = [...bar.querySelectorAll<HTMLElement>('img, svg')]
  const widths = pictures.map((picture) => picture.getBoundingClientRect().width)
  limit(box.width - depth)
  limit(2 * (box.width - depth) - bar.getBoundingClientRect().width)
  for (const [index, picture] of pictures.entries())
    if (picture.getBoundingClientRect().width < (widths[index] ?? 0) - 1)
      changes.set(picture, 'min-width', `${widths[index]}px`)
}

/** Moves a bar or a button that doesn't follow the page's margin. */
function moveFixed({ element, covered }: Covered, sheet: Sheet, changes: Changes): void {
  const { width } = element.getBoundingClientRect()
  const depth = depthOf(element.getBoundingClientRect(), sheet)
  const isBar = width > 2 * sheet.width || width - depth > sheet.width / 2
  if (isBar) narrowBar({ element, covered }, sheet, changes)
  else shift(element, away(depth + space, sheet), changes)
}

/** The largest box around an element that has none of the text. */
function boxWithoutText(element: Element): HTMLElement | undefined {
  let box = element.parentElement
  while (box?.parentElement && box.parentElement !== document.body && !box.parentElement.querySelector('h1, p'))
    box = box.parentElement
  return box && !box.querySelector('h1, p') ? box : undefined
}

/** The element that a link of the page leads to. */
function targetOf({ hash }: HTMLAnchorElement): Element | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

/** The list of the page's headings: of the boxes around covered links, the one with most links to what is outside of it. */
function headingList(covered: readonly Element[]): HTMLElement | undefined {
  const links = covered.filter((element): element is HTMLAnchorElement => element.matches('a[href^="#"]'))
  const counts = new Map<HTMLElement, number>()
  for (const link of links) {
    const list = boxWithoutText(link)
    // Headings link to themselves.
    if (list && !list.contains(targetOf(link))) counts.set(list, (counts.get(list) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  return most?.[0]
}

/** Gives the place of the list of headings to the text beside it, on pages that would leave it empty. */
function takePlace(list: HTMLElement, { set }: Changes): void {
  set(list, 'display', 'none')
  for (const column of list.parentElement?.children ?? [])
    if (column instanceof HTMLElement && column.querySelector('p')) {
      set(column, 'flex', '1 1 0')
      set(column, 'width', 'auto')
      set(column, 'min-width', '0')
      set(column, 'max-width', 'none')
    }
}

/**
 * Moves the page aside if the sheet would cover something of it. If the text would become too narrow, its list of headings
 * makes room. If it's still too narrow to read, everything stays where it was, below the sheet.
 */
function moveAside(sheet: Sheet, changes: Changes): void {
  const root = document.documentElement
  const covered = coveredElements(sheet)
  if (covered.length === 0) return
  const before = textWidth()
  changes.set(root, sheet.isRight ? 'margin-right' : 'margin-left', `${sheet.width}px`)
  const list = headingList(covered)
  const isListCovered = list !== undefined && coveredElements(sheet).some((element) => list.contains(element))
  if (list && (isListCovered || textWidth() < Math.min(comfortableWidth, before) - 1)) takePlace(list, changes)
  const isReadable = textWidth() >= Math.min(readableWidth, before) - 1
  if (!isReadable || root.scrollWidth > root.clientWidth) {
    changes.giveBack()
    return
  }
  const fixed = new Map<HTMLElement, Element[]>()
  for (const element of coveredElements(sheet)) {
    const parent = fixedParent(element)
    if (parent) fixed.set(parent, [...(fixed.get(parent) ?? []), element])
  }
  for (const [element, parts] of fixed) moveFixed({ element, covered: parts }, sheet, changes)
}

/**
 * Makes room for the sheet beside the page, if there is enough.
 * @param signal ends it, and gives the page its room back
 * @returns `apply`, to call when the sheet was opened, closed or changed
 */
export function pushPage({ frame }: PanelSeam, signal: AbortSignal): () => void {
  const media = matchMedia(wideWindow)
  const changes = createChanges()
  /** A sheet that opens by itself, after a reload, must not move the page that its reader already sees. */
  let hasActed = false
  const apply = () => {
    changes.giveBack()
    const { variant, side } = frame.dataset
    if (frame.inert || signal.aborted || variant !== 'panel' || !media.matches) return
    if (!hasActed && frame.hasAttribute('data-still')) return
    moveAside({ width: frame.offsetWidth, isRight: side !== 'left' }, changes)
  }
  const onAct = () => {
    if (hasActed) return
    hasActed = true
    apply()
  }
  addEventListener('resize', apply, { signal })
  for (const name of ['pointerdown', 'keydown', 'wheel']) addEventListener(name, onAct, { signal, passive: true })
  // Print style sheets hide the sheet, but would keep its room.
  addEventListener('beforeprint', changes.giveBack, { signal })
  addEventListener('afterprint', apply, { signal })
  signal.addEventListener('abort', apply)
  return apply
}
