import porter2 from 'porter2'
import { expect, test } from 'vitest'
import { analysisOf } from './languages.ts'
import { readQuery, readTerms } from './words.ts'

test('English words become their stems and stop words are left out', () => {
  expect(readTerms('How do I configure the connections?')).toEqual(['configur', 'connect'])
})

test.each([
  ['useChat', ['use', 'chat', 'usechat']],
  ['OpenTelemetry', ['open', 'telemetri', 'opentelemetri']],
  ['max-steps', ['max', 'step', 'max-steps']],
  ['vite.config.ts', ['vite', 'config', 'ts', 'vite.config.ts']],
  ['HTMLElement', ['html', 'element', 'htmlelement']],
  ['@tanstack/react-query', ['tanstack', 'react', 'queri', 'react-query']],
  ['MAX_RETRIES', ['max', 'retri', 'max_retries']],
])('the identifier %s gives its parts and itself', (text, terms) => {
  expect(readTerms(text)).toEqual(terms)
})

test.each([
  ['MPMs', ['mpm']],
  ['REST APIs', ['rest', 'api']],
  ['IDs', ['ds', 'ids']],
])('%s are several of what is written in capitals', (text, terms) => {
  expect(readTerms(text)).toEqual(terms)
})

test.each([
  ['Back up the data', ['back', 'backup', 'data']],
  ['Log Out of a Proxy', ['log', 'logout', 'proxi']],
  ['the request timed out', ['request', 'time', 'timeout']],
  ['backups', ['backup']],
])('“%s” is read with the noun that it has', (text, terms) => {
  expect(readTerms(text)).toEqual(terms)
})

test.each(['How do I get started?', 'Getting Started', 'Get started'])('“%s” is about the quick start', (text) => {
  expect(readTerms(text)).toEqual(['start', 'quickstart'])
  expect(readTerms('Quick start')).toContain('quickstart')
})

test('“get” before another verb stays', () => {
  expect(readTerms('How do I get log in errors?')).toEqual(['get', 'log', 'login', 'error'])
})

test('“set up” counts only when nothing else is said', () => {
  expect(readTerms('How do I set up a proxy?')).toEqual(['proxi'])
  expect(readTerms('Setting up')).toEqual(['set'])
  expect(readTerms('the setup of a set')).toEqual(['setup', 'set'])
})

test.each([
  ['How do I turn off telemetry?', ['disabl', 'telemetri']],
  ['Turning this new rule off', ['new', 'rule', 'disabl']],
  ['switch the cache on', ['switch', 'cach']],
  ['turned on by default', ['enabl', 'default']],
  ['turn it off', ['disabl']],
  ['How do I back it up?', ['back', 'backup']],
  ['take turns on Mondays', ['take', 'turn', 'monday']],
])('“%s” is read as what it does', (text, terms) => {
  expect(readTerms(text)).toEqual(terms)
})

test.each(['the logs in the console', 'Look at the log. In it is the error.'])('“%s” does not log in', (text) => {
  expect(readTerms(text)).toContain('log')
  expect(readTerms(text)).not.toContain('login')
})

test.each([
  ['colours', 'color'],
  ['behaviour', 'behavior'],
  ['customise', 'customize'],
  ['Synchronising', 'synchronizing'],
  ['initialisation', 'initialization'],
  ['catalogues', 'catalogs'],
  ['centred', 'centered'],
  ['licence', 'license'],
  ['grey', 'gray'],
])('%s is %s', (british, american) => {
  expect(readTerms(british)).toEqual(readTerms(american))
})

test.each(['promised', 'raising', 'enterprise', 'otherwise', 'precise', 'hours', 'four', 'exercise', 'noise'])(
  '%s is spelt that way everywhere',
  (word) => {
    expect(readTerms(word)).toEqual([porter2.stem(word)])
  },
)

test('a word with a digit keeps its form', () => {
  expect(readTerms('ES2015 http2 v3')).toEqual(['es2015', 'http2', 'v3'])
})

test('a possessive and a contraction are their words', () => {
  expect(readTerms("the server's ports don’t open")).toEqual(['server', 'port', 'open'])
})

test('the full stop at the end of a sentence belongs to no word', () => {
  expect(readTerms('Restart it. Then wait.')).toEqual(['restart', 'wait'])
})

test('a word that is said twice is two terms', () => {
  expect(readTerms('cache, cache')).toEqual(['cach', 'cach'])
})

test('Chinese and Japanese give pairs of characters', () => {
  expect(readTerms('配置文件')).toEqual(['配置', '置文', '文件'])
})

test('names in Chinese and Japanese are read as they are anywhere else', () => {
  expect(readTerms('useChatの使い方は?')).toEqual([
    ...['use', 'chat', 'usechat', 'の使', '使い', 'い方', '方は'],
    ...['使', '方'],
  ])
  expect(readTerms('Dockerで')).toEqual(['docker'])
  expect(readTerms('用server.port配置第3章')).toEqual([
    '用',
    'server',
    'port',
    'server.port',
    '配置',
    '置第',
    '第3',
    '3章',
  ])
})

