import { expect, test } from 'vitest'
import { saysUnanswered } from './unanswered.ts'

test.each([
  'The documentation does not say how to do that. The nearest page is [1].',
  'The documentation doesn’t mention Windows [1].',
  'I couldn’t find anything about webhooks in these pages [2].',
  'The provided docs do not contain any information about pricing.',
  'There is no information about pricing in the documentation.',
  'Single sign-on is not covered in these sources [1].',
  'Die Dokumentation sagt dazu nichts.',
  'In der Dokumentation steht nicht, wie das geht [1].',
  'Dazu kann ich leider nichts finden.',
  'La documentation ne dit rien à ce sujet.',
  'La documentation n’indique pas comment faire [1].',
  'La documentación no menciona Windows.',
  'A documentação não descreve isso.',
  'La documentazione non lo dice.',
  'ドキュメントにはこれについての記載がありません。',
  '文档中没有提到这一点。',
  '문서에는 이에 대한 설명이 없습니다.',
])('is unanswered: %s', (answer) => {
  expect(saysUnanswered(answer)).toBe(true)
})

test.each([
  'Set `port` in the configuration [1]. The documentation does not say which ports are free.',
  'The documentation does not say so directly, but a plugin can do it [1].',
  'No. Windows is not supported [1].',
  'Vite does not support this [1].',
  'The sources do not have to be compiled [1].',
  'You cannot find the file because it is ignored [1].',
  'Nein, das wird nicht unterstützt [1].',
  'Non, ce n’est pas possible [1].',
  'No, no se puede [1].',
  'できません [1]。',
  '不可以 [1]。',
])('is an answer: %s', (answer) => {
  expect(saysUnanswered(answer)).toBe(false)
})
