import { memo, useRef, useState } from 'react'
import { phaseOf, searchNotice, shortfallOf } from '../chat/answer-state.ts'
import type { ConversationView, Reconnection } from '../chat/conversation.ts'
import type { Exchange as ExchangeParts } from '../chat/exchange.ts'
import { useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import { Answer } from './answer.tsx'
import {
  askedLine,
  askedSide,
  button,
  exchange as exchangeShape,
  linkButton,
  notice,
  phase as phaseLine,
  pulse,
} from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { icons } from './icons.tsx'
import { Notice } from './notice.tsx'
import { PhaseLine } from './phase-line.tsx'
import { AskedAbout, QuestionText } from './question.tsx'
import { useLazy } from './use-lazy.ts'

function Question({ exchange, canEdit }: { exchange: ExchangeParts; canEdit: boolean }) {
  const texts = useTexts()
  const { edit } = useStore()
  const [draft, write] = useState<string>()
  /** Whether the edit button gets the focus when it's back. */
  const returnsFocus = useRef(false)
  const close = () => write(undefined)
  const { module, hasFailed } = useLazy(draft === undefined ? undefined : () => import('./question-editor.tsx'), close)
  const { contexts, files, page } = exchange
  return (
    <div className={askedSide}>
      <AskedAbout page={page} contexts={contexts} files={files} />
      {module && draft !== undefined ? (
        <module.QuestionEditor
          texts={texts}
          draft={draft}
          onWrite={write}
          onCancel={() => {
            returnsFocus.current = true
            close()
          }}
          onSend={() => {
            close()
            edit(exchange, draft)
          }}
        />
      ) : (
        <div className={askedLine}>
          {!canEdit ? null : (
            <span
              // Shown on hover and focus, to keep questions calm, and always on touch screens.
              className="sn-edit absolute end-full me-1 transition-opacity group-focus-within/asked:opacity-100 group-hover/asked:opacity-100 [@media(hover:hover)]:opacity-0"
              ref={(span) => {
                if (!span || !returnsFocus.current) return
                returnsFocus.current = false
                span.querySelector('button')?.focus()
              }}
            >
              <IconButton label={texts.editQuestion} icon={icons.edit} onClick={() => write(exchange.question)} />
            </span>
          )}
          <QuestionText question={exchange.question} />
        </div>
      )}
      {hasFailed ? (
        <p className="text-xs text-muted" role="alert">
          {texts.notLoaded}
        </p>
      ) : null}
    </div>
  )
}

/** Of an earlier answer: no reason to stop reading. */
const shortfallLine =
  'sn-shortfall mt-3 flex flex-wrap items-center gap-x-1 border-s-2 border-caution ps-3 text-sm text-muted'

/** Says that the connection was lost and that the panel tries to reconnect. */
function Reconnecting({ reconnection: { attempt, of } }: { reconnection: Reconnection }) {
  return (
    <p className={`${phaseLine} mt-3`}>
      <span className={pulse} />
      {useTexts().continuing(attempt, of)}
    </p>
  )
}

/** What happens to the last exchange. */
export type Activity = Pick<ConversationView, 'problem' | 'reconnection' | 'searching'>

interface ExchangeProps {
  readonly exchange: ExchangeParts
  /** Undefined for all but the last exchange. */
  readonly activity: Activity | undefined
  /** A question is being answered: the last one, or it would have no activity. */
  readonly isBusy: boolean
  /** Whether the conversation has other exchanges. */
  readonly isLong: boolean
}

/** One question with its answer, or what happened instead. */
export const Exchange = memo(({ exchange, activity, isBusy, isLong }: ExchangeProps) => {
  const texts = useTexts()
  const { ask, conversation, draft, threads } = useStore()
  const { answer, question, contexts } = exchange
  const isLast = activity !== undefined
  const isGrowing = isLast && isBusy
  const reconnection = isGrowing ? activity.reconnection : undefined
  const phase = isGrowing && !reconnection ? phaseOf(answer, searchNotice(question, activity.searching)) : undefined
  const problem = activity?.problem
  const shortfall = shortfallOf(answer)
  // Retrying an earlier question in place would drop everything after it, so it's asked anew.
  const askAgain = isLast ? conversation.retry : () => ask({ text: question, contexts })
  return (
    <article className={exchangeShape}>
      <Question exchange={exchange} canEdit={!isBusy} />
      <div className="mt-4">
        {answer ? (
          <Answer
            answer={answer}
            question={question}
            contexts={contexts}
            isLast={isLast}
            isGrowing={isGrowing}
            hasProblem={problem !== undefined}
          />
        ) : null}
        {phase ? <PhaseLine phase={phase} /> : null}
        {reconnection ? <Reconnecting reconnection={reconnection} /> : null}
        {shortfall && !isGrowing && !problem ? (
          <div className={isLast ? notice : shortfallLine}>
            <p>{texts[shortfall]}</p>
            <button type="button" className={isLast ? button : linkButton} onClick={askAgain}>
              {isLast ? icons.retry : null}
              {texts.retry}
            </button>
          </div>
        ) : null}
        {problem ? (
          <Notice
            problem={problem}
            question={question}
            isLong={isLong}
            onRetry={conversation.retry}
            onRestart={async () => {
              await threads.reset()
              draft.write(question)
            }}
          />
        ) : null}
      </div>
    </article>
  )
})
