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

test('Jekyll: permalinks, collections, posts, folders, what is left out', async () => {
  const config =
    'baseurl: /j\nexclude: [private]\ncollections:\n  docs:\n    output: true\n    permalink: /manual/:path/\n  notes: {output: true}\n  data: {}\n'
  const { addresses, placeOf } = await open({
    '_config.yml': config,
    'index.md': matter('title: Home'),
    'docs/a.md': matter('title: A'),
    'docs/perma.md': matter('permalink: /some/perma/'),
    'docs/sub/index.md': matter('title: Sub'),
    'docs/README.md': '# Read me',
    'with/README.md': matter('title: Read me'),
    '_docs/deep/one.md': matter('title: One'),
    '_notes/two.md': matter('slug: second'),
    '_data/three.md': matter('title: Three'),
    '_layouts/default.html': '<p>{{ content }}',
    '_posts/2024-01-02-first-post.md': matter('categories: [News, More]'),
    '_drafts/later.md': matter('title: Later'),
    'private/b.md': matter('title: B'),
  })
  expect(addresses).toEqual({
    'index.md': 'j/',
    'docs/a.md': 'j/docs/a.html',
    'docs/perma.md': 'j/some/perma/',
    'docs/sub/index.md': 'j/docs/sub/',
    'docs/README.md': 'j/docs/',
    'with/README.md': 'j/with/README.html',
    '_docs/deep/one.md': 'j/manual/deep/one/',
    '_notes/two.md': 'j/notes/two.html',
    '_posts/2024-01-02-first-post.md': 'j/news/more/2024/01/02/first-post.html',
  })
  expect(placeOf('docs/a.md').anchors).toBe('kramdown')
})

test('Jekyll: pretty addresses, addresses that folders have by default, and the order of Just the Docs', async () => {
  const defaults = 'defaults:\n- scope: {path: guides, type: pages}\n  values: {permalink: /g/:basename/}\n'
  const { addresses, order, placeOf } = await open({
    '_config.yml': `permalink: pretty\nsource: site\n${defaults}`,
    'site/z.md': matter('title: Zed', 'nav_order: 1'),
    'site/a.md': matter('title: A', 'nav_order: 2'),
    'site/b.md': matter('title: B', 'parent: A', 'nav_order: 10'),
    'site/c.md': matter('title: C', 'parent: A', 'nav_order: 9'),
    'site/d.md': matter('title: D', 'parent: C', 'grand_parent: A'),
    'site/guides/e.md': matter('title: E'),
    'other/f.md': '# F',
  })
  expect(addresses).toEqual({
    ...{ 'site/z.md': 'z/', 'site/a.md': 'a/', 'site/b.md': 'b/', 'site/c.md': 'c/', 'site/d.md': 'd/' },
    'site/guides/e.md': 'g/e/',
  })
  expect(order).toEqual(['site/z.md', 'site/a.md', 'site/c.md', 'site/d.md', 'site/b.md'])
  expect(placeOf('site/d.md').trail).toEqual(['A', 'C'])
})

test('a _config.yml of Jupyter Book tells no addresses of Jekyll', async () => {
  const text = 'exclude: [x]\nsphinx:\n  config: {}\n'
  expect((await open({ '_config.yml': text, 'a.md': '# A' })).addresses).toEqual({ 'a.md': undefined })
})

test('Hugo: addresses that pages name, permalinks, bundles, names, and what is not rendered', async () => {
  const { addresses } = await open({
    'hugo.toml': 'baseURL = "https://acme.com/h/"\n[permalinks]\nblog = "/b/:year/:slug/"\nnotes = "/:unknown/"\n',
    'content/docs/slugged.md': matter('slug: my-slug'),
    'content/docs/url.md': matter('url: /some/where/'),
    'content/docs/file.md': matter('url: rel/where.html'),
    'content/docs/With Spaces_and.Dots & Ünï.md': matter('title: Spaces'),
    'content/docs/toml.md': '+++\nslug = "of-toml"\n+++\n# Page',
    'content/docs/leaf/index.md': matter('title: Leaf'),
    'content/docs/leaf/part.md': matter('title: Part'),
    'content/docs/leaf/deep/part.md': matter('title: Part'),
    'content/docs/future.md': matter('date: 2999-01-01'),
    'content/docs/gone.md': matter('expiryDate: 2001-01-01'),
    'content/docs/unseen.md': matter('build:', '  render: never'),
    'content/blog/_index.md': matter('title: Blog'),
    'content/blog/one.md': matter('title: Blog One', 'date: 2024-05-06'),
    'content/notes/two.md': matter('title: Two'),
  })
  expect(addresses).toEqual({
    'content/docs/slugged.md': 'h/docs/my-slug/',
    'content/docs/url.md': 'h/some/where/',
    'content/docs/file.md': 'h/rel/where.html',
    'content/docs/With Spaces_and.Dots & Ünï.md': 'h/docs/with-spaces_and.dots-ünï/',
    'content/docs/toml.md': 'h/docs/of-toml/',
    'content/docs/leaf/index.md': 'h/docs/leaf/',
    'content/blog/_index.md': 'h/blog/',
    'content/blog/one.md': 'h/b/2024/blog-one/',
    'content/notes/two.md': undefined,
  })
})

