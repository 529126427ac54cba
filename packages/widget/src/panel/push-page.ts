import type { PanelSeam } from '../page/panel-seam.ts'
import { coveredElements, type Sheet } from './covered-elements.ts'
import { moveFixed, windowsParent } from './fixed-elements.ts'
import { headingList, takePlace } from './heading-list.ts'
import { narrowColumns } from './narrow-columns.ts'
import { createChanges, type PageChanges } from './page-changes.ts'

/** In a narrower window the sheet lies over the page. */
const wideWindow = '(min-width: 1180px)'

/** If pushing would leave the text less than this, in px, the sheet lies over the page instead. */
const readableWidth = 360

/** Below this, in px, the list of headings makes room for the text. */
const comfortableWidth = 480

/** The width of the widest paragraph that is on the page, or of its text if it has none. */
function textWidth(): number {
  const main = document.querySelector('main, article, [role="main"]') ?? document.body
  const widths = [...main.querySelectorAll('p, li, dd')].map((text) => text.getBoundingClientRect().width)
  return Math.max(0, ...widths) || main.getBoundingClientRect().width
}

/** What is wider than the window, if its text doesn't fit any more. */
const wideElements = (sheet: Sheet): readonly Element[] => {
  const { scrollWidth, clientWidth } = document.documentElement
  const covered = coveredElements(sheet)
  return covered.length > 0 || scrollWidth <= clientWidth ? covered : [...document.querySelectorAll('p, pre, table')]
}

/**
 * Moves the page aside if the sheet would cover something of it. If the text would become too narrow, its list of headings
 * makes room, and columns of a width of their own get narrower. If the text is still too narrow to read, everything stays where
 * it was, below the sheet.
 */
function moveAside(sheet: Sheet, changes: PageChanges): void {
  const root = document.documentElement
  const covered = coveredElements(sheet)
  if (covered.length === 0) return
  const before = textWidth()
  changes.set(root, sheet.isRight ? 'margin-right' : 'margin-left', `${sheet.width}px`)
  const list = headingList(covered)
  const isListCovered = list !== undefined && coveredElements(sheet).some((element) => list.contains(element))
  if (list && (isListCovered || textWidth() < Math.min(comfortableWidth, before) - 1)) takePlace(list, changes)
  narrowColumns(() => wideElements(sheet), sheet, changes)
  const isReadable = textWidth() >= Math.min(readableWidth, before) - 1
  if (!isReadable || root.scrollWidth > root.clientWidth) {
    changes.giveBack()
    return
  }
  const fixed = new Map<HTMLElement, Element[]>()
  for (const element of coveredElements(sheet)) {
    const parent = windowsParent(element)
    if (parent) fixed.set(parent, [...(fixed.get(parent) ?? []), element])
  }
  for (const [element, parts] of fixed) moveFixed({ element, covered: parts }, sheet, changes)
}

/**
 * Makes room for the sheet beside the page, if there is enough.
 * @param signal ends it, and gives the page its room back
 * @returns what to call when the sheet was opened, closed or changed
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
  let isWaiting = false
  /** Measuring a page takes a while, so the panel is painted first. */
  const applyAfterPaint = () => {
    if (changes.hasAny()) return apply()
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() =>
      setTimeout(() => {
        isWaiting = false
        apply()
      }),
    )
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
  return applyAfterPaint
}
