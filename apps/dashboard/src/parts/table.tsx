import type { KeyboardEvent, ReactNode } from 'react'

/** One column of a table. */
export interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  /** Figures stand at the right, below each other. */
  readonly isFigure?: boolean
  /** What a phone shows below it, in place of the columns that it has no room for. */
  readonly below?: (row: Row) => ReactNode
  /** Buttons of the row: they stand at the right, and their head is for screen readers. */
  readonly isAct?: boolean
  /** Left out on a phone. */
  readonly isWide?: boolean
  /** Takes the room that is left, and is cut where it ends. */
  readonly isMain?: boolean
}

interface TableProps<Row> {
  /** What the table lists, for who cannot see it. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Opens a row: by click, or by Enter on the row that the arrow keys have reached. */
  readonly onOpen?: (row: Row) => void
}

const openers = 'button[data-opens-row]'

/** Up, down, Home and End move from row to row. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(openers)]
  const index = buttons.findIndex((button) => button.matches(':focus'))
  if (index === -1) return
  const targets: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: buttons.length - 1 }
  const target = targets[event.key]
  const button = target === undefined ? undefined : buttons[target]
  if (!button) return
  event.preventDefault()
  button.focus()
}

const cellStyle = <Row,>({ isFigure, isWide, isMain, isAct }: Column<Row>): string =>
  [
    'px-3 py-2 first:pl-4 last:pr-4',
    isFigure ? 'figures text-right whitespace-nowrap' : isAct ? 'text-right whitespace-nowrap' : 'text-left',
    isWide ? 'max-md:hidden' : '',
    // On a phone a long word is broken, or it would lie over its neighbours.
    isMain ? 'w-full max-w-0 md:truncate max-md:wrap-anywhere' : 'md:whitespace-nowrap',
  ].join(' ')

/** A list of things of one kind. */
export const Table = <Row,>({ label, columns, rows, keyOf, onOpen }: TableProps<Row>) => (
  <div className="overflow-x-auto rounded-lg border border-line bg-raised shadow-low">
    <table className="w-full border-collapse text-sm" aria-label={label}>
      <thead>
        <tr className="border-b border-line">
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              className={`${cellStyle(column)} text-xs font-medium whitespace-nowrap text-soft`}
            >
              {column.isAct ? <span className="sr-only">{column.name}</span> : column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={moveFocus}>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="relative border-b border-line last:border-0 has-[button[data-opens-row]]:hover:bg-hover"
          >
            {columns.map((column, index) => (
              <td key={column.name} className={cellStyle(column)}>
                {index === 0 && onOpen ? (
                  <button
                    type="button"
                    data-opens-row
                    onClick={() => onOpen(row)}
                    className="max-w-full text-left font-medium outline-none max-md:line-clamp-2 md:truncate after:absolute after:inset-0 focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                  >
                    {column.cell(row)}
                  </button>
                ) : (
                  column.cell(row)
                )}
                {column.below && <div className="mt-1 md:hidden">{column.below(row)}</div>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
