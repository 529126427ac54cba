import { expect, test } from 'vitest'
import { suggestQuestions } from './suggestions.ts'

const from = (heading: string | null, title = 'Overview') =>
  suggestQuestions('Kettle', 'Anything?', [{ title, heading, breadcrumbs: [] }])[0]

test.each([
  ['Install the plugin', 'How do I install the plugin?'],
  ['Configuring Vite', 'How do I configure Vite?'],
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
])('the heading “%s” suggests %s', (heading, question) => {
  expect(from(heading)).toBe(question)
})

test('a heading that says nothing gives way to the title of its page', () => {
  expect(from('Examples', 'Configure the server')).toBe('How do I configure the server?')
  expect(from(null, 'Configure the server')).toBe('How do I configure the server?')
})

test('gives at most three, none twice, and not the question itself', () => {
  const headings = ['Install Kettle', 'Run Kettle', 'Run Kettle', 'Stop Kettle', 'Remove Kettle']
  const neighbours = headings.map((heading) => ({ title: 'Kettle', heading, breadcrumbs: [] }))
  expect(suggestQuestions('Kettle', 'how do I install Kettle', neighbours)).toEqual([
    'How do I run Kettle?',
    'How do I stop Kettle?',
    'How do I remove Kettle?',
  ])
})
