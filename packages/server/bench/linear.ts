export const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

/** Solves a system of linear equations with a symmetric, positive matrix. */
export const solve = (matrix: readonly (readonly number[])[], right: readonly number[]): number[] => {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (const [at, pivot] of rows.entries()) {
    const size = pivot[at] ?? 1
    for (const [index, row] of rows.entries()) {
      if (index === at) continue
      const times = (row[at] ?? 0) / size
      for (let column = at; column < row.length; column++)
        row[column] = (row[column] ?? 0) - times * (pivot[column] ?? 0)
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1))
}
