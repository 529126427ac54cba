import type { Turn } from '@sidenote/contract'
import { Check, CircleAlert, ThumbsDown, ThumbsUp } from 'lucide-react'
import { useCallback } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { formatCost, formatLarge } from '../../parts/figures.tsx'
import { countOf, formatDuration } from '../../parts/format.ts'
import { AnswerText, SourceLink } from './answer-text.tsx'
import { outcomeOf } from './outcome.ts'

interface TurnViewProps {
  readonly turn: Turn
  /** Whether it is the one that was chosen in the list: the drawer shows it first. */
  readonly isOpened: boolean
}

/** One question with its answer. */
export const TurnView = ({ turn, isOpened }: TurnViewProps) => {
  const { name, tone } = outcomeOf(turn)
  const show = useCallback(
    (item: HTMLLIElement | null) => {
      if (isOpened) item?.scrollIntoView({ block: 'start' })
    },
    [isOpened],
  )
  return (
    <li ref={show} className="flex scroll-mt-4 flex-col gap-3 border-b border-line pb-6 last:border-0">
      {turn.context?.map(({ value }) => (
        <blockquote
          key={value}
          className="border-l-2 border-edge pl-3 text-sm whitespace-pre-wrap text-soft wrap-anywhere"
        >
          {value}
        </blockquote>
      ))}
      <p className="self-end rounded-lg bg-accent-soft px-3.5 py-2 whitespace-pre-wrap wrap-anywhere">
        {turn.question ?? <span className="text-soft">Text not stored</span>}
      </p>
      {turn.answer !== null && (
        <AnswerText
          text={turn.answer}
          sources={turn.sources}
          unsupported={turn.statements?.filter(({ supported }) => !supported).map(({ text }) => text)}
        />
      )}
      <div className="flex flex-wrap items-center gap-2 text-xs text-soft">
        <Badge tone={tone}>{name}</Badge>
        {[
          turn.currentPath,
          turn.model,
          turn.language,
          `${formatLarge(turn.inputTokens + turn.outputTokens)} tokens`,
          turn.cost > 0 && `cost ${formatCost(turn.cost)}`,
          formatDuration(Date.parse(turn.finishedAt) - Date.parse(turn.askedAt)),
        ]
          .filter((part) => part)
          .join(' · ')}
      </div>
      <Feedback turn={turn} />
      <Statements turn={turn} />
      {turn.sources.length > 0 && (
        <details open={turn.answer !== null}>
          <summary className="text-sm font-medium">Sources</summary>
          <ol className="mt-1.5 flex flex-col gap-1 text-sm">
            {turn.sources.map((source) => (
              <li key={`${source.number} ${source.url}`} className="flex min-w-0 gap-2">
                <span className="figures w-6 shrink-0 text-right text-soft">{source.number}</span>
                <SourceLink source={source} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

const Feedback = ({ turn: { feedback } }: { readonly turn: Turn }) => {
  if (!feedback) return null
  const Icon = feedback.helpful ? ThumbsUp : ThumbsDown
  return (
    <p className="flex gap-2 text-sm wrap-anywhere">
      <Icon className={`mt-0.5 size-4 shrink-0 ${feedback.helpful ? 'text-good' : 'text-bad'}`} aria-hidden />
      <span>
        {feedback.helpful ? 'Helpful' : 'Not helpful'}
        {feedback.reason && `: ${feedback.reason}`}
        {feedback.comment && <span className="block text-soft">{feedback.comment}</span>}
      </span>
    </p>
  )
}

/** The verdict of each statement that was compared with the sources. */
export const Statements = ({
  turn: { statements, strength },
}: {
  readonly turn: Pick<Turn, 'statements' | 'strength'>
}) => {
  if (!statements || statements.length === 0) return null
  const unsupported = statements.filter(({ supported }) => !supported).length
  return (
    <details open={unsupported > 0} className="text-sm">
      <summary className="font-medium">
        {unsupported === 0
          ? statements.length === 1
            ? 'The statement is supported by its source'
            : `All ${statements.length} statements are supported by their sources`
          : `${unsupported} of ${countOf(statements.length, 'statement')} not supported by a source`}
        {strength !== null && (
          <span className="figures ml-2 font-normal whitespace-nowrap text-soft">{strength} %</span>
        )}
      </summary>
      <ul className="mt-1.5 flex flex-col gap-1">
        {statements.map(({ text, supported, sources }) => (
          <li key={text} className="flex gap-2">
            {supported ? (
              <Check role="img" className="mt-0.5 size-4 shrink-0 text-good" aria-label="Supported" />
            ) : (
              <CircleAlert role="img" className="mt-0.5 size-4 shrink-0 text-warn" aria-label="Not supported" />
            )}
            <span className="min-w-0 wrap-anywhere">
              {supported ? text : <mark className="rounded-sm bg-warn-soft px-0.5 text-ink">{text}</mark>}
              {sources.length > 0 && <span className="figures ml-1.5 text-soft">{sources.map((n) => `[${n}]`)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
