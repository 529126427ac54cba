import { expect, test } from 'vitest'
import { askedLanguage } from './asked-language.ts'

test.each([
  ['Wie installiere ich das?', 'de'],
  ['Comment installer un paquet ?', 'fr'],
  ['À quoi sert le masque ?', 'fr'],
  ['¿Cómo cambio la configuración regional?', 'es'],
  ['Qual é a diferença entre apt e aptitude?', 'pt'],
  ['Che differenza c’è tra apt e aptitude?', 'it'],
  ['Wat is het verschil tussen deze twee?', 'nl'],
  ['Как изменить размер?', 'ru'],
  ['Як змінити розмір її тексту?', 'uk'],
  ['画像を切り抜く', 'ja'],
  ['裁剪图像', 'zh'],
  ['이미지 자르기', 'ko'],
  ['How do I install it?', 'en'],
  ['install a script-fu script', 'en'],
  ['v2.0 to v2.1', 'en'],
  ['dial tcp: io timeout on webhook.io and api.io', 'en'],
  ['useChat', undefined],
])('“%s” is asked in %s', (question, language) => {
  expect(askedLanguage(question)).toBe(language)
})
