import { expect, test } from 'vitest'
import { askedLanguage, withoutSmallWords } from './asked-language.ts'

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
  ['install a script-fu script', undefined],
  ['v2.0 to v2.1', undefined],
  ['dial tcp: io timeout on webhook.io and api.io', 'en'],
  ['چگونه سرور را نصب کنم؟', 'fa'],
  ['سرور کیسے انسٹال کریں', 'ur'],
  ['كيف أثبت الخادم؟', 'ar'],
  ['Як змінити пароль?', 'uk'],
  ['Як додати принтер', 'uk'],
  ['Како да променим лозинку? Где су њена подешавања?', 'sr'],
  ['Jak dodać kolejną drukarkę?', 'pl'],
  ['Co to jest VPN?', 'pl'],
  ['Jak se připojit k VPN?', 'cs'],
  ['Parolamı nasıl değiştirebilirim?', 'tr'],
  ['Hogyan csatlakozom VPN-hez?', 'hu'],
  ['Miten piilotan tiedoston?', 'fi'],
  ['Làm thế nào để đổi mật khẩu?', 'vi'],
  ['Bagaimana cara mengubah kata sandi?', 'id'],
  ['วิธีเปลี่ยนรหัสผ่าน', 'th'],
  ['पासवर्ड कैसे बदलें?', 'hi'],
  ['useChat', undefined],
])('“%s” is asked in %s', (question, language) => {
  expect(askedLanguage(question)).toBe(language)
})

test.each([
  ['Comment changer la couleur ?', 'changer couleur ?'],
  ['Wie setze ich locale.de auf 2?', 'setze locale.de 2?'],
  ['How do I comment the code?', 'How do I comment the code?'],
  ['wo ist das', 'wo ist das'],
])('of “%s” only “%s” is looked for', (question, left) => {
  expect(withoutSmallWords(question).trim().replace(/\s+/g, ' ')).toBe(left)
})
