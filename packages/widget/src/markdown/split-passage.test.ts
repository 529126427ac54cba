import { describe, expect, it } from 'vitest'
import { splitPassage } from './split-passage.ts'

const snippet = 'There are three headers. A limit counts all requests of one organization. Nothing else does.'

describe('the passage of a citation', () => {
  it('has the sentence marked that the server names', () => {
    expect(splitPassage(snippet, 'A limit counts all requests of one organization.', '/a')).toEqual([
      'There are three headers. ',
      'A limit counts all requests of one organization.',
      ' Nothing else does.',
    ])
  })

  it('has the sentence marked that the link begins with', () => {
    const [, marked] = splitPassage(snippet, undefined, '/a#b:~:text=A%20limit%20counts')
    expect(marked).toBe('A limit counts all requests of one organization.')
  })

  it('is the sentence alone when it stands further on in the section', () => {
    expect(splitPassage(snippet, 'It stands elsewhere.', '/a')).toEqual(['', 'It stands elsewhere.', ''])
  })

  it.each(['/a', '/a#:~:text=%E0%A4%A', '/a#:~:text=nothing%20of%20the%20kind'])('has no mark with %s', (url) => {
    expect(splitPassage(snippet, undefined, url)).toEqual([snippet, '', ''])
  })
})
