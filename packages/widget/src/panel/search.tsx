import { useEffect, useRef, useState } from 'react'
import type { PanelStore } from '../chat/panel-store.ts'
import { AskProblem } from '../chat/problem.ts'
import { post, searchAddress } from '../chat/server-address.ts'
import { useStore } from '../chat/use-store.ts'
import type { PanelTexts } from '../locales/texts.ts'
import { useTexts } from '../locales/use-texts.ts'
import { safeAddress } from '../markdown/links.ts'
import { currentPath } from '../page/page-context.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { button, cover, exchange, notice } from '../parts/class-names.ts'
import { icons } from '../parts/icons.tsx'
import { problemText } from '../parts/notice.tsx'
import type { SearchSeam } from '../search/search-seam.ts'
import { adoptStyles } from './adopt-styles.ts'
import { focusPanel } from './focus-panel.ts'
import { leaveSearch, openSearch } from './search-mode.ts'

/** Loads the search's file. Called early when the reader points at the search button. */
export const loadSearch = () => import('../search/search-view.ts')

/** Problems whose sentences fit a search. The others say what happens to the question. */
const searchProblems: readonly string[] = ['rateLimited', 'key', 'origin', 'site', 'message']

/** What the search gets from the panel. */
const searchSeam = (store: PanelStore, seam: PanelSeam, texts: PanelTexts): Omit<SearchSeam, 'place'> => ({
  texts,
  query: store.search.get().query,
  find: async (query, signal) => {
    const options = store.options.get()
    const body = { ...query, filter: options.filter ?? null, currentPath: currentPath() }
    return (await post(searchAddress(options), { options, fetch: seam.fetch, body, signal })).json()
  },
  problemText: (problem) =>
    problem instanceof AskProblem && searchProblems.includes(problem.kind)
      ? problemText(problem, problem.retryAfter ?? 0, texts)
      : texts.search.failed,
  addressOf: (url) => safeAddress(url, document.baseURI),
  adoptStyles: (css) => adoptStyles(seam.root, css),
  changed: (query) => openSearch(store, query),
  ask(text) {
    leaveSearch(store, () => focusPanel(seam.slot))
    store.ask({ text, contexts: [] })
  },
  leave: () => leaveSearch(store, () => focusPanel(seam.slot)),
})

/** The place of the search, which is loaded from a file of its own. */
export function Search({ seam }: { seam: PanelSeam }) {
  const place = useRef<HTMLDivElement>(null)
  const texts = useTexts()
  const store = useStore()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const { current: element } = place
    if (!element || hasFailed) return
    let end = () => {}
    let isGone = false
    loadSearch().then(
      ({ showSearch }) => {
        if (!isGone) end = showSearch({ place: element, ...searchSeam(store, seam, texts) })
      },
      () => setFailed(true),
    )
    return () => {
      isGone = true
      end()
    }
  }, [store, seam, texts, hasFailed])
  return (
    <div ref={place} className={`sn-search-place ${cover}`}>
      {hasFailed ? (
        <div className={exchange}>
          <div className={notice} role="alert">
            <p>{texts.search.failed}</p>
            <button type="button" className={button} onClick={() => setFailed(false)}>
              {icons.retry}
              {texts.retry}
            </button>
          </div>
        </div>
      ) : null}
    </div>
  )
}
