import { expect, test } from 'vitest'
import { withEnglishWords } from './english-words.ts'

test('words of a question in another language are said in English, however they end', () => {
  expect(withEnglishWords('lösche Dateien', 'de')).toBe('delete remove file')
  expect(withEnglishWords('supprimer les fichiers', 'fr')).toBe('delete remove les file')
  expect(withEnglishWords('cambiar contraseña', 'es')).toBe('change modify password')
})

test('a German word that is made of two is said as both', () => {
  expect(withEnglishWords('Konfigurationsdatei', 'de')).toBe('configuration file')
})

test('names, code and words that are not known stay', () => {
  expect(withEnglishWords('Ordner für Kubernetes mit app.datei', 'de')).toBe(
    'folder directory für Kubernetes mit app.datei',
  )
  expect(withEnglishWords('Kubernetes', 'de')).toBeUndefined()
  expect(withEnglishWords('quelque chose', 'xx')).toBeUndefined()
})
