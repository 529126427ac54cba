// Measures the widget beside other assistants and other renderers, prints the tables, and says which goals were missed.
// `--write` puts the tables into the manual.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { answer, ends } from './answer.ts'
import { kilobytes, megabytes, table, times } from './browser.ts'
import { type FirstOpen, measureFirstOpen, ours } from './first-open.ts'
import { measureHeap } from './heap.ts'
import { measureRendering } from './render.ts'

const goals = {
  /** Bytes. */
  before: 6_000,
  open: 60_000,
  /** Added to what the page takes alone, in ms. */
  blocking: 0,
  /** Shares of the others' time. */
  reactMarkdown: 0.15,
  streamdown: 0.4,
  /** How much more a second conversation may leave behind than the first, in bytes. */
  left: 1_000_000,
  /** How much more the last ten answers of 50 may hold than the first ten. */
  growth: 1.5,
} as const
const manual = join(import.meta.dirname, '../../../apps/docs/pages/widget/foreign-pages.md')
const heading = '## How does that compare?'

const opening = await measureFirstOpen()
console.error('Rendering')
const rendering = await measureRendering()
console.error('A long conversation')
const heap = await measureHeap()

const own = opening.found.find(({ name }) => name === ours.name)
const others = opening.found.filter(({ name }) => name !== ours.name)
const [sidenote, reactMarkdown, streamdown] = rendering
if (!own || !sidenote || !reactMarkdown || !streamdown) throw new Error('Sidenote was not measured.')

const milliseconds = (value: number): string => (Number.isFinite(value) ? `${value.toFixed(0)} ms` : 'no caret')
const beside = (shown: string, value: number, by: number, isOwn: boolean): string =>
  isOwn || !Number.isFinite(value / by) ? shown : `${shown} (${times(value, by)})`
const row = (one: FirstOpen): string[] => {
  if (one.problem) return [one.name, one.problem, '', '', '', '']
  const isOwn = one === own
  return [
    isOwn ? `**${one.name}**` : one.name,
    beside(kilobytes(one.before), one.before, own.before, isOwn),
    beside(kilobytes(one.open), one.open, own.open, isOwn),
    milliseconds(one.blocking),
    beside(milliseconds(one.cold), one.cold, own.cold, isOwn),
    beside(milliseconds(one.warm), one.warm, own.warm, isOwn),
  ]
}
const [ten = 0] = heap.held
const fifty = heap.held.at(-1) ?? 0
const lastTen = fifty - (heap.held.at(-2) ?? 0)
const [leftFirst = 0] = heap.left
const leftLast = heap.left.at(-1) ?? 0

const text = `${heading}

Measured on a shared machine with ${cpus().length} cores, in Chromium with the processor slowed down four times. The figures are medians of ${opening.rounds} visits; in brackets is the multiple of Sidenote’s figure.

${table([
  ['', 'Before interaction', 'First open, total', 'Blocking added to page load', 'Click to caret, cold', 'Warm'],
  ...opening.found.map(row),
])}

*Cold* is a browser’s first visit; *warm* is a browser that has the files. The caret is in a visible text box, and what a reader types before the panel has loaded moves into the panel. Sidenote’s whole panel is ready ${milliseconds(own.wholeCold)} after a cold click, and ${milliseconds(own.wholeWarm)} after a warm one.

The next table is for ${answer.length.toLocaleString('en')} characters of Markdown, rendered as they arrive in ${ends.length} pieces, and for the memory that 50 such answers take:

${table([
  ['', 'Script time', 'Heap of 50 answers'],
  ...rendering.map(({ name, time, heap: held }) => [
    name === 'Sidenote' ? '**Sidenote**' : name,
    beside(milliseconds(time), time, sidenote.time, name === 'Sidenote'),
    beside(megabytes(held), held, sidenote.heap, name === 'Sidenote'),
  ]),
])}

In Sidenote’s answers, code is highlighted and has a copy button, and citations link to their passages. react-markdown has none of that by default.

After 50 such answers, the whole widget takes ${megabytes(fifty)} more than before, and each answer adds as much as the one before it. When the reader forgets the conversation, that memory is released: ${megabytes(leftFirst)} are in use after the first conversation, and ${megabytes(leftLast)} after ${heap.left.length}.

\`pnpm --dir packages/widget bench\` measures this on your machine. With \`--write\`, it updates this page.
`
console.log(text)

if (process.argv.includes('--write')) {
  const page = readFileSync(manual, 'utf8')
  const from = page.indexOf(heading)
  const to = page.indexOf('\n## ', from + 1)
  if (from < 0 || to < 0) throw new Error(`${manual} has no section “${heading}” with another after it.`)
  writeFileSync(manual, page.slice(0, from) + text + page.slice(to))
}

const best = (key: 'cold' | 'warm') => Math.min(...others.map((one) => one[key]).filter(Number.isFinite))
const missed = [
  own.before > goals.before && `more than ${kilobytes(goals.before)} before interaction`,
  own.open > goals.open && `more than ${kilobytes(goals.open)} to the first open`,
  own.blocking > goals.blocking && `${milliseconds(own.blocking)} of blocking are added`,
  own.cold > best('cold') && 'a peer has its caret earlier, cold',
  own.warm > best('warm') && 'a peer has its caret earlier, warm',
  sidenote.time > goals.reactMarkdown * reactMarkdown.time &&
    `rendering takes more than ${goals.reactMarkdown} of react-markdown’s time`,
  sidenote.time > goals.streamdown * streamdown.time &&
    `rendering takes more than ${goals.streamdown} of Streamdown’s time`,
  lastTen > goals.growth * ten && 'the last answers of a conversation hold more than its first',
  leftLast - leftFirst > goals.left && 'forgotten conversations leave something behind',
].filter(Boolean)
for (const goal of missed) console.error(`Missed: ${goal}.`)
if (missed.length > 0) process.exitCode = 1
