import { type KeyboardEvent, type RefObject, useState } from 'react'
import { versionName } from '../chat/answer-state.ts'
import type { Assistant } from '../chat/assistant.ts'
import { useTexts } from '../locales/use-texts.ts'
import { mayStore } from '../page/may-store.ts'
import type { WidgetOptions } from '../page/options.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { scrollKey } from '../page/session-keys.ts'
import { Composer } from '../parts/composer.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { useLazy } from '../parts/use-lazy.ts'
import { Consent, type ConsentRequest } from './consent.tsx'
import { Conversation } from './conversation.tsx'
import { EmptyState } from './empty-state.tsx'
import { GrabBar } from './grab-bar.tsx'
import { Header } from './header.tsx'
import { loadSearch, Search } from './search.tsx'
import type { SearchMode } from './search-mode.ts'
import { Status, statusText } from './status.tsx'
import { useAnswerBadge } from './use-answer-badge.ts'
import { WidthHandle } from './width-handle.tsx'

/** What the panel can do to its frame, apart from closing it. */
export interface FrameControls {
  /** Expands the panel to a modal one, or back to the owner's variant. */
  expand(isExpanded: boolean): void
  /** The size of the frame has changed. */
  resized(): void
}

/** The version, language and tag of the documentation that the assistant answers from. */
const editionText = ({ version, language, tag }: Assistant['filter']): string =>
  [version && versionName(version), language, tag].filter(Boolean).join(' · ')

/** The panel in its frame: a sheet at the side, a window, a part of the page, or a whole small screen. */
export function SidePanel(properties: {
  assistant: Assistant
  options: WidgetOptions
  title: string
  box: RefObject<HTMLTextAreaElement | null>
  controls: FrameControls
  consent: ConsentRequest | undefined
  seam: PanelSeam
  search: SearchMode | undefined
}) {
  const { assistant, options, title, box, controls, consent, seam, search } = properties
  const { frame, close } = seam
  const texts = useTexts()
  const [isExpanded, setExpanded] = useState(false)
  const { variant = 'panel' } = options
  /** The query in the list of earlier conversations; undefined while it's closed. */
  const [historyQuery, setHistoryQuery] = useState<string>()
  const { module, hasFailed } = useLazy(historyQuery === undefined ? undefined : () => import('./history.tsx'), () =>
    setHistoryQuery(undefined),
  )
  useAnswerBadge(seam, assistant)
  const hasBegun = assistant.exchanges.length > 0
  const hasHistory = assistant.earlier.length > 0
  const History = historyQuery !== undefined && hasHistory ? module?.History : undefined
  const isHistory = History !== undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    if (isHistory) closeHistory()
    else if (assistant.isBusy) assistant.stop()
    else close()
  }
  const closeHistory = () => {
    setHistoryQuery(undefined)
    box.current?.focus()
  }
  const toggleExpansion = () => {
    setExpanded(!isExpanded)
    controls.expand(!isExpanded)
    box.current?.focus()
  }
  const reset = () => {
    assistant.reset()
    closeHistory()
  }
  const isSearching = search?.query !== undefined
  const leaveSearch = () => search?.leave()
  const askFromSearch = (question: string) => {
    search?.leave()
    assistant.ask(question)
  }
  // Search queries go to the server as well, so the search needs the same consent.
  const { consent: text } = options
  const searchConsent =
    text && text !== assistant.agreed ? { text, agree: () => assistant.agree(text), decline: leaveSearch } : undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape means the same wherever the focus is in the panel
    <div className="flex h-full flex-col" onKeyDown={onKeyDown}>
      {variant === 'inline' ? null : <GrabBar frame={frame} onClose={close} />}
      <Header
        title={title}
        state={
          assistant.isBusy && (isHistory || isSearching) ? statusText(assistant, texts) : editionText(assistant.filter)
        }
        options={options}
        history={
          hasHistory && !isSearching
            ? { isOpen: isHistory, toggle: isHistory ? closeHistory : () => setHistoryQuery('') }
            : undefined
        }
        canReset={hasBegun}
        onReset={reset}
        expansion={variant === 'modal' || variant === 'inline' ? undefined : { isExpanded, toggle: toggleExpansion }}
        search={
          search && {
            isSearching,
            toggle: () => (isSearching ? leaveSearch() : search.open(assistant.draft)),
            load: () => void loadSearch().catch(() => {}),
          }
        }
        onClose={close}
      />
      {hasFailed ? (
        <p className="px-16px pt-8px text-small text-muted" role="alert">
          {texts.notLoaded}
        </p>
      ) : null}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col" inert={isSearching}>
          {History ? (
            <div className="min-h-0 flex-1 overflow-y-auto">
              <History
                texts={texts}
                assistant={assistant}
                ConfirmButton={ConfirmButton}
                query={historyQuery ?? ''}
                onSearch={setHistoryQuery}
                onOpen={closeHistory}
              />
            </div>
          ) : hasBegun ? (
            <Conversation assistant={assistant} scrollKey={mayStore(options) ? scrollKey(options.domain) : undefined} />
          ) : (
            <div className="min-h-0 flex-1 overflow-y-auto">
              <EmptyState title={title} options={options} assistant={assistant} />
            </div>
          )}
          {consent ? <Consent consent={consent} /> : <Composer assistant={assistant} box={box} />}
        </div>
        {search?.query === undefined ? null : searchConsent ? (
          <div className="sn-search-place">
            <Consent consent={searchConsent} agreeText={texts.search.agree} declineText={texts.search.back} />
          </div>
        ) : (
          <Search
            seam={seam}
            options={options}
            query={search.query}
            onChange={search.open}
            onAsk={askFromSearch}
            onLeave={leaveSearch}
          />
        )}
      </div>
      <Status assistant={assistant} />
      {variant === 'panel' && !isExpanded ? (
        <WidthHandle frame={frame} mayStore={mayStore(options)} onChange={controls.resized} />
      ) : null}
    </div>
  )
}
