import type { HeadingBlock } from './block.ts'

const depths = [1, 2, 3, 4, 5, 6] as const

/** The nearest depth that a heading can have. */
export const headingDepth = (depth: number): HeadingBlock['depth'] =>
  depths.find((candidate) => candidate >= depth) ?? 6
