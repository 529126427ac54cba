import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { Assistant } from '../chat/assistant.ts'
import { versionName } from '../chat/conversation.ts'
import { useTexts } from '../locales/use-texts.ts'
import { mayStore } from '../page/may-store.ts'
import { placeMark } from '../page/session-keys.ts'
import type { WidgetOptions } from '../page/options.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { Composer } from '../parts/composer.tsx'
import { Twice } from '../parts/confirm-button.tsx'
import { useLater } from '../parts/use-lazy.ts'
import { Consent, type ConsentQuestion } from './consent.tsx'
import { Conversation } from './conversation.tsx'
import { EmptyState } from './empty-state.tsx'
import { GrabBar } from './grab-bar.tsx'
import { Header } from './header.tsx'
import { loadSearch, Search } from './search.tsx'
import { Status, statusText } from './status.tsx'
import { useNews } from './use-answer-badge.ts'
import { WidthHandle } from './width-handle.tsx'

/** What the panel may do to its frame, beside closing it. */
export interface FrameControls {
  /** Stands in the middle, or again where the owner put it. */
  expand(isExpanded: boolean): void
  /** The frame got another size. */
  resized(): void
}

/** Which part of the documentation is asked, in a few words. */
const editionText = ({ version, language, tag }: Assistant['filter']): string =>
  [version && versionName(version), language, tag].filter(Boolean).join(' · ')

/** The search beside the assistant. */
export interface SearchMode {
  /** What is looked for; nothing while the reader asks. */
  readonly query: string | undefined
  open(query: string): void
  leave(): void
}

/** The panel in its frame: a sheet at the side, a window, a part of the page, or the whole of a small screen. */
export function SidePanel(properties: {
  assistant: Assistant
  options: WidgetOptions
  title: string
  box: RefObject<HTMLTextAreaElement | null>
  controls: FrameControls
  consent: ConsentQuestion | undefined
  seam: PanelSeam
  search: SearchMode | undefined
}) {
  const { assistant, options, title, box, controls, consent, seam, search } = properties
  const { frame, close } = seam
  const texts = useTexts()
  const [isExpanded, setExpanded] = useState(false)
  const { variant = 'panel' } = options
  const [sought, seek] = useState<string>()
  const { later, isLost } = useLater(sought === undefined ? undefined : () => import('./history.tsx'), () =>
    seek(undefined),
  )
  useNews(seam, assistant)
  const hasBegun = assistant.exchanges.length > 0
  const hasHistory = assistant.earlier.length > 0
  const History = sought !== undefined && hasHistory ? later?.History : undefined
  const isHistory = History !== undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    if (isHistory) closeHistory()
    else if (assistant.isBusy) assistant.stop()
    else close()
  }
  const closeHistory = () => {
    seek(undefined)
    box.current?.focus()
  }
  const toggle = () => {
    setExpanded(!isExpanded)
    controls.expand(!isExpanded)
    box.current?.focus()
  }
  const restart = (act: () => void) => () => {
    act()
    closeHistory()
  }
  const isSearching = search?.query !== undefined
  const leave = () => search?.leave()
  const ask = (question: string) => {
    search?.leave()
    assistant.ask(question)
  }
  // What is looked for goes to the server as well.
  const words = options.consent
  const mustAgree =
    words && words !== assistant.agreed ? { words, agree: () => assistant.agree(words), decline: leave } : undefined
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
            ? { isShown: isHistory, toggle: isHistory ? closeHistory : () => seek('') }
            : undefined
        }
        canReset={hasBegun}
        onReset={restart(assistant.reset)}
        expanding={variant === 'modal' || variant === 'inline' ? undefined : { isExpanded, toggle }}
        searching={
          search && {
            isSearching,
            toggle: () => (isSearching ? leave() : search.open(assistant.draft)),
            load: () => void loadSearch().catch(() => {}),
          }
        }
        onClose={close}
      />
      {isLost ? (
        <p className="px-16px pt-8px text-small text-muted" role="alert">
          {texts.notLoaded}
        </p>
      ) : null}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col" inert={isSearching}>
          {History ? (
            <div className="min-h-0 flex-1 overflow-y-auto">
              <History {...{ texts, assistant, Twice, query: sought ?? '' }} onSearch={seek} onOpen={closeHistory} />
            </div>
          ) : hasBegun ? (
            <Conversation assistant={assistant} placeMark={mayStore(options) ? placeMark(options.domain) : undefined} />
          ) : (
            <div className="min-h-0 flex-1 overflow-y-auto">
              <EmptyState title={title} options={options} assistant={assistant} />
            </div>
          )}
          {consent ? <Consent consent={consent} /> : <Composer assistant={assistant} box={box} />}
        </div>
        {search?.query === undefined ? null : mustAgree ? (
          <div className="sn-search-place">
            <Consent consent={mustAgree} agreeText={texts.search.agree} declineText={texts.search.back} />
          </div>
        ) : (
          <Search
            seam={seam}
            options={options}
            query={search.query}
            onChange={search.open}
            onAsk={ask}
            onLeave={leave}
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
