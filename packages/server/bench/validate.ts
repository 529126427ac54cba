/**
 * How long validation takes, against the plain parse of the same pages that it cannot do without.
 * `node --conditions=sidenote-source bench/validate.ts [FOLDER]`: 1,000 pages made here, or the pages of a folder.
 */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { argv, cpuUsage, stdout } from 'node:process'
import { Documentation } from '../src/agent/documentation/documentation.ts'
import { parseTree } from '../src/pages/readers/markdown/parse-tree.ts'
import { openReading } from '../src/reading/reading.ts'

const pages = 1_000

const words = 'key token site page answer index source stream thread limit model agent search reader panel'.split(' ')
const sentence = (seed: number): string =>
  `${Array.from({ length: 14 }, (_, index) => words[(seed * 7 + index * 3 + ((seed * index) % 5)) % words.length]).join(' ')}.`

/** About 4 kB of what documentation is made of: headings, links, components, a table, code. */
const writePage = (number: number): string => {
  const other = (step: number): number => (number * 31 + step) % pages
  const sections = Array.from({ length: 6 }, (_, section) => {
    const link = `[page ${other(section)}](/section-${other(section) % 20}/page-${other(section)}#part-${section})`
    return [
      `## Part ${section}`,
      `${sentence(number + section)} See ${link}. ${sentence(number * 2 + section)}`,
      `<Tip title="Note ${section}">\n  ${sentence(section)} **${sentence(number)}**\n</Tip>`,
      `\`\`\`ts\nconst value = ${number}\nawait client.search({ query: '${sentence(section)}' })\n\`\`\``,
      `| Name | Meaning |\n| --- | --- |\n| \`${words[section]}\` | ${sentence(section + 3)} |`,
    ].join('\n\n')
  })
  return `---\ntitle: Page ${number}\ndescription: ${sentence(number)}\n---\n\n${sections.join('\n\n')}\n`
}

const folder = argv[2] ?? mkdtempSync(join(tmpdir(), 'validate-bench-'))
if (!argv[2]) {
  for (let number = 0; number < pages; number++) {
    const file = join(folder, `section-${number % 20}`, `page-${number}.mdx`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, writePage(number))
  }
}

const measure = async (work: () => Promise<unknown> | unknown): Promise<{ seconds: number; cpu: number }> => {
  const [start, before] = [performance.now(), cpuUsage()]
  await work()
  const { user, system } = cpuUsage(before)
  return { seconds: (performance.now() - start) / 1_000, cpu: (user + system) / 1e6 }
}

const documentation = new Documentation(openReading(), { tree: folder, docsFolder: '' })
const paths = globSync('**/*.{md,mdx,markdown}', { cwd: folder })
let problems = 0
const first = await measure(async () => {
  problems = (await documentation.validate()).length
})
const again = await measure(() => documentation.validate())
const plain = await measure(() => {
  for (const path of paths) parseTree({ path, text: readFileSync(join(folder, path), 'utf8') })
})
if (!argv[2]) rmSync(folder, { recursive: true })
const row = (name: string, { seconds, cpu }: { seconds: number; cpu: number }): string =>
  `${name.padEnd(28)} ${seconds.toFixed(2).padStart(6)} s  ${cpu.toFixed(2).padStart(6)} s of processor\n`
stdout.write(`${paths.length} pages, ${problems} problems\n`)
stdout.write(row('validate', first) + row('validate again, one job', again) + row('parse alone (remark-mdx)', plain))
stdout.write(`validate takes ${(first.cpu / plain.cpu).toFixed(2)} times the parse\n`)
