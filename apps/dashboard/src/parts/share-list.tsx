import type { ReactNode } from 'react'
import { formatCount } from './format.ts'

/** One entry with its count. */
export interface Share {
  readonly value: string
  readonly label: ReactNode
  readonly count: number
  /** Beside the count, such as how many disliked it. */
  readonly note?: ReactNode
}

interface ShareListProps {
  readonly title: string
  readonly shares: readonly Share[]
  /** What stands there when there is none. */
  readonly none: string
  readonly onChoose: (value: string) => void
}

const most = 8

/** What there is most of, the first on top, each as long as its share. */
export const ShareList = ({ title, shares, none, onChoose }: ShareListProps) => {
  const highest = Math.max(1, ...shares.map(({ count }) => count))
  return (
    <section className="min-w-0 rounded-lg border border-line bg-raised p-4 shadow-low">
      <h2 className="mb-2 px-1 text-sm font-semibold">{title}</h2>
      {shares.length === 0 && <p className="px-1 py-2 text-sm text-soft">{none}</p>}
      <ul className="flex flex-col gap-0.5">
        {shares.slice(0, most).map(({ value, label, count, note }) => (
          <li key={value}>
            <button
              type="button"
              onClick={() => onChoose(value)}
              className="group relative flex h-8 w-full items-center gap-3 rounded-sm px-2 text-left text-sm"
            >
              <span
                className="absolute inset-y-0 left-0 rounded-sm bg-accent-soft group-hover:opacity-75"
                style={{ width: `${(100 * count) / highest}%` }}
                aria-hidden
              />
              <span className="relative min-w-0 flex-1 truncate group-hover:underline">{label}</span>
              {note && <span className="relative text-xs text-soft">{note}</span>}
              <span className="figures relative font-medium">{formatCount(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
