import { expect, test } from 'vitest'
import { readDeclined } from './off-topic.ts'

const declined = (question: string, more: { neverTalkAbout?: string[]; languages?: string[]; found?: string[] } = {}) =>
  readDeclined(question, { neverTalkAbout: [], found: [], ...more })?.reason

test.each([
  ['write my essay on the Roman empire', 'off-topic'],
  ['Tell me a joke', 'off-topic'],
  ['Can you write a short story about a dragon?', 'off-topic'],
  ['Pretend to be my girlfriend', 'off-topic'],
  ['How do I write a plugin?', undefined],
  ['How do I ignore rules in a file?', undefined],
  ['What happens when tests pretend to be a browser?', undefined],
  ['write a test for my component', undefined],
  ['Error: resume is not a function', undefined],
])('%s: %s', (question, reason) => {
  expect(declined(question)).toBe(reason)
})

test('what the pages speak of is not declined', () => {
  expect(declined('Write a story for my button', { found: ['A story shows a component.'] })).toBeUndefined()
})

test('a topic that the site never talks about is declined, in other forms of its words, too', () => {
  expect(declined('What do your competitors charge?', { neverTalkAbout: ['competitor'] })).toBe('topic')
  expect(declined('What does it charge?', { neverTalkAbout: ['competitor'] })).toBeUndefined()
  const german = { neverTalkAbout: ['Konkurrent'], languages: ['de'] }
  expect(declined('Was kosten die Konkurrenten?', german)).toBe('topic')
})
