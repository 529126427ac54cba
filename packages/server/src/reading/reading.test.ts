import { ChildProcess } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { threadPriorities } from '../../test/support/child-processes.ts'
import { type ReadingBounds, usualBounds } from './bounds.ts'
import { OverrunError } from './pool.ts'
import { openReading, type Reading } from './reading.ts'
import { WorkDeadlines } from './work-deadlines.ts'

const open = (bounds: Partial<ReadingBounds> = {}): Reading => {
  const reading = openReading({ ...usualBounds(), ...bounds })
  onTestFinished(() => reading.close())
  return reading
}

const pageOf = (text: string) => ({
  file: { path: 'index.md', text },
  path: 'index',
  version: null,
  language: null,
})

const titleOf = async (reading: Pick<Reading, 'run'>, text: string): Promise<string | undefined> => {
  const [answer] = await reading.run('pages', [pageOf(text)])
  return answer instanceof Error ? answer.message : answer?.page.title
}

/** Other systems don’t tell what a thread has worked. */
const onLinux = test.runIf(process.platform === 'linux')

/** Takes the square of its length. */
const slow = '> a\nb\n'.repeat(40_000)

test('one thread reads page after page', async () => {
  const reading = open({ threads: 1 })
  const titles = ['One', 'Two', 'Three']
  expect(await Promise.all(titles.map((title) => titleOf(reading, `# ${title}`)))).toEqual(titles)
})

test('a page that takes too long costs nothing but itself', async () => {
  const reading = open({ threads: 1 })
  const late = expect(reading.run('pages', [pageOf(slow)], { deadline: 200 })).rejects.toThrow(
    new OverrunError('It took more than 0.2 s.'),
  )
  expect(await Promise.all(['One', 'Two'].map((title) => titleOf(reading, `# ${title}`)))).toEqual(['One', 'Two'])
  await late
})

onLinux('a page has its time whatever else the machine does meanwhile', async () => {
  const first = nextProcess()
  const reading = open({ threads: 1 })
  expect(await titleOf(reading, '# First')).toBe('First')
  const child = await first
  const page = `# Long\n\n${'- *item* [link](#a)\n'.repeat(2_000)}`
  const answers = reading.run('pages', [pageOf(page)], { deadline: 3_000 })
  // Long enough for the thread to begin, and not to end.
  await wait(150)
  child.kill('SIGSTOP')
  await wait(3_500)
  child.kill('SIGCONT')
  expect(await answers).toMatchObject([{ page: { title: 'Long' } }])
})

onLinux('what never gets to work ends after ten minutes by the clock', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const deadlines = new WorkDeadlines()
  const ended: string[] = []
  // The system tells that the thread of this test works, and it does so for a moment only.
  deadlines.begin(process.pid, 5_000, (reason) => ended.push(reason))
  vi.advanceTimersByTime(599_000)
  expect(ended).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(ended).toEqual(['It took more than 600 s, since the machine is busy.'])
})

test('so does a page that takes too much memory', async () => {
  const reading = open({ threads: 1, megabytes: 40 })
  const full = reading.run('pages', [pageOf('- a\n'.repeat(200_000))], { deadline: 60_000 })
  await expect(full).rejects.toThrow('It takes more than 40 MB of memory.')
  expect(await titleOf(reading, '# Next')).toBe('Next')
})

test('who leaves a page ends its thread, and nothing else', async () => {
  const reading = open({ threads: 1 })
  const leaving = new AbortController()
  const left = expect(reading.run('pages', [pageOf(slow)], { signal: leaving.signal })).rejects.toThrow('left')
  const other = titleOf(reading, '# Other')
  leaving.abort(new Error('left'))
  await left
  expect(await other).toBe('Other')
})

/** The process of threads that is started next. */
const nextProcess = (): Promise<ChildProcess> =>
  new Promise((resolve) => {
    const started = channel('child_process')
    const take = (message: unknown) => {
      started.unsubscribe(take)
      if (typeof message === 'object' && message && 'process' in message && message.process instanceof ChildProcess)
        resolve(message.process)
    }
    started.subscribe(take)
  })

onLinux('whatever reads, collects its garbage or compiles it lets requests go first', async () => {
  const first = nextProcess()
  const reading = open({ threads: 1 })
  expect(await titleOf(reading, '# One')).toBe('One')
  const priorities = threadPriorities((await first).pid ?? 0)
  expect(priorities.length).toBeGreaterThan(2)
  expect(Math.min(...priorities)).toBeGreaterThanOrEqual(10)
  expect(threadPriorities(process.pid)[0]).toBeLessThan(10)
})

test('when the process of the threads ends, what it was reading is read once more', async () => {
  const first = nextProcess()
  const reading = open({ threads: 2 })
  const pages = ['One', 'Two', 'Three'].map((title) => titleOf(reading, `# ${title}\n\n${'word '.repeat(100_000)}`))
  ;(await first).kill('SIGKILL')
  expect(await Promise.all(pages)).toEqual(['One', 'Two', 'Three'])
})

test('a page that ends the process alone is given up, and no other', async () => {
  const first = nextProcess()
  const reading = open({ threads: 1 })
  const page = expect(titleOf(reading, '# One')).rejects.toThrow(new OverrunError('It ended the process that reads.'))
  const other = titleOf(reading, '# Other')
  ;(await first).kill('SIGKILL')
  await page
  expect(await other).toBe('Other')
})
