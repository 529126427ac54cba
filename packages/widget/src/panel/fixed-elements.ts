import { depthOf, isContent, type Sheet } from './covered-elements.ts'
import { createChanges, narrow, type PageChanges } from './page-changes.ts'

/** Space between what was moved and the sheet, in px. */
const space = 16

type Check = (element: HTMLElement) => boolean

const positionOf = (element: Element): string => getComputedStyle(element).position

const isFixed: Check = (element) => positionOf(element) === 'fixed'

/** Whether it's in no box of the page, such as a ribbon in the window's corner. */
const isLoose: Check = (element) =>
  positionOf(element) === 'absolute' &&
  element.offsetParent === document.body &&
  [document.body, document.documentElement].every((box) => positionOf(box) === 'static')

function parentThat(check: Check, element: Element): HTMLElement | undefined {
  for (let parent: Element | null = element; parent && parent !== document.body; parent = parent.parentElement)
    if (parent instanceof HTMLElement && check(parent)) return parent
  return undefined
}

/** The element around this one that stands still when the page scrolls. */
export const fixedParent = (element: Element): HTMLElement | undefined => parentThat(isFixed, element)

/** The element around this one that stands where the window wants it, whatever the page's margin. */
export const windowsParent = (element: Element): HTMLElement | undefined =>
  parentThat((parent) => isFixed(parent) || isLoose(parent), element)

/** A fixed element, and what of it the sheet would cover. */
interface Covered {
  readonly element: HTMLElement
  readonly covered: readonly Element[]
}

const isOverlapping = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const visibleParts = (parent: Element): Element[] =>
  [...parent.querySelectorAll('*')].filter((part) => isContent(part) && part.getClientRects()[0])

/** A distance that leads away from the sheet. */
const away = (distance: number, { isRight }: Sheet): number => (isRight ? -distance : distance)

/** Moves an element to the side, unless the page moves it so itself. */
function shift(element: HTMLElement, distance: number, { set }: PageChanges): void {
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
function narrowBar({ element: bar, covered }: Covered, sheet: Sheet, changes: PageChanges): void {
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
  const depth = depthOf(bar.getBoundingClientRect(), sheet)
  if (!sheet.isRight) changes.set(bar, 'margin-left', `${depth}px`)
  const pictures = [...bar.querySelectorAll<HTMLElement>('img, svg')]
  const widths = pictures.map((picture) => picture.getBoundingClientRect().width)
  narrow(bar, depth, changes)
  for (const [index, picture] of pictures.entries())
    if (picture.getBoundingClientRect().width < (widths[index] ?? 0) - 1)
      changes.set(picture, 'min-width', `${widths[index]}px`)
}

/** Moves a bar or a button that doesn't follow the page's margin. */
export function moveFixed({ element, covered }: Covered, sheet: Sheet, changes: PageChanges): void {
  const { width } = element.getBoundingClientRect()
  const depth = depthOf(element.getBoundingClientRect(), sheet)
  const isBar = width > 2 * sheet.width || width - depth > sheet.width / 2
  if (isBar) narrowBar({ element, covered }, sheet, changes)
  else shift(element, away(depth + space, sheet), changes)
}
