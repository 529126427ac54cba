import { depthOf, type Sheet } from './covered-elements.ts'
import { fixedParent } from './fixed-elements.ts'
import { narrow, type PageChanges } from './page-changes.ts'

/** How many boxes, one in the other, get narrower. */
const mostBoxes = 8

/** How far a box reaches out of the room that the sheet leaves, in px. */
const excessOf = (box: DOMRect, sheet: Sheet): number => {
  const { clientWidth } = document.documentElement
  const isRightToLeft = getComputedStyle(document.documentElement).direction === 'rtl'
  if (isRightToLeft !== sheet.isRight) return depthOf(box, sheet)
  return isRightToLeft ? -box.left : box.right - clientWidth
}

/** The boxes around an element, the outermost first. */
const boxesAround = (element: Element): HTMLElement[] => {
  const boxes: HTMLElement[] = []
  for (let box: Element | null = element; box && box !== document.body; box = box.parentElement)
    if (box instanceof HTMLElement) boxes.unshift(box)
  return boxes
}

/** Makes boxes of the page narrower whose own width doesn't follow its margin, as in themes that reckon with the window. */
export function narrowColumns(find: () => readonly Element[], sheet: Sheet, changes: PageChanges): void {
  const done = new Set<HTMLElement>()
  for (let count = 0; count < mostBoxes; count++) {
    const boxes = find().flatMap((element) => (fixedParent(element) ? [] : boxesAround(element)))
    const wide = boxes.find((box) => {
      const rectangle = box.getBoundingClientRect()
      const excess = excessOf(rectangle, sheet)
      // What is under the sheet as a whole, no width helps.
      return !done.has(box) && excess > 1 && excess < rectangle.width
    })
    if (!wide) return
    done.add(wide)
    changes.set(wide, 'min-width', '0')
    narrow(wide, excessOf(wide.getBoundingClientRect(), sheet), changes)
  }
}
