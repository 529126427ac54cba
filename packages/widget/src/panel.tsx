import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type Assistant, useAssistant } from './chat/assistant.ts'
import { longest, type PageContext, passageContext } from './page/page-context.ts'
import { readerOf } from './chat/thread.ts'
import { loadLocale } from './locales/load-locale.ts'
import type { Locale, PanelTexts } from './locales/texts.ts'
import { englishTexts, TextsContext } from './locales/use-texts.ts'
import { mayStore } from './page/may-store.ts'
import { openMark } from './page/session-keys.ts'
import { asAttribute, type Given, readOptions, type WidgetOptions } from './page/options.ts'
import type { Panel, PanelSeam } from './page/panel-seam.ts'
import { siteName } from './page/site-name.ts'
import { adopt } from './panel/adopt-styles.ts'
import { cleanAddress } from './panel/clean-address.ts'
import { followColours } from './panel/follow-colours.ts'
import { useConsent } from './panel/consent.tsx'
import { watchFocus } from './panel/watch-focus.ts'
import { watchHeight } from './panel/watch-height.ts'
import { keepKeys } from './panel/contain-keys.ts'
import { offerLinks } from './panel/route-links.ts'
import { offerQuote } from './panel/quote-button.ts'
import { offerVerbs } from './panel/verb-row.ts'
import { coverPage } from './panel/cover-page.ts'
import { pushPage } from './panel/push-page.ts'
import { type FrameControls, type SearchMode, SidePanel } from './panel/side-panel.tsx'
import styles from './panel/styles.css?inline'
import { takeOver } from './panel/adopt-draft.ts'
import { translatePage } from './panel/translate-page.ts'
import { clearNews } from './panel/use-answer-badge.ts'
import { recallWidth } from './panel/width-handle.tsx'
import { OpenSearch } from './parts/open-search.ts'

interface RunningProps {
  readonly seam: PanelSeam
  readonly options: WidgetOptions
  readonly controls: FrameControls
  /** The reader's language; nothing when that is English. */
  readonly locale: Locale | undefined
  readonly onReady: (assistant: Assistant, focus: () => void, search: () => void) => void
}

/** The texts, with those that the owner wrote in their place. */
function useOwnTexts({ placeholder, disclaimer }: WidgetOptions, texts: PanelTexts) {
  return useMemo(
    () => ({
      ...texts,
      ...(placeholder === undefined ? {} : { placeholder }),
      ...(disclaimer === undefined ? {} : { disclaimer }),
    }),
    [placeholder, disclaimer, texts],
  )
}

/** Whether the reader searches instead of asking. Whatever is asked or put beside the next question leads back. */
function useSearchMode({ search }: WidgetOptions, assistant: Assistant, focusBox: () => void): SearchMode | undefined {
  const [query, setQuery] = useState<string>()
  const last = useRef('')
  const { contexts, exchanges } = assistant
  const counts = `${contexts.length} ${exchanges.length}`
  const before = useRef(counts)
  useEffect(() => {
    if (before.current !== counts) setQuery(undefined)
    before.current = counts
  }, [counts])
  if (search === 'none') return undefined
  return {
    query,
    open(wanted) {
      last.current = wanted || (query === undefined ? last.current : wanted)
      setQuery(last.current)
    },
    leave() {
      setQuery(undefined)
      // The text box cannot have the focus before it is back.
      setTimeout(focusBox)
    },
  }
}

function Running({ seam, options, controls, locale, onReady }: RunningProps) {
  const { assistant, consent } = useConsent(useAssistant(seam, options), options)
  const title = siteName(options)
  const texts = useOwnTexts(options, locale?.panel ?? englishTexts)
  const box = useRef<HTMLTextAreaElement>(null)
  const focus = () => {
    const find = (selector: string) => seam.slot.querySelector<HTMLElement>(selector)
    const shown = find('.sn-search-place :is(input, .sn-primary)') ?? find('.sn-history > input') ?? box.current
    shown?.focus({ preventScroll: true })
  }
  const search = useSearchMode(options, assistant, focus)
  const latest = useRef(assistant)
  latest.current = assistant
  useLayoutEffect(() => {
    seam.frame.ariaLabel = texts.assistantName(title)
    onReady(latest.current, focus, () => {
      if (search?.query === undefined) search?.open('')
      else seam.close()
    })
  })
  const { page } = assistant
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have its text elsewhere
  useEffect(() => controls.resized(), [page])
  // Chips that arrive from the page are meant for the next question.
  const contexts = assistant.contexts.length
  useEffect(() => {
    if (contexts > 0 && !seam.frame.inert) box.current?.focus({ preventScroll: true })
  }, [contexts, seam])
  return (
    <TextsContext.Provider value={texts}>
      <OpenSearch.Provider value={search?.open}>
        <SidePanel
          assistant={assistant}
          options={options}
          title={title}
          box={box}
          controls={controls}
          consent={consent}
          seam={seam}
          search={search}
        />
      </OpenSearch.Provider>
    </TextsContext.Provider>
  )
}

