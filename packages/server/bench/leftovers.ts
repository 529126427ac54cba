/**
 * What of documentation is indexed as the source of its generator: for each folder the pages that have something of it, by kind,
 * with an example.
 *
 *   node --conditions=sidenote-source bench/leftovers.ts --corpora DIR [--roots roots.json]
 */

import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readPool } from './corpus.ts'
import { readRoots } from './sites.ts'

const { values } = parseArgs({ options: { corpora: { type: 'string' }, roots: { type: 'string' } } })
const { corpora, roots } = values
if (!corpora) throw new Error('--corpora is needed.')

const sets = roots
  ? Object.entries(await readRoots(roots)).map(([set, { root }]) => [set, join(set, root)] as const)
  : (await readdir(corpora)).map((set) => [set, set] as const)
for (const [set, below] of sets) {
  const pages = await readPool(resolve(corpora, below))
  const found = pages.flatMap(({ file, parsed }) =>
    parsed.problems.flatMap(({ line, reason }) => {
      const [, sign] = /^“(\{\{|\{%|-+8<|:{3}|\[!|include::|\[\[|%%).* shown as written:/.exec(reason) ?? []
      return sign === undefined ? [] : [{ sign, example: `${file}:${line} ${reason}` }]
    }),
  )
  console.log(`${set.padEnd(16)} ${pages.length} pages, ${found.length} with something left over`)
  for (const [sign, each] of Map.groupBy(found, (one) => one.sign))
    console.log(`  ${sign.padEnd(9)} ${each.length}  ${each[0]?.example}`)
}
process.exit()
