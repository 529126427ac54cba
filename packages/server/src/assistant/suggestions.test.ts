import { describe, expect, test } from 'vitest'
import { suggestQuestions } from './suggestions.ts'

const from = (heading: string | null, title = 'Overview') =>
  suggestQuestions('Kettle', 'Anything?', [{ title, heading, content: '', breadcrumbs: [] }])[0]

test.each([
  ['Install the plugin', 'How do I install the plugin?'],
  ['Configuring Vite', 'How do I configure Vite?'],
  ['Splitting large files', 'How do I split large files?'],
  ['Constructor API Changes', undefined],
  ['How to deploy a site', 'How do I deploy a site?'],
  ['Does it work offline?', 'Does it work offline?'],
  ['Which files become pages?', 'Which files become pages?'],
  ['server.port', 'What does `server.port` do?'],
  ['Environment Variables', 'How do environment variables work?'],
  ['Sync Waves', undefined],
  ['Quick start', undefined],
  ['Use hook', undefined],
  ['Use cases', undefined],
  ['Important defaults', undefined],
  ['Request Validation', 'How does request validation work?'],
  ['Deploy your site', 'How do I deploy my site?'],
  ['Type: string | undefined', undefined],
  ['Overview', undefined],
  ['What is compared?', undefined],
  ['Possible Problems', undefined],
  ['Increase concurrency', undefined],
])('the heading “%s” suggests %s', (heading, question) => {
  expect(from(heading)).toBe(question)
})

test('a heading that says nothing gives way to the title of its page', () => {
  expect(from('Examples', 'Configure the server')).toBe('How do I configure the server?')
  expect(from(null, 'Configure the server')).toBe('How do I configure the server?')
})

test('gives at most three, none twice, and not the question itself', () => {
  const headings = ['Install Kettle', 'Run Kettle', 'Run Kettle', 'Stop Kettle', 'Remove Kettle']
  const neighbours = headings.map((heading) => ({ title: 'Kettle', heading, content: '', breadcrumbs: [] }))
  expect(suggestQuestions('Kettle', 'how do I install Kettle', neighbours)).toEqual([
    'How do I run Kettle?',
    'How do I stop Kettle?',
    'How do I remove Kettle?',
  ])
})

test('does not ask with fewer words what was asked', () => {
  const heading = 'What if the kettle fails?'
  const neighbour = { title: 'Kettle', heading, content: '', breadcrumbs: [] }
  expect(suggestQuestions('Kettle', 'What happens when the kettle fails?', [neighbour])).toEqual([])
  expect(suggestQuestions('Kettle', 'What happens when the pump fails?', [neighbour])).toEqual([heading])
})

describe('in other languages', () => {
  const french =
    'Les environnements sont créés avec une commande, et chacun a ses propres paquets et sa version de Python.'
  const suggest = (heading: string, question: string, more: object = {}) =>
    suggestQuestions('Kettle', question, [{ title: 'Kettle', heading, content: french, breadcrumbs: [], ...more }])

  test('no heading is put into English words', () => {
    expect(suggest('Environnements virtuels', 'Anything?')).toEqual([])
    expect(suggest('Plugins und Themes', 'Anything?', { content: '', language: 'de' })).toEqual([])
  })

  test('a heading that asks is asked', () => {
    expect(suggest('Comment installer le serveur ?', 'Anything?')).toEqual(['Comment installer le serveur ?'])
    expect(suggest('如何配置代理服务器？', '怎么用？', { content: '' })).toEqual(['如何配置代理服务器？'])
  })

  test('who asks in another language is not asked in English', () => {
    const content = 'The environment variables are read when the server is started, and not after that.'
    expect(suggest('Environment Variables', 'Wie starte ich den Server?', { content })).toEqual([])
    expect(suggest('Environment Variables', '怎么启动服务器？', { content })).toEqual([])
    expect(suggest('Environment Variables', 'Как запустить сервер?', { content })).toEqual([])
    expect(suggest('Environment Variables', 'Wat is het verschil tussen deze twee?', { content })).toEqual([])
    expect(suggest('Environment Variables', 'server start', { content })).toHaveLength(1)
  })
})

test('who asks in English is offered no question in another language', () => {
  const neighbour = {
    title: 'Açılış',
    heading: 'Ne, Ne Zaman Kullanılır?',
    content: '',
    breadcrumbs: [],
    language: 'tr',
  }
  expect(suggestQuestions('Kettle', 'how do I bake bread', [neighbour])).toEqual([])
  expect(suggestQuestions('Kettle', 'ekmek nasıl yapılır', [neighbour])).toEqual(['Ne, Ne Zaman Kullanılır?'])
})
