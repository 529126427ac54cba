import { expect, test } from 'vitest'
import { nameOptions } from './option-names.ts'

test.each([
  ['origins[0] is "x", but must be an origin.', 'origins[0]', '--origin is "x", but must be an origin.'],
  ['sources[1].repository is "x".', 'sources[1].repository', '--git is "x".'],
  ['sources[0].url is "x".', 'sources[0].url', '--website is "x".'],
  ['url is "x".', 'url', '--url is "x".'],
  ['sources[0].language is "xx-yy-zz".', 'sources[0].language', '--page-language is "xx-yy-zz".'],
  ['domain is "A B".', 'domain', 'DOMAIN is "A B".'],
  ['retentionDays is 0.', 'retentionDays', '--retention-days is 0.'],
  ['name is "x", but must be no filename or name-tag.', 'name', '--name is "x", but must be no filename or name-tag.'],
  ['The request is empty.', '', 'The request is empty.'],
])('“%s” is said of what was typed', (message, path, sentence) => {
  expect(nameOptions(message, [{ path }])).toBe(sentence)
})
