import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lexBlocks } from './lex-blocks.ts'

const pieces = [
  '# Title\n\n',
  'A paragraph with `code`, **strong** and [a link](https://example.org/).\n\n',
  '- one\n- two\n\n  still two\n- three\n\n',
  '1. first\n2. second\n\n',
  '```js\nconst a = 1\n\n# not a heading\n```\n\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n\n',
  '> quoted\nlazy\n\n',
  'Title\n===\n\n',
  '    indented\n\n',
  '---\n\n',
  'text [1] and [2][3]\n',
  '<div>html</div>\n\n',
]

const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))

/** What a reader sees depends on nothing else. */
const shape = (blocks: readonly { type: string; raw: string }[]) => blocks.map(({ type, raw }) => [type, raw])

describe('blocks of a growing text', () => {
  it('are always those of the text lexed as a whole', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(40), { minLength: 1, maxLength: 30 }), (markdown, steps) => {
        let lexed = lexBlocks('')
        let end = 0
        for (const step of steps) {
          end += step
          lexed = lexBlocks(markdown.slice(0, end), lexed)
          expect(shape(lexed.blocks)).toEqual(shape(lexBlocks(markdown.slice(0, end)).blocks))
        }
      }),
      { numRuns: 400 },
    )
  })

  it('stay the same objects once two others follow', () => {
    const before = lexBlocks('one\n\ntwo\n\nthree\n\nfo')
    const after = lexBlocks('one\n\ntwo\n\nthree\n\nfour\n\nfive', before)
    expect(after.blocks[0]).toBe(before.blocks[0])
    expect(after.blocks[2]).toBe(before.blocks[2])
  })

  it('are lexed again when a link definition arrives late', () => {
    const before = lexBlocks('see [it]\n\ntwo\n\nthree\n\n')
    const after = lexBlocks('see [it]\n\ntwo\n\nthree\n\n[it]: https://example.org\n', before)
    expect(JSON.stringify(after.blocks[0])).toContain('https://example.org')
  })

  it('are the same for all line endings', () => {
    expect(shape(lexBlocks('a\r\n\r\nb').blocks)).toEqual(shape(lexBlocks('a\n\nb').blocks))
  })
})

describe('a text that is nested deeper than anybody writes', () => {
  const many = (text: string, count = 9_000) => text.repeat(count)
  const indented = Array.from({ length: 120 }, (_, level) => `${'  '.repeat(level)}- item`).join('\n')
  const texts = {
    quotes: `${many('>')} end`,
    'quotes with blanks': `${many('> ')}end`,
    emphasis: `${many('*')}end${many('*')}`,
    'emphasis in turns': `${many('*_')}end${many('_*')}`,
    'emphasis with text between': `${many('*a ')}end${many('*')}`,
    strikethrough: `${many('~~a ')}end${many('~~')}`,
    'lists in a line': `${many('- ')}end`,
    'numbered lists in a line': `${many('1. ')}end`,
    'lists and quotes in a line': `${many('- > ')}end`,
    'indented lists': indented,
    brackets: `${many('[')}end${many(']')}`,
    links: `${many('[a', 5_000)}${many('](b)', 5_000)}`,
    images: `${many('![a', 5_000)}${many('](b)', 5_000)}`,
    'folded parts': `${many('<details>', 900)}end`,
    table: `| a |\n|---|\n| ${many('*_')}end |\n`,
    'an end of quotes': `A sentence.\n\nAnother one.\n\n${many('>')}`,
  }

  /** Levels of tokens, looked at level by level. */
  const depthOf = (blocks: readonly object[]): number => {
    let [depth, level] = [0, blocks]
    for (; level.length > 0; depth++)
      level = level
        .flatMap((token) => Object.values(token).flat(2))
        .filter((value) => value !== null && typeof value === 'object')
    return depth
  }

  it.each(Object.entries(texts))('is shown whole and no deeper than a page can show it: %s', (_, text) => {
    const { blocks } = lexBlocks(text)
    expect(blocks.map(({ raw }) => raw).join('')).toBe(text)
    expect(depthOf(blocks)).toBeLessThan(150)
  })

  it('leaves lists, quotes and rules alone that people write', () => {
    const written = `> - > 1. deep\n\n${'-'.repeat(300)}\n\n- a\n  - b\n    - c\n      - d\n\n${'='.repeat(300)}\n\nTitle\n${'-'.repeat(120)}`
    const types = lexBlocks(written).blocks.map(({ type }) => type)
    expect(types.filter((type) => type !== 'space')).toEqual(['blockquote', 'hr', 'list', 'paragraph', 'heading'])
  })
})
