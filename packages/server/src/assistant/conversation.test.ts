import { expect, test } from 'vitest'
import { isFollowUp, retrievalQuery } from './conversation.ts'

const history = [
  { role: 'user' as const, text: 'How do I rotate a key?' },
  { role: 'assistant' as const, text: 'Create a new one first.' },
]

test.each([
  'And in Python?',
  'on Windows?',
  'How often?',
  'Does it stop by itself?',
  'How do I stop?',
  'why',
  'What is that?',
])('“%s” leans on what was said before', (question) => {
  expect(isFollowUp(question)).toBe(true)
  expect(retrievalQuery({ question, history, context: [], currentPath: undefined })).toContain('rotate a key')
})

test.each(['Which models are supported?', 'What is fp?', 'Where are the logs?', 'Is Redis Cluster supported?'])(
  '“%s” stands on its own, whatever was asked before it',
  (question) => {
    expect(isFollowUp(question)).toBe(false)
    expect(retrievalQuery({ question, history, context: [], currentPath: undefined })).toBe(question)
  },
)
