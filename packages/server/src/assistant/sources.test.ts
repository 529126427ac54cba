import { expect, test } from 'vitest'
import { blocksOf } from '../../test/support/blocks.ts'
import { paragraphsOf } from '../pages/block-text.ts'
import { withTextFragment } from './sources.ts'

const at = 'https://docs.acme.com/options#all'

test.each([
  ['The editor that is used to write a new mail.', 'The%20editor%20that%20is%20used%20to%20write%20a'],
  ['Type: path\n\nDefault: (empty)\n\nThis is the editor used by mutt.', 'This%20is%20the%20editor%20used%20by%20mutt'],
  ['**editor**\n\nNames a program.', 'Names%20a%20program'],
])('a passage is marked by its first paragraph of three words or more: %s', (content, marked) => {
  expect(withTextFragment(at, paragraphsOf(blocksOf(content)))).toBe(`${at}:~:text=${marked}`)
})

test.each(['Type: path', '```\nno words beside code\n```', '| a table | of words |'])(
  'else nothing is: %s',
  (content) => {
    expect(withTextFragment(at, paragraphsOf(blocksOf(content)))).toBe(at)
  },
)
