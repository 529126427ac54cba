import { expect, test } from 'vitest'
import { linksOf } from './page-links.ts'

const links = (content: string, address?: string) => linksOf([{ anchor: 'keys', content }], address)

test('links name pages and sections of the site, as they are written', () => {
  expect(links('[Cache](/Build/cache.html), [its `size`](../output.md#S%20ize), [names](#names)')).toEqual([
    { section: 0, path: 'build/cache', text: 'Cache' },
    { section: 0, path: '../output', anchor: 'S ize', text: 'its size' },
    { section: 0, anchor: 'names', text: 'names' },
  ])
})

test('links to other sites, of a section to itself, of images and in code are none', () => {
  expect(
    links('[a](https://x.test/b) [m](mailto:a@x.test) [x](//x.test) [k](#keys) ![i](/i.png)\n```\n[c](/c)\n```'),
  ).toEqual([])
})

test('a whole address on the host of its page is a link of the site', () => {
  const written = '[Install](https://docs.test/guide/install#npm), [Other](https://other.test/guide)'
  expect(links(written, 'https://docs.test/guide')).toEqual([
    { section: 0, path: 'guide/install', anchor: 'npm', text: 'Install' },
  ])
  expect(links(written, 'guide')).toEqual([])
})
