import { useEffect, useRef, useState } from 'react'
import { AskProblem } from '../chat/problem.ts'
import { post, searchAddress } from '../chat/server-address.ts'
import { useTexts } from '../locales/use-texts.ts'
import { safeAddress } from '../markdown/links.ts'
import type { WidgetOptions } from '../page/options.ts'
import { currentPath } from '../page/page-context.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { icons } from '../parts/icons.tsx'
import { problemText } from '../parts/notice.tsx'
import { adoptStyles } from './adopt-styles.ts'

/** Properties of `Search`. */
export interface SearchProperties {
  readonly seam: PanelSeam
  readonly options: WidgetOptions
  readonly query: string
  readonly onChange: (query: string) => void
  readonly onAsk: (question: string) => void
  readonly onLeave: () => void
}

/** Loads the search's file. Called early when the reader points at the search button. */
export const loadSearch = () => import('../search/search-view.ts')

/** Problems whose sentences fit a search. The others say what happens to the question. */
const searchProblems: readonly string[] = ['rateLimited', 'key', 'origin', 'site', 'message']

/** The place of the search, which is loaded from a file of its own. */
export function Search(properties: SearchProperties) {
  const place = useRef<HTMLDivElement>(null)
  const texts = useTexts()
  const latest = useRef(properties)
  latest.current = properties
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const { current: element } = place
    if (!element || hasFailed) return
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
          problemText: (problem) =>
            problem instanceof AskProblem && searchProblems.includes(problem.kind)
              ? problemText(problem, problem.retryAfter ?? 0, texts)
              : texts.search.failed,
          addressOf: (url) => safeAddress(url, document.baseURI),
          adoptStyles: (css) => adoptStyles(seam.root, css),
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
  }, [texts, hasFailed])
  return (
    <div ref={place} className="sn-search-place">
      {hasFailed ? (
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
