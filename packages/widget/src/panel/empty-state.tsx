import { useMemo } from 'react'
import { toExchanges } from '../chat/exchange.ts'
import { useAttachedPage, useSlice, useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import type { WidgetOptions } from '../page/options.ts'
import { pageHeadings } from '../page/page-context.ts'
import { readList } from '../page/read-options.ts'
import { icons } from '../parts/icons.tsx'

/** Suggested questions: the page's own, else the site's, else about the page's headings. */
function useStarters(options: WidgetOptions, page: string | undefined): readonly string[] {
  const { explain } = useTexts()
  return useMemo(() => {
    const pageQuestions = readList(document.querySelector<HTMLMetaElement>('meta[name="sidenote:questions"]')?.content)
    const questions = pageQuestions?.length ? pageQuestions : options.questions
    if (questions?.length) return questions.slice(0, 3)
    if (page === undefined) return []
    return pageHeadings()
      .slice(0, 3)
      .map((heading) => ('?？؟'.includes(heading.slice(-1)) ? heading : explain(heading)))
  }, [options.questions, page, explain])
}

/** The panel before the first question. */
export function EmptyState({ title }: { title: string }) {
  const texts = useTexts()
  const { ask, options, threads } = useStore()
  const starters = useStarters(useSlice(options), useAttachedPage())
  const recent = useSlice(threads.earlier).slice(0, 3)
  return (
    <div className="sn-start flex min-h-full flex-col px-16px pt-32px pb-12px">
      <p className="text-large font-semibold">{texts.askAbout(title)}</p>
      <p className="mt-4px text-medium text-balance text-muted">{texts.introduction}</p>
      {starters.length > 0 ? (
        <ul className="mt-20px" aria-label={texts.starters}>
          {starters.map((question) => (
            <li key={question}>
              <button type="button" className="sn-starter" onClick={() => ask({ text: question, contexts: [] })}>
                <span className="flex-1">{question}</span>
                {icons.arrow}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {recent.length > 0 ? (
        <section className="mt-20px" aria-labelledby="sn-recent">
          <h3 id="sn-recent" className="sn-caption">
            {texts.recent}
          </h3>
          <ul>
            {recent.map((thread) => (
              <li key={thread.id}>
                <button type="button" className="sn-row" onClick={() => void threads.recall(thread)}>
                  {icons.history}
                  <span className="min-w-0 flex-1 truncate">{toExchanges(thread.messages)[0]?.question}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className="sn-hint">
        {icons.mark}
        <span>{texts.selectionHint}</span>
      </p>
    </div>
  )
}
