import { expect, test } from 'vitest'
import { parsePage } from '../parse.ts'

const contentOf = (path: string, text: string) =>
  parsePage({ path, text })
    .sections.map(({ content }) => content)
    .join('\n\n')

test.each([
  ['Port\n: Where it listens, 8080', '- Port: Where it listens, 8080'],
  ['Port\n:   Of *HTTP*\n: Of HTTPS', '- Port\n\n  Of *HTTP*\n\n  Of HTTPS'],
  ['Port\n\n:   10<sup>3</sup>\n\nHost\n: `::1`', '- Port: 10³\n- Host: `::1`'],
  ['`--port`\n: **required**', '- `--port`: **required**'],
  ['Text\n\nPort\n: One\n\nText', 'Text\n\n- Port: One\n\nText'],
])('terms and what they mean are a list: %j', (text, expected) => {
  expect(contentOf('a.md', text)).toBe(expected)
  expect(contentOf('a.qmd', text)).toBe(expected)
})

test.each(['At\n12:30 it ends', 'At\n:30 it ends', ': so\n\nText', 'Note: this', '```\na\n: b\n```'])(
  'other colons are none: %j',
  (text) => {
    expect(contentOf('a.md', text)).toBe(text)
  },
)
