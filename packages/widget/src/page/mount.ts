import { englishPageTexts } from '../locales/english-page.ts'
import { boxText, languageOf } from '../locales/launcher-texts.ts'
import { createSurface } from './create-surface.ts'
import { createFrame, sideOf } from './frame.ts'
import { createLauncher } from './launcher.ts'
import type { OptionChanges, WidgetOptions } from './options.ts'
import type { Emit, Panel, PanelModule, PanelSeam } from './panel-seam.ts'
import { type Passage, selectedPassage } from './passage.ts'
import { placeHost } from './place-host.ts'
import { wasOpen } from './session-keys.ts'
import { defaultShortcut, watchKeys } from './shortcut.ts'
import type { AskSettings, Sidenote } from './sidenote.ts'
import { createButton, type Surface } from './surface.ts'
import { followTheme } from './theme.ts'
import { watchTriggers } from './triggers.ts'
import { type ButtonsModule, offerTools, wakeButtons } from './wake-buttons.ts'

/** What differs between the script and the npm package. */
export interface Delivery {
  /** Fetches the panel. Called again after a failure. */
  loadPanel(): Promise<PanelModule>
  /** Fetches the buttons on selections and code blocks. Called again after a failure. */
  loadButtons(): Promise<ButtonsModule>
  readonly fetch: typeof fetch
  /** How owners write options there, for warnings. */
  readonly spelling: PanelSeam['spelling']
}

/** Puts the widget on the page: everything but the panel, which is fetched once the reader shows intent. */
export function mount(initialOptions: WidgetOptions, delivery: Delivery): Sidenote {
  let options = initialOptions
  let panel: Promise<Panel> | undefined
  /** Closing the panel before it has loaded cancels the questions that wait for it. */
  let closings = 0
  let loadedPanel: Panel | undefined
  let returnFocus: Element | null = null
  const ending = new AbortController()
  const { signal } = ending
  const events = new EventTarget()
  const { host, root } = createSurface()
  const texts = { ...englishPageTexts }
  const applyTheme = followTheme(host, signal, () => options)
  const frame = createFrame(root, texts, close)
  const emit: Emit = (name, detail) => void events.dispatchEvent(new CustomEvent(name, { detail }))

  function load(): Promise<Panel> {
    panel ??= delivery
      .loadPanel()
      .then(({ createPanel }) =>
        createPanel({ ...delivery, ...frame, host, root, options: () => options, texts, emit, close, update }),
      )
    // Whoever waits for the panel handles a failure; a prefetch needn't.
    panel.then(
      (ready) => {
        loadedPanel = ready
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

  /** A modal dialog of the page disables all else. */
  function leaveDialogs(): void {
    // Those of a page's own making disable what isn't the page's too.
    host.inert = false
    host.ariaHidden = null
    // Also of a component in the page that has the focus.
    for (const tree of [document, document.activeElement?.shadowRoot])
      for (const dialog of tree?.querySelectorAll<HTMLDialogElement>('dialog:modal') ?? []) dialog.close()
  }

  function open(focus = true): void {
    if (!host.isConnected) applyOptions()
    if (focus) leaveDialogs()
    if (!frame.isOpen()) {
      returnFocus = document.activeElement
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
    loadedPanel?.shown(false, false)
    const hadNoFocus = [host, document.body].includes(returnFocus as HTMLElement)
    const target = hadNoFocus ? launcher.button : (returnFocus as HTMLElement | null)
    target?.focus?.({ preventScroll: true })
    emit('close', undefined)
  }

  function ask(question: string, { context = [], open: opens = true, focus = true }: AskSettings = {}): void {
    if (opens) open(focus)
    const closingsBefore = closings
    withPanel((ready) => {
      if (!opens || closingsBefore === closings) ready.ask(question, context)
    })
  }

  function onAsk(passage: Passage): void {
    open()
    withPanel((ready) => ready.add(passage))
  }

  const onIntent = () => {
    // Readers who save data don't fetch the panel by pointing at something, only by opening it.
    if (!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData) void load()
  }
  const chip = (name: string, text: string) => {
    const button = createButton({ root, onIntent }, null, { class: name, hidden: '' })
    button.append(text)
    return button
  }
  const chips = { selection: chip('sn-chip', texts.askAboutThis), code: chip('sn-chip sn-code', texts.ask) }
  const surface: Surface = { host, root, texts, chips, signal, onIntent, onAsk }
  const launcher = createLauncher(surface, () => open())
  launcher.shown(false)

  function applyOptions(): void {
    if (signal.aborted) return
    const language = languageOf(options.language)
    // First, as whatever changes our element has the page's styles computed again.
    const side = sideOf(options)
    frame.frame.dataset.side = side
    launcher.button.dataset.side = side
    host.lang = language
    host.dir = /ar|fa|he/.test(language) ? 'rtl' : 'ltr'
    applyTheme()
    placeHost(host, options)
    frame.shape(options)
    frame.box.placeholder = boxText(options.placeholder, language)
    launcher.shape(options, language)
  }

  function update(changes: OptionChanges): void {
    options = { ...options, ...changes }
    applyOptions()
    loadedPanel?.update(options)
  }

  wakeButtons(surface, delivery.loadButtons)
  offerTools({ options: () => options, fetch: delivery.fetch, signal }, delivery.loadButtons)
  watchTriggers(
    surface,
    () => options.trigger,
    (question) => (question ? ask(question) : open()),
  )
  watchKeys(surface, {
    actionOf(keys) {
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
      if (keys === (options.shortcut ?? defaultShortcut)) return toggle
      return options.search === 'shortcut' && keys === 'mod+k' && search
    },
    escape: close,
  })
  // Computing the page's styles and reading storage for the first time take a while, so not in the task that the page waits for.
  setTimeout(() => {
    if (signal.aborted) return
    applyOptions()
    // The panel removes it from the address (`panel/clean-address.ts`). If the panel can't be loaded, a reload asks again.
    const parameters = new URLSearchParams(location.search)
    const question = parameters.get('ask')
    if (question) ask(question.slice(0, 1_000))
    else if (question === '' || parameters.has('sidenote')) open()
    else if (wasOpen(options.domain)) open(false)
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
    update,
    reset: () => withPanel((ready) => ready.reset()),
    destroy() {
      void panel?.then((ready) => ready.destroy())
      ending.abort()
      host.remove()
    },
  }
}
