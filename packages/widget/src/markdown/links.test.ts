import { describe, expect, it } from 'vitest'
import { hostOf, mayFetchImage, passageAddress, placeOf, safeAddress, textDirective } from './links.ts'

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

describe('a link that leads away from the sources', () => {
  const known = [page, 'https://api.example.org:8443/v1', '/relative'].map((address) => hostOf(address, page))

  it.each([
    ['https://evil.test/login', 'sign in again', 'evil.test'],
    ['https://evil.test/', 'docs.example.org', 'evil.test'],
    ['https://evil.test/', 'https://docs.example.org/', 'evil.test'],
    ['https://docs.example.org@evil.test/', 'https://docs.example.org@evil.test/', 'evil.test'],
    ['https://docs.example.org.evil.test/', 'docs.example.org', 'docs.example.org.evil.test'],
    ['https://evil.test/', 'evil.test.docs.example.org', 'evil.test'],
    ['https://docs.example.org:444/', 'port', 'docs.example.org:444'],
    ['https://dосs.example.org/', 'look-alike letters', 'xn--ds-fmcm.example.org'],
    ['mailto:help@evil.test', 'support', 'help@evil.test'],
    ['mailto:?to=help@evil.test', 'support', '?to=help@evil.test'],
    ['mailto:help@docs.example.org?bcc=me@evil.test', 'help@docs.example.org', undefined],
  ])('says so: %s called “%s”', (href, label, place) => {
    const address = safeAddress(href, page) ?? ''
    expect(placeOf(address, label, known)).toBe(place ?? address.replace('mailto:', ''))
  })

  it.each([
    ['https://docs.example.org/limits', 'limits'],
    ['https://api.example.org:8443/v2', 'the API'],
    ['/limits', 'limits'],
    ['https://evil.test/login', 'https://evil.test/login'],
    ['http://evil.test/login', 'evil.test/login'],
    ['https://evil.test/', 'Evil.test'],
    ['mailto:help@evil.test', 'help@evil.test'],
  ])('need not say more: %s called “%s”', (href, label) => {
    expect(placeOf(safeAddress(href, page) ?? '', label, known)).toBeUndefined()
  })
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
