import { expect, test } from 'vitest'
import { searchedWords, withoutSiteName } from './site-name.ts'

test.each([
  ['How do I install Acme?', 'How do I install ?'],
  ['install acme with docker', 'install  with docker'],
  ['Is there a plugin for acme', 'Is there a plugin for '],
  ['How do I configure acme?', 'How do I configure ?'],
])('“%s” is asked without the name', (question, asked) => {
  expect(withoutSiteName(question, 'Acme docs')).toBe(asked)
})

test.each([
  'What is Acme?',
  'how do I use acme',
  'what does acme status do',
  'import acme/client',
  'the acme.yml file',
  'What is acmetron for?',
  'How are the docs installed?',
])('“%s” stays as it is', (question) => {
  expect(withoutSiteName(question, 'Acme')).toBe(question)
  for (const name of ['', 'docs']) expect(withoutSiteName(question, name)).toBe(question)
})

test.each(['How do I set it up?', 'how to set up acme', 'Setting it up'])(
  '“%s” is searched as the beginning',
  (question) => {
    expect(searchedWords(question, 'Acme docs')).toBe('get started, installation')
  },
)

test.each(['How do I set up webhooks?', 'set up acme with docker', 'how do I set it'])(
  '“%s” is searched by its own words',
  (question) => {
    expect(searchedWords(question, 'Acme docs')).toBe(withoutSiteName(question, 'Acme docs'))
  },
)
