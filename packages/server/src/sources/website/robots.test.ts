import { expect, test } from 'vitest'
import { readRobotsRules } from '../readers/robots.ts'
import { openRobots } from './robots.ts'

const parseRobots = (text: string) => openRobots(readRobotsRules({ text, agent: 'Sidenote' }))

const allows = (text: string, path: string) => parseRobots(text).allows(new URL(path, 'https://docs.example.com'))

test.each([
  ['', '/a', true],
  ['User-agent: *\nDisallow: /private/', '/private/a', false],
  ['User-agent: *\nDisallow: /private/', '/public', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['User-agent: *\nDisallow: /\nUser-agent: Sidenote\nDisallow: /x', '/a', true],
  ['User-agent: other\nUser-agent: sidenote\nDisallow: /', '/a', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf.html', true],
  ['User-agent: *\nDisallow: /*/draft', '/x/y/draft/z', false],
  ['User-agent: *\nDisallow:', '/a', true],
  ['User-agent: *\nDisallow: /a # not now', '/a', false],
  ['# nothing\nnonsense', '/a', true],
  ['User-agent: Sidenote/2.0\nDisallow: /a', '/a', false],
  ['User-agent: *\nDisallow: /café', '/caf%C3%A9/a', false],
  ['User-agent: *\nDisallow: /caf%c3%a9', '/café/a', false],
  ['User-agent: *\nDisallow: /%7Ejoe', '/~joe/a', false],
  ['User-agent: *\nDisallow: /~joe', '/%7ejoe/a', false],
  ['User-agent: *\nDisallow: /a%2Fb', '/a/b', true],
])('%j for %s: %s', (text, path, expected) => {
  expect(allows(text, path)).toBe(expected)
})

test('a delay is read, and bounded', () => {
  expect(parseRobots('User-agent: *\nCrawl-delay: 2').delayMilliseconds).toBe(2_000)
  expect(parseRobots('User-agent: *\nCrawl-delay: 86400').delayMilliseconds).toBe(30_000)
  expect(parseRobots('User-agent: *\nCrawl-delay: soon').delayMilliseconds).toBe(0)
})
