import { describe, expect, it } from 'vitest'
import { splitPassage } from './split-passage.ts'

const snippet = 'There are three headers. A limit counts all requests of one organization. Nothing else does.'

describe('the passage of a citation', () => {
  it('highlights the sentence that the server names', () => {
    expect(splitPassage(snippet, 'A limit counts all requests of one organization.', '/a')).toEqual([
      'There are three headers. ',
      'A limit counts all requests of one organization.',
      ' Nothing else does.',
    ])
  })

  it('highlights the sentence that the link’s text fragment starts', () => {
    const [, marked] = splitPassage(snippet, undefined, '/a#b:~:text=A%20limit%20counts')
    expect(marked).toBe('A limit counts all requests of one organization.')
  })

  it('is only the sentence if the snippet doesn’t contain it', () => {
    expect(splitPassage(snippet, 'It stands elsewhere.', '/a')).toEqual(['', 'It stands elsewhere.', ''])
  })

  it.each(['/a', '/a#:~:text=%E0%A4%A', '/a#:~:text=nothing%20of%20the%20kind'])(
    'highlights nothing with %s',
    (url) => {
      expect(splitPassage(snippet, undefined, url)).toEqual([snippet, '', ''])
    },
  )
})
