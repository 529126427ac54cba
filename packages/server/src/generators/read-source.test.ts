import { expect, test } from 'vitest'
import { readSource } from './read-source.ts'
import { readSettings } from './settings.ts'
import { SourceError, textAt, valueAt } from './source-tree.ts'

const mistakeOf = (path: string, text: string): string => {
  try {
    readSource(path, text)
  } catch (error) {
    if (error instanceof SourceError) return `${error.line}:${error.column} ${error.message}`
    throw error
  }
  return ''
}

test.each([
  ['functions', 'export default <T>(', '<T>('],
  ['asynchronous functions', 'x = ', 'async<T>('],
  ['calls', 'x = ', 'f<T>('],
  ['optional calls', 'x = ', 'a?.<b>('],
  ['templates', 'x = ', 'x<y>`${'],
  ['arguments', 'x = ', 'f<a>(b?('],
])('%s with type arguments within each other are refused before they are parsed', (_, start, unit) => {
  expect(mistakeOf('docusaurus.config.ts', start + unit.repeat(30))).toMatch(
    /^1:\d+ Type arguments are nested more than 8 deep, and no deeper ones are read\.$/,
  )
  expect(mistakeOf('docusaurus.config.ts', `${start}\n${unit}/* ) */ "\\")" `.repeat(30))).toMatch(
    /nested more than 8 deep/,
  )
})

test('type arguments one after the other, and those in texts, are read', () => {
  const calls = Array.from({ length: 100 }, (_, at) => `a${at}: f<T>((x) => (x)),`).join('\n')
  const text = `export default { ${calls} title: '<a>(<a>(<a>(<a>(<a>(<a>(<a>(<a>(<a>(', b: \`\${f<T>(1)}>(\` } /* <a>(<a>( */`
  expect(textAt(readSource('a.ts', text).root, 'title')).toMatch(/^<a>/)
})

test.each([
  [
    'a.config.js',
    `module.exports = ${'['.repeat(100_000)}`,
    'Brackets are nested more than 200 deep, and no deeper ones are read.',
  ],
  ['a.json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'Its lists and records are nested more than 200 deep.'],
  ['a.yml', `a: ${'['.repeat(20_000)}`, 'Its lists and records are nested more than 100 deep.'],
  ['a.yml', `a: [${'b,'.repeat(200_000)}]`, 'It has more than 150,000 values and signs.'],
  ['a.yml', 'a: 1\nb:\n  c: 1\n  c: 2\n', '4:3 Map keys must be unique'],
  ['a.json', '{"a": 1,}', 'Expected double-quoted property name'],
  ['a.json', '{"a": "b', 'Unterminated string'],
])('%s says what is wrong', (path, text, message) => {
  expect(mistakeOf(path, text)).toContain(message)
})

test('a script with an expression of a thousand terms is read to its end', () => {
  const file = readSource('a.js', `export default { a: ${'1 + '.repeat(1_000)} 1, list: [{ text: 'b' }] }`)
  expect(file.lists(() => true)).toHaveLength(1)
  expect(file.properties('text')).toMatchObject([{ kind: 'string', value: 'b' }])
})

test('keys of YAML are found by their number, not by comparing each with all', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `key${at}: ${at}`).join('\n')
  expect(valueAt(readSource('a.yml', keys).root, 'key19999')).toMatchObject({ kind: 'literal', value: 19_999 })
  expect(readSettings('a.yml', keys)?.key19999).toBe(19_999)
})

test('aliases of YAML are read, but for those that hold themselves or too much', () => {
  expect(readSettings('a.yml', 'a: &a {b: 1.10}\nc: {<<: *a, d: *a}')).toMatchObject({
    c: { b: '1.10', d: { b: '1.10' } },
  })
  const level = (at: number) => `a${at}: &a${at} [${`*a${at - 1},`.repeat(9)}]`
  const bomb = ['a0: &a0 x', ...Array.from({ length: 9 }, (_, at) => level(at + 1)), 'title: T'].join('\n')
  expect(JSON.stringify(readSettings('a.yml', bomb)).length).toBeLessThan(1_000)
  expect(readSettings('a.yml', 'a: &a [*a, *a, 1]\nb: *a\nc: 2')).toEqual({
    a: [null, null, 1],
    b: null,
    c: 2,
  })
  expect(valueAt(readSource('a.yml', 'a: &a [1]\nb: *a').root, 'b')).toMatchObject({ kind: 'other' })
})
