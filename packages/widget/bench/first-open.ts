// What an assistant costs a page before anybody asks: bytes, main thread, and the time from the click to the caret, in a
// real Chromium with its processor slowed four times. Peers come from the npm registry; nothing else but loopback is reached.
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { BrowserContext, Page } from '@playwright/test'
import { launch, median } from './browser.ts'
import { bundlePeers, type Contender, installPeers, peerFolder, peers } from './peers.ts'

const rounds = 5
const dist = join(import.meta.dirname, '../dist')
export const ours: Contender = {
  name: 'Sidenote',
  html: '<script src="/widget.js" data-domain="docs" data-key="svc_dsc_bench" async></script>',
  opener: '.sn-launcher',
}
/** The page alone: what is not the assistant's. */
const bare: Contender = { name: 'no assistant', html: '', opener: '' }

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
}
const pageText = ({ html }: Contender): string =>
  `<!doctype html><html lang="en"><head><title>Keys</title><link rel="icon" href="/peer/mark.svg"></head><body><main><h1>Keys</h1>${'<p>A paragraph about keys, as long as paragraphs are.</p>'.repeat(50)}</main>${html}</body></html>`

/**
 * Serves the pages, our files and the peers', compressed and to be cached, as a good host would; and stands in for the
 * peers' servers.
 * @param onSent told of each body but the page's own
 */
function createBenchServer(contenders: readonly Contender[], onSent: (bytes: number) => void): Server {
  const packed = new Map<string, Buffer>()
  const read = (pathname: string): Buffer | undefined => {
    const contender = contenders.find(({ name }) => pathname === `/${encodeURIComponent(name)}`)
    if (contender) return Buffer.from(pageText(contender))
    if (pathname === '/peer/mark.svg') return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    if (pathname.startsWith('/peer/')) return Buffer.from('{}')
    const file = [join(dist, pathname), join(peerFolder, pathname)].find((path) => extname(path) && existsSync(path))
    return file ? readFileSync(file) : undefined
  }
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    const bytes = packed.has(pathname) ? undefined : read(pathname)
    if (bytes) packed.set(pathname, brotliCompressSync(bytes))
    const body = packed.get(pathname)
    if (!body) return response.writeHead(404).end()
    const type = types[extname(pathname)] ?? (pathname.startsWith('/peer/') ? 'application/json' : 'text/html')
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      'content-encoding': 'br',
      'cache-control': 'max-age=3600',
    })
    if (type !== 'text/html' && !pathname.endsWith('mark.svg')) onSent(body.length)
    return response.end(body)
  })
}

/** Runs in the page: long tasks while it loads, and when the caret is in a text box that can be seen, and in which. */
function watch(): void {
  const bench = { blocking: 0, clickedAt: 0, caretAt: 0, wholeAt: 0 }
  Object.assign(window, { bench })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) bench.blocking += duration - 50
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    const isBox = active?.matches('input, textarea, [contenteditable="true"]')
    const isStandIn = active?.matches('.sn-skeleton *')
    const isThere = isBox && active?.checkVisibility({ visibilityProperty: true })
    // What is focused before the frame is painted is seen with it.
    if (isThere)
      requestAnimationFrame(() => {
        bench.caretAt ||= performance.now()
        if (!isStandIn) bench.wholeAt ||= performance.now()
      })
    if (!isThere || isStandIn) requestAnimationFrame(look)
  }
  addEventListener(
    'click',
    (event) => {
      bench.clickedAt = event.timeStamp
      look()
    },
    { capture: true, once: true },
  )
}

interface BenchServer {
  origin: string
  /** Bytes of the bodies that were sent since the visit began, without the page itself. */
  sent: number
}

/** Of one visit; bytes as they were transferred, times in ms. */
interface Visit {
  readonly before: number
  readonly open: number
  readonly blocking: number
  /** From the click; not a number when no caret came. */
  readonly caret: number
  /** From the click until the caret is in the panel itself, not in a text box that stands for it. */
  readonly whole: number
}

interface Bench {
  blocking: number
  clickedAt: number
  caretAt: number
  wholeAt: number
}
const readBench = (page: Page): Promise<Bench> => page.evaluate(() => (window as unknown as { bench: Bench }).bench)

async function visit(context: BrowserContext, bench: BenchServer, { name, opener }: Contender): Promise<Visit> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  bench.sent = 0
  await page.addInitScript(watch)
  await page.goto(`${bench.origin}/${encodeURIComponent(name)}`)
  await page.waitForTimeout(2_500)
  const before = bench.sent
  const { blocking } = await readBench(page)
  let caret = Number.NaN
  let whole = Number.NaN
  if (opener) {
    const button = page.locator(opener).first()
    await button.click({ timeout: 10_000 })
    const isThere = () => (window as unknown as { bench: Bench }).bench.wholeAt > 0
    await page.waitForFunction(isThere, undefined, { timeout: 8_000 }).catch(() => {})
    const { caretAt, clickedAt, wholeAt } = await readBench(page)
    if (caretAt) caret = caretAt - clickedAt
    if (wholeAt) whole = wholeAt - clickedAt
    await page.waitForTimeout(1_000)
  }
  await page.close()
  return { before, open: bench.sent, blocking, caret, whole }
}

/** Medians; bytes as they were transferred, times in ms. */
export interface FirstOpen {
  readonly name: string
  readonly before: number
  readonly open: number
  /** What the page blocks longer than it does alone. */
  readonly blocking: number
  readonly cold: number
  readonly warm: number
  readonly wholeCold: number
  readonly wholeWarm: number
  /** Why there is nothing to be told of this one. */
  readonly problem?: string
}

/** Measures all in turn, round by round, so that a busy minute of the machine is nobody's alone. */
export async function measureFirstOpen(): Promise<{ rounds: number; alone: number; found: readonly FirstOpen[] }> {
  const hasPeers = installPeers()
  if (hasPeers) await bundlePeers()
  else console.error('The npm registry cannot be reached: the peers are skipped.')
  const all = [bare, ours, ...(hasPeers ? peers : [])]
  const bench: BenchServer = { origin: '', sent: 0 }
  const server = createBenchServer(all, (bytes) => {
    bench.sent += bytes
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  bench.origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const browser = await launch()
  const visits = all.map((contender) => ({ contender, cold: [] as Visit[], warm: [] as Visit[], problem: '' }))
  for (let round = 0; round < rounds; round++) {
    console.error(`Visits, round ${round + 1} of ${rounds}`)
    for (const entry of visits) {
      if (entry.problem) continue
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      try {
        entry.cold.push(await visit(context, bench, entry.contender))
        entry.warm.push(await visit(context, bench, entry.contender))
      } catch (reason) {
        if (entry.contender === ours) throw reason
        entry.problem = `could not be opened: ${String(reason).split('\n')[0]}`
      }
      await context.close()
    }
  }
  await browser.close()
  server.close()
  const middle = (of: readonly Visit[], key: keyof Visit) => median(of.map((one) => one[key]).filter(Number.isFinite))
  const [page, ...rest] = visits
  const alone = middle(page?.cold ?? [], 'blocking')
  const found = rest.map(({ contender: { name }, cold, warm, problem }) => ({
    name,
    before: middle(cold, 'before'),
    open: middle(cold, 'open'),
    blocking: Math.max(0, middle(cold, 'blocking') - alone),
    cold: middle(cold, 'caret'),
    warm: middle(warm, 'caret'),
    wholeCold: middle(cold, 'whole'),
    wholeWarm: middle(warm, 'whole'),
    ...(problem && { problem }),
  }))
  return { rounds, alone, found }
}
