// Measures the widget beside other assistants and renderers, prints tables, and fails if a goal was missed.
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
  /** Added to the page's own blocking time, in ms. */
  blocking: 0,
  /** From a cold click until the whole panel is visible, in ms. */
  whole: 250,
  /** At most this share of the others' time. */
  reactMarkdown: 0.15,
  streamdown: 0.4,
  /** Memory that a deleted conversation may leave behind, in bytes. */
  leftover: 1_000_000,
  /** How much more memory the last ten answers of 50 may take than the first ten. */
  growth: 1.5,
} as const
const manual = join(import.meta.dirname, '../../../apps/docs/pages/widget/foreign-pages.md')
const heading = '## How does that compare?'

const opening = await measureFirstOpen()
console.error('Rendering')
const rendering = await measureRendering()
console.error('A long conversation')
const heap = await measureHeap()

const sidenoteOpen = opening.results.find(({ name }) => name === ours.name)
const others = opening.results.filter(({ name }) => name !== ours.name)
const [sidenote, reactMarkdown, streamdown] = rendering
if (!sidenoteOpen || !sidenote || !reactMarkdown || !streamdown) throw new Error('Sidenote was not measured.')

const milliseconds = (value: number): string => (Number.isFinite(value) ? `${value.toFixed(0)} ms` : 'no caret')
/** A figure of a contender, with the multiple of Sidenote's figure in brackets. */
const compare = (text: string, value: number, sidenoteValue: number): string =>
  value === sidenoteValue || !Number.isFinite(value / sidenoteValue) ? text : `${text} (${times(value, sidenoteValue)})`
const row = (one: FirstOpen): string[] => {
  if (one.problem) return [one.name, one.problem, '', '', '', '']
  const isSidenote = one === sidenoteOpen
  return [
    isSidenote ? `**${one.name}**` : one.name,
    compare(kilobytes(one.before), one.before, sidenoteOpen.before),
    compare(kilobytes(one.open), one.open, sidenoteOpen.open),
    milliseconds(one.blocking),
    compare(milliseconds(one.cold), one.cold, sidenoteOpen.cold),
    compare(milliseconds(one.warm), one.warm, sidenoteOpen.warm),
  ]
}
const [firstTen = 0] = heap.answers
const fifty = heap.answers.at(-1) ?? 0
const lastTen = fifty - (heap.answers.at(-2) ?? 0)
const [leftoverFirst = 0] = heap.leftovers
const leftoverLast = heap.leftovers.at(-1) ?? 0

const text = `${heading}

Measured on a shared machine with ${cpus().length} cores, in Chromium with the processor slowed down four times. The figures are medians of ${opening.rounds} visits; in brackets is the multiple of Sidenote’s figure.

${table([
  ['', 'Before interaction', 'First open, total', 'Blocking added to page load', 'Click to caret, cold', 'Warm'],
  ...opening.results.map(row),
])}

*Cold* is a browser’s first visit; *warm* is a browser that has the files. The caret is in a visible text box, and what a reader types before the panel has loaded moves into the panel. Sidenote’s whole panel is ready ${milliseconds(sidenoteOpen.wholeCold)} after a cold click, and ${milliseconds(sidenoteOpen.wholeWarm)} after a warm one.

The next table is for ${answer.length.toLocaleString('en')} characters of Markdown, rendered as they arrive in ${ends.length} pieces, and for the memory that 50 such answers take:

${table([
  ['', 'Script time', 'Heap of 50 answers'],
  ...rendering.map(({ name, time, heap: bytes }) => [
    name === 'Sidenote' ? '**Sidenote**' : name,
    compare(milliseconds(time), time, sidenote.time),
    compare(megabytes(bytes), bytes, sidenote.heap),
  ]),
])}

In Sidenote’s answers, code is highlighted and has a copy button, and citations link to their passages. react-markdown has none of that by default.

After 50 such answers, the whole widget takes ${megabytes(fifty)} more than before, and each answer adds as much as the one before it. When the reader deletes the conversation, that memory is released: ${megabytes(leftoverFirst)} are in use after the first conversation, and ${megabytes(leftoverLast)} after ${heap.leftovers.length}.

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
const missedGoals = [
  sidenoteOpen.before > goals.before && `more than ${kilobytes(goals.before)} before interaction`,
  sidenoteOpen.open > goals.open && `more than ${kilobytes(goals.open)} to the first open`,
  sidenoteOpen.blocking > goals.blocking && `${milliseconds(sidenoteOpen.blocking)} of blocking are added`,
  sidenoteOpen.wholeCold > goals.whole &&
    `the whole panel is visible ${milliseconds(sidenoteOpen.wholeCold)} after a cold click`,
  sidenoteOpen.cold > best('cold') && 'a peer has its caret earlier, cold',
  sidenoteOpen.warm > best('warm') && 'a peer has its caret earlier, warm',
  sidenote.time > goals.reactMarkdown * reactMarkdown.time &&
    `rendering takes more than ${goals.reactMarkdown} of react-markdown’s time`,
  sidenote.time > goals.streamdown * streamdown.time &&
    `rendering takes more than ${goals.streamdown} of Streamdown’s time`,
  lastTen > goals.growth * firstTen && 'the last answers of a conversation take more memory than its first',
  leftoverLast - leftoverFirst > goals.leftover && 'deleted conversations leave memory behind',
].filter(Boolean)
for (const goal of missedGoals) console.error(`Missed: ${goal}.`)
if (missedGoals.length > 0) process.exitCode = 1
