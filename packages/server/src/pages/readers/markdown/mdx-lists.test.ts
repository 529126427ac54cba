import { describe, expect, test } from 'vitest'
import { parsePage } from '../parse.ts'

const constants = `export const rows = [['a', 1.10], ['b', 2.0]]
export const items = [{ name: 'A', tags: ['p', 'q'] }, { name: 'B', tags: [] }]
export const sizes = { small: '10', large: '9007199254740993' }

`
const read = (text: string) => parsePage({ path: 'a.mdx', text: constants + text })
const contentOf = (text: string) =>
  read(text)
    .sections.map(({ content }) => content)
    .join('\n\n')
    .trim()

describe('what a page makes of its constants', () => {
  test.each([
    [
      '<table>\n<thead><tr><th>Name</th><th>Version</th></tr></thead>\n<tbody>\n{rows.map(([a, v]) => <tr key={a}><td><code>{a}</code></td><td>{v}</td></tr>)}\n</tbody>\n</table>',
      '| Name | Version |\n| --- | --- |\n| `a` | 1.10 |\n| `b` | 2.0 |',
    ],
    ['<ul>{items.map((item) => <li>{item.name}: {item.tags.map((tag) => <b>{tag} </b>)}</li>)}</ul>', '- A: p q\n- B:'],
    ['{items.map(({ name }, at) => {\n  return <p>{at} {name}</p>\n})}', '0 A\n\n1 B'],
    [
      '{Object.entries(sizes).map(([name, size]) => <Card title={name}>{size}</Card>)}',
      '**small**\n\n10\n\n**large**\n\n9007199254740993',
    ],
    ['In {rows.map((row) => <code>{row[0]}</code>)} too', 'In `a` `b` too'],
    ["{Object.keys(sizes).map((name) => name + ' ')}", 'small large'],
    [
      '{Object.entries(sizes).map(([name, size]) => (\n<p>\n  Tool {name} has\n  the version {size}\n</p>))}',
      'Tool small has the version 10\n\nTool large has the version 9007199254740993',
    ],
    ['{["x", "y"].map((n) => <h3>{n}<sup>2</sup></h3>)}', '### x²\n\n### y²'],
  ])('is shown: %s', (text, expected) => {
    expect(contentOf(text)).toBe(expected)
    expect(read(text).problems).toEqual([])
  })

  test.each([
    '{gone.map((row) => <p>{row}</p>)}',
    '{rows.filter(Boolean).map((row) => <p>{row[0]}</p>)}',
    '{rows.map(function (row) { return row })}',
    '{rows.map((row) => <p>{row[0].toUpperCase()}</p>)}',
    '{rows.map((row) => { run(row); return <p>x</p> })}',
  ])('is told where nothing says what it is: %s', (text) => {
    expect(read(`Text\n\n${text}`).problems).toHaveLength(1)
  })
})

test('lists within lists make no page larger than it may be', () => {
  const list = `[${Array.from({ length: 200 }, (_, at) => at).join()}]`
  const text = `export const n = ${list}\n\n{n.map((a) => <p>{n.map((b) => <b>{n.map((c) => <i>{c}</i>)}</b>)}</p>)}`
  expect(JSON.stringify(parsePage({ path: 'a.mdx', text })).length).toBeLessThan(1_000_000)
})

describe('code in the properties of components', () => {
  test.each([
    ['<Highlight code={`const a = 1`} language="js" />', '```js\nconst a = 1\n```'],
    ["<CommandBlock commands={['a', 'b']} />", '```\na\nb\n```'],
    ["<InstallTabs command={{ npm: 'npm i x', yarn: 'yarn add x' }} />", '```\nnpm i x\nyarn add x\n```'],
    ['<Example title="One" code="a[1]">Why</Example>', '**One**\n\n```\na[1]\n```\n\nWhy'],
    ['Run <Run command="npm start" /> now', 'Run `npm start` now'],
    ['<Preview snippet="x" />', '```\nx\n```'],
  ])('is shown: %s', (text, expected) => {
    expect(contentOf(text)).toBe(expected)
    expect(read(text).problems).toEqual([])
  })
})
