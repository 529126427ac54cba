import { expect, test } from 'vitest'
import { daysBefore, listDays, readDays } from './day-range.ts'

test('a range is widened to whole days, and a day whose beginning ends it is not in it', () => {
  expect(readDays({ from: '2030-01-30', to: '2030-02-02' })).toEqual({ from: '2030-01-30', to: '2030-02-01' })
  expect(readDays({ from: '2030-01-30T23:00:00Z', to: '2030-02-02T00:00:01Z' })).toEqual({
    from: '2030-01-30',
    to: '2030-02-02',
  })
})

test('the days are 30 when the query names none, and today is the last', () => {
  const days = listDays(readDays({}))
  expect(days).toHaveLength(30)
  expect(days.at(-1)).toBe(new Date().toISOString().slice(0, 10))
})

test('the days before are as many, across the end of a year', () => {
  expect(daysBefore({ from: '2030-01-02', to: '2030-01-04' })).toEqual({ from: '2029-12-30', to: '2030-01-01' })
})
