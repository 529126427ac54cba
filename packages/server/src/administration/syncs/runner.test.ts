import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isGone } from './runner.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const day = 86_400_000
const at = (milliseconds: number) => new Date(milliseconds).toISOString()
let count = 0
const workElsewhere = (heartbeat_at: string) => ({ id: `sync${count}`, runner: 'elsewhere/1/x', heartbeat_at })

test.each([-day, -60_000, 60_000, day])('a clock that leaps by %i ms takes no living process for dead', (leap) => {
  count += 1
  for (let second = 0; second < 60; second += 1) {
    // It leaps for a minute, and then is right again.
    const time = Date.now()
    vi.setSystemTime(time + leap)
    expect(isGone(workElsewhere(at(time)))).toBe(false)
    vi.setSystemTime(time)
    vi.advanceTimersByTime(1_000)
  }
})

test.each([-day, 0, day])('a process that is silent is dead, also by a clock that is %i ms wrong', (leap) => {
  count += 1
  const work = workElsewhere(at(Date.now() + leap))
  const looks: boolean[] = []
  for (let second = 0; second < 30; second += 1) {
    looks.push(isGone(work))
    if (looks.at(-1)) break
    vi.advanceTimersByTime(1_000)
  }
  expect(looks.at(-1)).toBe(true)
  expect(looks.length).toBeGreaterThan(3)
})
