/**
 * How well the check of citations tells what a passage says from what it does not say.
 *
 *   node --conditions=sidenote-source bench/support.ts --corpora DIR [--roots FILE] [--data DIR] [--missed]
 *
 * DIR of the corpora holds one folder of Markdown for each documentation set. `bench/claims.jsonl` holds sentences
 * about one section each, which is the first of its page that has the words `within`: what it says in other words or another
 * language, and what is `wrong` by a number, a unit, an identifier, a negation or an invention. Then sentences of the
 * sections themselves are checked, word for word and with a “not” put in. “Left open” are sentences that a second look would
 * be asked about.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readClaims } from '../src/assistant/grounding/claims.ts'
import { compare, readEvidence } from '../src/assistant/grounding/support.ts'
import { openDatabase } from '../src/database/open.ts'
import type { Block } from '../src/pages/block.ts'
import { runningTexts } from '../src/pages/block-text.ts'
import { openSearchIndex } from '../src/search/search-index.ts'
import { readTerms } from '../src/search/words/words.ts'
import { addOrganization, addSite, pageOf, readLines, readRoots } from './sites.ts'

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    roots: { type: 'string' },
    data: { type: 'string' },
    missed: { type: 'boolean', default: false },
  },
})
if (!values.corpora) throw new Error('--corpora says where the documentation is.')
const { corpora } = values

const claimSchema = z.object({
  corpus: z.string(),
  page: z.string(),
  within: z.string(),
  sentence: z.string(),
  isTranslated: z.boolean(),
  wrong: z.string().nullable(),
})

const claims = await readLines('claims.jsonl', claimSchema)
const dataFolder = values.data ?? (await mkdtemp(join(tmpdir(), 'support-')))
const database = await openDatabase({ dataFolder })
const searchIndex = openSearchIndex({ database })

const sectionsOf = (site: string) =>
  database
    .selectFrom('sections')
    .innerJoin('pages', (join) =>
      join.onRef('pages.site_id', '=', 'sections.site_id').onRef('pages.number', '=', 'sections.page'),
    )
    .select(['path', 'title', 'heading', 'breadcrumbs_json', 'content', 'blocks_json'])
    .where('sections.site_id', '=', site)
    .execute()
type Section = Awaited<ReturnType<typeof sectionsOf>>[number]

const blocksOf = ({ blocks_json }: Section): Block[] => JSON.parse(blocks_json ?? '[]')

const evidenceOf = (section: Section) => {
  const { title, heading, breadcrumbs_json } = section
  const heads = [title, heading ?? '', ...z.array(z.string()).parse(JSON.parse(breadcrumbs_json))]
  return readEvidence(blocksOf(section), heads.join(' '))
}

const judge = (sentence: string, evidence: ReturnType<typeof evidenceOf>, isTranslated = false) => {
  const [claim] = readClaims(sentence)
  return claim && compare(claim, evidence, isTranslated)
}
const isSupported = (sentence: string, evidence: ReturnType<typeof evidenceOf>) =>
  judge(sentence, evidence)?.supported === true

try {
  const roots = await readRoots(values.roots)
  await addOrganization(database)
  const names = [...new Set(claims.map(({ corpus }) => corpus))]
  const sections = new Map<string, Section[]>()
  for (const corpus of names) {
    await addSite(searchIndex, corpus, [join(corpora, corpus, roots[corpus]?.root ?? '')])
    sections.set(corpus, await sectionsOf(corpus))
  }
  const right = new Map<string, { told: number; open: number; of: number }>()
  for (const { corpus, page, within, sentence, isTranslated, wrong } of claims) {
    const section = sections
      .get(corpus)
      ?.find((each) => pageOf(each.path) === pageOf(page) && each.content.includes(within))
    if (!section) throw new Error(`${corpus} has no section of ${page} with “${within}”.`)
    const support = judge(sentence, evidenceOf(section), isTranslated)
    const isTold = (support?.supported === true) === (wrong === null)
    const { told, open, of } = right.get(wrong ?? 'nothing') ?? { told: 0, open: 0, of: 0 }
    right.set(wrong ?? 'nothing', {
      told: told + (isTold ? 1 : 0),
      open: open + (support?.isOpen ? 1 : 0),
      of: of + 1,
    })
    if (!isTold && values.missed) console.log(`${wrong === null ? 'false alarm' : `missed (${wrong})`}: ${sentence}`)
  }
  for (const [wrong, { told, open, of }] of right)
    console.log(`wrong by ${wrong}: ${told} of ${of} told, ${open} left open`)

  const own = { said: 0, alarms: 0, denied: 0, found: 0 }
  for (const section of [...sections.values()].flat()) {
    const evidence = evidenceOf(section)
    const sentences = runningTexts(blocksOf(section))
      .join(' ')
      .split(/(?<=[.!?])\s+(?=[A-Z])/)
    for (const sentence of sentences.slice(0, 6)) {
      if (sentence.length > 260 || !sentence.endsWith('.') || new Set(readTerms(sentence)).size < 4) continue
      own.said++
      if (!isSupported(sentence, evidence)) own.alarms++
      const denied = sentence.replace(/\b(is|are|will|should|does|do|must)\b/, '$1 not')
      if (denied === sentence || /\b(?:not|never|no|only)\b|n['’]t\b/.test(sentence)) continue
      own.denied++
      if (!isSupported(denied, evidence)) own.found++
    }
  }
  console.log(`${own.said} sentences of the sections themselves: ${own.alarms} false alarms`)
  console.log(`${own.denied} of them denied by “not”: ${own.found} found`)
} finally {
  await database.destroy()
  if (!values.data) await rm(dataFolder, { recursive: true })
}
