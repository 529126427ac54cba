import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { matter, openBuiltSite } from '../../test/support/open-built-site.ts'
import { parsePage } from '../pages/readers/parse.ts'

/** What is expected here was read off sites that the generators have built. */
let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sidenote-built-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const open = (files: Record<string, string>, folder?: string) => openBuiltSite(root, files, folder)

test('Hexo: pages, posts, permalinks, the folder of the sources and that of the site', async () => {
  const { addresses, placeOf } = await open({
    '_config.yml':
      'url: https://acme.com/p\nroot: /p/\nsource_dir: source\npermalink: :year/:month/:title/\nskip_render: "docs/raw/**"\n',
    'source/docs/index.md': matter('title: Docs'),
    'source/docs/a.md': matter('title: A'),
    'source/docs/b.md': matter('permalink: docs/see-b/'),
    'source/docs/raw/c.md': '# C',
    'source/_posts/hello.md': matter('date: 2024-01-02 10:00:00'),
    'source/_posts/undated.md': matter('title: Undated'),
    'source/_drafts/d.md': '# D',
    'themes/x/README.md': '# X',
  })
  expect(addresses).toEqual({
    'source/docs/index.md': 'p/docs/',
    'source/docs/a.md': 'p/docs/a.html',
    'source/docs/b.md': 'p/docs/see-b/',
    'source/_posts/hello.md': 'p/2024/01/hello/',
    'source/_posts/undated.md': undefined,
  })
  expect(placeOf('source/docs/a.md').anchors).toBe('hexo')
})

test('Eleventy: folders, permalinks, parts of pages', async () => {
  const { addresses } = await open({
    'eleventy.config.js': `export default () => ({ pathPrefix: '/e/', dir: { input: 'src', output: 'dist' } })`,
    'src/index.md': '# Home',
    'src/guide/a.md': '# A',
    'src/guide/index.md': '# Guide',
    'src/guide/b.md': matter('permalink: /start/'),
    'src/guide/c.md': matter('permalink: guide/c.html'),
    'src/guide/d.md': matter('permalink: false'),
    'src/guide/e.md': matter(`permalink: '/{{ title | slugify }}/'`),
    'src/_includes/part.md': 'Part',
    'README.md': '# Read me',
    'dist/guide/a/index.html': '<p>A',
  })
  expect(addresses).toEqual({
    ...{ 'src/index.md': 'e/', 'src/guide/a.md': 'e/guide/a/', 'src/guide/index.md': 'e/guide/' },
    ...{ 'src/guide/b.md': 'e/start/', 'src/guide/c.md': 'e/guide/c.html', 'src/guide/e.md': undefined },
  })
})

test('Nuxt Content: numbers order and are no part of addresses', async () => {
  const { addresses, order, placeOf } = await open({
    'content.config.ts': `import { defineContentConfig } from '@nuxt/content'\nexport default defineContentConfig({})`,
    'content/index.md': '# Home',
    'content/1.guide/.navigation.yml': 'title: The guide\n',
    'content/1.guide/index.md': '# Guide',
    'content/1.guide/2.install.md': '# Install',
    'content/1.guide/10.more.md': '# More',
    'content/2.api/1.My File_Name.md': '# My file',
    'content/3.Release Notes/1.later.draft.md': '# Later',
    'README.md': '# Read me',
  })
  expect(addresses).toEqual({
    ...{ 'content/index.md': '', 'content/1.guide/index.md': 'guide', 'content/1.guide/2.install.md': 'guide/install' },
    ...{ 'content/1.guide/10.more.md': 'guide/more', 'content/2.api/1.My File_Name.md': 'api/my-file_name' },
    'content/3.Release Notes/1.later.draft.md': 'release-notes/later',
  })
  expect(order).toEqual(Object.keys(addresses))
  expect(placeOf('content/1.guide/10.more.md').trail).toEqual(['The guide'])
  expect(placeOf('content/3.Release Notes/1.later.draft.md').trail).toEqual(['Release Notes'])
})

test('Vocs: the folder of its pages, and its sidebar', async () => {
  const sidebar = `{ '/docs': [{ text: 'Basics', items: [{ text: 'B', link: '/docs/b' }, { text: 'A', link: '/docs/a' }] }] }`
  const files = { 'docs/a.mdx': '# A', 'docs/b.mdx': '# B', 'index.mdx': '# Home', 'docs/index.mdx': '# Docs' }
  const below = (folder: string) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))
  const first = await open({
    ...below('docs/pages'),
    'vocs.config.ts': `import { defineConfig } from 'vocs'\nexport default defineConfig({ basePath: '/v', sidebar: ${sidebar} })`,
  })
  expect(Object.values(first.addresses)).toEqual(['v/docs/a', 'v/docs/b', 'v', 'v/docs'])
  expect(first.order).toEqual(['docs/pages/docs/b.mdx', 'docs/pages/docs/a.mdx'])
  expect(first.placeOf('docs/pages/docs/a.mdx').trail).toEqual(['Basics'])
})

