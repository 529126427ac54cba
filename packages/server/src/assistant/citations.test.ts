import { describe, expect, test } from 'vitest'
import { createCitationFilter } from './citations.ts'

const upTo = (most: number) => (number: number) => number >= 1 && number <= most

const filter = (pieces: readonly string[], sources = 3) => {
  const citations = createCitationFilter(upTo(sources))
  const text = pieces.map((piece) => citations.push(piece)).join('') + citations.end()
  return { text, cited: [...citations.cited], unanswered: citations.unanswered }
}

describe('a question back', () => {
  const back = (pieces: readonly string[]) => {
    const citations = createCitationFilter(upTo(5))
    const text = pieces.map((piece) => citations.push(piece)).join('') + citations.end()
    return { text, choices: citations.choices }
  }

  test.each([
    ['names its sources first of all', '[?1,3] Which one?', 'Which one?', [1, 3]],
    ['may have blanks', '[?1, 3; 5] Which one?', 'Which one?', [1, 3, 5]],
    ['loses the sources that do not exist', '[?1,9] Which one?', 'Which one?', [1]],
    ['is none in the middle of a text', 'So [?1,3].', 'So [?1,3].', []],
    ['is none in code', '`[?1,3]` is code.', '`[?1,3]` is code.', []],
  ])('%s', (_promise, given, text, choices) => {
    expect(back([given])).toEqual({ text, choices })
    expect(back([...given])).toEqual({ text, choices })
  })
})

describe('citations', () => {
  test.each([
    ['a number that names a source stays', 'Use it [1].', 'Use it [1].'],
    ['a number that names no source goes, with the blank before it', 'Use it [9].', 'Use it.'],
    ['zero names no source', 'Use it [0] now.', 'Use it now.'],
    ['several numbers become several markers', 'Both [1, 2].', 'Both [1][2].'],
    ['of several numbers, those of sources stay', 'Both [1,7][9][2].', 'Both [1][2].'],
    [
      'a fence of code is left alone',
      'So:\n```js\nrows[9] = [7]\n```\nDone [9].',
      'So:\n```js\nrows[9] = [7]\n```\nDone.',
    ],
    ['a span of code is left alone', 'Take `rows[9]` and ``a`[8]`` [1].', 'Take `rows[9]` and ``a`[8]`` [1].'],
    ['a citation right after code is checked', 'Call `run`[9] [2].', 'Call `run` [2].'],
    ['a lone backtick does not switch the check off', 'A ` here.\n\nThen [9].', 'A ` here.\n\nThen.'],
    ['other brackets stay', 'A [link](/x), [ ] a box, [a] and string[].', 'A [link](/x), [ ] a box, [a] and string[].'],
    ['an unfinished marker at the end stays as text', 'It ends [1', 'It ends [1'],
  ])('%s', (_promise, given, expected) => {
    expect(filter([given]).text).toBe(expected)
  })

  test('the result is the same wherever the text is cut', () => {
    const text = '[?] Start [1] and [9], both [1, 2] in `x[9]`:\n\n```\na[9]\n```\n\nEnd [3][4].'
    const whole = filter([text])
    for (let first = 0; first <= text.length; first++) {
      for (let second = first; second <= text.length; second++) {
        const cut = filter([text.slice(0, first), text.slice(first, second), text.slice(second)])
        expect(cut).toEqual(whole)
      }
    }
    expect(whole.text).toBe('Start [1] and, both [1][2] in `x[9]`:\n\n```\na[9]\n```\n\nEnd [3].')
  })

  test('text that can be no marker is shown at once', () => {
    const citations = createCitationFilter(upTo(1))
    expect(citations.push('Words')).toBe('Words')
    expect(citations.push(' [')).toBe('')
    expect(citations.push('a')).toBe(' [a')
  })

  test('knows what was cited and that the sources do not answer', () => {
    expect(filter(['See [2] and [5].'])).toMatchObject({ cited: [2], unanswered: false })
    expect(filter(['A page says [?] here [1].'])).toMatchObject({
      text: 'A page says [?] here [1].',
      unanswered: false,
    })
    expect(filter(['[', '?', '] Not said. [1]'])).toEqual({ text: 'Not said. [1]', cited: [1], unanswered: true })
  })
})
