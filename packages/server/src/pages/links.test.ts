import { describe, expect, test } from 'vitest'
import { linkFrom, pagePath, pageUrl, readPagePath, slugPath } from './links.ts'

test.each([
  'quickstart',
  '/quickstart',
  '/quickstart/',
  'quickstart.md',
  'quickstart.mdx',
  '/quickstart.html',
  '/quickstart#install',
  '/quickstart?tab=npm#install',
  'https://docs.example.com/quickstart#install',
  'quickstart/index.md',
  '%71uickstart',
  '#/quickstart',
  'https://docs.example.com/docs/#/quickstart?id=install',
  '/#!/quickstart',
  '//docs.example.com/quickstart',
  '//localhost:5173/quickstart#install',
  '//quickstart',
  '///quickstart/',
  '//quickstart.html#install',
])('%s names the page quickstart', (written) => {
  expect(readPagePath(written)).toBe('quickstart')
})

test.each([
  ['index.md', ''],
  ['README.md', ''],
  ['guides/index.mdx', 'guides'],
  ['guides/_index.md', 'guides'],
  ['Guides/Sync-Waves.md', 'Guides/Sync-Waves'],
  ['api/v1.2.md', 'api/v1.2'],
  ['indexing.md', 'indexing'],
])('the file %s becomes the page “%s”', (file, path) => {
  expect(pagePath(file)).toBe(path)
})

test('a doubled slash begins a host only where one can stand', () => {
  expect(readPagePath('//guides/start')).toBe('guides/start')
  expect(readPagePath('//v1.2/start')).toBe('v1.2/start')
  expect(readPagePath('//docs.example.com')).toBe('')
})

test('a percent sign that encodes nothing is part of the name', () => {
  expect(readPagePath('/100%')).toBe('100%')
})

describe('links of the page guides/start.md', () => {
  test.each([
    ['./install.md#linux', '/guides/install#linux'],
    ['../api/client.mdx', '/api/client'],
    ['install.md', '/guides/install'],
    ['/reference/index.md', '/reference'],
    ['../img/plan.png', '/img/plan.png'],
    ['../../../outside.md', '/outside'],
    ['#below', '#below'],
    ['https://example.com/a.md', 'https://example.com/a.md'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['/already/fine', '/already/fine'],
  ])('%s becomes %s', (url, expected) => {
    expect(linkFrom('guides/start.md')(url)).toBe(expected)
  })
})

test('a slug with a slash counts from the root, another one from the folder', () => {
  expect(slugPath('guides/start.md', '/first-steps/')).toBe('first-steps')
  expect(slugPath('guides/start.md', 'first-steps')).toBe('guides/first-steps')
})

test('the address of a page is below that of its site, or a path when that is unknown', () => {
  expect(pageUrl('https://example.com/docs/', 'guides/start', 'on-linux')).toBe(
    'https://example.com/docs/guides/start#on-linux',
  )
  expect(pageUrl(null, 'guides/two words', null)).toBe('/guides/two%20words')
  expect(pageUrl(null, '@acme/c#/what?/50%25', 'title')).toBe('/@acme/c%23/what%3F/50%2525#title')
})

test('an address behind a number sign has its section in its query', () => {
  expect(pageUrl('https://example.com/docs', '#/guides/two words', 'on-linux')).toBe(
    'https://example.com/docs/#/guides/two%20words?id=on-linux',
  )
  expect(pageUrl('https://example.com', '#/', null)).toBe('https://example.com/#/')
})

test('what looks like an address and is none is not the home page', () => {
  expect(readPagePath('http://[')).not.toBe('')
})
