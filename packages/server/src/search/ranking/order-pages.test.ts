import { expect, test } from 'vitest'
import { orderPages, type PageMatch } from './order-pages.ts'
import { looksForPage } from './query-kind.ts'

const page = (path: string, title: string, more: Partial<PageMatch> = {}): PageMatch => ({
  path,
  title,
  description: null,
  score: 0.5,
  worth: 0,
  beginning: '',
  linkCount: 0,
  ...more,
})
const order = (query: string, pages: PageMatch[]) => orderPages(query, pages).map(({ path }) => path)

test('a page whose title names nothing else comes before one that names more', () => {
  const pages = [
    page('kettle/whistle-tuning', 'Tuning the kettle’s whistle by hand'),
    page('kettle/whistle', 'Whistle'),
  ]
  expect(order('whistle', pages)).toEqual(['kettle/whistle', 'kettle/whistle-tuning'])
})

test('of pages alike, the one nearer the root comes first', () => {
  const pages = [page('parts/lids/kettle', 'Lids'), page('parts/kettle', 'Lids')]
  expect(order('kettle', pages)).toEqual(['parts/kettle', 'parts/lids/kettle'])
})

test('a page that is named after what is looked for comes before one in a folder of that name', () => {
  const pages = [page('kettle/parts', 'Lids'), page('parts/kettle', 'Lids')]
  expect(order('kettle', pages)).toEqual(['parts/kettle', 'kettle/parts'])
})

test('the page that others link to comes before one beside it', () => {
  const pages = [page('parts', 'Parts'), page('kettle', 'Kettle', { linkCount: 12 })]
  expect(order('water', pages)).toEqual(['kettle', 'parts'])
})

test('what the search is sure of stays in front', () => {
  const pages = [page('boil', 'Boil water', { score: 0.9 }), page('water', 'Water', { score: 0.1 })]
  expect(order('water', pages)).toEqual(['boil', 'water'])
})

test('of pages alike, the one comes first that has the likelier section, or begins with or describes what is looked for', () => {
  const better = [{ worth: 1 }, { beginning: 'It has a handle.' }, { description: 'All about the handle' }]
  for (const more of better) expect(order('handle', [page('a', 'Cups'), page('b', 'Cups', more)])).toEqual(['b', 'a'])
})

test('words and a sentence look for a page; a question and a report do not', () => {
  expect(looksForPage('water hardness')).toBe(true)
  expect(looksForPage('The water hardness sets how often the kettle asks to be descaled.')).toBe(true)
  expect(looksForPage('how do I set the water hardness')).toBe(false)
  expect(looksForPage('Kettle stays cold. The coil gets no power after a while')).toBe(false)
})
