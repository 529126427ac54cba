import { element } from '../page/element.ts'
import type { PanelSeam } from '../page/panel-seam.ts'

/** How long a pointer rests on “Ask about this” before the verbs come, and how long they stay when it has left, in ms. */
const rest = 300
const stay = 200

/** In px. */
const gap = 4
const edge = 8

/** Beside the button where there is room for it; else above it, or below it at the top of the window. */
function place(row: HTMLElement, button: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = row
  const beside = getComputedStyle(row).direction === 'rtl' ? button.left - gap - width : button.right + gap
  const isBeside = beside >= edge && beside + width <= innerWidth - edge
  const above = button.top - gap - height
  const left = isBeside ? beside : Math.max(edge, Math.min(button.left, innerWidth - edge - width))
  row.style.left = `${left}px`
  row.style.top = `${isBeside ? button.top : above > edge ? above : button.bottom + gap}px`
}

/**
 * What is mostly asked about a selection, offered beside the loader's “Ask about this” while a mouse rests on it.
 * @param verbs in the reader's language
 * @returns the verb that was chosen for the passage that comes now
 */
export function offerVerbs(
  { root, texts, host }: PanelSeam,
  verbs: () => readonly string[],
  signal: AbortSignal,
): () => string | undefined {
  const button = root.querySelector<HTMLElement>('.sn-frame ~ .sn-chip:not(.sn-code)')
  const row = element('div', { class: 'sn-quick', role: 'group', hidden: '' })
  let chosen: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (act: () => void, delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(act, delay)
  }
  const hide = () => {
    clearTimeout(timer)
    row.hidden = true
  }
  const choose = (verb: string) => () => {
    chosen = verb
    hide()
    // The loader knows what is selected, and gives it to the panel before any timer.
    button?.click()
    setTimeout(() => {
      chosen = undefined
    })
  }
  const show = () => {
    if (!button || button.hidden) return
    const buttons = verbs().map((verb) => {
      const made = element('button', { class: 'sn-verb' }, verb)
      made.onclick = choose(verb)
      return made
    })
    row.ariaLabel = texts.askAboutThis
    row.replaceChildren(...buttons)
    row.hidden = false
    place(row, button.getBoundingClientRect())
  }
  /** For a mouse that rests there already: when the panel comes, and when what was below it has been scrolled away. */
  const showAtRest = () => {
    if (button?.matches(':hover') && matchMedia('(hover: hover)').matches) later(show, rest)
  }
  const onEnter = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    if (row.hidden) later(show, rest)
    else clearTimeout(timer)
  }
  for (const part of [button, row]) {
    part?.addEventListener('pointerenter', onEnter, { signal })
    part?.addEventListener('pointerleave', () => later(hide, stay), { signal })
  }
  // A press would drop the selection before the click is there.
  row.addEventListener('pointerdown', (event) => event.preventDefault())
  row.addEventListener('mousedown', (event) => event.preventDefault())
  const onPress = (event: Event) => {
    if (!event.composedPath().includes(host)) hide()
  }
  addEventListener('pointerdown', onPress, { signal, capture: true })
  for (const name of ['scroll', 'keydown', 'click']) addEventListener(name, hide, { signal, capture: true })
  addEventListener('scroll', showAtRest, { signal, capture: true })
  button?.after(row)
  showAtRest()
  signal.addEventListener('abort', hide)
  return () => chosen
}
