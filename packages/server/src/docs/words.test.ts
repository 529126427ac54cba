import { expect, test } from 'vitest'
import { readTerms } from './words.ts'

test('English words become their stems and stop words are left out', () => {
  expect(readTerms('How do I configure the connections?')).toEqual(['configur', 'connect'])
})

test.each([
  ['useChat', ['use', 'chat', 'usechat']],
  ['max-steps', ['max', 'step', 'max-steps']],
  ['vite.config.ts', ['vite', 'config', 'ts', 'vite.config.ts']],
  ['HTMLElement', ['html', 'element', 'htmlelement']],
  ['@tanstack/react-query', ['tanstack', 'react', 'queri', 'react-query']],
  ['MAX_RETRIES', ['max', 'retri', 'max_retries']],
])('the identifier %s gives its parts and itself', (text, terms) => {
  expect(readTerms(text)).toEqual(terms)
})

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

test('letters of other scripts are words', () => {
  expect(readTerms('Überprüfung настройка')).toEqual(['überprüfung', 'настройка'])
})

test('runs of letters that are no words, such as encoded files, are left out', () => {
  expect(readTerms(`image ${'QmFzZTY0'.repeat(50)} end`)).toEqual(['imag', 'end'])
})
