/**
 * What of documentation is indexed as the source of its generator: for each folder how often each sign stands in what readers
 * find, words apart from code, with an example of the words. In code most signs are meant.
 *
 *   node --conditions=sidenote-source bench/leftovers.ts --corpora DIR [--roots roots.json]
 */

import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { visitLeaves } from '../src/pages/block-text.ts'
import { type BenchPage, readPool } from './corpus.ts'
import { readRoots } from './sites.ts'

const { values } = parseArgs({ options: { corpora: { type: 'string' }, roots: { type: 'string' } } })
const { corpora, roots } = values
if (!corpora) throw new Error('--corpora is needed.')

const signs: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['{{', /\{\{[^{}\n]{1,100}\}\}/g],
  ['{%', /\{%[^{}\n]{1,100}%\}/g],
  ['={', /<[A-Za-z][\w.]{0,40}(?=\s)[^<>\n]{0,200}=\{/g],
  ['<Tabs', /<\/?[A-Z][a-z]\w{0,40}(?=[\s/>])[^<>\n]{0,100}>/g],
  [':::', /(?<![\w:]):{3,}[ \t]?[a-z][\w-]{0,40}/g],
  ['--8<--', /-{1,2}8<-{1,2}/g],
  ['[!NOTE]', /\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION|INFO|DANGER)\]/g],
  ['include::', /include::[^\s[\]]{1,200}\[/g],
  ['[[', /\[\[[^[\]\n]{1,100}\]\]/g],
  ['%%', /%%[^%\n]{1,100}%%/g],
  ['MODEL', /\b_{2}[A-Z][A-Z_]{2,40}_{2}\b/g],
  ['[…]', /\[…\]/g],
]

/** The words of a page outside of code, piece by piece. */
function wordsOf({ parsed }: BenchPage): string[] {
  const words: string[] = []
  for (const { blocks } of parsed.sections)
    visitLeaves(blocks, (leaf) => {
      if (typeof leaf === 'string') words.push(leaf)
    })
  return words
}

function printSet(set: string, pages: readonly BenchPage[]): number {
  const texts = pages.map((page) => ({
    file: page.file,
    words: wordsOf(page),
    code: page.parsed.sections.map(({ code }) => code),
  }))
  const found = signs.map(([name, pattern]) => {
    const inWords = texts.flatMap(({ file, words }) =>
      words.flatMap((text) => (text.match(pattern) ?? []).map((one) => `${file}: ${one}`)),
    )
    const inCode = texts.flatMap(({ code }) => code.flatMap((text) => text.match(pattern) ?? [])).length
    return { name, words: inWords.length, code: inCode, example: inWords[0] }
  })
  const all = found.reduce((sum, { words }) => sum + words, 0)
  console.log(`${set.padEnd(16)} ${pages.length} pages, ${all} in words`)
  for (const { name, words, code, example } of found)
    if (words > 0 || code > 0)
      console.log(
        `  ${name.padEnd(9)} words ${String(words).padStart(4)}  code ${String(code).padStart(5)}  ${example ?? ''}`,
      )
  return all
}

const sets = roots
  ? Object.entries(await readRoots(roots)).map(([set, { root }]) => [set, join(set, root)] as const)
  : (await readdir(corpora)).map((set) => [set, set] as const)
let all = 0
for (const [set, below] of sets) all += printSet(set, await readPool(resolve(corpora, below)))
console.log(`${sets.length} sets, ${all} in words`)
process.exit()
