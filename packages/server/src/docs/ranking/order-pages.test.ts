import { expect, test } from 'vitest'
import { looksForPage, orderPages } from './order-pages.ts'

const page = (path: string, title: string, more: { score?: number; worth?: number; description?: string } = {}) => {
  const { score = 0.5, worth = 0, description = null } = more
  return { path, title, description, score, worth }
}
type Page = ReturnType<typeof page>
const order = (query: string, pages: Page[]) => orderPages(query, pages).map(({ path }) => path)

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

test('the page that others stand below comes before one beside it', () => {
  const pages = [page('parts', 'Parts'), page('kettle', 'Kettle'), page('kettle/lid', 'Lid', { score: 0.1 })]
  expect(order('water', pages)).toEqual(['kettle', 'parts', 'kettle/lid'])
})

test('what the search is sure of stays in front', () => {
  const pages = [page('boil', 'Boil water', { score: 0.9 }), page('water', 'Water', { score: 0.1 })]
  expect(order('water', pages)).toEqual(['boil', 'water'])
})

test('of pages alike, the one comes first that has the likelier section, or describes what is looked for', () => {
  expect(order('handle', [page('a', 'Cups', { worth: -3 }), page('b', 'Cups')])).toEqual(['b', 'a'])
  expect(order('handle', [page('a', 'Cups'), page('b', 'Cups', { description: 'All about the handle' })])).toEqual([
    'b',
    'a',
  ])
})

test('words and a sentence look for a page; a question and a report do not', () => {
  expect(looksForPage('water hardness')).toBe(true)
  expect(looksForPage('The water hardness sets how often the kettle asks to be descaled.')).toBe(true)
  expect(looksForPage('how do I set the water hardness')).toBe(false)
  expect(looksForPage('Kettle stays cold. The coil gets no power after a while')).toBe(false)
})
