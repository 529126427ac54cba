import { useEffect, useRef, useState } from 'react'
import { currentPath } from '../page/page-context.ts'
import { AskProblem } from '../chat/problem.ts'
import { post, searchAddress } from '../chat/server-address.ts'
import { useTexts } from '../locales/use-texts.ts'
import { safeAddress } from '../markdown/links.ts'
import type { WidgetOptions } from '../page/options.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { icons } from '../parts/icons.tsx'
import { problemText } from '../parts/notice.tsx'
import { adopt } from './adopt-styles.ts'

/** What the search is told by the panel, and tells it. */
export interface SearchProperties {
  readonly seam: PanelSeam
  readonly options: WidgetOptions
  readonly query: string
  readonly onChange: (query: string) => void
  readonly onAsk: (question: string) => void
  readonly onLeave: () => void
}

/** Fetches the search before it is wanted. */
export const loadSearch = () => import('../search/search-view.ts')

// Of the other sentences one speaks of a question that is kept.
const ownSentences: readonly string[] = ['rateLimited', 'key', 'origin', 'site', 'said']

/** Where the search is; what it is, is in a file of its own. */
export function Search(properties: SearchProperties) {
  const place = useRef<HTMLDivElement>(null)
  const texts = useTexts()
  const latest = useRef(properties)
  latest.current = properties
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    const { current: element } = place
    if (!element || isFailed) return
    let end = () => {}
    let isGone = false
    const { seam } = latest.current
    loadSearch().then(
      ({ showSearch }) => {
        if (isGone) return
        end = showSearch({
          place: element,
          texts,
          query: latest.current.query,
          find: async (query, signal) => {
            const { options } = latest.current
            const body = { ...query, filter: options.filter ?? null, currentPath: currentPath() }
            return (await post(searchAddress(options), { options, fetch: seam.fetch, body, signal })).json()
          },
          says: (problem) =>
            problem instanceof AskProblem && ownSentences.includes(problem.kind)
              ? problemText(problem, problem.retryAfter ?? 0, texts)
              : texts.search.failed,
          addressOf: (url) => safeAddress(url, document.baseURI),
          adopt: (css) => adopt(seam.root, css),
          changed: (query) => latest.current.onChange(query),
          ask: (question) => latest.current.onAsk(question),
          leave: () => latest.current.onLeave(),
        })
      },
      () => setFailed(true),
    )
    return () => {
      isGone = true
      end()
    }
  }, [texts, isFailed])
  return (
    <div ref={place} className="sn-search-place">
      {isFailed ? (
        <div className="sn-exchange">
          <div className="sn-notice" role="alert">
            <p>{texts.search.failed}</p>
            <button type="button" className="sn-button" onClick={() => setFailed(false)}>
              {icons.retry}
              {texts.retry}
            </button>
          </div>
        </div>
      ) : null}
    </div>
  )
}
