import { describe, expect, test } from 'vitest'
import { asksAboutPage, readConversation, retrievalQuery } from './conversation.ts'

describe('a long question', () => {
  const log = 'error 😀 at line 7\n'.repeat(3_000)
  const read = (...texts: string[]) => {
    const parts = texts.map((text) => ({ type: 'text', text }))
    return readConversation({ fp: 'anna', messages: [{ id: '1', role: 'user', parts }] })
  }

  test.each([
    ['before', ['Why does the kettle stop?', log]],
    ['after', [log, 'Why does the kettle stop?']],
  ])('is read where it stands %s what was pasted, and searched for', (_, texts) => {
    const conversation = read(...texts)
    expect(conversation.question).toContain('Why does the kettle stop?')
    expect(conversation.question.length).toBeLessThanOrEqual(12_000)
    expect(conversation.question.isWellFormed()).toBe(true)
    expect(retrievalQuery(conversation)).toContain('Why does the kettle stop?')
  })

  test('is whole up to 12,000 characters', () => {
    expect(read('a'.repeat(12_000)).question).toBe('a'.repeat(12_000))
  })
})

test('of what is selected, as much is read as there is room for', () => {
  const context = [' ', 'a', 'b', 'c', 'd'].map((letter) => ({ value: letter.repeat(9_000) }))
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'What is this?' }] }]
  const read = readConversation({ fp: 'anna', messages, context })
  expect(read.context.map(({ value }) => value)).toEqual(['a', 'b', 'c'].map((letter) => letter.repeat(8_000)))
})

test.each([
  ['Summarise this page', true],
  ['Fasse diese Seite zusammen', true],
  ['Worum geht es auf der aktuellen Seite?', true],
  ['Résume cette page', true],
  ['Resume esta página', true],
  ['Riassumi questa pagina', true],
  ['このページを要約して', true],
  ['总结一下这页的内容', true],
  ['이 페이지를 요약해 줘', true],
  ['How do I add a page?', false],
  ['Wie lege ich eine Seite an?', false],
  ['如何添加页面？', false],
])('“%s” asks about the page that the reader is on: %s', (question, expected) => {
  expect(asksAboutPage(question)).toBe(expected)
})
