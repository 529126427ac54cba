import type { ParsedPage } from '../src/pages/page.ts'
import { parsePage } from '../src/pages/readers/parse.ts'
import { readPage } from '../src/pages/readers/read-page.ts'
import { folderSource } from '../src/sources/folder.ts'
import { reading } from '../test/support/reading.ts'

/** A page of the benchmark. */
export interface BenchPage {
  file: string
  parsed: ParsedPage
}

/** The same numbers in every run. */
let seed = 1
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}

/** Words whose frequencies fall as those of a language do. */
const generatedWords = (count: number): string => {
  const word = () => `w${Math.floor(4_000 ** (random(10_000) / 10_000)).toString(36)}ing`
  return Array.from({ length: count }, word).join(' ')
}

const generatePage = (at: number): BenchPage => {
  const sections = Array.from({ length: 9 }, () => `## ${generatedWords(4)}\n\n${generatedWords(80)}`)
  const file = `folder-${at % 20}/page-${at}.md`
  return {
    file,
    parsed: parsePage({
      path: file,
      text: `# ${generatedWords(4)}\n\n${generatedWords(60)}\n\n${sections.join('\n\n')}`,
    }),
  }
}

/** The pages of a folder; generated ones without one. */
export async function readPool(folder: string | undefined): Promise<BenchPage[]> {
  if (!folder) return Array.from({ length: 1_000 }, (_, at) => generatePage(at))
  const pages: BenchPage[] = []
  for await (const item of folderSource(reading, folder).read(new AbortController().signal)) {
    if (item.kind === 'document')
      pages.push({ file: item.document.path, parsed: await readPage({ ...item.document, ...item.document.place }) })
  }
  return pages
}

/** Pages with so many sections in all; the pool over again, in other folders and with some words changed, when it has too few. */
export function pagesOfSize(size: number, pool: readonly BenchPage[]): BenchPage[] {
  const pages: BenchPage[] = []
  for (let sections = 0, at = 0; sections < size; at++) {
    const known = pool[at % pool.length]
    if (!known) break
    const round = Math.floor(at / pool.length)
    const change = (text: string) => text.replace(/\b[a-z]{9}\b/g, (word) => `${word}${round}`)
    const parts = known.parsed.sections.map((section) => ({ ...section, prose: change(section.prose) }))
    const changed = round === 0 ? known.parsed : { ...known.parsed, sections: parts }
    pages.push({ file: `${round}/${known.file}`, parsed: changed })
    sections += known.parsed.sections.length
  }
  return pages
}

/** What readers ask: headings, and runs of a dozen words out of the text. */
export function questionsOf(pages: readonly BenchPage[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const sections = pages[random(pages.length)]?.parsed.sections ?? []
    const section = sections[random(Math.max(1, sections.length))]
    const words = section?.prose.split(' ') ?? []
    const start = random(Math.max(1, words.length - 12))
    const run = words.slice(start, start + 12).join(' ')
    return (at % 2 === 0 ? section?.heading : run)?.trim() || run.trim() || 'install'
  }).map((question) => question.slice(0, 1_000))
}
