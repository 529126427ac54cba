import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { placeIn } from '../../test/support/open-built-site.ts'
import { writeFiles } from '../../test/support/write-files.ts'
import { readNavigation } from './read-navigation.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sidenote-left-out-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function open(files: Record<string, string>, folder = '') {
  await writeFiles(root, files)
  const start = folder === '' ? '' : `${folder}/`
  const found = Object.keys(files).flatMap((file) =>
    /\.(?:mdx?|html|rst)$/.test(file) && file.startsWith(start) ? [file.slice(start.length)] : [],
  )
  const request = { folder: join(root, folder), files: found, project: root, siteUrl: null }
  const { places } = await readNavigation(request)
  const pages = [...places.keys()]
  const placeOf = placeIn(places)
  return { placeOf, pages, addresses: Object.fromEntries(pages.map((page) => [page, placeOf(page).address])) }
}

test('VitePress: what srcExclude names', async () => {
  const config = `export default { srcDir: 'src', srcExclude: ['**/README.md', 'drafts/**'] }`
  const files = { '.vitepress/config.ts': config, 'src/a.md': '', 'src/x/README.md': '', 'src/drafts/b.md': '' }
  expect((await open(files)).pages).toEqual(['src/a.md'])
})

test('Mintlify: snippets, files about the repository, and the lines of .mintignore', async () => {
  const files = {
    'docs.json': '{ "navigation": { "pages": ["a"] } }',
    '.mintignore': '# mine\ninternal/\n*.draft.mdx\n',
    ...{ 'a.mdx': '', 'README.md': '', 'snippets/b.mdx': '', 'guides/snippets/c.mdx': '' },
    ...{ 'internal/d.mdx': '', 'e.draft.mdx': '' },
  }
  expect((await open(files)).pages).toEqual(['a.mdx', 'guides/snippets/c.mdx'])
})

test('Mintlify: hidden groups, unless search may find them or the page stands elsewhere as well', async () => {
  const navigation = {
    tabs: [
      { tab: 'Docs', groups: [{ group: 'Start', pages: ['a', 'both'] }] },
      {
        tab: 'Old',
        hidden: true,
        groups: [{ group: 'Old', pages: ['old', 'both', { group: 'Older', pages: ['older'] }] }],
      },
      { tab: 'Storage', hidden: true, searchable: true, pages: ['found'] },
    ],
  }
  const pages = { 'a.mdx': '', 'both.mdx': '', 'old.mdx': '', 'older.mdx': '', 'found.mdx': '', 'loose.mdx': '' }
  const found = await open({ 'docs.json': JSON.stringify({ navigation }), ...pages })
  expect(found.pages).toEqual(['a.mdx', 'both.mdx', 'found.mdx', 'loose.mdx'])
  expect(found.placeOf('a.mdx').showsHidden).toBeUndefined()
  const all = await open({ 'docs.json': JSON.stringify({ navigation, seo: { indexing: 'all' } }), ...pages })
  expect(all.pages).toEqual(Object.keys(pages))
  expect(all.placeOf('a.mdx').showsHidden).toBe(true)
})

test('MkDocs: templates, exclude_docs and draft_docs', async () => {
  const config = 'site_name: M\nexclude_docs: |\n  *.inc.md\n  /old/\n  !old/kept.md\ndraft_docs: drafts/\n'
  const files = {
    'mkdocs.yml': config,
    ...{ 'docs/a.md': '', 'docs/x/b.inc.md': '', 'docs/old/c.md': '', 'docs/old/kept.md': '' },
    ...{ 'docs/drafts/d.md': '', 'docs/templates/e.md': '' },
  }
  expect((await open(files)).pages).toEqual(['docs/a.md', 'docs/old/kept.md'])
})

test('Starlight: names that begin with an underscore; the order and the addresses that pages name', async () => {
  const files = {
    'astro.config.mjs': `export default defineConfig({ integrations: [starlight({ sidebar: [
      { label: 'Guides', autogenerate: { directory: 'guides' } }, { label: 'Named', items: ['short'] } ] })] })`,
    ...{ 'src/content/docs/_part.md': '', 'src/content/docs/_drafts/a.md': '' },
    'src/content/docs/guides/a.md': '---\nsidebar:\n  order: 2\n---\n',
    'src/content/docs/guides/node.js.md': '---\nsidebar:\n  order: 1\n---\n',
    'src/content/docs/long/name.md': '---\nslug: short\n---\n',
  }
  const found = await open(files, 'src/content/docs')
  expect(found.addresses).toEqual({
    'guides/a.md': 'guides/a/',
    'guides/node.js.md': 'guides/nodejs/',
    'long/name.md': 'long/name/',
  })
  expect(found.placeOf('guides/node.js.md').position).toBe(0)
  expect(found.placeOf('long/name.md')).toMatchObject({ trail: ['Named'], route: { start: 'root' } })
})

test('built HTML is at the names of its files, and the index of a folder at the folder', async () => {
  expect((await open({ 'index.html': '', 'guide/index.html': '', 'guide/a.html': '', 'b.md': '' })).addresses).toEqual({
    'index.html': '',
    'guide/index.html': 'guide/',
    'guide/a.html': 'guide/a.html',
    'b.md': undefined,
  })
  expect((await open({ 'site/built/guide/a.html': '' }, 'site/built')).addresses).toEqual({
    'guide/a.html': 'guide/a.html',
  })
})

test('Sphinx: pages end in .html, from the folder of conf.py on', async () => {
  const files = {
    'docs/source/conf.py': `html_theme = 'alabaster'\nexclude_patterns = ['_build', "parts/*"]\n`,
    ...{ 'docs/source/index.rst': '', 'docs/source/guide/a.rst': '', 'README.md': '' },
    ...{ 'docs/source/_build/b.html': '', 'docs/source/parts/c.rst': '' },
  }
  expect((await open(files)).addresses).toEqual({
    'docs/source/index.rst': '',
    'docs/source/guide/a.rst': 'guide/a.html',
    'README.md': undefined,
  })
  expect((await open(files, 'docs/source/guide')).addresses).toEqual({ 'a.rst': 'guide/a.html' })
})
