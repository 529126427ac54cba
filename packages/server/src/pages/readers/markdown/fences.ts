/** A block of code, or what is read like one, that a line has opened. */
export interface Fence {
  readonly mark: string
  readonly length: number
  /** Whether it is a formula between lines of `$$`. */
  readonly isFormula?: boolean
  /** Whether a generator’s own tags enclose the code. */
  readonly isTagged?: boolean
  /** What a directive of MyST encloses. */
  readonly mystBody?: 'code' | 'silent'
}

/** The marks of a line that may open or close a fence, and what stands behind them. */
export interface FenceLine {
  readonly marks: string
  readonly rest: string
}

const fenceLine = /^[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/

/** Reads a line of marks, which may stand in quotes and items. */
export function readFenceLine(line: string): FenceLine | undefined {
  const [, marks, rest = ''] = fenceLine.exec(line) ?? []
  return marks === undefined ? undefined : { marks, rest }
}

/** Whether a line of marks ends a fence. */
export const closesFence = ({ mark, length }: Pick<Fence, 'mark' | 'length'>, { marks, rest }: FenceLine): boolean =>
  marks.startsWith(mark) && marks.length >= length && rest.trim() === ''
