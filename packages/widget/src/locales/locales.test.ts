import { expect, test } from 'vitest'
import { createTexts } from './create-texts.ts'
import { english } from './english.ts'
import { importWords } from './import-words.ts'
import type { Locale } from './texts.ts'
import { englishTexts } from './use-texts.ts'

const languages = ['de', 'fr', 'es', 'pt', 'ja', 'zh', 'ko', 'ar', 'he', 'ru', 'it', 'nl', 'pl', 'tr', 'fa']

async function localeOf(language: string): Promise<Locale> {
  const words = await importWords(language)
  if (!words) throw new Error(`There are no texts in ${language}.`)
  return { page: words.page, panel: createTexts(words.panel, language) }
}

/** All texts, those made from something included. */
const said = (texts: object): string[] =>
  Object.entries(texts).flatMap(([name, text]: [string, unknown]) => {
    if (name === 'day' && typeof text === 'function') return [0, 1, 7].map((daysAgo) => text(new Date(0), daysAgo))
    if (name === 'expires' && typeof text === 'function') return [text(new Date(0))]
    if (typeof text === 'function') return [String(text(3, 'Title', 'Section'))]
    return typeof text === 'object' && text !== null ? said(text) : [String(text)]
  })

test.each(languages)('%s has no empty text, no unfilled placeholder and no missing number', async (language) => {
  const { page, panel } = await localeOf(language)
  for (const text of [...said(page), ...said(panel)]) {
    expect(text.trim()).not.toBe('')
    expect(text).not.toMatch(/[#{}]|undefined|\[object|NaN/)
  }
  const three = new Intl.NumberFormat(language).format(3)
  expect(panel.errors.rateLimited(3)).toContain(three)
  expect(panel.search.found(3)).toContain(three)
})

test.each(languages)('%s names every value that English names', async (language) => {
  const valuesOf = (texts: object): string[] =>
    Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
      typeof text === 'object' && text !== null && !('other' in text)
        ? valuesOf(text).map((value) => `${name}.${value}`)
        : (JSON.stringify(text).match(/\{\w+\}/g) ?? []).map((value) => `${name} ${value}`),
    )
  const words = await importWords(language)
  expect(new Set(valuesOf(words?.panel ?? {}))).toEqual(new Set(valuesOf(english)))
})

test('numbers have the plural forms of their language', async () => {
  expect((await localeOf('de')).panel.search.found(1)).toBe('1 Seite gefunden')
  expect((await localeOf('de')).panel.search.found(2)).toBe('2 Seiten gefunden')
  expect((await localeOf('he')).panel.search.found(2)).toBe('נמצאו שני דפים')
  const russian = (await localeOf('ru')).panel.search
  expect([1, 3, 5, 21].map(russian.found)).toEqual([
    'Найдена 1 страница',
    'Найдены 3 страницы',
    'Найдено 5 страниц',
    'Найдена 21 страница',
  ])
  const polish = (await localeOf('pl')).panel
  expect([1, 2, 5, 22].map(polish.questions)).toEqual(['1 pytanie', '2 pytania', '5 pytań', '22 pytania'])
  expect((await localeOf('it')).panel.lines(1)).toBe('1 riga')
  expect((await localeOf('tr')).panel.lines(2)).toBe('2 satır')
  expect((await localeOf('fa')).panel.lines(2)).toBe('۲ خط')
  const { lines } = (await localeOf('ar')).panel
  expect([lines(1), lines(2)]).toEqual(['سطر واحد', 'سطران'])
  expect([lines(3), lines(11), lines(100)].map((text) => text.replace(/^\S+ /, ''))).toEqual(['أسطر', 'سطرًا', 'سطر'])
  expect((await localeOf('de')).panel.lines(1234)).toBe('1.234 Zeilen')
})

test('waiting times use the most readable unit', async () => {
  const { rateLimited } = englishTexts.errors
  expect([40, 91, 4_000, 80_000].map((seconds) => rateLimited(seconds).replace(/.* in /, ''))).toEqual([
    '40 seconds.',
    '2 minutes.',
    '67 minutes.',
    '23 hours.',
  ])
  expect((await localeOf('de')).panel.errors.rateLimited(4_000)).toContain('in 67 Minuten')
})

test('English and unknown languages need no file', async () => {
  expect(await importWords('en')).toBeUndefined()
  expect(await importWords('toString')).toBeUndefined()
})
