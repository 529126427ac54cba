import { describe, expect, test } from 'vitest'
import { collectGarbage } from '../../../test/support/collect-garbage.ts'
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

  test.each([
    ['a range is each of its numbers', 'All [1-3].', 'All [1][2][3].'],
    ['with any dash, and others beside it', 'All [1–2; 3].', 'All [1][2][3].'],
    ['a range of everything names nothing between its ends', 'All [1-999].', 'All [1].'],
    ['brackets of East Asian text', '入れる【1】。次【2、3】。', '入れる[1]。次[2][3]。'],
    ['full width', '入れる［１］。', '入れる[1]。'],
    ['with a place behind a dagger', 'Use it【2†L10-L20】.', 'Use it [2].'],
    ['with numbers of somebody else', 'Use it【4:0†source.md】.', 'Use it.'],
    ['as a footnote', 'Use it[^1][^9].', 'Use it [1].'],
    ['with a word', 'Use it [Source 1], or [sources 2, 3].', 'Use it [1], or [2][3].'],
    ['twice in brackets', 'Use it [[1]].', 'Use it [1].'],
    ['an address of the model’s own goes', 'Use it [1](https://evil.example/?a=(b)), yes.', 'Use it [1], yes.'],
    ['so does a script', 'Use it [1](javascript:alert(1)).', 'Use it [1].'],
    ['so does a path', 'Use it [[1]](/guide#a).', 'Use it [1].'],
    ['words in brackets stay', 'Use it [1](twice) or [2] (see /a).', 'Use it [1](twice) or [2] (see /a).'],
    ['a definition of a link is none', 'So [1].\n\n[1]: https://evil.example', 'So [1].\n\n[1] https://evil.example'],
    ['nor is a footnote', 'So [1].\n\n[^9]: A page', 'So [1].\n\n A page'],
    ['a time is no definition', 'From [1]: so it is.', 'From [1]: so it is.'],
    ['a place in a list stays', 'Take rows[0], args[0][1] or maxSteps[9].', 'Take rows[0], args[0][1] or maxSteps[9].'],
    [
      'a number right behind the last word is a citation, and gets its blank',
      'With vinegar[1], twice[9]. So[1][2]',
      'With vinegar [1], twice. So [1][2]',
    ],
    [
      'a number right behind any other word is an index',
      'Read argv[1] and cells[2][3] of it.',
      'Read argv[1] and cells[2][3] of it.',
    ],
    [
      'so is one behind a call or another index',
      'Take rows(a)[1] or m[i][2] here.',
      'Take rows(a)[1] or m[i][2] here.',
    ],
    ['a quantity has no index', 'It has 5[1] of them, 3.5[2] left.', 'It has 5[1] of them, 3.5[2] left.'],
    [
      'indented code is left alone',
      'So [9]:\n\n    first = rows[9]\n\nDone [9].',
      'So:\n\n    first = rows[9]\n\nDone.',
    ],
    ['a paragraph of an item is no code', '- One\n\n    Two [9].', '- One\n\n    Two.'],
    ['in a table', '| `a[9]` | b [1] |\n| --- | --- |', '| `a[9]` | b [1] |\n| --- | --- |'],
    ['within a link', 'See [Server options [1]](/x).', 'See [Server options [1]](/x).'],
    [
      'other words in brackets stay',
      '[s], [source], [Source: a.js], [1a], [1.5], [[a]]',
      '[s], [source], [Source: a.js], [1a], [1.5], [[a]]',
    ],
    ['an alert stays', '> [!NOTE]\n> So [1].', '> [!NOTE]\n> So [1].'],
    ['half a marker at the end', 'It ends [1](http', 'It ends [1](http'],
  ])('however a model writes them: %s', (_promise, given, expected) => {
    expect(filter([given]).text).toBe(expected)
    expect(filter([...given]).text).toBe(expected)
  })

  test.each([
    ['[？] 没有说明。', { unanswered: true, text: '没有说明。' }],
    ['【?】 Not said.', { unanswered: true, text: 'Not said.' }],
    ['\n[ ? ] Not said.', { unanswered: true, text: '\nNot said.' }],
  ])('“%s” begins with the mark', (given, expected) => {
    expect(filter([given])).toMatchObject(expected)
  })

  test('what is said after a further search counts, not what was said before it', () => {
    const citations = createCitationFilter(upTo(3))
    citations.push('[?] Not yet.')
    citations.end()
    expect(citations.unanswered).toBe(true)
    citations.push('Set it [1].')
    expect(citations.unanswered).toBe(false)
    citations.end()
    citations.push('[!] Not mine.')
    expect(citations).toMatchObject({ unanswered: false, declined: true })
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

test('a long answer in one line, shown in pieces, takes hardly more memory than its text', () => {
  const pieces = Array.from({ length: 500 }, () => 'Some more words are said here. ')
  const answer = () => {
    const citations = createCitationFilter(upTo(3))
    let shown = ''
    for (const piece of pieces) shown += citations.push(piece)
    return { citations, shown }
  }
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const answers = Array.from({ length: 50 }, answer)
  collectGarbage()
  const each = (process.memoryUsage().heapUsed - before) / answers.length
  expect(answers.at(-1)?.shown).toBe(pieces.join('').trimEnd())
  expect(each).toBeLessThan(5 * pieces.join('').length)
})
