import { describe, expect, it } from 'vitest'
import { lexBlocks } from './lex-blocks.ts'
import { type MathNode, readMath } from './math.ts'

const names = (node: MathNode): string[] => [
  node.name,
  ...node.children.flatMap((child) => (typeof child === 'string' ? [] : names(child))),
]
const formulas = (markdown: string) =>
  [...JSON.stringify(lexBlocks(markdown).blocks).matchAll(/"type":"math","raw":"[^"]*","text":"([^"]*)"/g)].map(
    (found) => found[1],
  )

describe('formulas', () => {
  it.each([
    ['so $a^2$ is', ['a^2']],
    ['so \\(a+b\\) is', ['a+b']],
    ['$$\nx = 1\n$$\n', ['x = 1']],
    ['\\[x = 1\\]\n', ['x = 1']],
    ['It costs $5 and $10.', []],
    ['Set $HOME and $PATH first.', []],
    ['From $5-$10 a month', []],
    ['from $2bn to at least $4bn', []],
    ['US$3, A$4 or 5$ and $6', []],
    ['Set $PATH:$HOME and $1,000–$2,000', []],
    ['between $0.50/GB and $1.50/GB ($9 at least)', []],
    ['\\$5 and \\$10', []],
    ['`$a$` is code', []],
  ])('are recognized in %j', (markdown, found) => expect(formulas(markdown)).toEqual(found))

  it('become MathML', () => {
    const math = readMath('\\frac{a}{\\sqrt{b}}', true)
    expect(math?.name).toBe('math')
    expect(math && names(math)).toEqual(expect.arrayContaining(['mfrac', 'msqrt', 'mi']))
  })

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{https://evil.example/x.png}',
    '\\class{x}{y}',
    '\\style{background:url(https://evil.example)}{x}',
    '\\data{a=b}{x}',
  ])('contain nothing but presentation: %s', (tex) => {
    const drawn = JSON.stringify(readMath(tex, false) ?? '')
    expect(drawn).not.toMatch(/"(href|src|style|class|id)"/)
    expect(drawn).not.toMatch(/"name":"(a|img)"/)
  })

  it('that aren’t valid TeX are not rendered', () => {
    expect(readMath('\\frac{a', false)).toBeUndefined()
    expect(readMath('\\def\\x{\\x\\x}\\x', false)).toBeUndefined()
  })
})
