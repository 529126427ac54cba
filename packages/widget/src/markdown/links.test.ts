import { describe, expect, it } from 'vitest'
import { passageAddress, safeAddress, textDirective } from './links.ts'

const page = 'https://docs.example.org/guide/start'

describe('a link in an answer', () => {
  it.each([
    ['https://example.org/a', 'https://example.org/a'],
    ['/limits#headers', 'https://docs.example.org/limits#headers'],
    ['#top', 'https://docs.example.org/guide/start#top'],
    ['mailto:help@example.org', 'mailto:help@example.org'],
  ])('may lead to %s', (href, address) => expect(safeAddress(href, page)).toBe(address))

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc',
    'blob:x',
    'http://[',
  ])('never leads to %j', (href) => expect(safeAddress(href, page)).toBeUndefined())
})

describe('the link of a citation', () => {
  it('marks a short sentence as it is', () => {
    expect(textDirective('Keys are shown only once.')).toBe('text=Keys%20are%20shown%20only%20once.')
  })

  it('marks a long sentence from its first to its last words', () => {
    expect(
      textDirective('A limit counts all requests of one organization in an hour, whatever key they carry. Next.'),
    ).toBe('text=A%20limit%20counts%20all,key%20they%20carry.')
  })

  it('goes to the section alone when there is no sentence to mark', () => {
    expect(passageAddress('https://docs.example.org/a#b', 'npm i x', true)).toBe('https://docs.example.org/a#b')
  })

  it('keeps the anchor, and is plain for browsers that would take the passage for an anchor', () => {
    const snippet = 'Keys are shown only once.'
    expect(passageAddress('/a#b', snippet, true)).toBe('/a#b:~:text=Keys%20are%20shown%20only%20once.')
    expect(passageAddress('/a', snippet, true)).toMatch(/^\/a#:~:text=/)
    expect(passageAddress('/a#b', snippet, false)).toBe('/a#b')
  })
})
