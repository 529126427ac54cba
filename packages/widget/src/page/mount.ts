import type { PageContext } from './page-context.ts'
import { englishPage } from '../locales/english-page.ts'
import { boxText, languageOf } from '../locales/launcher-texts.ts'
import { offerCode } from './code-button.ts'
import { createFrame } from './frame.ts'
import { createLauncher } from './launcher.ts'
import { wasOpen } from './session-keys.ts'
import type { OptionChanges, WidgetOptions } from './options.ts'
import type { Emit, Panel, PanelModule, PanelSeam, SidenoteEvents } from './panel-seam.ts'
import { type Passage, type Place, selectedPassage } from './surface.ts'
import { placeSurface } from './place-host.ts'
import { offerSelection } from './selection-button.ts'
import { usualShortcut, watchKeys } from './shortcut.ts'
import { createSurface } from './create-surface.ts'
import { followTheme } from './theme.ts'
import { watchTriggers } from './triggers.ts'

/** What `ask` may be told. */
export interface AskSettings {
  /** Code or text to ask about. */
  readonly context?: readonly PageContext[]
  /** Whether the panel opens. @default true */
  readonly open?: boolean
  /** Whether the focus goes into the panel when it opens. @default true */
  readonly focus?: boolean
}

/** The widget as pages control it: `window.Sidenote`, and what `mount` returns. */
export interface Sidenote {
  open(): void
  close(): void
  ask(question: string, settings?: AskSettings): void
  /** Puts code or text of the page beside the next question. */
  addContext(context: PageContext): void
  /** Changes options; what is not named stays, what is `undefined` goes back to its default. */
  update(options: OptionChanges): void
  /** Forgets the conversation, also where it is kept, and starts a new one. */
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
  /** How options are written there, for warnings. */
  readonly spelling: PanelSeam['spelling']
}

/** Pointing at something is no reason to load anything where every kB counts; opening is. */
const sparesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData

/** Puts the widget on the page: everything but the panel, which is fetched at the reader's first intent. */
export function mount(given: WidgetOptions, delivery: Delivery): Sidenote {
  let options = given
  let panel: Promise<Panel> | undefined
  /** Who closes the panel before it is there takes back what was to be asked in it. */
  let closings = 0
  let loaded: Panel | undefined
  let returnTo: Element | null = null
  const ending = new AbortController()
  const { signal } = ending
  const events = new EventTarget()
  const { host, root } = createSurface()
  const texts = { ...englishPage }
  const applyTheme = followTheme(host, signal, () => options)
  const frame = createFrame(root, texts, close)
  const emit: Emit = (name, detail) => void events.dispatchEvent(new CustomEvent(name, { detail }))

  function load(): Promise<Panel> {
    panel ??= delivery
      .loadPanel()
      .then(({ createPanel }) =>
        createPanel({ ...delivery, ...frame, host, root, options: () => options, texts, emit, close }),
      )
    // Whoever waits for it is told; who only meant to have it early need not be.
    panel.then(
      (ready) => {
        loaded = ready
      },
      () => {
        panel = undefined
      },
    )
    return panel
  }

  function withPanel(act: (panel: Panel) => void): void {
    load().then(
      (ready) => {
        if (!signal.aborted) act(ready)
      },
      (reason) => {
        console.warn('Sidenote:', texts.loadFailed, reason)
        emit('error', { code: 'panel_not_loaded', retryable: true })
        frame.failed(() => withPanel(act))
      },
    )
  }

  function open(focus = true): void {
    if (!frame.isOpen()) {
      returnTo = document.activeElement
      frame.shown(true, focus)
      launcher.shown(true)
      emit('open', undefined)
    }
    if (focus) frame.focus()
    withPanel((ready) => ready.shown(frame.isOpen(), focus))
  }

  function close(): void {
    if (!frame.isOpen()) return
    frame.shown(false)
    closings++
    launcher.shown(false)
    loaded?.shown(false, false)
    const isNone = [host, document.body].includes(returnTo as HTMLElement)
    const target = isNone ? launcher.button : (returnTo as HTMLElement | null)
    target?.focus?.({ preventScroll: true })
    emit('close', undefined)
  }

  function ask(question: string, { context = [], open: opens = true, focus = true }: AskSettings = {}): void {
    if (opens) open(focus)
    const before = closings
    withPanel((ready) => {
      if (!opens || before === closings) ready.ask(question, context)
    })
  }

  function onAsk(passage: Passage): void {
    open()
    withPanel((ready) => ready.add(passage))
  }

  const onIntent = () => {
    if (!sparesData()) void load()
  }
  const place: Place = { host, root, texts, signal, onIntent, onAsk }
  const launcher = createLauncher(place, () => open())
  launcher.shown(false)

  function applyOptions(): void {
    const language = languageOf(options.language)
    host.lang = language
    host.dir = /ar|fa|he/.test(language) ? 'rtl' : 'ltr'
    placeSurface(host, options)
    applyTheme()
    frame.shape(options)
    frame.box.placeholder = boxText(options, language)
    launcher.shape(options, language)
  }

  applyOptions()
  offerSelection(place)
  offerCode(place)
  watchTriggers(
    place,
    () => options.trigger,
    (question) => (question ? ask(question) : open()),
  )
  watchKeys(place, {
    does(keys) {
      const search = () => {
        open()
        withPanel((ready) => ready.search())
      }
      const toggle = () => {
        const passage = selectedPassage()
        if (passage) onAsk(passage)
        else if (frame.frame.contains(root.activeElement)) close()
        else open()
      }
      if (keys === (options.shortcut ?? usualShortcut)) return toggle
      return options.search === 'shortcut' && keys === 'mod+k' && search
    },
    escape: close,
  })
  // The panel takes it out of the address (`panels/clean-address.ts`): where that cannot be loaded, a reload asks again.
  const asked = new URLSearchParams(location.search).get('ask')
  if (asked) ask(asked.slice(0, 1_000))
  else if (asked === '') open()
  // The first look at a storage may take a while: not within the task that the page waits for.
  else
    setTimeout(() => {
      if (!signal.aborted && wasOpen(options.domain)) open(false)
    })

  return {
    open: () => open(),
    close,
    ask,
    addContext: (context) => withPanel((ready) => ready.addContext(context)),
    on(name, listener) {
      // `emit` sends the detail that belongs to the name.
      const call = (event: Event) => listener((event as CustomEvent).detail)
      events.addEventListener(name, call)
      return () => events.removeEventListener(name, call)
    },
    update(changes) {
      options = { ...options, ...changes }
      applyOptions()
      loaded?.update(options)
    },
    reset: () => withPanel((ready) => ready.reset()),
    destroy() {
      void panel?.then((ready) => ready.destroy())
      ending.abort()
      host.remove()
    },
  }
}
