import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'

const contentOf = async (path: string, text: string) =>
  (await readPage({ path, text })).sections.map((section) => section.content).join('\n\n')

const html = (cell: (code: string) => string, codes: readonly string[]) =>
  `<table>\n<tr><th>Code</th><th>Means</th></tr>\n${codes.map((code, at) => `<tr><td>${cell(code)}</td>\n<td>${at + 1}</td></tr>`).join('\n')}\n</table>`
const pre = (code: string) => `<pre><code>${code}</code></pre>`
const fence = (code: string) => `\n\n\`\`\`\n${code}\n\`\`\`\n\n`
const mdx = (codes: readonly string[]) =>
  `<table>\n  <tr>\n    <th>Code</th>\n    <th>Means</th>\n  </tr>\n${codes.map((code, at) => `  <tr>\n    <td>${fence(code).replaceAll('\n', '\n      ')}\n    </td>\n    <td>${at + 1}</td>\n  </tr>`).join('\n')}\n</table>`
const asciidoc = (codes: readonly string[]) =>
  `[%header,cols="1a,1"]\n|===\n|Code |Means\n${codes.map((code, at) => `|\n----\n${code}\n----\n|${at + 1}`).join('\n')}\n|===`
const list = (codes: readonly string[]) =>
  `.. list-table::\n   :header-rows: 1\n\n   * - Code\n     - Means\n${codes.map((code, at) => `   * - ::\n\n         ${code.replaceAll('\n', '\n         ')}\n\n     - ${at + 1}`).join('\n')}`
const grid = (codes: readonly string[]) => {
  const line = (one: string, other = '') => `| ${one.padEnd(10)} | ${other.padEnd(5)} |`
  const border = (sign: string) => `+${sign.repeat(12)}+${sign.repeat(7)}+`
  const rows = codes.map((code, at) =>
    [line('::', `${at + 1}`), line(''), ...code.split('\n').map((each) => line(`  ${each}`)), border('-')].join('\n'),
  )
  return [border('-'), line('Code', 'Means'), border('='), ...rows].join('\n')
}

const formats: [string, (codes: readonly string[]) => string][] = [
  ['a.html', (codes) => `<main>${html(pre, codes)}</main>`],
  ['a.md', (codes) => html(pre, codes)],
  ['b.md', (codes) => html(fence, codes)],
  ['a.mdx', mdx],
  ['a.adoc', asciidoc],
  ['a.rst', list],
  ['b.rst', grid],
]

describe('code in the cells of a table', () => {
  test.each(formats)('of one line stands in its row: %s', async (path, write) => {
    expect(await contentOf(path, write(['a = 1', 'b[2]', '--c=3']))).toBe(
      '| Code | Means |\n| --- | --- |\n| `a = 1` | 1 |\n| `b[2]` | 2 |\n| `--c=3` | 3 |',
    )
  })

  test.each(formats)('of several lines stands row by row, below the names of columns: %s', async (path, write) => {
    expect(await contentOf(path, write(['a = 1', 'b[2]\n  c']))).toBe(
      '**Code:**\n\n```\na = 1\n```\n\n**Means:** 1\n\n**Code:**\n\n```\nb[2]\n  c\n```\n\n**Means:** 2',
    )
  })
})

describe('cells that hold lists and paragraphs', () => {
  const said = '| a | b |\n| --- | --- |\n| 1; 2 | p q |'
  const cells = '<tr><th>a</th><th>b</th></tr><tr><td><ul><li>1</li><li>2</li></ul></td><td><p>p</p><p>q</p></td></tr>'
  test.each([
    ['a.html', `<main><table>${cells}</table></main>`],
    ['a.md', `<table>${cells}</table>`],
    ['b.md', '<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>\n\n- 1\n- 2\n\n</td><td>\n\np\n\nq</td></tr>\n</table>'],
    [
      'c.md',
      '<table>\n<tr>\n<th>\n\na\n\n</th>\n<th>b</th>\n</tr>\n<tr><td>\n\n- 1\n- 2\n\n</td>\n<td>\n\np\n\nq\n\n</td></tr>\n</table>',
    ],
    ['a.mdx', `<table>${cells}</table>`],
    ['a.adoc', '[%header,cols="1a,1"]\n|===\n|a |b\n|\n* 1\n* 2\n|p\n\nq\n|==='],
    ['a.rst', '====  ===\na     b\n====  ===\n1; 2  p\n\n      q\n====  ==='],
    ['b.rst', '+-----+---+\n| a   | b |\n+=====+===+\n| - 1 | p |\n| - 2 |   |\n|     | q |\n+-----+---+'],
    [
      'c.rst',
      '.. list-table::\n   :header-rows: 1\n\n   * - a\n     - b\n   * - - 1\n       - 2\n     - p\n\n       q',
    ],
    ['d.rst', '.. csv-table::\n   :header: a, b\n\n   "- 1\n   - 2", "p\n\n   q"'],
  ])('say it on one line: %s', async (path, text) => {
    expect(await contentOf(path, text)).toBe(said)
  })
})

describe('a table of HTML that empty lines cut into pieces', () => {
  test.each([
    ['its caption', '<table><caption>Sizes</caption>\n<tr><th>\n\na\n\n</th></tr></table>', 'Sizes\n\na'],
    [
      'words behind it',
      '<table><tr><td>\n\n1\n\n</td><td>2</td></tr></table> <p>End.</p>',
      '| 1 | 2 |\n| --- | --- |\n\nEnd.',
    ],
    [
      'what takes up several rows',
      '<table>\n<tr><td rowspan="2">\n\n10<sup>6</sup>\n\n</td><td>1</td></tr>\n<tr><td>2</td></tr>\n</table>',
      '| 10⁶ | 1 |\n| --- | --- |\n| 10⁶ | 2 |',
    ],
    [
      'a table in it',
      '<table><tr><td>\n\n<table><tr><td>\n\n1\n\n</td></tr></table>\n\n</td><td>2</td></tr></table>',
      '1\n\n2',
    ],
    ['no end', '<table><tr><td>\n\n1\n\nText 2', '1\n\nText 2'],
  ])('keeps all of it, with %s', async (_name, text, expected) => {
    expect(await contentOf('a.md', text)).toBe(expected)
  })
})
