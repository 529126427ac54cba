import type { PanelSeam } from '../panel-seam.ts'

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

/** Parts of the sheet's width by which a page may move aside; what stands beside its text is then lain over. */
const shares = [1, 0.75, 0.5, 0.25]

/** Moves the page aside where the sheet would lie on its text, as far as the text does not suffer. */
function moveAside(width: number, side: 'right' | 'left'): void {
  const { style } = document.documentElement
  const margin = side === 'right' ? 'margin-right' : 'margin-left'
  const gap = (box: DOMRect) => (side === 'right' ? innerWidth - box.right : box.left) - width
  const before = textBox()
  if (!before || gap(before) >= 0) return
  for (const share of shares) {
    style.setProperty(margin, `${width * share}px`)
    const after = textBox()
    const isReadable = after && gap(after) >= 0 && after.width >= Math.min(readableWidth, before.width) - 1
    const { scrollWidth, clientWidth } = document.documentElement
    if (!isReadable || scrollWidth > clientWidth) continue
    style.setProperty(margin, `${width * share + Math.max(0, air - gap(after))}px`)
    return
  }
  style.removeProperty(margin)
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
