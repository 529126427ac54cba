import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { PanelStore } from '../chat/panel-store.ts'
import { StoreContext, useAttachedPage, useSlice, useStore } from '../chat/use-store.ts'
import type { Locale, PanelTexts } from '../locales/texts.ts'
import { englishTexts, TextsContext } from '../locales/use-texts.ts'
import type { WidgetOptions } from '../page/options.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { siteName } from '../page/site-name.ts'
import { OpenSearch } from '../parts/open-search.ts'
import { openSearch } from './search-mode.ts'
import { type FrameControls, SidePanel } from './side-panel.tsx'

/** Properties of `App`. */
export interface AppProps {
  readonly seam: PanelSeam
  readonly store: PanelStore
  readonly controls: FrameControls
  /** The reader's language. Undefined for English. */
  readonly locale: Locale | undefined
}

/** The texts, with the owner's own in their place. */
function useOwnerTexts({ placeholder, disclaimer }: WidgetOptions, texts: PanelTexts): PanelTexts {
  return useMemo(
    () => ({
      ...texts,
      ...(placeholder === undefined ? {} : { placeholder }),
      ...(disclaimer === undefined ? {} : { disclaimer }),
    }),
    [placeholder, disclaimer, texts],
  )
}

function Panel({ seam, controls, title }: { seam: PanelSeam; controls: FrameControls; title: string }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const { draft } = useStore()
  const page = useAttachedPage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have its text elsewhere
  useEffect(() => controls.resized(), [page])
  // Selections that arrive from the page are for the next question.
  const contexts = useSlice(draft.state, (state) => state.contexts.length)
  useEffect(() => {
    if (contexts > 0 && !seam.frame.inert) box.current?.focus({ preventScroll: true })
  }, [contexts, seam])
  return <SidePanel title={title} box={box} controls={controls} seam={seam} />
}

/** The root of the panel's React tree. */
export function App({ seam, store, controls, locale }: AppProps) {
  const options = useSlice(store.options)
  const title = siteName(options)
  const texts = useOwnerTexts(options, locale?.panel ?? englishTexts)
  useLayoutEffect(() => {
    seam.frame.ariaLabel = texts.assistantName(title)
  })
  const search = useMemo(() => (query: string) => openSearch(store, query), [store])
  return (
    <TextsContext.Provider value={texts}>
      <StoreContext.Provider value={store}>
        <OpenSearch.Provider value={options.search === 'none' ? undefined : search}>
          <Panel seam={seam} controls={controls} title={title} />
        </OpenSearch.Provider>
      </StoreContext.Provider>
    </TextsContext.Provider>
  )
}