test.each([
  ['Hugo', { 'hugo.toml': 'baseURL = "https://acme.com/"\nenableEmoji = true\n' }, 'content/a.md', 'on-linux--now'],
  [
    'Hugo, which leaves them',
    { 'hugo.toml': 'baseURL = "https://acme.com/"\n' },
    'content/a.md',
    'on-linux-rocket-now',
  ],
  ['MkDocs', { 'mkdocs.yml': 'site_name: A\nmarkdown_extensions:\n  - pymdownx.emoji\n' }, 'docs/a.md', 'on-linux-now'],
  ['MkDocs, which leaves them', { 'mkdocs.yml': 'site_name: A\n' }, 'docs/a.md', 'on-linux-rocket-now'],
])('short names of pictures are none of an anchor of %s', async (_name, configuration, file, anchor) => {
  const text = '## On Linux :rocket: now'
  const { placeOf } = await open({ ...configuration, [file]: text })
  const { anchors } = placeOf(file)
  expect(parsePage({ path: file, text, anchors }).sections.map((section) => section.anchor)).toEqual([anchor])
})

test('Antora: components, versions, modules, navigation, and what its playbook says', async () => {
  const files = {
    'docs/antora.yml':
      "name: acme\nversion: '2.10'\nnav: [modules/ROOT/nav.adoc]\nasciidoc:\n  attributes:\n    product: Acme@\n    idprefix: ''\n",
    'docs/modules/ROOT/nav.adoc':
      '.Guide\n* xref:index.adoc[Home]\n** xref:page.adoc[A page]\n* Group\n** xref:other:sub/deep.adoc#part[]\n',
    'docs/modules/ROOT/pages/index.adoc': '= Home',
    'docs/modules/ROOT/pages/page.adoc': '= A page',
    'docs/modules/ROOT/pages/_part.adoc': 'Part',
    'docs/modules/ROOT/partials/part.adoc': 'Part',
    'docs/modules/other/pages/sub/deep.adoc': '= Deep',
    'home/antora.yml': 'name: ROOT\nversion: ~\n',
    'home/modules/ROOT/pages/index.adoc': '= Start',
    'README.adoc': '= Read me',
  }
  const { addresses, placeOf, order } = await open(files)
  expect(addresses).toEqual({
    'docs/modules/ROOT/pages/index.adoc': 'acme/2.10/index.html',
    'docs/modules/ROOT/pages/page.adoc': 'acme/2.10/page.html',
    'docs/modules/other/pages/sub/deep.adoc': 'acme/2.10/other/sub/deep.html',
    'home/modules/ROOT/pages/index.adoc': 'index.html',
  })
  expect(order).toEqual([
    'docs/modules/ROOT/pages/index.adoc',
    'docs/modules/ROOT/pages/page.adoc',
    'docs/modules/other/pages/sub/deep.adoc',
  ])
  expect(placeOf('docs/modules/ROOT/pages/page.adoc')).toMatchObject({
    trail: ['Guide', 'Home'],
    version: '2.10',
    attributes: { product: 'Acme', idprefix: '' },
  })
  const playbook = 'content: {sources: []}\nurls: {html_extension_style: indexify}\n'
  const again = await open({ ...files, 'antora-playbook.yml': playbook }, 'docs')
  expect(again.addresses).toEqual({
    'modules/ROOT/pages/index.adoc': 'acme/2.10/',
    'modules/ROOT/pages/page.adoc': 'acme/2.10/page/',
    'modules/other/pages/sub/deep.adoc': 'acme/2.10/other/sub/deep/',
  })
})

test('Sphinx: pages in folders of their own, as Read the Docs is told', async () => {
  const files = { 'docs/conf.py': 'extensions = []', 'docs/index.rst': 'Home\n====', 'docs/guide/a.rst': 'A\n=' }
  const { addresses } = await open({ ...files, '.readthedocs.yaml': 'sphinx:\n  builder: dirhtml\n' }, 'docs')
  expect(addresses).toEqual({ 'index.rst': '', 'guide/a.rst': 'guide/a/' })
  expect((await open({ ...files, '.readthedocs.yaml': 'sphinx: {}' }, 'docs')).addresses['guide/a.rst']).toBe(
    'guide/a.html',
  )
})

test('what stands beside the pages of the only website has no address, and is left out', async () => {
  const site = {
    'web/docusaurus.config.js': 'export default {}',
    'web/docs/a.md': '# A',
    'web/build/docs/a.html': '<p>A',
  }
  const { addresses } = await open({ ...site, 'README.md': '# Read me' })
  expect(addresses).toEqual({ 'web/docs/a.md': 'docs/a' })
  const two = await open({ 'docs/mkdocs.yml': 'docs_dir: .', 'docs/b.md': '# B' })
  expect(Object.keys(two.addresses)).toEqual(['docs/b.md'])
  const both = await open({ ...site, 'README.md': '# Read me', 'docs/mkdocs.yml': 'docs_dir: .', 'docs/b.md': '# B' })
  expect(Object.keys(both.addresses)).toContain('README.md')
})

