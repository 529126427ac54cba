import { useMemo } from 'react'
import { toExchanges } from '../chat/exchange.ts'
import { useAttachedPage, useSlice, useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import type { WidgetOptions } from '../page/options.ts'
import { pageHeadings } from '../page/page-context.ts'
import { readList } from '../page/read-options.ts'
import { caption, column, row } from '../parts/class-names.ts'
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

/** The row has no padding for an outline, and its arrow comes with the pointer. */
const starter =
  'relative flex min-h-11 w-full items-center gap-3 border-t border-line py-2.5 text-start text-base hover:text-link focus-visible:outline-none focus-visible:after:absolute focus-visible:after:-inset-x-2 focus-visible:after:inset-y-0.5 focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-link [&_svg]:[transform:translateX(-4px)] [&_svg]:text-link [&_svg]:opacity-0 [&_svg]:transition hover:[&_svg]:[transform:none] hover:[&_svg]:opacity-100 focus-visible:[&_svg]:[transform:none] focus-visible:[&_svg]:opacity-100 rtl:[&_svg]:-scale-x-100'

/** The panel before the first question. */
export function EmptyState({ title }: { title: string }) {
  const texts = useTexts()
  const { ask, options, threads } = useStore()
  const starters = useStarters(useSlice(options), useAttachedPage())
  const recent = useSlice(threads.earlier).slice(0, 3)
  return (
    <div className={`${column} flex min-h-full flex-col px-4 pt-8 pb-3 max-sm:justify-end`}>
      <p className="text-lg font-semibold">{texts.askAbout(title)}</p>
      <p className="mt-1 text-base text-balance text-muted">{texts.introduction}</p>
      {starters.length > 0 ? (
        <ul className="mt-5" aria-label={texts.starters}>
          {starters.map((question) => (
            <li key={question}>
              <button type="button" className={starter} onClick={() => ask({ text: question, contexts: [] })}>
                <span className="bidi-row flex-1">{question}</span>
                {icons.arrow}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {recent.length > 0 ? (
        <section className="mt-5" aria-labelledby="sn-recent">
          <h3 id="sn-recent" className={caption}>
            {texts.recent}
          </h3>
          <ul>
            {recent.map((thread) => (
              <li key={thread.id}>
                <button type="button" className={row} onClick={() => void threads.recall(thread)}>
                  {icons.history}
                  <span className="bidi-row min-w-0 flex-1 truncate">{toExchanges(thread.messages)[0]?.question}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className="mt-6 flex gap-2 text-sm/4.5 text-muted [&_svg]:mt-px">
        {icons.mark}
        <span>{texts.selectionHint}</span>
      </p>
    </div>
  )
}
