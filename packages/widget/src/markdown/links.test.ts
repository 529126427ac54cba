import { describe, expect, it } from 'vitest'
import { mayFetchImage, passageAddress, safeAddress, textDirective } from './links.ts'

const page = 'https://docs.example.org/guide/start'

describe('a link in an answer', () => {
  it.each([
    ['https://example.org/a', 'https://example.org/a'],
    ['/limits#headers', 'https://docs.example.org/limits#headers'],
    ['#top', 'https://docs.example.org/guide/start#top'],
    ['mailto:help@example.org', 'mailto:help@example.org'],
  ])('can lead to %s', (href, address) => expect(safeAddress(href, page)).toBe(address))

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
  it('highlights a short sentence as a whole', () => {
    expect(textDirective('Keys are shown only once.')).toBe('text=Keys%20are%20shown%20only%20once.')
  })

  it('highlights a long sentence by its first and last words', () => {
    expect(
      textDirective('A limit counts all requests of one organization in an hour, whatever key they carry. Next.'),
    ).toBe('text=A%20limit%20counts%20all,key%20they%20carry.')
  })

  it('leads to the section if there is no sentence to highlight', () => {
    expect(passageAddress('https://docs.example.org/a#b', 'npm i x', true)).toBe('https://docs.example.org/a#b')
  })

  it('keeps the anchor, and has no text fragment in browsers that don’t support them', () => {
    const snippet = 'Keys are shown only once.'
    expect(passageAddress('/a#b', snippet, true)).toBe('/a#b:~:text=Keys%20are%20shown%20only%20once.')
    expect(passageAddress('/a', snippet, true)).toMatch(/^\/a#:~:text=/)
    expect(passageAddress('/a#b', snippet, false)).toBe('/a#b')
  })
})

describe('the link of a citation that has a text fragment', () => {
  it('stays as the server sent it', () => {
    const made = 'https://docs.example.org/a#b:~:text=Keys%20are%20shown'
    expect(passageAddress(made, 'Something else is said here altogether.', true)).toBe(made)
    expect(passageAddress(made, '', false)).toBe('https://docs.example.org/a#b')
    expect(passageAddress('/a#:~:text=Keys', '', true)).toBe('/a#:~:text=Keys')
    expect(passageAddress('/a#:~:text=Keys', '', false)).toBe('/a')
  })
})

describe('an image', () => {
  it.each([
    ['https://img.example.com/a.png', true],
    ['https://cdn.example.org/a.png', true],
    ['https://a.cdn.example.org/a.png', true],
    ['https://img.example.com.evil.test/a.png', false],
    ['https://evil.test/img.example.com', false],
    ['https://img.example.com@evil.test/', false],
    ['https://reader@img.example.com/', false],
    ['https://example.org/', false],
    ['data:image/png;base64,AA', false],
  ])('from %s: %s', (address, isAllowed) => {
    expect(mayFetchImage(address, ['img.example.com', '*.cdn.example.org', 'cdn.example.org'])).toBe(isAllowed)
  })

  it('is never fetched if no host is allowed', () => {
    expect(mayFetchImage('https://img.example.com/a.png', [])).toBe(false)
  })
})