test('Docusaurus: an index with a number is a page of its own', async () => {
  const { addresses } = await open({
    'docusaurus.config.js': 'export default {}',
    'docs/01-intro/01-index.md': '# Intro',
    'docs/02-more/index.md': '# More',
    'docs/03-same/03-same.md': '# Same',
  })
  expect(Object.values(addresses)).toEqual(['docs/intro/index', 'docs/more/', 'docs/same/'])
})

test('VitePress: what a rewrite’s wildcard without a name stands for', async () => {
  const { addresses } = await open({
    '.vitepress/config.ts': `export default { rewrites: { 'packages/:pkg/docs/(.*)': ':pkg/(.*)' } }`,
    'packages/core/docs/deep/a.md': '# A',
  })
  expect(addresses).toEqual({ 'packages/core/docs/deep/a.md': 'core/deep/a.html' })
})

test('Starlight: the root is a folder, also where pages are files', async () => {
  const config = (options: string) =>
    `import starlight from '@astrojs/starlight'\nexport default { base: '/docs', ${options} integrations: [starlight({})] }`
  const pages = { 'src/content/docs/index.md': '# Home', 'src/content/docs/a.md': '# A' }
  const file = await open({ ...pages, 'astro.config.mjs': config(`build: { format: 'file' },`) })
  expect(Object.values(file.addresses)).toEqual(['docs/', 'docs/a.html'])
  const never = await open({ ...pages, 'astro.config.mjs': config(`trailingSlash: 'never',`) })
  expect(Object.values(never.addresses)).toEqual(['docs', 'docs/a'])
})

test('Starlight: a README is called so', async () => {
  const { addresses } = await open({
    'astro.config.mjs': `import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({})] }`,
    'src/content/docs/Reference/README.md': '# Read me',
    'src/content/docs/Reference/index.md': '# Reference',
  })
  expect(Object.values(addresses)).toEqual(['reference/readme/', 'reference/'])
})

test('VuePress: folders, permalinks, the base', async () => {
  const { addresses, placeOf } = await open(
    {
      'docs/.vuepress/config.ts': `import { defineUserConfig } from 'vuepress'\nexport default defineUserConfig({ base: '/v/', lang: 'en-US' })`,
      'docs/README.md': '# Home',
      'docs/guide/README.md': '# Guide',
      'docs/guide/a.md': '# A',
      'docs/guide/b.md': matter('permalink: /some/perma.html'),
      'docs/guide/c.md': matter('permalink: /some/folder/'),
    },
    'docs',
  )
  expect(addresses).toEqual({
    ...{ 'README.md': 'v/', 'guide/README.md': 'v/guide/', 'guide/a.md': 'v/guide/a.html' },
    ...{ 'guide/b.md': 'v/some/perma.html', 'guide/c.md': 'v/some/folder/' },
  })
  expect(placeOf('guide/a.md').anchors).toBe('vuepress')
})

test('VuePress: the languages of folders', async () => {
  const locales = `{ '/': { lang: 'en-US' }, '/zh/': { lang: 'zh-CN', title: '壶' } }`
  const { placeOf } = await open({
    '.vuepress/config.js': `export default { base: '/v/', locales: ${locales} }`,
    'guide/a.md': '# A',
    'zh/guide/a.md': '# A',
  })
  expect(['guide/a.md', 'zh/guide/a.md'].map((file) => placeOf(file).language)).toEqual(['en-US', 'zh-CN'])
})

test('Rspress: the folder of its pages, the usual language and version, clean addresses', async () => {
  const pages = {
    'docs/v2/en/index.md': '# Home',
    'docs/v2/en/guide/index.mdx': '# Guide',
    'docs/v2/en/guide/a.mdx': '# A',
    'docs/v1/zh/guide/a.mdx': '# A',
    'docs/v2/en/guide/_part.mdx': 'Part',
    'README.md': '# Read me',
  }
  const options = `lang: 'en', multiVersion: { default: 'v2', versions: ['v1', 'v2'] }`
  const { addresses } = await open({
    ...pages,
    'rspress.config.ts': `export default { root: 'docs', base: '/r/', ${options} }`,
  })
  expect(addresses).toEqual({
    ...{ 'docs/v2/en/index.md': 'r/', 'docs/v2/en/guide/index.mdx': 'r/guide/' },
    ...{ 'docs/v2/en/guide/a.mdx': 'r/guide/a.html', 'docs/v1/zh/guide/a.mdx': 'r/v1/zh/guide/a.html' },
  })
  const clean = await open({ 'rspress.config.ts': `export default { route: { cleanUrls: true } }`, 'docs/a.md': '# A' })
  expect(clean.addresses).toMatchObject({ 'docs/a.md': 'a' })
})

test('MkDocs: a README beside an index is none', async () => {
  const { addresses } = await open(
    {
      'mkdocs.yml': 'site_name: Acme',
      'docs/index.md': '# Home',
      'docs/README.md': '# Read me',
      'docs/a/README.md': '# A',
    },
    'docs',
  )
  expect(addresses).toEqual({ 'index.md': '', 'a/README.md': 'a/' })
})
