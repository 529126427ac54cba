import { describe, expect, it } from 'vitest'
import { citedNumbers, splitCitations } from './citations.ts'

describe('citations', () => {
  it('are told from text, the space before them with them', () => {
    expect(splitCitations('Off by default [2][3]. On [1] demand.', new Set([1, 2, 3]))).toEqual([
      'Off by default',
      { number: 2 },
      { number: 3 },
      '. On',
      { number: 1 },
      ' demand.',
    ])
  })

  it('that name no source vanish', () => {
    expect(splitCitations('So it is [7].', new Set([1]))).toEqual(['So it is', '.'])
  })

  it('are listed in the order the text names them, each once, and not from code', () => {
    expect(citedNumbers('a [3] b [1] c [3]\n\n```js\nlist[9]\n```\n\n`x[8]` d [2]')).toEqual([3, 1, 2])
  })

  it('are not looked for in a code block that is still open', () => {
    expect(citedNumbers('a [1]\n\n```js\nlist[9]')).toEqual([1])
  })
})
