/**
 * How well the check of citations tells true statements from false ones about the same section.
 *
 *   node --conditions=sidenote-source bench/claim-pairs.ts [--missed] [--fresh --corpora DIR]
 *
 * `claim-pairs.jsonl` names sections of the documentation that packages bring with them, with a true and a false statement of
 * each kind. They were written before the check was changed for them, and only those of the open half were looked at since.
 * `claim-pairs-fresh.jsonl` is of the documentation that `graded/get-docs.sh DIR` brings, in eight languages, and is held out as a
 * whole. True statements are also the sentences of the same sections, word for word.
 *
 * “Left open” are marked statements that a second look could take the mark from: no other verdict of the rules can change.
 */

import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readClaims } from '../src/assistant/grounding/claims.ts'
import { compare, type Evidence, readEvidence } from '../src/assistant/grounding/support.ts'
import { runningTexts } from '../src/pages/block-text.ts'
import { parsePage } from '../src/pages/readers/parse.ts'
import { readTerms } from '../src/search/words/words.ts'
import { readLines } from './sites.ts'

const { values } = parseArgs({
  options: {
    missed: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    corpora: { type: 'string' },
  },
})

const pairSchema = z.object({
  page: z.string(),
  within: z.string(),
  half: z.enum(['open', 'held out']).default('held out'),
  /** Only in `claim-pairs-fresh.jsonl`: the folder in `--corpora`, instead of a package that is installed. */
  corpus: z.string().optional(),
  language: z.string().optional(),
  kind: z.string(),
  right: z.string(),
  wrong: z.string(),
})

type Pair = z.infer<typeof pairSchema>

const packages = new URL('../../../node_modules/.pnpm/', import.meta.url).pathname
const plain = (text: string): string => text.replace(/[`*_[\]]|\]\([^)]*\)/g, '').replace(/\s+/g, ' ')

/** Where a page is: in its corpus, or in the newest version of its package that is installed. */
const findFile = async (page: string, corpus: string | undefined): Promise<string> => {
  if (corpus !== undefined) {
    if (!values.corpora) throw new Error('--fresh needs --corpora.')
    return join(values.corpora, corpus, page)
  }
  const files = await Array.fromAsync(glob(`*/node_modules/${page}`, { cwd: packages }))
  const file = files.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1)
  if (!file) throw new Error(`No package has ${page}.`)
  return packages + file
}

const readSections = async (page: string, corpus: string | undefined) => {
  const text = await readFile(await findFile(page, corpus), 'utf8')
  const { title, sections } = parsePage({
    path: page,
    text,
    ...(page.endsWith('.html') ? {} : { format: 'md' as const }),
  })
  const whole: (Pick<(typeof sections)[number], 'heading' | 'breadcrumbs' | 'blocks' | 'content'> & {
    title: string
  })[] = []
  for (const section of sections) {
    const last = whole.at(-1)
    // A long section is cut into several with one heading.
    if (last && last.heading === section.heading && last.breadcrumbs.join() === section.breadcrumbs.join()) {
      const content = `${last.content}\n${section.content}`
      whole[whole.length - 1] = { ...last, content, blocks: [...last.blocks, ...section.blocks] }
    } else whole.push({ ...section, title })
  }
  return whole
}

type Section = Awaited<ReturnType<typeof readSections>>[number]
const pages = new Map<string, Promise<Section[]>>()
const evidences = new Map<Section, Evidence>()
const sectionOf = async ({ page, within, corpus }: Pair): Promise<Section> => {
  const reading = pages.get(page) ?? readSections(page, corpus)
  pages.set(page, reading)
  const sections = await reading
  const section = sections.find(({ content }) => plain(content).includes(plain(within)))
  if (!section) throw new Error(`${page} has no section with “${within}”.`)
  return section
}
const evidenceOf = (section: Section): Evidence => {
  const { title, heading, breadcrumbs, blocks } = section
  const evidence = evidences.get(section) ?? readEvidence(blocks, [title, heading ?? '', ...breadcrumbs].join(' '))
  evidences.set(section, evidence)
  return evidence
}

const isSupported = (sentence: string, evidence: Evidence): boolean =>
  readClaims(sentence).every((claim) => compare(claim, evidence).supported)

/** Would no sentence be marked any more if a second look supported all that rules leave open? */
const isLeftOpen = (sentence: string, evidence: Evidence): boolean =>
  readClaims(sentence).every((claim) => {
    const { supported, isOpen } = compare(claim, evidence)
    return supported || isOpen
  })

interface Count {
  readonly marked: number
  readonly of: number
}
const counts = new Map<string, Count>()
const count = (key: string, isMarked: boolean) => {
  const { marked, of } = counts.get(key) ?? { marked: 0, of: 0 }
  counts.set(key, { marked: marked + (isMarked ? 1 : 0), of: of + 1 })
}
const show = (key: string): string => {
  const { marked, of } = counts.get(key) ?? { marked: 0, of: 0 }
  return of === 0 ? '–' : `${marked} of ${of} (${((100 * marked) / of).toFixed(0)} %)`
}

const pairs = await readLines(values.fresh ? 'claim-pairs-fresh.jsonl' : 'claim-pairs.jsonl', pairSchema)
const sections = new Set<Section>()
for (const pair of pairs) {
  const { half, kind, language, right, wrong } = pair
  const section = await sectionOf(pair)
  const evidence = evidenceOf(section)
  sections.add(section)
  for (const [sentence, isRight] of [
    [right, true],
    [wrong, false],
  ] as const) {
    const isMarked = !isSupported(sentence, evidence)
    const rows = isRight ? ['true, own words'] : [`false: ${kind}`, 'all false']
    if (language !== undefined) rows.push(`${language}: ${isRight ? 'true' : 'false'}`)
    for (const column of [half, 'all']) {
      for (const row of rows) count(`${row}/${column}`, isMarked)
      const isOpen = isMarked && isLeftOpen(sentence, evidence)
      count(`${isRight ? 'true' : 'false'}, left open/${column}`, isOpen)
    }
    if (values.missed && half === 'open' && isMarked === isRight)
      console.log(isRight ? 'alarm ' : 'missed', kind, '|', sentence)
  }
}
for (const section of sections) {
  for (const text of runningTexts(section.blocks)) {
    for (const sentence of text.split(/(?<=[.!?])\s+(?=\p{Lu})/u)) {
      if (new Set(readTerms(sentence)).size >= 4)
        count('true, word for word/all', !isSupported(sentence, evidenceOf(section)))
    }
  }
}
const rows = [...new Set([...counts.keys()].map((key) => key.slice(0, key.lastIndexOf('/'))))].sort()
console.log('| marked | open half | held out | all |\n| --- | --- | --- | --- |')
for (const row of rows)
  console.log(`| ${row} | ${show(`${row}/open`)} | ${show(`${row}/held out`)} | ${show(`${row}/all`)} |`)
