import { element } from '../page/element.ts'
import type { PanelSeam } from '../page/panel-seam.ts'

/** How long a pointer must rest on “Ask about this” until the verbs appear, and how long they stay after it left, in ms. */
const showDelay = 300
const hideDelay = 200

/** Distance of the row from the button, and from the margins of the window, in px. */
const gap = 4
const margin = 8

/** Joins the row to the button, as one bar, if there is room beside it; or else places it above, or below at the top of the window. */
function place(row: HTMLElement, chip: HTMLElement): void {
  const button = chip.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = row
  const beside = getComputedStyle(row).direction === 'rtl' ? button.left - width : button.right
  const isBeside = beside >= margin && beside + width <= innerWidth - margin
  const above = button.top - gap - height
  const left = isBeside ? beside : Math.max(margin, Math.min(button.left, innerWidth - margin - width))
  for (const part of [row, chip]) part.toggleAttribute('data-joined', isBeside)
  row.style.left = `${left}px`
  row.style.top = `${isBeside ? button.top : above > margin ? above : button.bottom + gap}px`
}

/**
 * Adds common questions about a selection beside the loader's “Ask about this” button, shown while a mouse rests on it.
 * @param verbs the questions in the reader's language
 * @returns a function that says which of them the passage that arrives now is for
 */
export function addVerbRow(
  { root, texts, host }: PanelSeam,
  verbs: () => readonly string[],
  signal: AbortSignal,
): () => string | undefined {
  const button = root.querySelector<HTMLElement>('.sn-frame ~ .sn-chip:not(.sn-code)')
  const row = element('div', { class: 'sn-quick', role: 'group', hidden: '' })
  let chosenVerb: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = (act: () => void, delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(act, delay)
  }
  const hide = () => {
    clearTimeout(timer)
    row.hidden = true
    button?.removeAttribute('data-joined')
  }
  const choose = (verb: string) => () => {
    chosenVerb = verb
    hide()
    // The loader passes the selection to the panel before any timer runs.
    button?.click()
    setTimeout(() => {
      chosenVerb = undefined
    })
  }
  const show = () => {
    if (!button || button.hidden) return
    const buttons = verbs().map((verb) => {
      const verbButton = element('button', { class: 'sn-verb' }, verb)
      verbButton.onclick = choose(verb)
      return verbButton
    })
    row.ariaLabel = texts.askAboutThis
    row.replaceChildren(...buttons)
    row.hidden = false
    place(row, button)
  }
  /** For a mouse that already rests there, when the panel has loaded or the page was scrolled. */
  const showIfHovered = () => {
    if (button?.matches(':hover') && matchMedia('(hover: hover)').matches) schedule(show, showDelay)
  }
  const onEnter = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    if (row.hidden) schedule(show, showDelay)
    else clearTimeout(timer)
  }
  for (const part of [button, row]) {
    part?.addEventListener('pointerenter', onEnter, { signal })
    part?.addEventListener('pointerleave', () => schedule(hide, hideDelay), { signal })
  }
  // Otherwise pressing a verb would clear the selection before the click.
  row.addEventListener('pointerdown', (event) => event.preventDefault())
  row.addEventListener('mousedown', (event) => event.preventDefault())
  const onPress = (event: Event) => {
    if (!event.composedPath().includes(host)) hide()
  }
  addEventListener('pointerdown', onPress, { signal, capture: true })
  for (const name of ['scroll', 'keydown', 'click']) addEventListener(name, hide, { signal, capture: true })
  addEventListener('scroll', showIfHovered, { signal, capture: true })
  button?.after(row)
  showIfHovered()
  signal.addEventListener('abort', hide)
  return () => chosenVerb
}
