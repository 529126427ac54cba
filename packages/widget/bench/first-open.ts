// Measures what an assistant costs a page before the first question: bytes, main thread, and the time from the click to the
// caret, in a real Chromium with the processor slowed down four times. Peers come from the npm registry; otherwise only this
// machine is reached.
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { BrowserContext, Page } from '@playwright/test'
import { launch, median } from './browser.ts'
import { bundlePeers, type Contender, installPeers, peerFolder, peers } from './peers.ts'

const rounds = 5
/** How long a panel may take to be whole, in ms. */
const longestOpening = 8_000
const dist = join(import.meta.dirname, '../dist')
export const ours: Contender = {
  name: 'Sidenote',
  html: '<script src="/widget.js" data-domain="docs" data-key="svc_dsc_bench" async></script>',
  opener: '.sn-launcher',
}
/** The page without an assistant. */
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
 * Serves the pages, our files and the peers', compressed and cacheable, as a good host would. Also plays the peers' servers.
 * @param onSent called with the size of each body, except that of the page
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

/** Runs in the page. Records long tasks while it loads, and when the caret is in a visible text box, and in which one. */
function watch(): void {
  const { promise: isWhole, resolve } = Promise.withResolvers<void>()
  const bench = { blocking: 0, clickedAt: 0, caretAt: 0, wholeAt: 0, isWhole }
  Object.assign(window, { bench })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) bench.blocking += duration - 50
  }).observe({ type: 'longtask', buffered: true })
  const check = () => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    const isBox = active?.matches('input, textarea, [contenteditable="true"]')
    const isLoaderBox = active?.matches('.sn-early *')
    const isVisible = isBox && active?.checkVisibility({ visibilityProperty: true })
    // What has the focus before a frame is painted is visible in it.
    if (isVisible)
      requestAnimationFrame(() => {
        bench.caretAt ||= performance.now()
        if (isLoaderBox) return
        bench.wholeAt ||= performance.now()
        resolve()
      })
    if (!isVisible || isLoaderBox) requestAnimationFrame(check)
  }
  addEventListener(
    'click',
    (event) => {
      bench.clickedAt = event.timeStamp
      check()
    },
    { capture: true, once: true },
  )
}

interface BenchServer {
  origin: string
  /** Bytes of all bodies since the visit started, without the page itself. */
  sent: number
}

/** Figures of one visit: transferred bytes, and times in ms. */
interface Visit {
  readonly before: number
  readonly open: number
  readonly blocking: number
  /** From the click. NaN if no caret came. */
  readonly caret: number
  /** From the click until the caret is in the panel itself, not in the loader's text box. */
  readonly whole: number
}

interface Bench {
  blocking: number
  clickedAt: number
  caretAt: number
  wholeAt: number
  isWhole: Promise<void>
}
const readBench = (page: Page): Promise<Omit<Bench, 'isWhole'>> =>
  page.evaluate(() => {
    const { isWhole: _, ...figures } = (window as unknown as { bench: Bench }).bench
    return figures
  })

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
    await button.waitFor({ timeout: 10_000 })
    // Told by the page: asking it after the click would run the test's own scripts in the time that is measured.
    const isWhole = page.evaluate(() => (window as unknown as { bench: Bench }).bench.isWhole).catch(() => {})
    await button.click({ timeout: 10_000 })
    await Promise.race([isWhole, page.waitForTimeout(longestOpening)])
    const { caretAt, clickedAt, wholeAt } = await readBench(page)
    if (caretAt) caret = caretAt - clickedAt
    if (wholeAt) whole = wholeAt - clickedAt
    await page.waitForTimeout(1_000)
  }
  await page.close()
  return { before, open: bench.sent, blocking, caret, whole }
}

/** Medians: transferred bytes, and times in ms. */
export interface FirstOpen {
  readonly name: string
  readonly before: number
  readonly open: number
  /** Blocking time beyond that of the page without an assistant. */
  readonly blocking: number
  readonly cold: number
  readonly warm: number
  readonly wholeCold: number
  readonly wholeWarm: number
  /** Why there are no figures. */
  readonly problem?: string
}

/** Measures all contenders in turn, round by round, so that a busy minute of the machine slows all of them. */
export async function measureFirstOpen(): Promise<{ rounds: number; alone: number; results: readonly FirstOpen[] }> {
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
  const medianOf = (of: readonly Visit[], key: keyof Visit) => median(of.map((one) => one[key]).filter(Number.isFinite))
  const [page, ...rest] = visits
  const alone = medianOf(page?.cold ?? [], 'blocking')
  const results = rest.map(({ contender: { name }, cold, warm, problem }) => ({
    name,
    before: medianOf(cold, 'before'),
    open: medianOf(cold, 'open'),
    blocking: Math.max(0, medianOf(cold, 'blocking') - alone),
    cold: medianOf(cold, 'caret'),
    warm: medianOf(warm, 'caret'),
    wholeCold: medianOf(cold, 'whole'),
    wholeWarm: medianOf(warm, 'whole'),
    ...(problem && { problem }),
  }))
  return { rounds, alone, results }
}
