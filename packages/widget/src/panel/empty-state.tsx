import { useEffect, useMemo } from 'react'
import { toExchanges } from '../chat/exchange.ts'
import { useAttachedPage, useSlice, useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import { pageHeadings } from '../page/page-context.ts'
import { readList } from '../page/read-options.ts'
import { caption, column, row } from '../parts/class-names.ts'
import { CodeText } from '../parts/code-text.tsx'
import { icons } from '../parts/icons.tsx'

/** Questions that the owner wrote: for the page, else for the site. */
function useOwnQuestions(): readonly string[] {
  const { options } = useStore()
  const questions = useSlice(options, (given) => given.questions)
  return useMemo(() => {
    const pageQuestions = readList(document.querySelector<HTMLMetaElement>('meta[name="sidenote:questions"]')?.content)
    return (pageQuestions?.length ? pageQuestions : (questions ?? [])).slice(0, 3)
  }, [questions])
}

/** What the server prepared for the page. Nothing is sent before the reader has agreed to what the owner wants. */
function usePrepared() {
  const { consent, starters, options } = useStore()
  const wanted = useSlice(options, (given) => given.consent)
  const agreed = useSlice(consent.state, (state) => state.agreed)
  const mayAsk = !wanted || wanted === agreed
  useEffect(() => {
    if (mayAsk) starters.prepare()
  })
  const prepared = useSlice(starters.state)
  return mayAsk ? prepared : null
}

/** The page's headings as questions, for servers that have prepared none. */
function headingQuestions(explain: (heading: string) => string): string[] {
  return pageHeadings()
    .slice(0, 3)
    .map((heading) => ('?？؟'.includes(heading.slice(-1)) ? heading : explain(heading)))
}

/** What to begin with: the owner's questions, else those about the page, and those that many readers need. */
function useStarters() {
  const { explain } = useTexts()
  const own = useOwnQuestions()
  const prepared = usePrepared()
  const hasPage = useAttachedPage() !== undefined
  return useMemo(() => {
    const page =
      !hasPage || prepared === undefined ? [] : prepared?.page.length ? prepared.page : headingQuestions(explain)
    const starters = own.length > 0 ? own : page
    return { starters, popular: prepared?.popular.filter((question) => !starters.includes(question)) ?? [] }
  }, [own, prepared, hasPage, explain])
}

function Questions({ label, questions }: { label: string; questions: readonly string[] }) {
  const { ask } = useStore()
  return (
    <ul aria-label={label}>
      {questions.map((question) => (
        <li key={question}>
          <button type="button" className={starter} onClick={() => ask({ text: question, contexts: [] })}>
            <span className="bidi-row flex-1">
              <CodeText text={question} />
            </span>
            {icons.arrow}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The row has no padding for an outline, and its arrow comes with the pointer. */
const starter =
  'relative flex min-h-11 w-full items-center gap-3 border-t border-line py-2.5 text-start text-base hover:text-link [&_code]:font-mono [&_code]:text-sm/4.5 focus-visible:outline-none focus-visible:after:absolute focus-visible:after:-inset-x-2 focus-visible:after:inset-y-0.5 focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-link [&_svg]:[transform:translateX(-4px)] [&_svg]:text-link [&_svg]:opacity-0 [&_svg]:transition hover:[&_svg]:[transform:none] hover:[&_svg]:opacity-100 focus-visible:[&_svg]:[transform:none] focus-visible:[&_svg]:opacity-100 rtl:[&_svg]:-scale-x-100'

/** The panel before the first question. */
export function EmptyState({ title }: { title: string }) {
  const texts = useTexts()
  const { threads } = useStore()
  const { starters, popular } = useStarters()
  const recent = useSlice(threads.earlier).slice(0, 3)
  return (
    <div className={`${column} flex min-h-full flex-col px-4 pt-8 pb-3 max-sm:justify-end`}>
      <p className="text-lg font-semibold">{texts.askAbout(title)}</p>
      <p className="mt-1 text-base text-balance text-muted">{texts.introduction}</p>
      {starters.length > 0 ? (
        <div className="mt-5">
          <Questions label={texts.starters} questions={starters} />
        </div>
      ) : null}
      {popular.length > 0 ? (
        <section className="mt-5" aria-labelledby="sn-popular">
          <h3 id="sn-popular" className={caption}>
            {texts.popular}
          </h3>
          <Questions label={texts.popular} questions={popular} />
        </section>
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
