import type { ReactNode } from 'react'

/** “38 %”; a dash when there is nothing to take a share of. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`

/** 12,345; from a million on 1.2 M. */
export const formatLarge = (count: number): string =>
  new Intl.NumberFormat('en', { notation: count < 100_000 ? 'standard' : 'compact', maximumFractionDigits: 1 }).format(
    count,
  )

/** 3.20, or 0.0031 for what would round to nothing. In whatever currency the prices are. */
export const formatCost = (cost: number): string =>
  new Intl.NumberFormat(
    'en',
    cost < 1 ? { maximumSignificantDigits: 2 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  ).format(cost)

interface FigureProps {
  readonly name: string
  readonly value: string
  /** How it compares with the days before, or what it is a share of. */
  readonly note?: ReactNode
}

/** One number with its name. Place it in a link where it has a list. */
export const Figure = ({ name, value, note }: FigureProps) => (
  <span className="flex min-w-0 flex-col gap-0.5">
    <span className="text-xs text-soft">{name}</span>
    <span className="text-2xl font-semibold tracking-tight">{value}</span>
    <span className="min-h-4 truncate text-xs text-soft">{note}</span>
  </span>
)

/** “↑ 12 %” against as many days before. */
export const Change = ({ now, before }: { readonly now: number; readonly before: number }) => {
  if (before === 0) return now === 0 ? null : <>none before</>
  const change = Math.round((100 * (now - before)) / before)
  const arrow = change > 0 ? '↑ ' : change < 0 ? '↓ ' : ''
  return (
    <span title="Compared with as many days before">
      {`${arrow}${Math.abs(change)} %`}
      <span className="sr-only">{change < 0 ? ' fewer' : ' more'} than in as many days before</span>
    </span>
  )
}
