import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Assistant } from '../chat/assistant.ts'
import { useAssistant } from '../chat/use-assistant.ts'
import type { Locale, PanelTexts } from '../locales/texts.ts'
import { englishTexts, TextsContext } from '../locales/use-texts.ts'
import type { WidgetOptions } from '../page/options.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { siteName } from '../page/site-name.ts'
import { OpenSearch } from '../parts/open-search.ts'
import { useConsent } from './consent.tsx'
import { useSearchMode } from './search-mode.ts'
import { type FrameControls, SidePanel } from './side-panel.tsx'

/** What `createPanel` calls on the rendered panel. */
export interface PanelHandle {
  readonly assistant: Assistant
  /** Focuses the text box, or what is in its place. */
  focus(): void
  /** Opens the search, or closes the panel if the search is open. */
  search(): void
}

/** Properties of `App`. */
export interface AppProps {
  readonly seam: PanelSeam
  readonly options: WidgetOptions
  readonly controls: FrameControls
  /** The reader's language. Undefined for English. */
  readonly locale: Locale | undefined
  /** Called after each rendering. */
  readonly onReady: (handle: PanelHandle) => void
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

/** The root of the panel's React tree. */
export function App({ seam, options, controls, locale, onReady }: AppProps) {
  const { assistant, consent } = useConsent(useAssistant(seam, options), options)
  const title = siteName(options)
  const texts = useOwnerTexts(options, locale?.panel ?? englishTexts)
  const box = useRef<HTMLTextAreaElement>(null)
  const focus = () => {
    const find = (selector: string) => seam.slot.querySelector<HTMLElement>(selector)
    const target = find('.sn-search-place :is(input, .sn-primary)') ?? find('.sn-history > input') ?? box.current
    target?.focus({ preventScroll: true })
  }
  const search = useSearchMode(options, assistant, focus)
  useLayoutEffect(() => {
    seam.frame.ariaLabel = texts.assistantName(title)
    const toggleSearch = () => {
      if (search?.query === undefined) search?.open('')
      else seam.close()
    }
    onReady({ assistant, focus, search: toggleSearch })
  })
  const { page } = assistant
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have its text elsewhere
  useEffect(() => controls.resized(), [page])
  // Selections that arrive from the page are for the next question.
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
