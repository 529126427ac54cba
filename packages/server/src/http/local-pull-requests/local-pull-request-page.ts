import { createHash } from 'node:crypto'
import type { LocalPullRequest } from '../../agent/hosts/local.ts'
import { escapeHtml } from '../../escape-html.ts'
import { nameUnseen } from '../../visible-text.ts'

const styles = `
:root { color-scheme: light dark; color: light-dark(#221e19, #ece7df); background: light-dark(#fbfaf8, #161411); --line: light-dark(#e7e2da, #2d2924); --soft: light-dark(#f4f1ec, #100f0d); --raised: light-dark(#fff, #1e1b18); --quiet: light-dark(#665e53, #a89f93); --plus: light-dark(#e4f2e9, #17301f); --minus: light-dark(#fbe7ea, #3b1a20) }
body { margin: 0 auto; max-width: 56rem; padding: 2.5rem 1rem 4rem; font: 15px/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .6rem }
h2 { font-size: 1.1rem; margin: 2.2rem 0 .6rem }
h3 { font-size: 1rem; margin: 1.4rem 0 .3rem }
p, ul { margin: .5rem 0 } ul { padding-left: 1.3rem }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.2rem 0 .6rem }
header p { color: var(--quiet); margin: 0 }
b { border-radius: 1rem; padding: .15rem .75rem; margin-right: .4rem; font-size: .85rem; background: #1a7f37; color: #fff }
b.merged { background: #8250df } b.closed { background: #a40e26 } b.draft { background: #5c6672 }
code, pre { font-family: ui-monospace, monospace; font-size: .85em }
code { background: var(--soft); border-radius: .3rem; padding: .1rem .3rem }
article, pre, section { border: 1px solid var(--line); border-radius: .6rem }
article { padding: .4rem 1.2rem }
article, section { background: var(--raised) }
main > pre { white-space: pre-wrap }
pre { overflow-x: auto; background: var(--soft); margin: 0; padding: .8rem 1rem; line-height: 1.5 }
section { margin: 0 0 1rem; overflow: hidden } section h3 { margin: 0; padding: .6rem 1rem; border-bottom: 1px solid var(--line); font-size: .9rem }
section pre { border: 0; border-radius: 0; padding: .5rem 0; background: none }
section span, ins, del { display: block; width: max-content; min-width: 100%; box-sizing: border-box; padding: 0 1rem; text-decoration: none; white-space: pre }
ins { background: var(--plus) } del { background: var(--minus) } span.place { color: var(--quiet) }
`
const styleHash = createHash('sha256').update(styles).digest('base64')

/** Allows only the page’s own style sheet: no scripts, pictures, frames or forms. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Escapes every text that comes from a repository, a model or a person, and names what nobody would see in it. */
const writeText = (text: string): string => escapeHtml(nameUnseen(text))

