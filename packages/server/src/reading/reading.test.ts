import { channel } from 'node:diagnostics_channel'
import { expect, onTestFinished, test } from 'vitest'
import { OverrunError, openReading, type Reading, type ReadingBounds } from './reading.ts'

const open = (bounds: ReadingBounds = {}): Reading => {
  const reading = openReading(bounds)
  onTestFinished(() => reading.close())
  return reading
}

/** How many threads are started from now on, by anybody in this process. */
const countThreads = (): (() => number) => {
  let started = 0
  const count = () => {
    started += 1
  }
  const threads = channel('worker_threads')
  threads.subscribe(count)
  onTestFinished(() => {
    threads.unsubscribe(count)
  })
  return () => started
}

const pageOf = (text: string) => ({
  file: { path: 'index.md', text },
  path: 'index',
  version: null,
  language: null,
})

const titleOf = async (reading: Pick<Reading, 'run'>, text: string): Promise<string> =>
  (await reading.run('page', pageOf(text))).page.title

/** Takes the square of its length. */
const slow = '*_'.repeat(200_000)

test('one thread reads page after page', async () => {
  const started = countThreads()
  const reading = open({ threads: 1 })
  const titles = ['One', 'Two', 'Three']
  expect(await Promise.all(titles.map((title) => titleOf(reading, `# ${title}`)))).toEqual(titles)
  expect(started()).toBe(1)
})

test('a page that takes too long costs nothing but itself', async () => {
  const reading = open({ threads: 1 })
  const late = expect(reading.run('page', pageOf(slow), { deadline: 200 })).rejects.toThrow(
    new OverrunError('It took more than 0.2 s.'),
  )
  expect(await Promise.all(['One', 'Two'].map((title) => titleOf(reading, `# ${title}`)))).toEqual(['One', 'Two'])
  await late
})

test('so does a page that takes too much memory', async () => {
  const reading = open({ threads: 1, megabytes: 40 })
  const full = reading.run('page', pageOf('- a\n'.repeat(200_000)), { deadline: 60_000 })
  await expect(full).rejects.toThrow('It takes more than 40 MB of memory.')
  expect(await titleOf(reading, '# Next')).toBe('Next')
})

test('who leaves a page ends its thread, and nothing else', async () => {
  const reading = open({ threads: 1 })
  const leaving = new AbortController()
  const left = expect(reading.run('page', pageOf(slow), { signal: leaving.signal })).rejects.toThrow('left')
  const other = titleOf(reading, '# Other')
  leaving.abort(new Error('left'))
  await left
  expect(await other).toBe('Other')
})
