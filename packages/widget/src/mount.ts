import { englishPage as texts } from './locales/english-page.ts'
import type { WidgetOptions } from './options.ts'
import { offerCode } from './page/code-blocks.ts'
import { createFrame } from './page/frame.ts'
import { createLauncher, type Launcher } from './page/launcher.ts'
import { openMark } from './page/open-mark.ts'
import { type Passage, type Place, selectedPassage } from './page/place.ts'
import { offerSelection } from './page/selection.ts'
import { watchKeys } from './page/shortcut.ts'
import { siteName } from './page/site-name.ts'
import { createSurface } from './page/surface.ts'
import { followTheme } from './page/theme.ts'
import { watchTriggers } from './page/triggers.ts'
import type { PageContext } from './page-context.ts'
import type { Emit, Panel, PanelModule, SidenoteEvents } from './panel-seam.ts'

/** What `ask` may be told. */
export interface AskSettings {
  /** Code or text to ask about. */
  readonly context?: readonly PageContext[]
  /** Whether the panel opens. @default true */
  readonly open?: boolean
}

/** The widget as pages control it: `window.Sidenote`, and what `mount` returns. */
export interface Sidenote {
  open(): void
  close(): void
  ask(question: string, settings?: AskSettings): void
  /** Changes options; what is not named stays. */
  update(options: Partial<WidgetOptions>): void
  /** Forgets the conversation and starts a new one. */
  reset(): void
  /** Takes the widget off the page. What was said stays stored. */
  destroy(): void
  /** Calls `listener` at each event; returns what ends that. */
  on<Name extends keyof SidenoteEvents>(name: Name, listener: (detail: SidenoteEvents[Name]) => void): () => void
}

/** What differs between the script and the npm package. */
export interface Delivery {
  /** Fetches the panel; called again after a failure. */
  loadPanel(): Promise<PanelModule>
  readonly fetch: typeof fetch
}

/** Puts the widget on the page: everything but the panel, which is fetched at the reader's first intent. */
export function mount(given: WidgetOptions, delivery: Delivery): Sidenote {
  let options = given
  let panel: Promise<Panel> | undefined
  let launcher: Launcher | undefined
  let returnTo: Element | null = null
  const ending = new AbortController()
  const { signal } = ending
  const events = new EventTarget()
  const { host, root } = createSurface()
  const applyTheme = followTheme(host, signal, () => options)
  const frame = createFrame(root, texts, close)
  const emit: Emit = (name, detail) => void events.dispatchEvent(new CustomEvent(name, { detail }))

  function load(): Promise<Panel> {
    panel ??= delivery.loadPanel().then(({ createPanel }) => {
      const made = createPanel({ host, root, ...frame, options, fetch: delivery.fetch, emit, close })
      frame.filled()
      return made
    })
    panel.catch(() => {
      panel = undefined
    })
    return panel
  }

  function withPanel(act: (panel: Panel) => void): void {
    load().then(
      (ready) => {
        if (!signal.aborted) act(ready)
      },
      (reason) => {
        console.warn('Sidenote: the panel could not be loaded.', reason)
        frame.failed(() => withPanel(act))
      },
    )
  }

  function open(focus = true): void {
    if (!frame.isOpen()) {
      returnTo = document.activeElement
      frame.show(focus)
      launcher?.shown(true)
      openMark(given.domain, true)
      emit('open', undefined)
    }
    if (focus) frame.frame.focus()
    withPanel((ready) => ready.shown(frame.isOpen(), focus))
  }

  function close(): void {
    if (!frame.isOpen()) return
    frame.hide()
    launcher?.shown(false)
    openMark(given.domain, false)
    void panel?.then((ready) => ready.shown(false, false))
    const isOurs = returnTo === host || returnTo === document.body
    const target = isOurs ? launcher?.button : returnTo
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    emit('close', undefined)
  }

  function ask(question: string, settings: AskSettings = {}): void {
    if (settings.open !== false) open()
    withPanel((ready) => ready.ask(question, settings.context ?? []))
  }

  function onAsk(passage: Passage): void {
    open()
    withPanel((ready) => ready.add(passage))
  }

  const place: Place = { host, root, texts, signal, onIntent: () => void load().catch(() => {}), onAsk }

  function applyOptions(): void {
    applyTheme()
    frame.frame.dataset.side = options.side ?? 'right'
    frame.frame.setAttribute('aria-label', texts.assistantName(siteName(options)))
    launcher?.button.remove()
    launcher = options.launcher === 'none' ? undefined : createLauncher(place, options, () => open())
    launcher?.shown(frame.isOpen())
  }

  applyOptions()
  offerSelection(place)
  offerCode(place)
  watchTriggers(place, (question) => (question ? ask(question) : open()))
  watchKeys(place, {
    toggle() {
      const passage = selectedPassage()
      if (passage) onAsk(passage)
      else if (frame.frame.contains(root.activeElement)) close()
      else open()
    },
    escape: close,
  })
  if (openMark(given.domain)) open(false)

  return {
    open: () => open(),
    close,
    ask,
    on(name, listener) {
      // `emit` sends the detail that belongs to the name.
      const call = (event: Event) => listener((event as CustomEvent).detail)
      events.addEventListener(name, call)
      return () => events.removeEventListener(name, call)
    },
    update(changes) {
      options = { ...options, ...changes }
      applyOptions()
      void panel?.then((ready) => ready.update(options))
    },
    reset: () => withPanel((ready) => ready.reset()),
    destroy() {
      void panel?.then((ready) => ready.destroy())
      ending.abort()
      host.remove()
    },
  }
}
