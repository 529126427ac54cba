import { expect, test } from 'vitest'
import { editDistance, nearestWords } from './edit-distance.ts'

test.each([
  ['cache', 'cache', 0],
  ['cahce', 'cache', 1],
  ['cach', 'cache', 1],
  ['cashe', 'cache', 1],
  ['proxi', 'cache', 3],
  ['a', 'abcdef', 3],
  ['confgiuration', 'configurtion', 2],
])('from %s to %s it is %i', (one, other, distance) => {
  expect(editDistance(one, other, 2)).toBe(distance)
  expect(editDistance(other, one, 2)).toBe(distance)
})

test('the nearest words begin alike and have as few mistakes as any, never more than two', () => {
  const words = ['databases', 'database', 'batabase', 'dataset', 'datamase']
  expect(nearestWords('databse', words)).toEqual(['database'])
  expect(nearestWords('databasis', words)).toEqual(['databases'])
  expect(nearestWords('datacase', words)).toEqual(['database', 'datamase'])
  expect(nearestWords('deployment', words)).toEqual([])
})
