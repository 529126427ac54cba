import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collectVectors, cosine, differences, middleOf, packVector, signsOf, unitOf } from './vectors.ts'

const vector = (size: number) =>
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size, maxLength: size })

test('a cosine is that of the vectors themselves, to a hundredth', () => {
  fc.assert(
    fc.property(vector(40), vector(40), (one, other) => {
      const length = (of: readonly number[]) => Math.hypot(...of)
      fc.pre(length(one) > 0.01 && length(other) > 0.01)
      const dot = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
      const found = cosine(unitOf(one), collectVectors([packVector(other)], 40), 0)
      expect(Math.abs(found - dot / length(one) / length(other))).toBeLessThan(0.015)
    }),
  )
})

test('differences are counted over all dimensions, also beyond the last whole word', () => {
  fc.assert(
    fc.property(vector(70), vector(70), (one, other) => {
      const rows = collectVectors([packVector(one), packVector(other)], 70)
      const signs = signsOf(rows, new Float64Array(70))
      const packed = [one, other].map((row) => new Int8Array(packVector(row).buffer))
      const isAbove = (row: number, at: number) => (packed[row]?.[at] ?? 0) > 0
      const expected = one.filter((_, at) => isAbove(0, at) !== isAbove(1, at)).length
      expect([...differences(signs, signs)]).toEqual([0, expected])
    }),
  )
})

test('what all vectors have in common says nothing of how they differ', () => {
  const rows = collectVectors([packVector([1, 0.3, 0.1]), packVector([1, 0.1, 0.3])], 3)
  const signs = signsOf(rows, middleOf([rows]))
  expect(differences(signs, signs)[1]).toBeGreaterThanOrEqual(2)
})

test('a vector of another size, and one of nothing, means nothing', () => {
  const rows = collectVectors([packVector([1, 2]), packVector([0, 0, 0]), packVector([1, 0, 0])], 3)
  const unit = unitOf([2, 0, 0])
  expect([0, 1, 2].map((at) => cosine(unit, rows, at))).toEqual([0, 0, 1])
})
