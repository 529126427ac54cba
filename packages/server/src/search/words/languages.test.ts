import { expect, test } from 'vitest'
import { analysisOf, languageOfText } from './languages.ts'

test.each([
  ['pl', 'Aby zmienić hasło, otwórz ustawienia, wybierz swoje konto i kliknij przycisk, który jest obok nazwy.'],
  ['cs', 'Pokud chcete změnit heslo, otevřete nastavení a vyberte svůj účet, který je v seznamu pod jménem.'],
  ['uk', 'Щоб змінити пароль, відкрийте параметри і виберіть свій обліковий запис, який є у списку.'],
  ['sr', 'Да бисте променили лозинку, отворите подешавања и изаберите свој налог који је на списку.'],
  ['hr', 'Ako želite promijeniti lozinku, otvorite postavke i odaberite račun koji se nalazi na popisu.'],
  ['da', 'Hvis du vil ændre din adgangskode, skal du åbne indstillingerne og vælge den konto, som er på listen.'],
  ['el', 'Για να αλλάξετε τον κωδικό σας, ανοίξτε τις ρυθμίσεις και επιλέξτε τον λογαριασμό που είναι στη λίστα.'],
  ['fa', 'برای تغییر گذرواژه، تنظیمات را باز کنید و حساب خود را که در فهرست است انتخاب کنید.'],
  ['ar', 'إذا أردت تغيير كلمة المرور، فافتح الإعدادات ثم اختر الحساب الذي هو في القائمة على اليمين.'],
  ['he', 'כדי לשנות את הסיסמה, פתחו את ההגדרות ובחרו את החשבון שלכם אשר נמצא גם ברשימה של המשתמשים.'],
  ['vi', 'Để đổi mật khẩu, hãy mở phần cài đặt và chọn tài khoản của bạn ở trong danh sách này.'],
  ['en', 'If you want to change your password, open the settings and choose the account that is in the list.'],
])('a text in “%s” is told by its small words', (language, text) => {
  expect(languageOfText(text)).toBe(language)
})

test.each([
  ['iw', 'he'],
  ['bs-Latn', 'hr'],
  ['fa-IR', 'fa'],
  ['xx', 'en'],
])('“%s” is read as “%s”', (tag, analysis) => {
  expect(analysisOf(tag)).toBe(analysis)
})