test('Vocs 2 has its pages in src', async () => {
  const { addresses } = await open({
    'vocs.config.ts': `import { defineConfig } from 'vocs/config'\nexport default defineConfig({})`,
    'src/pages/docs/a.mdx': '# A',
  })
  expect(addresses).toEqual({ 'src/pages/docs/a.mdx': 'docs/a' })
})

test('Retype: the folder of its pages, addresses that they name, what is private', async () => {
  const { addresses } = await open({
    'retype.yml': 'input: docs\nurl: https://acme.com/base\n',
    'docs/README.md': '# Home',
    'docs/guide/a.md': '# A',
    'docs/guide/b.md': matter('route: /elsewhere/b'),
    'docs/guide/c.md': matter('visibility: private'),
    'docs/_includes/part.md': 'Part',
  })
  expect(addresses).toEqual({
    ...{ 'docs/README.md': 'base/', 'docs/guide/a.md': 'base/guide/a/', 'docs/guide/b.md': 'base/elsewhere/b/' },
  })
})

test('HonKit: what SUMMARY.md names, in files', async () => {
  const { addresses, placeOf } = await open({
    'book.json': '{ "root": "./docs", "language": "de" }',
    'docs/SUMMARY.md':
      '# Summary\n\n* [Introduction](README.md)\n\n## Guides\n\n* [Start](guide/README.md)\n  * [Install](guide/install.md#top)\n',
    'docs/README.md': '# Introduction',
    'docs/guide/README.md': '# Start',
    'docs/guide/install.md': '# Install',
    'docs/guide/part.md': 'Part',
    'docs/GLOSSARY.md': '# Glossary',
    '_book/index.html': '<h1>Introduction</h1>',
  })
  expect(addresses).toEqual({
    ...{ 'docs/README.md': '', 'docs/guide/README.md': 'guide/', 'docs/guide/install.md': 'guide/install.html' },
    'docs/GLOSSARY.md': 'GLOSSARY.html',
  })
  expect(placeOf('docs/guide/install.md')).toMatchObject({ trail: ['Guides', 'Start'], language: 'de' })
})

test('GitBook: the folder that it is told', async () => {
  const { addresses } = await open({
    '.gitbook.yaml': 'root: ./docs/\n',
    'docs/SUMMARY.md': '# Table of contents\n\n* [Introduction](README.md)\n* [Install](guide/install.md)\n',
    'docs/README.md': '# Introduction',
    'docs/guide/install.md': '# Install',
    'README.md': '# Read me',
  })
  expect(addresses).toEqual({ 'docs/README.md': '', 'docs/guide/install.md': 'guide/install' })
})

test('docsify: addresses behind a number sign, unless it is told to use history', async () => {
  const files = {
    'docs/index.html': '<script>window.$docsify = { loadSidebar: true }</script>',
    'docs/_sidebar.md': '* Start\n  * [Install](guide/install.md)\n  * [More](guide/)\n',
    'docs/README.md': '# Home',
    'docs/guide/README.md': '# Guide',
    'docs/guide/install.md': '# Install',
    'docs/_coverpage.md': '# Cover',
  }
  const { addresses, placeOf } = await open(files)
  expect(addresses).toEqual({
    ...{ 'docs/README.md': '#/', 'docs/guide/README.md': '#/guide/', 'docs/guide/install.md': '#/guide/install' },
  })
  expect(placeOf('docs/guide/install.md')).toMatchObject({ anchors: 'docsify', trail: ['Start'] })
  const history = { ...files, 'docs/index.html': `<script>window.$docsify = { routerMode: 'history' }</script>` }
  expect(Object.values((await open(history)).addresses)).toEqual(['', 'guide/', 'guide/install'])
  const bare = { 'index.html': files['docs/index.html'], 'README.md': '# Home', 'guide.md': '# Guide' }
  await rm(join(root, 'docs'), { recursive: true })
  expect((await open(bare)).addresses).toEqual({ 'README.md': '#/', 'guide.md': '#/guide' })
})

