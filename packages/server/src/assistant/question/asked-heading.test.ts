import { expect, test } from 'vitest'
import { asksForHeading, asksSameQuestion } from './asked-heading.ts'

test.each([
  ['Which codes are there?', 'Which codes are there?'],
  ['which codes are there', 'Which codes are there?'],
  ['Explain “Request”', 'Request'],
  ['Erkläre „Limits“', 'Limits'],
  ['Explique « Limites »', 'Limites'],
  ['What if `sync` fails?', 'What if sync fails?'],
  ['How is an answer made?', 'How an answer is made'],
  ['Limits?', 'Limits'],
  ['Tell me about limits', 'Limits'],
  ['What about the limits?', 'Limits'],
  ['Show me the limits', 'Limits'],
  ['can you explain limits', 'Limits'],
  ['Zeig mir die Limits', 'Limits'],
  ['Parle-moi des limites', 'Limites'],
  ['Where are the keys?', 'Keys'],
])('“%s” asks for the heading “%s”', (question, heading) => {
  expect(asksForHeading(question, heading)).toBe(true)
})

test.each([
  ['Which codes are there for limits?', 'Which codes are there?'],
  ['Explain “Request” and “Response”', 'Request'],
  ['why does it print “Request” when I stop the server', 'Request'],
  ['Tell me about limits of uploads', 'Limits'],
  ['page of links', 'Links of page'],
  ['?', null],
  ['…', '—'],
])('“%s” does not ask for the heading “%s”', (question, heading) => {
  expect(asksForHeading(question, heading)).toBe(false)
})

test('only a heading that is a question is the same question on any page', () => {
  expect(asksSameQuestion('which codes are there', 'Which codes are there?')).toBe(true)
  expect(asksSameQuestion('how is an answer made', 'How an answer is made')).toBe(true)
  expect(asksSameQuestion('request', 'Request')).toBe(false)
})
