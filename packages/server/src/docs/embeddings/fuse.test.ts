import { expect, test } from 'vitest'
import { fuse } from './fuse.ts'

const words = (page: number, ...ordinals: number[]) => ({
  page,
  score: 1,
  sections: ordinals.map((ordinal) => ({ ordinal, score: 1 })),
})
const near = (page: number, ordinal: number) => ({ page, ordinal, cosine: 0.5 })

test('the first place in both orders is 1, a place in one only is at most half of it', () => {
  const fused = fuse([words(1, 0), words(2, 0)], [near(1, 0), near(3, 0)], 10)
  expect(fused.map(({ page }) => page)).toEqual([1, 2, 3])
  expect(fused[0]?.score).toBe(1)
  expect(fused[1]?.score).toBeLessThan(0.5)
})

test('a page that both orders have comes before those that one has higher up', () => {
  const fused = fuse([words(1, 0), words(2, 0)], [near(3, 0), near(2, 0)], 10)
  expect(fused[0]?.page).toBe(2)
})

test('the sections of a page are ordered the same way, the best with the score of its page', () => {
  const [page] = fuse([words(1, 0, 1, 2)], [near(1, 2), near(1, 1)], 10)
  expect(page?.sections.map(({ ordinal }) => ordinal)).toEqual([2, 1, 0])
  expect(page?.sections[0]?.score).toBe(page?.score)
})

test('no more pages come back than were asked for', () => {
  expect(fuse([words(1, 0), words(2, 0)], [near(3, 0)], 2)).toHaveLength(2)
})
