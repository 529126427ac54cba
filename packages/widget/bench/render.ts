// What it costs to render an answer while it is written, in a real Chromium with its processor slowed four times:
// script time of 600 deltas, and the heap that 50 answers take. All renderers run in one page, on the same React.
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { servePage } from '../test/serve-page.ts'
import { answer, ends } from './answer.ts'

const goals = { 'react-markdown': 0.15, streamdown: 0.4 } as const
const names = ['sidenote', 'react-markdown', 'streamdown'] as const
const rounds = 5

const served = await servePage('bench/render-page.tsx', [], [])
const debian = '/usr/bin/chromium'
const browser = await chromium.launch({
  ...(existsSync(debian) && { executablePath: debian }),
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
const session = await page.context().newCDPSession(page)
await page.goto(`${served.url}/lax`)
await page.waitForFunction('window.run')

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0

async function heap(): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

const times: Record<string, number> = {}
await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
for (const name of names) {
  const taken: number[] = []
  // The first round warms the machine up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const time = await page.evaluate((which) => window.run(which), name)
    if (round > 0) taken.push(time)
    await page.evaluate(() => window.clear())
  }
  times[name] = median(taken)
}
await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })

const heaps: Record<string, number> = {}
for (const name of names) {
  const before = await heap()
  await page.evaluate((which) => window.fill(which), name)
  heaps[name] = (await heap()) - before
  await page.evaluate(() => window.clear())
}
await browser.close()
await served.close()

const ours = times.sidenote ?? 0
console.log(`${answer.length} characters in ${ends.length} deltas, median of ${rounds}, processor ×4 slower`)
for (const name of names) {
  const share = name === 'sidenote' ? '' : `, ours is ${(ours / (times[name] ?? 1)).toFixed(3)} of it`
  console.log(
    `${name}: ${(times[name] ?? 0).toFixed(0)} ms${share}; 50 answers: ${((heaps[name] ?? 0) / 1e6).toFixed(1)} MB`,
  )
}
for (const [name, goal] of Object.entries(goals))
  if (ours > goal * (times[name] ?? 0)) {
    console.error(`The goal is at most ${goal} of ${name}.`)
    process.exitCode = 1
  }
