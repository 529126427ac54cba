import type { PanelSeam } from '../page/panel-seam.ts'

/** In a narrower window the sheet lies over the page. */
const wideWindow = '(min-width: 1180px)'

/** If pushing would leave the text less than this, in px, the sheet lies over the page instead. */
const readableWidth = 480

function textBox(): DOMRect | undefined {
  for (const text of document.querySelectorAll('main p, article p, [role="main"] p')) {
    const box = text.getBoundingClientRect()
    if (box.width > 0) return box
  }
  return undefined
}

/** Space between the text and the sheet, in px. */
const space = 16

/** Centred text moves by half of its page's margin, so several steps are needed. */
const maximumSteps = 12

/**
 * Moves the page aside if the sheet would cover its text or part of its list of headings, as long as the text stays readable:
 * by the width of the sheet, or, if that would still cover part of the list, by just enough to free the text and hide the list.
 */
function moveAside(width: number, side: 'right' | 'left'): void {
  const root = document.documentElement
  const isRight = side === 'right'
  const margin = isRight ? 'margin-right' : 'margin-left'
  const edge = isRight ? innerWidth - width : width
  const gap = (box: DOMRect) => (isRight ? edge - box.right : box.left - edge)
  const isListCut = () =>
    [...document.querySelectorAll('a[href^="#"]')].some((link) => {
      const { left, right } = link.getBoundingClientRect()
      return left < edge && edge < right
    })
  const before = textBox()
  if (!before || (gap(before) >= 0 && !isListCut())) return
  /** Grows the margin from `start` until the text is free. Returns whether that worked. */
  const freeText = (start: number): boolean => {
    let distance = start
    for (let step = 0; step < maximumSteps; step++) {
      root.style.setProperty(margin, `${distance}px`)
      const after = textBox()
      const isReadable = after && after.width >= Math.min(readableWidth, before.width) - 1
      if (!isReadable || root.scrollWidth > root.clientWidth) return false
      const missing = space - gap(after)
      if (missing < 4) return true
      distance += missing
    }
    return false
  }
  if (freeText(width) && !isListCut()) return
  if (gap(before) >= 0 || !(freeText(0) || freeText(width))) root.style.removeProperty(margin)
}

/**
 * Makes room for the sheet beside the page, if there is enough.
 * @param signal ends it, and gives the page its room back
 * @returns `apply`, to call when the sheet was opened, closed or changed
 */
export function pushPage({ frame }: PanelSeam, signal: AbortSignal): () => void {
  const media = matchMedia(wideWindow)
  const giveBack = () => {
    for (const margin of ['margin-right', 'margin-left']) document.documentElement.style.removeProperty(margin)
  }
  const apply = () => {
    giveBack()
    const { variant, side } = frame.dataset
    if (frame.inert || signal.aborted || variant !== 'panel' || !media.matches) return
    moveAside(frame.offsetWidth, side === 'left' ? 'left' : 'right')
  }
  addEventListener('resize', apply, { signal })
  // Print style sheets hide the sheet, but would keep its room.
  addEventListener('beforeprint', giveBack, { signal })
  addEventListener('afterprint', apply, { signal })
  signal.addEventListener('abort', apply)
  return apply
}
