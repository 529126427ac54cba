import type { PanelSeam } from '../page/panel-seam.ts'

/** From this width of the window on, a page may move aside. */
const widest = '(min-width: 1180px)'

/** The page's text is to keep at least this many px, or it is better lain over than pushed together. */
const readableWidth = 480

function textBox(): DOMRect | undefined {
  for (const text of document.querySelectorAll('main p, article p, [role="main"] p')) {
    const box = text.getBoundingClientRect()
    if (box.width > 0) return box
  }
  return undefined
}

/** The text is not to touch the sheet, in px. */
const air = 16

/** Text in the middle gives way by half of what its page does, so it is freed in steps. */
const steps = 12

/**
 * Moves the page aside where the sheet would lie on its text or cut its list of headings in two, as far as the text does not
 * suffer: by the whole sheet, or, where the list would be cut nevertheless, by what frees the text and hides the list.
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
  const free = (moved: number): boolean => {
    for (let step = 0; step < steps; step++) {
      root.style.setProperty(margin, `${moved}px`)
      const after = textBox()
      const isReadable = after && after.width >= Math.min(readableWidth, before.width) - 1
      if (!isReadable || root.scrollWidth > root.clientWidth) return false
      const missing = air - gap(after)
      if (missing < 4) return true
      moved += missing
    }
    return false
  }
  if (free(width) && !isListCut()) return
  if (gap(before) >= 0 || !(free(0) || free(width))) root.style.removeProperty(margin)
}

/**
 * Lets the page make room for the sheet where there is enough of it.
 * @param signal ends that, and gives the page its room back
 * @returns `apply`, for when the sheet was opened, closed or changed
 */
export function pushPage({ frame }: PanelSeam, signal: AbortSignal): () => void {
  const media = matchMedia(widest)
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
  // The sheet is not printed; the room for it would be.
  addEventListener('beforeprint', giveBack, { signal })
  addEventListener('afterprint', apply, { signal })
  signal.addEventListener('abort', apply)
  return apply
}
