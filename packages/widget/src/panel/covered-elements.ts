/** How many elements of a page are looked at. */
const mostElements = 20_000

/** What readers need to see or press. */
const controls = 'a, button, input, textarea, select, img, svg, video, iframe, [role="button"]'

/** Whether readers need to see or press this element itself. */
export const isContent = (element: Element): boolean =>
  element.matches(controls) ||
  [...element.childNodes].some((child) => child instanceof Text && child.data.trim() !== '')

/** The side of the window that the sheet takes. */
export interface Sheet {
  readonly width: number
  readonly isRight: boolean
}

/** How far a box reaches under the sheet, in px. */
export const depthOf = ({ left, right }: DOMRect, { width, isRight }: Sheet): number =>
  isRight ? right - (document.documentElement.clientWidth - width) : width - left

/** Whether the element is in a box that scrolls, and that isn't under the sheet itself. */
function isScrolled(element: Element, sheet: Sheet): boolean {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowX))
      return depthOf(parent.getBoundingClientRect(), sheet) <= 1
  return false
}

/** The elements that the sheet would cover, at least in part, wherever the page is scrolled to. */
export function coveredElements(sheet: Sheet): Element[] {
  const elements = [...document.body.querySelectorAll('*')].slice(0, mostElements)
  return elements.filter((element) => {
    if (!isContent(element)) return false
    const box = element.getBoundingClientRect()
    // What is outside of the window was hidden before, such as a menu that slides in.
    const isInside = box.right > 0 && box.left < document.documentElement.clientWidth
    return (
      box.width > 1 &&
      box.height > 1 &&
      isInside &&
      depthOf(box, sheet) > 1 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !isScrolled(element, sheet)
    )
  })
}
