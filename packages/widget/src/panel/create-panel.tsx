import { createRoot } from 'react-dom/client'
import { readerOf } from '../chat/thread-storage.ts'
import { loadLocale } from '../locales/load-locale.ts'
import { englishTexts } from '../locales/use-texts.ts'
import { mayStore } from '../page/may-store.ts'
import type { RawOptions, WidgetOptions } from '../page/options.ts'
import { longestPassage, type PageContext, passageContext } from '../page/page-context.ts'
import type { Panel, PanelSeam } from '../page/panel-seam.ts'
import { asAttribute, readOptions } from '../page/read-options.ts'
import { openKey } from '../page/session-keys.ts'
import { adoptDraft } from './adopt-draft.ts'
import { adoptStyles } from './adopt-styles.ts'
import { App, type AppProps, type PanelHandle } from './app.tsx'
import { cleanAddress } from './clean-address.ts'
import { addQuoteButton } from './quote-button.ts'
import type { FrameControls } from './side-panel.tsx'
import styles from './styles.css?inline'
import { surround } from './surround.ts'
import { translatePage } from './translate-page.ts'
import { clearAnswerBadge } from './use-answer-badge.ts'
import { addVerbRow } from './verb-row.ts'
import { recallWidth } from './width-handle.tsx'

/** Creates a function that validates options, and warns about each mistake once. */
function createOptionReader({ spelling, host }: PanelSeam): (raw: RawOptions) => WidgetOptions {
  const warnings = new Set<string>()
  const warn = (sentence: string) => {
    if (!warnings.has(sentence)) console.warn(sentence)
    warnings.add(sentence)
  }
  const spell = (name: string) => (spelling === 'attributes' ? asAttribute(name) : name)
  return (raw) => {
    const options = readOptions(raw, { warn, spell })
    if (options.variant === 'inline' && host.parentNode === document.documentElement)
      warn(`Sidenote: the page has no element "${options.container}" for the inline variant.`)
    return options
  }
}

/** Stores for the tab's next page whether the panel is open. A browser may forbid even that. */
function storeOpen(options: WidgetOptions, isOpen: boolean): void {
  const key = openKey(options.domain)
  try {
    if (isOpen && mayStore(options)) sessionStorage[key] = 1
    else delete sessionStorage[key]
  } catch {}
}

/** Calls on the rendered panel. Those that come before React has rendered wait for it. */
function createHandleQueue() {
  const pending: ((handle: PanelHandle) => void)[] = []
  let latest: PanelHandle | undefined
  /** Set when a call has changed the assistant, until it's rendered again. */
  let isStale = true
  return {
    latest: () => latest,
    onReady(handle: PanelHandle) {
      latest = handle
      isStale = false
      while (!isStale && pending.length > 0) pending.shift()?.(handle)
    },
    call(act: (handle: PanelHandle) => void) {
      if (latest && !isStale) act(latest)
      else pending.push(act)
    },
    /** Makes later calls wait for the next rendering. */
    invalidate() {
      isStale = true
    },
  }
}

/** Renders the panel into the loader's frame. */
export async function createPanel(seam: PanelSeam): Promise<Panel> {
  cleanAddress()
  const englishPageTexts = { ...seam.texts }
  let language = seam.host.lang
  let locale = await loadLocale(language)
  adoptStyles(seam.root, styles)
  recallWidth(seam.frame)
  const read = createOptionReader(seam)
  let options = read(seam.options())
  const root = createRoot(seam.slot)
  const handles = createHandleQueue()
  const translate = () => translatePage(seam, locale?.page ?? englishPageTexts)
  translate()
  const ending = new AbortController()
  const { signal } = ending
  const updateSurroundings = surround(seam, {
    options: () => options,
    focus: () => handles.latest()?.focus(),
    signal,
  })
  const controls: FrameControls = {
    resized: updateSurroundings,
    expand(isExpanded) {
      seam.shape(isExpanded ? { ...options, variant: 'modal' } : options)
      updateSurroundings()
    },
  }
  const render = () => {
    const properties: AppProps = { seam, options, controls, locale, onReady: handles.onReady }
    // Another reader must not see anything of the previous one.
    root.render(<App key={readerOf(options)} {...properties} />)
  }
  const followLanguage = async () => {
    const { lang } = seam.host
    if (lang === language) return
    language = lang
    const next = await loadLocale(lang)
    if (lang !== language) return
    locale = next
    translate()
    render()
  }
  const takeVerb = addVerbRow(seam, () => (locale?.panel ?? englishTexts).verbs, signal)
  const add = (context: PageContext) =>
    handles.call(({ assistant }) => {
      // A question that follows must wait until the assistant has the context.
      handles.invalidate()
      assistant.add(context)
    })
  addQuoteButton(seam, (value) => add({ type: 'textSelection', value: value.slice(0, longestPassage) }))
  handles.call(({ assistant, focus }) => adoptDraft(seam, assistant, focus))
  render()
  return {
    update(raw) {
      options = read(raw)
      updateSurroundings()
      render()
      void followLanguage()
    },
    add(passage) {
      const verb = takeVerb()
      add(passageContext(passage))
      if (verb) handles.call(({ assistant }) => assistant.ask(verb))
    },
    addContext: add,
    ask: (question, contexts) => handles.call(({ assistant }) => assistant.ask(question, contexts)),
    search: () => handles.call(({ search }) => search()),
    shown(open, wantsFocus) {
      storeOpen(options, open)
      updateSurroundings()
      if (open) clearAnswerBadge(seam)
      if (open && wantsFocus) handles.call(({ focus }) => focus())
    },
    reset: () => handles.call(({ assistant }) => assistant.forget()),
    destroy() {
      ending.abort()
      root.unmount()
    },
  }
}