test('letters of other scripts are words', () => {
  expect(readTerms('Überprüfung настройка')).toEqual(['uberprufung', 'настройка'])
})

test('runs of letters that are no words, such as encoded files, are left out', () => {
  expect(readTerms(`image ${'QmFzZTY0'.repeat(50)} end`)).toEqual(['imag', 'end'])
})

test.each([
  ['de', 'Wie installiere ich die Erweiterungen?', 'Die Erweiterung wird installiert', ['erweiter']],
  ['fr', 'Comment installer l’extension ?', 'installation d’extensions', ['install', 'extens']],
  ['es', '¿Cómo configuro las instalaciones?', 'configurar la instalación', ['configur', 'instal']],
  ['fr', 'les cles', 'la clé', ['cle']],
  ['pt-BR', 'como configurar as instalações', 'instalação configurada', ['configur', 'instal']],
  ['ru', 'как изменить настройки ключа', 'изменить настройка ключ', ['измен', 'настройк', 'ключ']],
  ['nb', 'hvordan endre nøkler', 'endre nøkkelen', ['endr']],
  ['pl', 'Gdzie są ustawienia drukarki?', 'zmiana ustawień drukarkę', ['ustaw', 'druka']],
  ['cs', 'Jaká je klávesnice obrazovky?', 'klávesnici na obrazovce', ['klave', 'obraz']],
  ['hr', 'Kako sakriti datoteku?', 'skrivene datoteke', ['datot']],
  ['uk', 'Як це зробити у програмі?', 'у цій програмі', ['програм']],
  ['el', 'από τις ρυθμίσεις', 'τη ρύθμιση από', ['ρυθμι']],
  ['he', 'איפה ההגדרות בשרת?', 'הגדרה של השרת', ['גדר', 'שרת']],
  ['fa', 'تنظیمات کاربران', 'تنظیم کاربر', ['تنظيم', 'كاربر']],
])('in %s “%s” and “%s” share %j', (tag, question, text, shared) => {
  const asked = readTerms(question, analysisOf(tag))
  const said = new Set(readTerms(text, analysisOf(tag)))
  expect(asked.filter((term) => said.has(term))).toEqual(shared)
})

test('the words of German are not read as English, and English ones in Russian are', () => {
  expect(readTerms('die Häuser, der Größe nach', 'de')).toEqual(['haus', 'gross'])
  expect(readTerms('Настройки for the connections', 'ru')).toEqual(['настройк', 'connect'])
})

test('Japanese gives pairs of characters whatever its language is called', () => {
  expect(readTerms('設定を変更', analysisOf('ja'))).toEqual(['設定', '定を', 'を変', '変更'])
})

test.each([
  ['de', 'Bildgröße ändern, Menü hinzufügen', 'bildgroesse aendern, menue hinzufuegen'],
  ['de', 'neue Quelle, Steuerung', 'neue Quelle, Steuerung'],
  ['es', 'la instalación, configuración de sesión', 'la instalacion, configuracion de sesion'],
  ['es', '¿Cómo, dónde y qué instalo?', 'como, donde y que instalo'],
  ['pt', 'instalação e opções', 'instalacao e opcoes'],
  ['tr', 'ayarları', 'ayarlari'],
  ['pl', 'ścieżka, hasło', 'sciezka, haslo'],
  ['el', 'εγκατάσταση', 'εγκατασταση'],
  ['ru', 'учётная запись', 'учетная запись'],
  ['ar', 'تَثْبِيت', 'تثبيت'],
  ['ar', 'إعدادات المستخدم ٨٠', 'اعدادات المستخدم 80'],
  ['fa', 'بسته‌های کاربری ۸۰۸۰', 'بسته‌هاي كاربري 8080'],
  ['he', 'שָׁלוֹם', 'שלום'],
  ['hi', 'ज़ूम १०', 'जूम 10'],
  ['tr', 'DİZİN İNDİRME', 'dizin indirme'],
  ['vi', 'mật khẩu đăng nhập'.normalize('NFD'), 'mat khau dang nhap'],
])('in %s “%s” is read as “%s”', (tag, text, typed) => {
  expect(readTerms(typed, analysisOf(tag))).toEqual(readTerms(text, analysisOf(tag)))
})

test('identifiers stay whole in every language', () => {
  expect(readTerms('useChat konfigurieren', 'de')).toContain('usechat')
})

test('a query is read once for each language that reads it differently, and always in English', () => {
  expect(readQuery('konfigurierte connections', ['de', 'ja', 'en'].map(analysisOf))).toEqual([
    ['konfiguriert', 'connect'],
    ['konfiguriert', 'connection'],
  ])
  expect(readQuery('vite', ['de', 'fr'])).toEqual([['vite'], ['vit']])
})
