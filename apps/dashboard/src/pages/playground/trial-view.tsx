import type { Trial } from '@sidenote/contract'
import type { ReactNode } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { formatCost, formatLarge } from '../../parts/figures.tsx'
import { formatDuration } from '../../parts/format.ts'
import { Card } from '../../parts/page.tsx'
import { AnswerText, SourceLink } from '../conversations/answer-text.tsx'
import { outcomeOf } from '../conversations/outcome.ts'
import { Statements } from '../conversations/turn-view.tsx'
import { Making } from './making.tsx'

const figuresOf = (trial: Trial): readonly (readonly [name: string, value: string])[] => [
  ['First word', trial.firstWordMilliseconds === null ? '–' : formatDuration(trial.firstWordMilliseconds)],
  ['Whole answer', formatDuration(trial.milliseconds)],
  ['Tokens in', formatLarge(trial.inputTokens)],
  ['Tokens out', formatLarge(trial.outputTokens)],
  ['Cost', trial.cost > 0 ? formatCost(trial.cost) : '–'],
]

/** An answer as the reader would see it, and beside it how it was made. */
export const TrialView = ({ trial, actions }: { readonly trial: Trial; readonly actions?: ReactNode }) => {
  const { name, tone } = outcomeOf(trial)
  const { answer, error, sources, model, page, language } = trial
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Card className="flex min-w-0 flex-col gap-4 p-5">
        <div className="flex flex-wrap items-center gap-2 text-xs text-soft">
          <Badge tone={tone}>{name}</Badge>
          <span className="mr-auto wrap-anywhere">{[model, page, language].filter(Boolean).join(' · ')}</span>
          {actions}
        </div>
        {error === null ? (
          <AnswerText text={answer} sources={sources} />
        ) : (
          <p role="alert" className="text-sm font-medium text-bad">
            {error}
          </p>
        )}
        <dl className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-3 text-sm">
          {figuresOf(trial).map(([term, value]) => (
            <div key={term} className="flex flex-col">
              <dt className="text-xs text-soft">{term}</dt>
              <dd className="figures font-medium">{value}</dd>
            </div>
          ))}
        </dl>
        <Statements turn={trial} />
        {sources.length > 0 && (
          <details className="text-sm">
            <summary className="font-medium">Sources</summary>
            <ol className="mt-1.5 flex flex-col gap-1">
              {sources.map((source) => (
                <li key={`${source.number} ${source.url}`} className="flex min-w-0 gap-2">
                  <span className="figures w-6 shrink-0 text-right text-soft">{source.number}</span>
                  <SourceLink source={source} />
                </li>
              ))}
            </ol>
          </details>
        )}
      </Card>
      <Making trial={trial} />
    </div>
  )
}
