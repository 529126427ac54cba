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
