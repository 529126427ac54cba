/**
 * A website that does to its crawler what a website can, as a process of its own: a test forks it, is sent its address, and
 * may ask for the paths that were asked for.
 */
import { gzipSync } from 'node:zlib'
import { htmlPage, type Reply, startWebsite } from './website.ts'

const huge = 10 * 1024 ** 3
const pageBytes = 4 * 1024 * 1024 - 1_000
const filled = (unit: string): string => unit.repeat(Math.floor(pageBytes / unit.length))

/** Sends without end, as fast as it is read. */
const endless =
  (headers: Record<string, string>): Reply =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers })
    const chunk = Buffer.alloc(65_536, 'x')
    const send = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', send)
    response.on('error', () => {})
    send()
  }

const markdown = (body: string): Reply => ({ headers: { 'content-type': 'text/markdown' }, body })

const traps: Record<string, Reply> = {
  '/loop': { status: 302, headers: { location: '/traps/pool' } },
  '/pool': { status: 302, headers: { location: '/traps/loop' } },
  '/self': { status: 301, headers: { location: '/traps/self' } },
  '/said-huge': endless({ 'content-length': String(huge) }),
  '/endless': endless({}),
  '/bomb': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(64 * 1024 * 1024)) },
  '/lies': { headers: { 'content-encoding': 'gzip' }, body: 'not packed at all' },
  '/cut': (_request, response) => response.destroy(),
  '/charset': {
    headers: { 'content-type': 'text/html; charset=x-none' },
    body: Buffer.concat([Buffer.from('<h1>Charset</h1><p>Kettles from '), Buffer.alloc(100_000, 0xff)]),
  },
  '/tags': filled('<a '),
}
/** Pages within the bounds that take as much memory as any to be parsed. */
const heavy: Record<string, Reply> = {
  // Of what takes more memory than a page may, this takes the least time.
  '/cells': `<table>${filled('<td>x')}`,
  '/brackets': markdown(filled('[')),
  '/nested': filled('<div>'),
  // New words each time it is asked for, as many as a parser has memory for.
  '/words': (_request, response) => {
    const seed = Math.random().toString(36).slice(2, 8)
    const words = Array.from({ length: 30_000 }, (_, at) => `${seed}${at.toString(36)}`)
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Words</h1><p>${words.join(' ')}</p>`)
  },
}
/** A byte at a time, the first of them at once. */
const slow: Record<string, Reply> = {
  '/drip': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write('x'), 100)
    response.once('close', () => clearInterval(timer))
  },
}

const homes = { '/traps/': traps, '/heavy/': heavy, '/slow/': slow }
const site = await startWebsite({
  '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private' },
  '/private': htmlPage('Private'),
})
for (const [home, pages] of Object.entries(homes)) {
  const below = Object.entries(pages).map(([path, reply]) => [home + path.slice(1), reply] as const)
  // Redirects stay in the folder of their own home.
  for (const [path, reply] of below) site.replies[path] = reply
  site.replies[home] = htmlPage('Home', [...below.map(([path]) => path), '/private', `${home}fine`, `${home}x/`])
  site.replies[`${home}fine`] = htmlPage('Fine')
}
let pages = 0
/** Every page leads to two that nobody has seen. */
site.other = (path) =>
  path.includes('/x/') && !path.endsWith('.md')
    ? htmlPage(`Endless ${pages++}`, [`${path}${pages}/`, `${path}${pages + 1}/`])
    : { status: 404 }

process.on('message', () => process.send?.({ asked: site.asked }))
process.on('disconnect', () => process.exit())
process.send?.({ url: site.url })