/**
 * What the panel does to the page around it, as one thing.
 * @param signal ends all of it
 * @returns `update`, for when the frame or the options have changed
 */
function surround(seam: PanelSeam, options: () => WidgetOptions, focus: () => void, signal: AbortSignal): () => void {
  const { host, frame } = seam
  const applyColours = followColours(seam, options, signal)
  const cover = coverPage(seam, signal)
  const push = pushPage(seam, signal)
  watchFocus(seam, focus, signal)
  watchHeight(seam, signal)
  offerLinks(seam)
  // Last, so that our own keys go before.
  keepKeys(seam, signal)
  return () => {
    const { radius } = options()
    const isModal = frame.dataset.variant === 'modal'
    frame.role = isModal ? 'dialog' : 'complementary'
    // No other role may have it.
    frame.ariaModal = isModal ? 'true' : null
    host.style.setProperty('--sn-radius', radius === undefined ? null : `${radius}px`)
    if (!frame.inert) applyColours()
    cover()
    push()
  }
}

/** Reads options, and says once what is wrong with them. */
function optionReader({ spelling, host }: PanelSeam): (given: Given) => WidgetOptions {
  const said = new Set<string>()
  const warn = (sentence: string) => {
    if (!said.has(sentence)) console.warn(sentence)
    said.add(sentence)
  }
  return (given) => {
    const options = readOptions(given, warn, (name) => (spelling === 'attributes' ? asAttribute(name) : name))
    if (options.variant === 'inline' && host.parentNode === document.documentElement)
      warn(`Sidenote: the page has no element "${options.container}" for the inline variant.`)
    return options
  }
}

/** Leaves a mark for the tab's next page while the panel is open; a browser may forbid even that. */
function keepOpen(options: WidgetOptions, isOpen: boolean): void {
  const mark = openMark(options.domain)
  try {
    if (isOpen && mayStore(options)) sessionStorage[mark] = 1
    else delete sessionStorage[mark]
  } catch {}
}

/** Fills the loader's frame with the panel. Calls that come before React has rendered wait for it. */
export async function createPanel(seam: PanelSeam): Promise<Panel> {
  cleanAddress()
  let language = seam.host.lang
  let locale = await loadLocale(language)
  adopt(seam.root, styles)
  recallWidth(seam.frame)
  const read = optionReader(seam)
  let options = read(seam.options())
  const root = createRoot(seam.slot)
  const waiting: (() => void)[] = []
  let assistant: Assistant | undefined
  let focus = () => {}
  let search = () => {}
  translatePage(seam, locale?.page)
  const ending = new AbortController()
  const updateSurroundings = surround(
    seam,
    () => options,
    () => focus(),
    ending.signal,
  )
  const controls: FrameControls = {
    resized: updateSurroundings,
    expand(isExpanded) {
      seam.shape(isExpanded ? { ...options, variant: 'modal' } : options)
      updateSurroundings()
    },
  }

  const onReady: RunningProps['onReady'] = (current, focusBox, openSearch) => {
    assistant = current
    focus = focusBox
    search = openSearch
    for (const act of waiting.splice(0)) act()
  }
  const render = () =>
    root.render(
      <Running
        // Another reader finds nothing of the one before.
        key={readerOf(options)}
        seam={seam}
        options={options}
        controls={controls}
        locale={locale}
        onReady={onReady}
      />,
    )
  const speak = async () => {
    const { lang } = seam.host
    if (lang === language) return
    language = lang
    const next = await loadLocale(lang)
    if (lang !== language) return
    locale = next
    translatePage(seam, locale?.page)
    render()
  }
  const chosenVerb = offerVerbs(seam, () => (locale?.panel ?? englishTexts).verbs, ending.signal)
  const withAssistant = (act: (assistant: Assistant) => void): void => {
    if (assistant) act(assistant)
    else waiting.push(() => withAssistant(act))
  }
  const add = (context: PageContext) =>
    withAssistant((current) => {
      // What is asked next goes with it: it waits until the assistant knows.
      assistant = undefined
      current.add(context)
    })
  offerQuote(seam, (value) => add({ type: 'textSelection', value: value.slice(0, longest) }))
  waiting.push(() => takeOver(seam, assistant, focus))
  render()
  return {
    update(changed) {
      options = read(changed)
      updateSurroundings()
      render()
      void speak()
    },
    add(passage) {
      const verb = chosenVerb()
      add(passageContext(passage))
      if (verb) withAssistant((current) => current.ask(verb))
    },
    addContext: add,
    ask: (question, contexts) => withAssistant((current) => current.ask(question, contexts)),
    search: () => withAssistant(() => search()),
    shown(open, wantsFocus) {
      keepOpen(options, open)
      updateSurroundings()
      if (open) clearNews(seam)
      if (open && wantsFocus) withAssistant(() => focus())
    },
    reset: () => withAssistant((current) => current.forget()),
    destroy() {
      ending.abort()
      root.unmount()
    },
  }
}
