import { useState } from 'react'
import { formatLarge } from './figures.tsx'
import { formatCount } from './format.ts'

/** A part of every bar. */
export interface Series<Row> {
  readonly name: string
  /** A class that fills it, such as `fill-good`. */
  readonly fill: string
  /** The same for the sign beside its name. */
  readonly sign: string
  readonly read: (row: Row) => number
}

interface DayChartProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly series: readonly Series<Row>[]
  /** Opens what happened on a day. */
  readonly onOpen?: (day: string) => void
}

const height = 100
const gap = 0.22

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const longDays = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A number that the highest bar stays below, and that reads well. */
const topOf = (highest: number): number => {
  if (highest <= 4) return 4
  const size = 10 ** Math.floor(Math.log10(highest))
  return [1, 2, 4, 5, 10].map((factor) => factor * size).find((top) => top >= highest) ?? highest
}

/** Days side by side, each a bar of several parts. */
export const DayChart = <Row extends { readonly day: string }>({ label, rows, series, onOpen }: DayChartProps<Row>) => {
  const [at, setAt] = useState<number>()
  const totals = rows.map((row) => series.reduce((sum, { read }) => sum + read(row), 0))
  const top = topOf(Math.max(...totals))
  const shown = at === undefined ? undefined : rows[at]
  const first = rows[0]
  const last = rows.at(-1)
  return (
    <figure aria-label={label}>
      <figcaption className="mb-3 flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-soft">
        <span className="w-24 font-medium text-ink">{shown ? longDays.format(new Date(shown.day)) : 'By day'}</span>
        {series.map(({ name, sign, read }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span className={`size-2 rounded-full ${sign}`} aria-hidden />
            {name}
            {shown && <span className="figures font-medium text-ink">{formatCount(read(shown))}</span>}
          </span>
        ))}
      </figcaption>
      <div className="flex gap-2">
        <div
          className="figures flex h-44 flex-col justify-between text-right text-xs leading-none text-soft"
          aria-hidden
        >
          <span>{formatLarge(top)}</span>
          <span>{formatLarge(top / 2)}</span>
          <span>0</span>
        </div>
        <div className="min-w-0 flex-1">
          <svg
            viewBox={`0 0 ${rows.length} ${height}`}
            preserveAspectRatio="none"
            className="h-44 w-full overflow-visible"
            role="img"
            aria-label={`${label}: ${formatCount(totals.reduce((sum, total) => sum + total, 0))} in ${rows.length} days`}
            onMouseLeave={() => setAt(undefined)}
          >
            {[0, height / 2, height].map((y) => (
              <line
                key={y}
                x1={0}
                x2={rows.length}
                y1={y}
                y2={y}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {rows.map((row, index) => {
              let y = height
              return (
                // biome-ignore lint/a11y/noStaticElementInteractions: the list of conversations is the way without a mouse
                <g
                  key={row.day}
                  onMouseEnter={() => setAt(index)}
                  onClick={() => onOpen?.(row.day)}
                  className={onOpen && 'cursor-pointer'}
                >
                  <rect
                    x={index}
                    y={0}
                    width={1}
                    height={height}
                    className={at === index ? 'fill-hover' : 'fill-transparent'}
                  />
                  {series.map(({ name, fill, read }) => {
                    const size = (height * read(row)) / top
                    y -= size
                    return <rect key={name} x={index + gap / 2} y={y} width={1 - gap} height={size} className={fill} />
                  })}
                </g>
              )
            })}
          </svg>
          <div className="mt-2 flex justify-between text-xs text-soft" aria-hidden>
            <span>{first && days.format(new Date(first.day))}</span>
            {rows.length > 1 && <span>{last && days.format(new Date(last.day))}</span>}
          </div>
        </div>
      </div>
    </figure>
  )
}
