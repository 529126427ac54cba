import type { Statistics } from '@sidenote/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Filters } from '../../api/figures.ts'
import type { Days } from '../../parts/days.ts'
import { Change, Figure, formatCost, formatLarge, formatShare } from '../../parts/figures.tsx'
import { countOf, formatCount } from '../../parts/format.ts'

interface FiguresProps {
  readonly domain: string
  readonly days: Days
  readonly filters: Filters
  readonly statistics: Statistics
}

interface ShownFigure {
  readonly name: string
  readonly value: string
  readonly note: ReactNode
  /** What its list is narrowed to; a figure without has no list. */
  readonly list?: Filters
}

const shownFigures = ({ total, before }: Statistics): readonly ShownFigure[] => {
  const { questions } = total
  const judged = total.helpful + total.unhelpful
  const tokens = total.inputTokens + total.outputTokens
  return [
    {
      name: 'Questions',
      value: formatCount(questions),
      note: <Change now={questions} before={before.questions} />,
      list: {},
    },
    {
      name: 'Answered',
      value: formatShare(total.answered + total.weak, questions),
      note: countOf(total.answered + total.weak, 'answer'),
      list: { status: 'answered' },
    },
    {
      name: 'Weak',
      value: formatShare(total.weak, questions),
      note: countOf(total.weak, 'answer'),
      list: { status: 'weak' },
    },
    {
      name: 'Unanswered',
      value: formatShare(total.unanswered, questions),
      note: countOf(total.unanswered, 'question'),
      list: { status: 'unanswered' },
    },
    {
      name: 'Helpful',
      value: formatShare(total.helpful, judged),
      note: judged === 0 ? 'no feedback' : `${formatCount(total.helpful)} of ${formatCount(judged)} votes`,
      list: { feedback: 'any' },
    },
    {
      name: 'Failed',
      value: formatCount(total.failed),
      note: formatShare(total.failed, questions),
      list: { status: 'failed' },
    },
    {
      name: 'Tokens',
      value: formatLarge(tokens),
      note:
        total.cost > 0 ? `cost ${formatCost(total.cost)}` : questions > 0 && `${formatLarge(tokens / questions)} each`,
    },
    { name: 'Agents', value: formatLarge(total.agentCalls), note: 'calls over MCP' },
  ]
}

const tile = 'rounded-md px-3 py-2 -mx-3'

/** The sums of the days; each opens the conversations that it counts. */
export const Figures = ({ domain, days, filters, statistics }: FiguresProps) => (
  <ul className="grid grid-cols-2 gap-x-2 gap-y-3 sm:grid-cols-4 xl:grid-cols-8">
    {shownFigures(statistics).map(({ list, ...figure }) => (
      <li key={figure.name} className="min-w-0">
        {list ? (
          <Link
            to="/$domain/conversations"
            params={{ domain }}
            search={{ ...filters, ...days, ...list }}
            className={`block hover:bg-hover ${tile}`}
          >
            <Figure {...figure} />
          </Link>
        ) : (
          <div className={tile}>
            <Figure {...figure} />
          </div>
        )}
      </li>
    ))}
  </ul>
)
