import type { PageChanges } from './page-changes.ts'

/** The element that a link of the page leads to. */
function targetOf({ hash }: HTMLAnchorElement): Element | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

const isPageLink = (element: Element): element is HTMLAnchorElement => element.matches('a[href^="#"]')

/** The largest box around a link that has neither what it leads to nor the page's title. Undefined if a heading links to itself. */
function boxWithoutText(link: HTMLAnchorElement): HTMLElement | undefined {
  const target = targetOf(link)
  const hasText = (box: Element) => box.contains(target) || box.querySelector('h1') !== null
  let box = link.parentElement
  if (!target || !box || hasText(box)) return undefined
  while (box.parentElement && box.parentElement !== document.body && !hasText(box.parentElement))
    box = box.parentElement
  return box
}

/** The list of the page's headings: of the boxes around covered links, the one with most links to what is outside of it. */
export function headingList(covered: readonly Element[]): HTMLElement | undefined {
  const counts = new Map<HTMLElement, number>()
  for (const link of covered.filter(isPageLink)) {
    const list = boxWithoutText(link)
    if (list) counts.set(list, (counts.get(list) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  return most?.[0]
}

/** The number of the grid line at which a column begins. */
function startLine(column: Element, grid: Element): number {
  const { direction, paddingLeft, paddingRight, gridTemplateColumns, columnGap } = getComputedStyle(grid)
  const [outer, box] = [grid.getBoundingClientRect(), column.getBoundingClientRect()]
  const offset =
    direction === 'rtl'
      ? outer.right - Number.parseFloat(paddingRight) - box.right
      : box.left - outer.left - Number.parseFloat(paddingLeft)
  // Lines have names between the widths.
  const widths = gridTemplateColumns.split(' ').map(Number.parseFloat).filter(Number.isFinite)
  const gap = Number.parseFloat(columnGap) || 0
  let start = 0
  let line = 1
  for (const [index, width] of widths.entries()) {
    if (start <= offset + 1) line = index + 1
    start += width + gap
  }
  return line
}

/** Gives the place of the list of headings to the text beside it, on pages that would leave it empty. */
export function takePlace(list: HTMLElement, { set }: PageChanges): void {
  const { parentElement: parent } = list
  const isGrid = parent !== null && getComputedStyle(parent).display.includes('grid')
  const headings = [...list.querySelectorAll('a')].filter(isPageLink).map(targetOf)
  set(list, 'display', 'none')
  for (const column of parent?.children ?? [])
    if (column instanceof HTMLElement && headings.some((heading) => heading && column.contains(heading))) {
      set(column, 'min-width', '0')
      if (isGrid) {
        // The list's column may keep its width without it.
        if (getComputedStyle(column).gridColumnStart === 'auto')
          set(column, 'grid-column-start', `${startLine(column, parent)}`)
        set(column, 'grid-column-end', '-1')
      } else {
        set(column, 'flex', '1 1 0')
        set(column, 'width', 'auto')
        set(column, 'max-width', 'none')
      }
    }
}
