import { expect, test } from 'vitest'
import { isEmpty } from '../section-match.ts'
import { wordCount } from '../words/words.ts'
import { orderSections } from './order-sections.ts'

const found = (
  heading: string | null,
  content: string,
  more: { score?: number; linkLikeness?: number; path?: string; hasSubsections?: boolean } = {},
) => {
  const { score = 0.5, linkLikeness = 0, path = 'kettle', hasSubsections = false } = more
  return {
    path,
    title: 'Kettle',
    heading,
    breadcrumbs: heading ? ['Kettle', heading] : ['Kettle'],
    content: heading ? `## ${heading}\n\n${content}` : content,
    words: wordCount(content),
    score,
    hasSubsections,
    linkLikeness,
  }
}
type Found = ReturnType<typeof found>
const headings = (query: string, sections: Found[]) => orderSections(query, sections).map(({ heading }) => heading)

const words = 'Water is heated by a coil that turns power into warmth over some time.'

test('what the search is sure of stays in front', () => {
  expect(headings('boil water', [found('Coil', words, { score: 0.9 }), found('Lid', words, { score: 0.1 })])).toEqual([
    'Coil',
    'Lid',
  ])
})

test('a section whose heading the question says comes before its neighbour', () => {
  const sections = [found('Coil', words), found('Water hardness', words)]
  expect(headings('where do I set the water hardness?', sections)).toEqual(['Water hardness', 'Coil'])
})

test('the beginning of a page goes behind its sections, unless it is all of the page', () => {
  const sections = (hasSubsections: boolean) => [
    found('Kettle', words, { hasSubsections }),
    found('Coil', words, { path: 'coils' }),
  ]
  expect(headings('heat some water', sections(true))).toEqual(['Coil', 'Kettle'])
  expect(headings('heat some water', sections(false))).toEqual(['Kettle', 'Coil'])
})

test('who puts a question is given the page that the search is surer of, who names a section that section', () => {
  const sections = [found('Pour', words, { score: 0.9 }), found('Spout', words, { score: 0.6, path: 'spouts' })]
  expect(headings('How do I pour a cup from the spout?', sections)).toEqual(['Pour', 'Spout'])
  expect(headings('a cup from the spout', sections)).toEqual(['Spout', 'Pour'])
})

test('who asks in their own words is given the section that says it all, who names a section that section', () => {
  const sections = [
    found('Fill a cup', words),
    found('Handle', `It stays cold: fill a cup, and burn no hand. ${words}`),
  ]
  expect(headings('can I fill a cup and not burn my hand', sections)).toEqual(['Handle', 'Fill a cup'])
  expect(headings('fill a cup', sections)).toEqual(['Fill a cup', 'Handle'])
})

test('a report of what happened to somebody is a question, however long it is', () => {
  const sections = [
    found('Fill a cup', words),
    found('Handle', `It stays cold: fill a cup, and burn no hand. ${words}`),
  ]
  const report = (who: string) =>
    `Fill a cup. ${who} kettle stood on the table all day long. It was the second one from the shop around the corner, the ` +
    'red one, as blue ones had been sold out since Monday. Then a hand was burnt, right there.'
  expect(headings(report('My'), sections)).toEqual(['Handle', 'Fill a cup'])
  expect(headings(report('That'), sections)).toEqual(['Fill a cup', 'Handle'])
})

test('a section about something comes before the beginning of its page', () => {
  expect(headings('boil water', [found(null, words, { hasSubsections: true }), found('Coil', words)])).toEqual([
    'Coil',
    null,
  ])
})

test('of a page that is named, and nothing more, the beginning is meant', () => {
  const sections = [found('Kettle lid', words), found(null, words)]
  expect(headings('kettle', sections)).toEqual([null, 'Kettle lid'])
  expect(headings('kettle lid', sections)).toEqual(['Kettle lid', null])
})

test('a word that few sections say counts more than one that all say', () => {
  const sections = [found('Water and warmth', words), found('Coil', `Limescale. ${words}`)]
  expect(headings('what does limescale do to the coil and the power', sections)).toEqual(['Coil', 'Water and warmth'])
})

test('words that stand together in the question and in a section count', () => {
  const sections = [found('One', `Time. Descale some ${words}`), found('Two', `Descale time. Some ${words}`)]
  expect(headings('descale time', sections)).toEqual(['Two', 'One'])
})

test('a section that a link calls what the question says comes first', () => {
  const sections = [found('Lid', words), found('Coil', words, { linkLikeness: 1 })]
  expect(headings('limescale removal', sections)).toEqual(['Coil', 'Lid'])
})

test('every section is given once, also when none has a score or a word', () => {
  const sections = [found(null, '', { score: 0 }), found('Coil', '', { score: 0 })]
  expect(new Set(orderSections('', sections))).toEqual(new Set(sections))
  expect(orderSections('anything', [])).toEqual([])
})

test('a heading without text of its own is empty', () => {
  expect(isEmpty('## Options')).toBe(true)
  expect(isEmpty('## Options\n\nThey are read once, at the start.')).toBe(false)
  expect(isEmpty('## 选项\n\n启动时读取一次，之后不再读取。')).toBe(false)
})

test('a page’s beginning comes after its sections, unless it is as long as they are', () => {
  const text = `${words} Water is boiled. `
  const sections = (times: number) => [
    found(null, text.repeat(times), { hasSubsections: true }),
    found('Coil', text.repeat(times)),
  ]
  expect(headings('how is water boiled', sections(1))).toEqual(['Coil', null])
  expect(headings('how is water boiled', sections(20))).toEqual([null, 'Coil'])
})
