import { expect, test } from 'vitest'
import { packPage } from '../reading/pack-page.ts'
import { linksOf } from './page-links.ts'
import { parsePage } from './readers/parse.ts'

const links = (targets: Readonly<Record<string, string>>, address?: string) => {
  const written = Object.entries(targets).map(([text, target]) => ({ text, target }))
  return linksOf([{ anchor: 'keys', links: written }], address)
}

test('links name pages and sections of the site, as they are written', () => {
  expect(links({ Cache: '/Build/cache.html', 'its size': '../output.md#S%20ize', names: '#names' })).toEqual([
    { section: 0, path: 'build/cache', text: 'Cache' },
    { section: 0, path: '../output', anchor: 'S ize', text: 'its size' },
    { section: 0, anchor: 'names', text: 'names' },
  ])
})

test('links to other sites and of a section to itself are none', () => {
  expect(links({ a: 'https://x.test/b', m: 'mailto:a@x.test', x: '//x.test', k: '#keys', s: '#' })).toEqual([])
})

test('images and code have no links', () => {
  const { sections } = packPage(
    parsePage({
      path: 'a.md',
      text: '![i](/i.png) `[d](/d)` **[b `c`](/b.md)**\n\n- ~~[e](/e)~~\n\n```\n[c](/c)\n```',
    }),
  )
  expect(sections.map((section) => section.links)).toEqual([
    [
      { target: '/b', text: 'b c' },
      { target: '/e', text: 'e' },
    ],
  ])
})

test('a whole address on the host of its page is a link of the site', () => {
  const written = { Install: 'https://docs.test/guide/install#npm', Other: 'https://other.test/guide' }
  expect(links(written, 'https://docs.test/guide')).toEqual([
    { section: 0, path: 'guide/install', anchor: 'npm', text: 'Install' },
  ])
  expect(links(written, 'guide')).toEqual([])
})
