import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { changesOfLook, fetchLook, type Look } from '../chat/fetch-look.ts'
import { createPanelStore, type PanelStore } from '../chat/panel-store.ts'
import { readerOf } from '../chat/thread-storage.ts'
import { createTexts } from '../locales/create-texts.ts'
import type { Locale } from '../locales/texts.ts'
import { englishTexts } from '../locales/use-texts.ts'
import type { Words } from '../locales/words.ts'
import { mayStore } from '../page/may-store.ts'
import type { RawOptions, WidgetOptions } from '../page/options.ts'
import { longestPassage, passageContext } from '../page/page-context.ts'
import type { Panel, PanelSeam } from '../page/panel-seam.ts'
import { asAttribute, readOptions } from '../page/read-options.ts'
import { openKey } from '../page/session-keys.ts'
import { adoptDraft } from './adopt-draft.ts'
import { adoptStyles } from './adopt-styles.ts'
import { clearAnswerBadge, watchAnswers } from './answer-badge.ts'
import { App } from './app.tsx'
import { cleanAddress } from './clean-address.ts'
import { focusPanel } from './focus-panel.ts'
import { loadConversation } from './load-conversation.ts'
import { addQuoteButton } from './quote-button.ts'
import { openSearch } from './search-mode.ts'
import type { FrameControls } from './side-panel.tsx'
import styles from './styles.css?inline'
import { surround } from './surround.ts'
import { translatePage } from './translate-page.ts'
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

/** Loads the words of a language, if it isn't English. */
export type LoadWords = (language: string, options: WidgetOptions) => Promise<Words | undefined>

/** The texts of a language. Undefined for English, and if they couldn't be fetched: the panel is then in English. */
async function loadLocale(load: LoadWords, language: string, options: WidgetOptions): Promise<Locale | undefined> {
  try {
    const words = await load(language, options)
    return words && { page: words.page, panel: createTexts(words.panel, language) }
  } catch (reason) {
    console.warn(`Sidenote: the texts in "${language}" couldn’t be loaded.`, reason)
    return undefined
  }
}

/** Renders the panel into the loader's frame. */
export async function createPanel(seam: PanelSeam, load: LoadWords): Promise<Panel> {
  cleanAddress('ask')
  const englishPageTexts = { ...seam.texts }
  const read = createOptionReader(seam)
  const loadSession = async () => (await loadConversation()).createSession
  const createStore = (options: WidgetOptions) => createPanelStore({ options, seam, loadSession })
  /** What is stored with the site, which holds where the page says nothing. */
  let look: Look = {}
  const withLook = (raw: RawOptions) => read({ ...raw, ...changesOfLook(raw, {}, look) })
  const adoptLook = async () => {
    const stored = await fetchLook(seam.options(), seam.fetch)
    const changes = changesOfLook(seam.options(), look, stored)
    look = stored
    if (Object.keys(changes).length > 0) seam.update(changes)
  }
  let store = createStore(read(seam.options()))
  store.sharing.open()
  let language = seam.host.lang
  let [locale] = await Promise.all([
    loadLocale(load, language, store.options.get()),
    // A stored conversation is there with the first paint.
    isEmptyConversation(store) ? undefined : store.conversation.prepare(),
    adoptLook(),
  ])
  store.options.set(read(seam.options()))
  const root = createRoot(seam.slot)
  const translate = () => translatePage(seam, locale?.page ?? englishPageTexts)
  if (locale) translate()
  const ending = new AbortController()
  const { signal } = ending
  const focus = () => focusPanel(seam.slot)
  // All that styles follow comes before them, so that the browser computes those of the panel once.
  recallWidth(seam.frame)
  const updateSurroundings = surround(seam, { options: () => store.options.get(), focus, signal })
  const controls: FrameControls = {
    resized: updateSurroundings,
    expand(isExpanded) {
      const options = store.options.get()
      seam.shape(isExpanded ? { ...options, variant: 'modal' } : options)
      updateSurroundings()
    },
  }
  const panelTexts = () => locale?.panel ?? englishTexts
  let endBadge = watchAnswers(seam, store, panelTexts)
  let storeCount = 0
  const render = () =>
    root.render(<App key={storeCount} seam={seam} store={store} controls={controls} locale={locale} />)
  /** Another reader must not see anything of the previous one, and another site has other conversations. */
  const renew = (options: WidgetOptions) => {
    store.close()
    endBadge()
    store = createStore(options)
    endBadge = watchAnswers(seam, store, panelTexts)
    storeCount++
  }
  const followLanguage = async () => {
    const { lang } = seam.host
    if (lang === language) return
    language = lang
    const next = await loadLocale(load, lang, store.options.get())
    if (lang !== language) return
    locale = next
    translate()
    render()
  }
  const takeVerb = addVerbRow(seam, () => panelTexts().verbs, signal)
  addQuoteButton(seam, (value) => store.draft.add({ type: 'textSelection', value: value.slice(0, longestPassage) }))
  adoptStyles(seam.root, styles)
  // At once, so that what follows finds the text box.
  flushSync(render)
  adoptDraft(seam, store, focus)
  return {
    update(raw) {
      const options = withLook(raw)
      const before = store.options.get()
      if (options.domain !== before.domain) void adoptLook()
      if (readerOf(options) === readerOf(before) && options.domain === before.domain) store.options.set(options)
      else renew(options)
      updateSurroundings()
      render()
      void followLanguage()
    },
    add(passage) {
      const verb = takeVerb()
      store.draft.add(passageContext(passage))
      if (verb) store.ask({ text: verb, contexts: [] })
    },
    addContext: (context) => store.draft.add(context),
    ask: (text, contexts) => store.ask({ text, contexts }),
    search() {
      if (store.search.get().isOpen) seam.close()
      else if (store.options.get().search !== 'none') openSearch(store, '')
    },
    shown(open, wantsFocus) {
      storeOpen(store.options.get(), open)
      updateSurroundings()
      if (open) clearAnswerBadge(seam)
      if (open && wantsFocus) focus()
    },
    reset: () => void store.threads.forget(),
    destroy() {
      ending.abort()
      root.unmount()
      store.close()
    },
  }
}

const isEmptyConversation = ({ threads }: PanelStore): boolean => threads.open.get().messages.length === 0
