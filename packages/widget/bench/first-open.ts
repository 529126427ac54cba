// What an assistant costs a page before anybody asks: bytes, main thread, and the time from the click to the caret, in a
// real Chromium with its processor slowed four times. Peers come from the npm registry; nothing else but loopback is reached.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { bundlePeers, type Contender, installPeers, peerFolder, peers } from './peers.ts'

const goals = { before: 6, open: 60, blocking: 0 } as const
const rounds = 5
const dist = join(import.meta.dirname, '../dist')
const ours: Contender = {
  name: 'Sidenote',
  html: '<script src="/widget.js" data-domain="docs" data-key="svc_dsc_bench" async></script>',
  opener: '.sn-launcher',
}
const bare: Contender = { name: 'no assistant', html: '', opener: '' }

const hasPeers = installPeers()
if (hasPeers) await bundlePeers()
else console.log('The npm registry cannot be reached: the peers are skipped.')
const contenders = [ours, ...(hasPeers ? peers : [])]

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }
const packed = new Map<string, Buffer>()
const pageText = ({ html }: Contender): string =>
  `<!doctype html><html lang="en"><head><title>Keys</title></head><body><main><h1>Keys</h1>${'<p>A paragraph about keys, as long as paragraphs are.</p>'.repeat(200)}</main>${html}</body></html>`

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://bench')
  const contender = [bare, ...contenders].find(({ name }) => pathname === `/${encodeURIComponent(name)}`)
  const file = [join(dist, pathname), join(peerFolder, pathname)].find((path) => extname(path) && existsSync(path))
  if (!contender && !file) return response.writeHead(404).end()
  const type = contender ? 'text/html' : (types[extname(pathname)] ?? 'application/octet-stream')
  if (!packed.has(pathname))
    packed.set(pathname, brotliCompressSync(contender ? pageText(contender) : readFileSync(file ?? '')))
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'content-encoding': 'br',
    'cache-control': 'max-age=3600',
  })
  return response.end(packed.get(pathname))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

/** Runs in the page: long tasks while it loads, and when the caret is in a text box that can be seen. */
function watch(): void {
  const bench = { blocking: 0, clickedAt: 0, caretAt: 0 }
  Object.assign(window, { bench })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) bench.blocking += duration - 50
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    if (active?.matches('input, textarea, [contenteditable="true"]') && active.checkVisibility())
      // What is focused before the frame is painted is seen with it.
      requestAnimationFrame(() => {
        bench.caretAt ||= performance.now()
      })
    else requestAnimationFrame(look)
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

interface Visit {
  readonly before: number
  readonly open: number
  readonly blocking: number
  readonly caret: number | undefined
}

interface Bench {
  blocking: number
  clickedAt: number
  caretAt: number
}
const readBench = (page: Page): Promise<Bench> => page.evaluate(() => (window as unknown as { bench: Bench }).bench)

async function visit(context: BrowserContext, { name, opener }: Contender): Promise<Visit> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let bytes = 0
  let document: string | undefined
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Document') document = requestId
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (requestId !== document) bytes += encodedDataLength
  })
  await page.addInitScript(watch)
  await page.goto(`${origin}/${encodeURIComponent(name)}`)
  await page.waitForTimeout(2_500)
  const before = bytes
  const { blocking } = await readBench(page)
  let caret: number | undefined
  if (opener) {
    const button = page.locator(opener).first()
    await button.click({ timeout: 10_000 })
    const isThere = () => (window as unknown as { bench: Bench }).bench.caretAt > 0
    await page.waitForFunction(isThere, undefined, { timeout: 8_000 }).catch(() => {})
    const { caretAt, clickedAt } = await readBench(page)
    if (caretAt) caret = caretAt - clickedAt
    await page.waitForTimeout(1_000)
  }
  await page.close()
  return { before, open: bytes, blocking, caret }
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN
const milliseconds = (value: number): string => (Number.isNaN(value) ? 'no caret' : `${value.toFixed(0)} ms`)
const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

const debian = '/usr/bin/chromium'
const browser = await chromium.launch({
  ...(existsSync(debian) && { executablePath: debian }),
  // No name resolves: peers that call home get nothing, at once.
  args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
})

async function measure(contender: Contender) {
  const cold: Visit[] = []
  const warm: Visit[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    cold.push(await visit(context, contender))
    warm.push(await visit(context, contender))
    await context.close()
  }
  const caret = (visits: readonly Visit[]) => median(visits.flatMap((one) => one.caret ?? []))
  return {
    before: median(cold.map((one) => one.before)),
    open: median(cold.map((one) => one.open)),
    blocking: median(cold.map((one) => one.blocking)),
    cold: caret(cold),
    warm: caret(warm),
  }
}

const { blocking: without } = await measure(bare)
const found = new Map<string, Awaited<ReturnType<typeof measure>>>()
console.log(`${rounds} visits each, processor ×4 slower; the page alone blocks for ${without.toFixed(0)} ms`)
console.log('| | before interaction | first open, in all | blocking added | click to caret, cold | warm |')
console.log('| --- | --- | --- | --- | --- | --- |')
for (const contender of contenders) {
  try {
    const result = await measure(contender)
    found.set(contender.name, result)
    const added = milliseconds(Math.max(0, result.blocking - without))
    const times = `${milliseconds(result.cold)} | ${milliseconds(result.warm)}`
    console.log(`| ${contender.name} | ${kilobytes(result.before)} | ${kilobytes(result.open)} | ${added} | ${times} |`)
  } catch (reason) {
    console.log(`| ${contender.name} | could not be opened: ${String(reason).split('\n')[0]} | | | | |`)
  }
}
await browser.close()
server.close()

const own = found.get(ours.name)
found.delete(ours.name)
const best = (key: 'cold' | 'warm') => Math.min(...[...found.values()].map((one) => one[key]).filter(Number.isFinite))
const missed = [
  own && own.before > goals.before * 1_000 && `more than ${goals.before} kB before interaction`,
  own && own.open > goals.open * 1_000 && `more than ${goals.open} kB to the first open`,
  own && own.blocking - without > goals.blocking && 'blocking is added',
  own && own.cold > best('cold') && 'a peer is quicker, cold',
  own && own.warm > best('warm') && 'a peer is quicker, warm',
].filter(Boolean)
for (const goal of missed) console.error(`Missed: ${goal}.`)
if (missed.length > 0) process.exitCode = 1
