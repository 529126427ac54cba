import { describe, expect, it } from 'vitest'
import { citationNumbers, splitCitations } from './citations.ts'

describe('citations', () => {
  it('are separated from the text, along with the space before them', () => {
    expect(
      splitCitations('Off by default [2][3]. On [1] demand.', new Map([1, 2, 3].map((number) => [number, {}]))),
    ).toEqual(['Off by default', { numbers: [2, 3] }, '. On', { numbers: [1] }, ' demand.'])
  })

  it('without a source are removed', () => {
    expect(splitCitations('So it is [7].', new Map([[1, {}]]))).toEqual(['So it is', '.'])
  })

  it('in a row become one group, each number once', () => {
    const known = new Map([1, 2].map((number) => [number, {}]))
    expect(splitCitations('So it is [1], [2] [9][1].', known)).toEqual(['So it is', { numbers: [1, 2] }, '.'])
  })

  it('are listed in the order of the text, each once, and not from code', () => {
    expect(citationNumbers('a [3] b [1] c [3]\n\n```js\nlist[9]\n```\n\n`x[8]` d [2]')).toEqual([3, 1, 2])
  })

  it('are not read from a code block that is still open', () => {
    expect(citationNumbers('a [1]\n\n```js\nlist[9]')).toEqual([1])
  })

  const known = new Map([0, 1, 2, 3].map((number) => [number, {}]))

  it.each([
    'Read argv[1] of it.',
    'Take list[0][2].',
    'See f(x)[1] here.',
    'In m[i][3], so.',
    'Größe[1] oder $1[2].',
    'rows_2[1]',
  ])('are not read from the indexes of %j', (text) => {
    expect(splitCitations(text, known)).toEqual([text])
    expect(citationNumbers(text)).toEqual([])
  })

  it.each([
    '設定します[1]。',
    '설정합니다[1].',
    '그것은 5[1]',
    'It is off.[1]',
    'It has 5[1] of them',
    '`x`[1]',
    '**so**[1]',
  ])('are read behind what has no index: %j', (text) => {
    expect(citationNumbers(text)).toEqual([1])
  })
})