/** A sign with the backslash that keeps it from being Markdown, a line break, code, bold words, or stressed ones. */
const inlineMark = /\\([!-/:-@[-`{-~])|\\\n|`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*/g

const writeInline = (text: string): string => {
  let html = ''
  let end = 0
  for (const match of text.matchAll(inlineMark)) {
    const [written] = match
    html += writeText(text.slice(end, match.index)) + writeMark(match)
    end = match.index + written.length
  }
  return html + writeText(text.slice(end))
}

const writeMark = ([, sign, code, bold, stressed]: RegExpExecArray): string => {
  if (sign !== undefined) return writeText(sign)
  if (code !== undefined) return `<code>${writeText(code)}</code>`
  if (bold !== undefined) return `<strong>${writeInline(bold)}</strong>`
  return stressed === undefined ? '<br>' : `<em>${writeInline(stressed)}</em>`
}

/** The text after the first of these prefixes that a line has. */
const after = (line: string, prefixes: readonly string[]): string | undefined => {
  const prefix = prefixes.find((one) => line.startsWith(one))
  return prefix === undefined ? undefined : line.slice(prefix.length)
}

/** Writes the little Markdown that Sidenote itself uses in descriptions; everything else stays text. */
const writeBlock = (block: string): string => {
  const lines = block.split('\n')
  if (lines[0]?.startsWith(fence)) return `<pre>${writeText(lines.slice(1, -1).join('\n'))}</pre>`
  const heading = lines.length === 1 ? after(block, ['## ', '### ', '#### ']) : undefined
  if (heading !== undefined) return `<h3>${writeInline(heading)}</h3>`
  if (itemOf(lines[0]) !== undefined) return writeList(lines)
  if (lines[0] === '---') return `<hr>\n<p>${writeInline(lines.slice(1).join('\n'))}</p>`
  return `<p>${writeInline(block)}</p>`
}

/** The text of a line that begins an item of a list. */
const itemOf = (line = ''): string | undefined => after(line, ['- ', '* ']) ?? /^\d{1,9}[.)] (.*)$/.exec(line)?.[1]

/** Lines that begin no item go on with the one before. */
const writeList = (lines: readonly string[]): string => {
  const items: string[] = []
  for (const line of lines) {
    const item = itemOf(line)
    if (item === undefined) items.push(`${items.pop() ?? ''}\n${line.trim()}`)
    else items.push(item)
  }
  const tag = /^\d/.test(lines[0] ?? '') ? 'ol' : 'ul'
  return `<${tag}>${items.map((item) => `<li>${writeInline(item)}</li>`).join('')}</${tag}>`
}

const fence = '```'

/** Paragraphs, lists and fences; blank lines within a fence are its own. */
const splitBlocks = (body: string): string[] => {
  const blocks: string[][] = [[]]
  let mark = ''
  for (const line of body.split('\n')) {
    const run = /^`{3,}/.exec(line)?.[0] ?? ''
    const beginsList = itemOf(line) !== undefined && itemOf(blocks.at(-1)?.[0]) === undefined
    if (mark === '' && (line.trim() === '' || run !== '' || beginsList)) blocks.push([])
    if (mark !== '' || line.trim() !== '') blocks.at(-1)?.push(line)
    if (mark === '') mark = run
    else if (line.trim() === mark) {
      mark = ''
      blocks.push([])
    }
  }
  return blocks.map((lines) => lines.join('\n')).filter((block) => block !== '')
}

const writeLine = (line: string): string => {
  const text = writeText(line) || ' '
  if (line.startsWith('+')) return `<ins>${text}</ins>`
  if (line.startsWith('-')) return `<del>${text}</del>`
  return line.startsWith('@@') ? `<span class="place">${text}</span>` : `<span>${text}</span>`
}

const longestFile = 2_000

/** Writes one file of a patch under its name. Each line is escaped by itself, so that none can close its element. */
const writeFile = (patch: string): string => {
  const lines = patch.trimEnd().split('\n')
  const firstHunk = lines.findIndex((line) => line.startsWith('@@'))
  const head = firstHunk < 0 ? lines : lines.slice(0, firstHunk)
  const nameAfter = (...prefixes: string[]) =>
    head.map((line) => after(line, prefixes)).find((name) => name !== undefined)
  const oldName = nameAfter('--- a/')
  const title = nameAfter('+++ b/', 'rename to ') ?? (oldName ? `${oldName} (removed)` : (head[0] ?? ''))
  const body = firstHunk < 0 ? head.slice(1) : lines.slice(firstHunk)
  const more = body.length > longestFile ? `<span class="place">… ${body.length - longestFile} more lines</span>` : ''
  return `<section><h3>${writeText(title)}</h3><pre>${body.slice(0, longestFile).map(writeLine).join('')}${more}</pre></section>`
}

const writeDiff = (diff: string): string =>
  `\n${diff}`
    .split('\ndiff --git ')
    .filter((patch) => patch.trim() !== '')
    .map((patch) => writeFile(`diff --git ${patch}`))
    .join('\n')

/** There is nobody to ask for a review, so nothing has to be marked as ready. */
const draftNote = '<p>A draft is only a mark here: once it is right, merge it like any other.</p>\n'

/** Writes the page of a pull request of a repository on this machine. */
export const writePullRequestPage = (pull: LocalPullRequest): string => {
  const status = pull.state === 'open' && pull.draft ? 'draft' : pull.state
  const blocks = splitBlocks(pull.body.replaceAll('<!-- sidenote -->', '').replaceAll('<!-- /sidenote -->', ''))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${writeText(pull.title)}</title>
<style>${styles}</style>
<main>
<header>
<h1>${writeText(pull.title)}</h1>
<p><b class="${status}">${status}</b> <code>${writeText(pull.head)}</code> into <code>${writeText(pull.base)}</code></p>
</header>
<h2>What and why</h2>
<article>${blocks.map(writeBlock).join('\n')}</article>
<h2>Changes</h2>
${pull.diff === null ? '<p>The branch is gone.</p>' : writeDiff(pull.diff)}
${pull.state === 'open' ? `<h2>Merge it</h2>\n${status === 'draft' ? draftNote : ''}<pre>${writeText(pull.mergeCommand)}</pre>` : ''}
</main>
</html>
`
}
