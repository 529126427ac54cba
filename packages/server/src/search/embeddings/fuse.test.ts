import { expect, test } from 'vitest'
import { fuse } from './fuse.ts'

const words = (page: number, score: number, ...sections: number[]) => ({
  page,
  score,
  sections: (sections.length > 0 ? sections : [1]).map((share, ordinal) => ({ ordinal, score: score * share })),
})
const near = (page: number, ordinal: number, cosine: number) => ({ page, ordinal, cosine })
const pagesOf = (...arguments_: Parameters<typeof fuse>) => fuse(...arguments_).map(({ page }) => page)

test('the best by both is 1, what is found by one only is less', () => {
  const fused = fuse([words(1, 0.4), words(2, 0.1)], [near(1, 0, 0.8), near(3, 0, 0.7), near(4, 0, 0.5)], { limit: 10 })
  expect(fused[0]).toMatchObject({ page: 1, score: 1 })
  for (const { score } of fused.slice(1)) expect(score).toBeLessThan(0.5)
})

test('what words find far better than all else stays first, whatever a model takes for near', () => {
  const wrong = Array.from({ length: 50 }, (_, at) => near(at + 2, 0, 0.9 - at / 1_000))
  const said = [words(1, 0.6), ...wrong.map(({ page }) => words(page, 0.2))]
  expect(pagesOf(said, wrong, { limit: 1 })).toEqual([1])
})

test('of pages that words find alike, the one that is nearer in meaning comes first', () => {
  expect(pagesOf([words(1, 0.5), words(2, 0.45)], [near(2, 0, 0.8), near(3, 0, 0.4)], { limit: 2 })).toEqual([2, 1])
})

test('a page that only its meaning finds comes before those that words hardly find', () => {
  const found = pagesOf([words(1, 0.5), words(2, 0.1)], [near(3, 0, 0.8), near(4, 0, 0.1)], { limit: 10 })
  expect(found.slice(0, 3)).toEqual([1, 3, 2])
})

test('the range of a model’s cosines makes no difference', () => {
  const said = [words(1, 0.5), words(2, 0.4), words(3, 0.3)]
  const cosines = [near(3, 0, 0.9), near(2, 0, 0.5), near(4, 0, 0.1)]
  const narrow = cosines.map((section) => ({ ...section, cosine: 0.8 + section.cosine / 10 }))
  expect(pagesOf(said, narrow, { limit: 10 })).toEqual(pagesOf(said, cosines, { limit: 10 }))
})

test('a page without vectors keeps the place that words give it', () => {
  const said = [words(1, 0.5), words(2, 0.4)]
  const meant = [near(2, 0, 0.8), near(3, 0, 0.2)]
  expect(pagesOf(said, meant, { limit: 1 })).toEqual([2])
  expect(pagesOf(said, meant, { limit: 1, unknown: new Set([1]) })).toEqual([1])
})

test('the sections of a page are ordered the same way, the best with the score of its page', () => {
  const [page] = fuse([words(1, 0.5, 1, 0.9, 0.2)], [near(1, 1, 0.8), near(1, 2, 0.7), near(2, 0, 0.1)], { limit: 10 })
  expect(page?.sections.map(({ ordinal }) => ordinal)).toEqual([1, 0, 2])
  expect(page?.sections[0]?.score).toBe(page?.score)
})

test('no more pages come back than were asked for', () => {
  expect(fuse([words(1, 0.5), words(2, 0.4)], [near(3, 0, 0.8)], { limit: 2 })).toHaveLength(2)
})

test('meaning counts for more the further its nearest stand out from the rest', () => {
  const said = [words(1, 0.5), words(2, 0.4)]
  // As evenly as chance: the first is as far before the rest as the number of sections makes it.
  const even = Array.from({ length: 60 }, (_, at) => near(at + 3, 0, 0.6 - Math.log(at + 1) / 20))
  const rest = even.map((section) => ({ ...section, cosine: section.cosine - 0.02 }))
  const nearer = (cosine: number) => [near(2, 0, cosine), ...rest]
  expect(pagesOf(said, nearer(0.58), { limit: 2 })).toEqual([1, 2])
  expect(pagesOf(said, nearer(0.9), { limit: 2 })).toEqual([2, 1])
})

test('what only meaning finds comes back, whether or not it stands out', () => {
  const even = Array.from({ length: 60 }, (_, at) => near(at + 1, 0, 0.6 - Math.log(at + 1) / 20))
  expect(fuse([], even, { limit: 1 })[0]).toMatchObject({ page: 1, score: 0.3 })
})
