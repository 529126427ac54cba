import { useMemo } from 'react'
import { citedSources } from '../chat/answer-state.ts'
import type { Answer } from '../chat/exchange.ts'
import type { Shown } from '../chat/sharing.ts'
import { useTexts } from '../locales/use-texts.ts'
import { useAnswerContext } from '../parts/answer.tsx'
import { askedLine, askedSide, caption, primaryButton } from '../parts/class-names.ts'
import { Markdown } from '../parts/markdown.tsx'
import { QuestionText } from '../parts/question.tsx'
import { Sources } from '../parts/sources.tsx'

function Text({ answer }: { answer: Answer }) {
  const texts = useTexts()
  const cited = useMemo(() => citedSources(answer), [answer])
  const context = useAnswerContext(answer, cited)
  return (
    <>
      <Markdown text={answer.text} isGrowing={false} context={context} />
      {cited.length > 0 ? <Sources title={texts.sources(cited.length)} sources={cited} isNumbered /> : null}
    </>
  )
}

/** An answer that somebody shared by a link. Loaded on first use; see `useLazy`. */
export function SharedAnswer({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const texts = useTexts()
  return (
    <section
      className="mx-auto w-full max-w-reading px-4 py-4"
      aria-label={texts.share.shared}
      aria-busy={shown.state === 'loading'}
    >
      <h3 className={caption}>{texts.share.shared}</h3>
      <div role="status">{shown.state === 'gone' ? <p>{texts.share.gone}</p> : null}</div>
      {shown.state === 'ready' ? (
        <>
          {shown.question === undefined ? null : (
            <div className={`${askedSide} mt-2 mb-3`}>
              <div className={askedLine}>
                <QuestionText question={shown.question} />
              </div>
            </div>
          )}
          <Text answer={shown.answer} />
          <p className="mt-3 text-xs text-muted">{texts.share.expires(shown.expiresAt)}</p>
        </>
      ) : null}
      <button type="button" className={`${primaryButton} mt-4`} onClick={onClose}>
        {texts.share.askOwn}
      </button>
    </section>
  )
}
