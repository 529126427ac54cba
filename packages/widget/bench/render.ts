// Measures what it costs to render a growing answer, in a real Chromium with the processor slowed down four times: script time
// of 600 deltas, and the heap of 50 answers. All renderers run in one page, on the same React.
import { servePage } from '../test/serve-page.ts'
import { heapOf, launch, median } from './browser.ts'

const names = ['Sidenote', 'react-markdown', 'Streamdown'] as const
const rounds = 5

/** Figures of one renderer. */
export interface Rendering {
  readonly name: (typeof names)[number]
  /** Script time of one answer, in ms. */
  readonly time: number
  /** Of 50 answers, in bytes. */
  readonly heap: number
}

/** Measures all renderers, round by round. */
export async function measureRendering(): Promise<readonly Rendering[]> {
  const server = await servePage('bench/render-page.tsx', [], [])
  const browser = await launch()
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  await page.goto(`${server.url}/lax`)
  await page.waitForFunction('window.run')

  const times = new Map<string, number[]>(names.map((name) => [name, []]))
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // The first round warms the machine up and doesn’t count. All take turns, so that a busy minute slows all of them.
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const time = await page.evaluate((which) => window.run(which), name)
      if (round > 0) times.get(name)?.push(time)
      await page.evaluate(() => window.clear())
    }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  const renderings: Rendering[] = []
  for (const name of names) {
    const before = await heapOf(session)
    await page.evaluate((which) => window.fill(which), name)
    renderings.push({ name, time: median(times.get(name) ?? []), heap: (await heapOf(session)) - before })
    await page.evaluate(() => window.clear())
  }
  await browser.close()
  await server.close()
  return renderings
}