test('Nextra and Fumadocs: the path that Next.js puts before all addresses; folders taken apart', async () => {
  const nextra = await open({
    'next.config.mjs': `import nextra from 'nextra'\nconst withNextra = nextra({ contentDirBasePath: '/docs' })\nexport default withNextra({ basePath: '/base' })`,
    'content/_meta.js': `export default { index: 'Home' }`,
    'content/index.mdx': '# Home',
    'content/a.mdx': '# A',
    'app/(site)/blog/page.mdx': '# Blog',
    'README.md': '# Read me',
  })
  expect(Object.values(nextra.addresses)).toEqual(['base/docs', 'base/docs/a', 'base/blog'])
  for (const folder of ['app', 'content', 'next.config.mjs']) await rm(join(root, folder), { recursive: true })
  const fumadocs = await open({
    'next.config.mjs': `export default withMDX({ basePath: '/base' })`,
    'lib/source.ts': `import { loader } from 'fumadocs-core/source'\nexport const source = loader({ baseUrl: '/docs' })`,
    'content/docs/meta.json': '{ "pages": ["---Start---", "...(basics)", "---[Book]More---", "guide"] }',
    'content/docs/(basics)/meta.json': '{ "title": "Basics" }',
    'content/docs/(basics)/install.mdx': '# Install',
    'content/docs/guide/a.mdx': '# A',
  })
  expect(fumadocs.addresses).toEqual({
    'content/docs/(basics)/install.mdx': 'base/docs/install',
    'content/docs/guide/a.mdx': 'base/docs/guide/a',
  })
  expect(fumadocs.placeOf('content/docs/(basics)/install.mdx').trail).toEqual(['Start'])
  expect(fumadocs.placeOf('content/docs/guide/a.mdx').trail).toEqual(['More', 'Guide'])
})

test('Rspress: the order and the sections of its _meta files', async () => {
  const { order, placeOf, addresses } = await open({
    'rspress.config.ts': 'export default {}',
    'docs/_nav.json': '[{ "text": "Guide", "link": "/guide/" }]',
    'docs/guide/_meta.json':
      '["index", { "type": "section-header", "label": "Basics" }, { "type": "file", "name": "b", "label": "Bee" }, "a.mdx", { "type": "dir", "name": "deep", "label": "Deep things" }]',
    'docs/guide/deep/_meta.json': '["two", "one"]',
    'docs/guide/index.md': '# Guide',
    'docs/guide/a.mdx': '# A',
    'docs/guide/b.md': '# B',
    'docs/guide/deep/one.md': '# One',
    'docs/guide/deep/two.mdx': '# Two',
  })
  expect(addresses['docs/guide/a.mdx']).toBe('guide/a.html')
  expect(order.map((file) => file.slice('docs/guide/'.length))).toEqual([
    ...['index.md', 'b.md', 'a.mdx', 'deep/two.mdx', 'deep/one.md'],
  ])
  expect(placeOf('docs/guide/b.md').trail).toEqual(['Guide', 'Basics'])
  expect(placeOf('docs/guide/deep/one.md').trail).toEqual(['Guide', 'Basics', 'Deep things'])
})

test('Asciidoctor: pages as HTML, without the parts that they include', async () => {
  const { addresses } = await open({
    'index.adoc': '= Manual\n\ninclude::_attributes.adoc[]\n\ninclude::chapters/boil.adoc[leveloffset=+1]\n',
    '_attributes.adoc': ':product: Kettle',
    'chapters/boil.adoc': '= Boil',
    'guide/index.adoc': '= Guide',
    'guide/pour.adoc': '= Pour',
  })
  expect(addresses).toEqual({ 'index.adoc': '', 'guide/index.adoc': 'guide/', 'guide/pour.adoc': 'guide/pour.html' })
})

test('Sphinx: the language of the pages, and what the configuration sets between two lines', async () => {
  const conf = `extensions = []\nlanguage = 'de'\nrelease = "2.1.0"  # now\nversion = '.'.join(['2'])\nrst_prolog = """\n.. |kettle| replace:: Kettle 2\n"""\n`
  const text = 'Title\n=====\n\n|kettle| is |release| or |version|. |own|\n\n.. |own| replace:: Own\n'
  const { placeOf } = await open({ 'conf.py': conf, 'a.rst': text })
  const { language, attributes } = placeOf('a.rst')
  expect(language).toBe('de')
  expect(parsePage({ path: 'a.rst', text, attributes }).sections).toMatchObject([
    { heading: 'Title', anchor: 'title', content: 'Kettle 2 is 2.1.0 or version. Own' },
  ])
})
