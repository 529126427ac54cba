import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListItem, Root } from 'mdast'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, test } from 'vitest'
import { parseInParts } from './parse-parts.ts'

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter, ['yaml', 'toml']).freeze()
const parse = (text: string): Root => parser.parse(text)

const times = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join('')

describe('the tree of a text in parts is that of the whole', () => {
  const texts = {
    'paragraphs and headings': times(
      40,
      (at) => `# Title ${at}\n\nSome *words* of ${at},\nand more.\n\nUnder\n-----\n\n`,
    ),
    'a list': times(90, (at) => `- *Item* ${at} of [list](#${at}) \`x\`\n`),
    'a list with space between two items': times(90, (at) => `${at === 70 ? '\n' : ''}- Item ${at}\n`),
    'items of several lines and lists': times(30, (at) => `${at + 1}. Item\n\n   More of it.\n   - a\n   - b\n`),
    'lists of several signs': times(60, (at) => `${at % 7 < 4 ? '-' : '*'} Item ${at}\n`),
    tasks: times(60, (at) => `- [${at % 2 ? 'x' : ' '}] Task ${at}\n`),
    'a table': `| a | b |\n|---|:-:|\n${times(60, (at) => `| *c* ${at} | \`d\` |\n`)}\nBehind it.\n`,
    'a table that is its head alone': `${times(40, () => 'Words.\n\n')}| a | b |\n|---|---|\n${times(40, () => '\nWords.\n')}`,
    'links that are defined far below': `${times(60, (at) => `See [a${at}], [b][A${at}].\n\n`)}${times(60, (at) => `[a${at}]: /${at}\n'title'\n\n`)}`,
    'footnotes that are defined far above': `${times(20, (at) => `[^${at}]: Note.\n\n    More of it.\n\n`)}    code\n\n${times(20, (at) => `Words[^${at}].\n\n`)}`,
    'a definition in a quotation': `${times(40, () => 'See [deep].\n\n')}> [deep]: /x\n`,
    'code between fences': `\`\`\`js\n${times(60, (at) => `const a${at} = '- [x]: y'\n\n`)}\`\`\`\n\nBehind.\n`,
    'indented code, and a number behind it': `${times(20, (at) => `    code ${at}\n\n`)}3. Three\n${times(20, () => '\nWords.\n')}`,
    HTML: times(30, (at) => `<div>\n- no item ${at}\n</div>\n\n<!-- a\n\nb -->\n\n`),
    'front matter': `---\ntitle: A\n${times(30, (at) => `key${at}: value\n`)}---\n\n${times(40, () => 'Words.\n\n---\n\n')}`,
    'a rule at the beginning': `---\n\n${times(60, () => 'Words.\n\n')}`,
    'line ends of other systems': times(40, (at) => `- Item ${at}\r\n\r\n  More.\r\n`),
    'no line end at the end': `${times(60, () => 'Words.\n\n')}The last`,
    'nothing but empty lines': '\n'.repeat(900),
    'one long line': `${'word '.repeat(500)}\n\nWords.`,
  }
  test.each(Object.entries(texts))('%s', (_, text) => {
    for (const length of [20, 77, 200]) {
      expect(text.length).toBeGreaterThan(2 * length)
      expect(parseInParts(text, parse, length)).toEqual(parse(text))
    }
  })

  test('each page of the manual', () => {
    const folder = join(import.meta.dirname, '../../../../../../apps/docs/pages')
    const pages = globSync('**/*.md', { cwd: folder })
    expect(pages.length).toBeGreaterThan(20)
    for (const page of pages) {
      const text = readFileSync(join(folder, page), 'utf8')
      expect([page, parseInParts(text, parse, 400)]).toEqual([page, parse(text)])
    }
  })
})

test('a list has as many items as it likes', () => {
  /** Knows lists of `- a`, which the real parser would read for many seconds. */
  const parseItems = (text: string): Root => {
    const children = [...text.matchAll(/^- a$/gm)].map(({ index }): ListItem => {
      const line = text.slice(0, Math.min(index, 50)).split('\n').length
      const start = { line, column: 1, offset: index }
      return { type: 'listItem', children: [], position: { start, end: { ...start, offset: index + 3 } } }
    })
    const [first, last] = [children[0]?.position, children.at(-1)?.position]
    if (!first || !last) return { type: 'root', children: [] }
    return { type: 'root', children: [{ type: 'list', children, position: { start: first.start, end: last.end } }] }
  }
  const text = '- a\n'.repeat(300_000)
  for (const length of [65_536, 500_000]) {
    expect(parseInParts(text, parseItems, length).children).toMatchObject([{ children: { length: 300_000 } }])
  }
})

test('no part is much longer than it has to be', () => {
  const parts: number[] = []
  const note = (text: string): Root => {
    parts.push(text.length)
    return parse(text)
  }
  parseInParts(
    `${times(2_000, (at) => `- Item ${at}\n`)}\n| a |\n|---|\n${times(2_000, (at) => `| ${at} |\n`)}`,
    note,
    1_000,
  )
  expect(parts.length).toBeGreaterThan(20)
  expect(Math.max(...parts)).toBeLessThan(1_200)
})

test('many definitions make parts longer, so that they are not read with each', () => {
  let read = 0
  const count = (text: string): Root => {
    read += text.length
    return parse(text)
  }
  const text = times(1_000, (at) => `See [a${at}].\n\n[a${at}]: /${at}\n\n`)
  expect(parseInParts(text, count, 500)).toEqual(parse(text))
  expect(read).toBeLessThan(6 * text.length)
})
