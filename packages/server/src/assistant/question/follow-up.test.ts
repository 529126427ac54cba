import { expect, test } from 'vitest'
import { earlierQuestions, retrievalQuery } from './conversation.ts'
import { isFollowUp, withoutCourtesy } from './follow-up.ts'

const history = [
  { role: 'user' as const, text: 'How do I rotate a key?' },
  { role: 'assistant' as const, text: 'Create a new one first.' },
]

test.each([
  'And in Python?',
  'on Windows?',
  'with the name of the team',
  'How often?',
  'Can I have more than one?',
  'What if one fails?',
  'Does it stop by itself?',
  'How do I stop?',
  'why',
  'What is that?',
  'What is the default?',
  'Which type is best?',
  'Which method should I choose?',
  'can you show an example',
  'Und wie oft?',
  'Funktioniert das auch mit Docker?',
  'Wie kann ich es mit einem Beispiel ausprobieren?',
  'Wie setze ich Fehler dort zurück?',
  'et avec un préfixe ?',
  'Est-ce que ça marche aussi avec Docker ?',
  '¿y por qué?',
  '¿Y eso funciona también con Docker?',
  '¿cómo lo desactivo para un enlace?',
  'e com escopo?',
  'anche con gli oggetti?',
  'なぜ？',
  'gcTimeは？',
  'Dockerでも使えますか?',
  '那 Docker 呢？',
  '可以一次上传多个吗？',
  '그럼 Docker에서도 되나요?',
])('“%s” leans on what was said before', (question) => {
  expect(isFollowUp(question)).toBe(true)
  expect(retrievalQuery({ question, history, context: [], currentPath: undefined })).toContain('rotate a key')
})

test.each([
  'Which models are supported?',
  'What are the best practices?',
  'What is fp?',
  'Where are the logs?',
  'Is Redis Cluster supported?',
  'Is it possible to run tests in parallel?',
  'Is there a plugin for Svelte?',
  'Which formatters are there?',
  'How can I run only one test?',
  'GET /users/me gives 422, it seems to hit another route instead',
  'Was ist Suspense?',
  'Welche Modelle werden unterstützt?',
  'Gibt es ein Plugin für Svelte?',
  'Quels modèles sont pris en charge ?',
  '¿Qué es lifespan?',
  'lifespanとは何ですか？',
  'Dockerは使えますか？',
  '怎么写 snapshot 测试？',
  '如何配置代理服务器？',
])('“%s” stands on its own, whatever was asked before it', (question) => {
  expect(isFollowUp(question)).toBe(false)
  expect(retrievalQuery({ question, history, context: [], currentPath: undefined })).toBe(question)
})

test.each([
  ['Thanks! How do I test a hook?', false],
  ['Danke, und wie oft?', true],
  ['ありがとうございます。Dockerとは何ですか？', false],
])('thanks are no part of what is asked: “%s”', (question, leans) => {
  expect(isFollowUp(question)).toBe(leans)
})

test('thanks are not searched for', () => {
  const thanked = [...history, { role: 'user' as const, text: 'ok, thank you!' }]
  expect(withoutCourtesy('ok, thank you!')).toBe('')
  expect(earlierQuestions({ question: 'and in Python?', history: thanked })).toEqual(['How do I rotate a key?'])
})
