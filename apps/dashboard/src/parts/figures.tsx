import type { ReactNode } from 'react'
import { formatCount } from './format.ts'

/** “38 %”; a dash when there is nothing to take a share of. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`

/** 12,345; from a million on 1.2 M. */
export const formatLarge = (count: number): string =>
  new Intl.NumberFormat('en', { notation: count < 100_000 ? 'standard' : 'compact', maximumFractionDigits: 1 }).format(
    count,
  )

/** 3.20. In whatever currency the prices are. */
export const formatCost = (cost: number): string => formatCount(0).replace('0', cost.toFixed(2))

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
    <span className="figures text-2xl font-semibold tracking-tight">{value}</span>
    <span className="min-h-4 truncate text-xs text-soft">{note}</span>
  </span>
)

/** “+12 %” against the days before. */
export const Change = ({ now, before }: { readonly now: number; readonly before: number }) => {
  if (before === 0) return now === 0 ? null : <>none before</>
  const change = Math.round((100 * (now - before)) / before)
  return <>{`${change > 0 ? '+' : ''}${change} % to before`}</>
}
