import { expect, test } from 'vitest'
import { checkMarks } from './check-marks.ts'

test('a paragraph of thousands of signs of emphasis or brackets is refused, with its line', () => {
  for (const unit of ['*_', '_a*', '[', '](', '[a][', '~a~ ']) {
    expect(() => checkMarks(`# Title\n\n${unit.repeat(6_000)}`)).toThrow(
      'The paragraph at line 3 has more than 5,000 signs',
    )
    expect(() => checkMarks(`${unit}\n`.repeat(6_000))).toThrow('has more than 5,000 signs')
  }
})

test('what is no paragraph may have as many as it likes', () => {
  const fenced = `\`\`\`c\n${'**a[i]\n'.repeat(10_000)}\`\`\`\n`
  const list = '- **a** [b](c)\n'.repeat(10_000)
  const table = `| a |\n|---|\n${'| [b](c) |\n'.repeat(10_000)}`
  const script = `export const data = [\n${'  ["a", ["b"]],\n'.repeat(10_000)}]\n`
  const definitions = '[#1]: https://host/1\n'.repeat(10_000)
  const paragraphs = 'Some *words* and a [link](b).\n\n'.repeat(10_000)
  const matter = `---\na: ${'['.repeat(10_000)}\n---\nText`
  for (const text of [matter, fenced, list, table, script, definitions, paragraphs, '*'.repeat(100_000)]) {
    expect(() => checkMarks(text)).not.toThrow()
  }
})
