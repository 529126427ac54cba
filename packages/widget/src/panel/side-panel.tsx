import { type KeyboardEvent, type RefObject, useState } from 'react'
import { versionName } from '../chat/answer-state.ts'
import { filterOf } from '../chat/message.ts'
import type { PanelStore } from '../chat/panel-store.ts'
import { useConversation, useSlice, useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import { letterOf } from '../page/letter-of.ts'
import { mayStore } from '../page/may-store.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { scrollKey } from '../page/session-keys.ts'
import { cover } from '../parts/class-names.ts'
import { Composer } from '../parts/composer.tsx'
import { useLazy } from '../parts/use-lazy.ts'
import { cleanAddress } from './clean-address.ts'
import { Consent } from './consent.tsx'
import { ConversationMenu } from './conversation-menu.tsx'
import { EmptyState } from './empty-state.tsx'
import { focusPanel } from './focus-panel.ts'
import { GrabBar } from './grab-bar.tsx'
import { Header } from './header.tsx'
import { loadedConversation } from './load-conversation.ts'
import { PendingQuestion } from './pending-question.tsx'
import { loadSearch, Search } from './search.tsx'
import { leaveSearch, openSearch } from './search-mode.ts'
import { Status, StatusText } from './status.tsx'
import { WidthHandle } from './width-handle.tsx'

/** What the panel can do to its frame, apart from closing it. */
export interface FrameControls {
  /** Expands the panel to a modal one, or back to the owner's variant. */
  expand(isExpanded: boolean): void
  /** The size of the frame has changed. */
  resized(): void
}

/** The version, language and tag of the documentation that the assistant answers from: the owner's choice and the reader's. */
function useEdition(): string {
  const { conversation, options } = useStore()
  const chosen = useSlice(conversation.state, ({ messages }) => filterOf(messages))
  const given = useSlice(options, ({ filter }) => filter)
  const { version, language, tag } = { ...chosen, ...given }
  return [version && versionName(version), language, tag].filter(Boolean).join(' · ')
}

/** Questions and answers: the chat once it has loaded, the question that waits for it, or what to ask first. */
function Body({ title }: { title: string }) {
  const { conversation, options } = useStore()
  const session = useSlice(conversation.session)
  const hasBegun = useConversation(({ exchanges, asked }) => exchanges.length > 0 || asked !== undefined)
  const key = useSlice(options, (given) => (mayStore(given) ? scrollKey(given.domain) : undefined))
  const Conversation = loadedConversation()?.Conversation
  return (
    <>
      {session && Conversation ? <Conversation session={session} scrollKey={key} /> : null}
      {hasBegun ? (
        session ? null : (
          <PendingQuestion />
        )
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <EmptyState title={title} />
        </div>
      )}
    </>
  )
}

/** The text that the owner wants agreement to, in place of the text box. */
function Asking({ box }: { box: RefObject<HTMLTextAreaElement | null> }) {
  const { consent, options } = useStore()
  const { held } = useSlice(consent.state)
  const text = useSlice(options, (given) => given.consent)
  if (!held || !text) return <Composer box={box} />
  return <Consent text={text} onAgree={consent.agree} onDecline={consent.decline} />
}

/** The search, over all else. Its queries go to the server as well, so it needs the same consent. */
function SearchPlace({ seam }: { seam: PanelSeam }) {
  const store = useStore()
  const texts = useTexts()
  const isOpen = useSlice(store.search, (search) => search.isOpen)
  const agreed = useSlice(store.consent.state, (consent) => consent.agreed)
  const text = useSlice(store.options, (options) => options.consent)
  if (!isOpen) return null
  if (!text || text === agreed) return <Search seam={seam} />
  return (
    <div className={`sn-search-place ${cover}`}>
      <Consent
        text={text}
        onAgree={store.consent.agree}
        onDecline={() => leaveSearch(store, () => focusPanel(seam.slot))}
        agreeText={texts.search.agree}
        declineText={texts.search.back}
      />
    </div>
  )
}

/** The list of earlier conversations, which is loaded when it's first opened. */
function useHistory(focusBox: () => void) {
  const { threads } = useStore()
  const [isWanted, setWanted] = useState(false)
  const hasHistory = useSlice(threads.earlier).length > 0
  const { module, hasFailed } = useLazy(isWanted ? () => import('./history.tsx') : undefined, () => setWanted(false))
  const close = () => {
    setWanted(false)
    focusBox()
  }
  return {
    History: isWanted && hasHistory ? module?.History : undefined,
    hasHistory,
    hasFailed,
    open: () => setWanted(true),
    close,
  }
}

/** Sets `inert` on an element. As a property of JSX, React 18 would drop it. */
const setInert = (isInert: boolean) => (element: HTMLElement | null) => {
  if (element) element.inert = isInert
}

/** The panel in its frame: a sheet at the side, a window, a part of the page, or a whole small screen. */
export function SidePanel(properties: {
  title: string
  box: RefObject<HTMLTextAreaElement | null>
  controls: FrameControls
  seam: PanelSeam
}) {
  const { title, box, controls, seam } = properties
  const { frame, close } = seam
  const texts = useTexts()
  const store = useStore()
  const options = useSlice(store.options)
  const isSearching = useSlice(store.search, (search) => search.isOpen)
  const isBusy = useConversation((view) => view.isBusy)
  const hasBegun = useConversation(({ exchanges }) => exchanges.length > 0)
  const edition = useEdition()
  const [isExpanded, setExpanded] = useState(false)
  const { variant = 'panel' } = options
  const focusBox = () => box.current?.focus()
  const { History, hasHistory, hasFailed, ...history } = useHistory(focusBox)
  const shown = useSlice(store.sharing.shown)
  const shared = useLazy(shown ? () => import('./shared-answer.tsx') : undefined, store.sharing.close)
  const closeShared = () => {
    store.sharing.close()
    cleanAddress('sidenote')
    focusBox()
  }
  const search = options.search === 'none' ? undefined : searchButton(store, seam, isSearching)
  const onKeyDown = (event: KeyboardEvent) => {
    if (search && letterOf(event.nativeEvent) === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey) {
      event.preventDefault()
      search.toggle()
    }
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    if (History) history.close()
    else if (shown) closeShared()
    else if (isBusy) void store.conversation.stop()
    else close()
  }
  const toggleExpansion = () => {
    setExpanded(!isExpanded)
    controls.expand(!isExpanded)
    focusBox()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape means the same wherever the focus is in the panel
    <div className="flex h-full flex-col" onKeyDown={onKeyDown}>
      {variant === 'inline' ? null : <GrabBar frame={frame} onClose={close} />}
      <Header
        title={title}
        state={isBusy && (History || isSearching) ? <StatusText /> : edition}
        options={options}
        closeHistory={History && !isSearching ? history.close : undefined}
        menu={
          isSearching ? null : (
            <ConversationMenu onHistory={hasHistory ? history.open : undefined} hasBegun={hasBegun} />
          )
        }
        canReset={hasBegun && !isSearching}
        onReset={() => {
          void store.threads.reset()
          history.close()
        }}
        expansion={variant === 'modal' || variant === 'inline' ? undefined : { isExpanded, toggle: toggleExpansion }}
        search={search}
        onClose={close}
      />
      {hasFailed || shared.hasFailed ? (
        <p className="px-4 pt-2 text-xs text-muted" role="alert">
          {texts.notLoaded}
        </p>
      ) : null}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col" ref={setInert(isSearching)}>
          <div className="relative flex min-h-0 flex-1 flex-col">
            <div className="flex min-h-0 flex-1 flex-col" ref={setInert(History !== undefined || shown !== undefined)}>
              <Body title={title} />
            </div>
            {shown && shared.module ? (
              <div className={`${cover} overflow-y-auto`}>
                <shared.module.SharedAnswer shown={shown} onClose={closeShared} />
              </div>
            ) : null}
            {History ? (
              <div className={`${cover} overflow-y-auto`}>
                <History onOpen={history.close} />
              </div>
            ) : null}
          </div>
          <Asking box={box} />
        </div>
        <SearchPlace seam={seam} />
      </div>
      <Status />
      {variant === 'panel' && !isExpanded ? (
        <WidthHandle frame={frame} mayStore={mayStore(options)} onChange={controls.resized} />
      ) : null}
    </div>
  )
}

/** What the header's button for the search does. */
const searchButton = (store: PanelStore, { slot }: PanelSeam, isSearching: boolean) => ({
  isSearching,
  toggle: () =>
    isSearching ? leaveSearch(store, () => focusPanel(slot)) : openSearch(store, store.draft.state.get().text),
  load: () => void loadSearch().catch(() => {}),
})
