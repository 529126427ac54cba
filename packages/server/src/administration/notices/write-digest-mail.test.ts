import { expect, test } from 'vitest'
import { noCounts } from '../statistics/counts.ts'
import { writeDigestMail } from './write-digest-mail.ts'

const week = { from: '2030-01-28', to: '2030-02-04', total: noCounts, before: noCounts, topics: [], resolved: 0 }

test('a digest names its week and what happened in it', () => {
  const digest = {
    ...week,
    total: { ...noCounts, questions: 1_200, answered: 890, weak: 10, unanswered: 300, helpful: 3, unhelpful: 1 },
    before: { ...noCounts, questions: 7 },
    topics: [{ question: 'How do I\n\nexport?', count: 2, readers: 1, pages: [] }],
    resolved: 4,
  }
  const { subject, text, page } = writeDigestMail({ name: 'Kettle' }, digest)
  expect(subject).toBe('Kettle: the week of January 28 to February 3')
  expect(text.split('\n').slice(2)).toEqual([
    'Questions: 1,200, 7 the week before',
    'Answered: 900 (75 %)',
    'Unanswered: 300 (25 %)',
    'Votes: 3 helpful, 1 not',
    'Gaps resolved: 4',
    '',
    'What the documentation did not answer well:',
    '- How do I export? (2 times)',
  ])
  expect(page).toBe('/gaps?from=2030-01-28&to=2030-02-03')
})

test('a week without a question has no shares and no list', () => {
  const { text } = writeDigestMail({ name: 'Kettle' }, week)
  expect(text).toContain('Answered: 0\n')
  expect(text).not.toContain('did not answer')
})
