import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { placeIn } from '../../test/support/open-built-site.ts'
import { localeFolders } from '../pages/edition-folders.ts'
import { readNavigation } from './read-navigation.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sidenote-navigation-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const isPage = (file: string) => /\.mdx?$/.test(file)

/** Writes the files, and tells where the pages below `folder` stand: address, trail, position, version and language. */
async function places(files: Record<string, string>, folder = '', siteUrl: string | null = null) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const start = folder === '' ? '' : `${folder}/`
  const pages = Object.keys(files).flatMap((file) =>
    isPage(file) && file.startsWith(start) ? [file.slice(start.length)] : [],
  )
  const navigation = await readNavigation({ folder: join(root, folder), files: pages, project: root, siteUrl })
  const { places, broken, leftOut } = structuredClone(navigation)
  const placed = [...places].toSorted(([, one], [, other]) => (one.position ?? 0) - (other.position ?? 0))
  return {
    placeOf: placeIn(places),
    broken,
    leftOut: [...leftOut],
    addresses: Object.fromEntries([...places].map(([page, { address }]) => [page, address])),
    trails: Object.fromEntries([...places].map(([page, { trail }]) => [page, trail])),
    order: placed.filter(([, { position }]) => position !== null).map(([page]) => page),
  }
}

const pages = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, '# Page']))

test('VitePress: base, clean addresses, rewrites, locales, groups; what computes is not run', async () => {
  const found = await places(
    {
      'docs/.vitepress/config.ts': `
        import { defineConfig } from 'vitepress'
        throw new Error('never run')
        export default defineConfig({
          base: '/handbook/',
          lang: 'en-GB',
          cleanUrls: true,
          rewrites: { 'packages/:name/readme.md': 'tools/:name.md' },
          locales: { root: { label: 'English' }, de: { label: 'Deutsch', lang: 'de-DE' } },
          themeConfig: {
            nav: [{ text: 'Start', link: '/b' }],
            sidebar: { '/': [{ text: 'Guide', items: [{ text: 'Two', link: '/b' }, { text: 'Deep', items: [{ text: 'One', link: '/guide/a' }] }] }] },
          },
        })`,
      ...pages('docs/index.md', 'docs/b.md', 'docs/guide/a.md', 'docs/guide/index.md', 'docs/de/b.md'),
      ...pages('docs/packages/kettle/readme.md'),
    },
    'docs',
  )
  expect(found.addresses).toEqual({
    'index.md': 'handbook/',
    'b.md': 'handbook/b',
    'guide/a.md': 'handbook/guide/a',
    'guide/index.md': 'handbook/guide/',
    'de/b.md': 'handbook/de/b',
    'packages/kettle/readme.md': 'handbook/tools/kettle',
  })
  expect(found.trails['guide/a.md']).toEqual(['Guide', 'Deep'])
  expect(found.order).toEqual(['b.md', 'guide/a.md'])
  expect(found.placeOf('de/b.md').language).toBe('de-DE')
  expect(found.placeOf('b.md')).toMatchObject({ language: 'en-GB', anchors: 'vitepress' })
})

test('without clean addresses VitePress pages end in .html, and the address of the site is not said twice', async () => {
  const files = {
    '.vitepress/config.mts': "export default { base: '/docs/', themeConfig: { sidebar: [] } }",
    ...pages('a.md'),
  }
  expect((await places(files)).addresses).toEqual({ 'a.md': 'docs/a.html' })
  expect((await places(files, '', 'https://acme.com/docs/')).addresses).toEqual({ 'a.md': 'a.html' })
})

test('Docusaurus: prefix, numbers, folder pages, versions, translations and categories', async () => {
  const found = await places({
    'website/docusaurus.config.js': `module.exports = {
      baseUrl: '/', i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
      presets: [['classic', { docs: { sidebarPath: './sidebars.js' } }]],
    }`,
    'website/sidebars.js': `module.exports = { docs: ['intro', { type: 'category', label: 'Guides', items: ['guides/install'] }] }`,
    'website/versions.json': '["2.0", "1.0"]',
    ...pages('website/docs/01-intro.md', 'website/docs/guides/02-install.md', 'website/docs/guides/guides.md'),
    ...pages('website/versioned_docs/version-2.0/intro.md', 'website/versioned_docs/version-1.0/intro.md'),
    ...pages('website/i18n/fr/docusaurus-plugin-content-docs/version-2.0/intro.md', 'website/docs/2024-01-02-notes.md'),
  })
  expect(found.addresses).toEqual({
    'website/docs/01-intro.md': 'docs/next/intro',
    'website/docs/guides/02-install.md': 'docs/next/guides/install',
    'website/docs/guides/guides.md': 'docs/next/guides/',
    'website/docs/2024-01-02-notes.md': 'docs/next/2024-01-02-notes',
    'website/versioned_docs/version-2.0/intro.md': 'docs/intro',
    'website/versioned_docs/version-1.0/intro.md': 'docs/1.0/intro',
    'website/i18n/fr/docusaurus-plugin-content-docs/version-2.0/intro.md': 'fr/docs/intro',
  })
  expect(found.trails['website/docs/guides/02-install.md']).toEqual(['Guides'])
  expect(found.placeOf('website/versioned_docs/version-1.0/intro.md')).toMatchObject({ version: '1.0', language: 'en' })
  expect(found.placeOf('website/i18n/fr/docusaurus-plugin-content-docs/version-2.0/intro.md').language).toBe('fr')
})

test('Docusaurus: a sidebar that fills itself goes by numbers and by what folders are called', async () => {
  const found = await places(
    {
      'docusaurus.config.ts': "export default { presets: [['classic', { docs: { routeBasePath: '/' } }]] }",
      'sidebars.ts': "export default { all: [{ type: 'autogenerated', dirName: '.' }] }",
      'docs/10-last/_category_.json': '{ "label": "The last" }',
      ...pages('docs/10-last/b.md', 'docs/10-last/index.md', 'docs/2-first/a.md', 'docs/intro.md'),
    },
    'docs',
  )
  expect(found.order).toEqual(['2-first/a.md', '10-last/index.md', '10-last/b.md', 'intro.md'])
  expect(found.trails).toEqual({
    '2-first/a.md': ['first'],
    '10-last/index.md': [],
    '10-last/b.md': ['The last'],
    'intro.md': [],
  })
  expect(found.addresses).toMatchObject({ 'intro.md': 'intro', '10-last/index.md': 'last/' })
})

test('Starlight: lower case, a slash at the end, locales, folders that fill themselves', async () => {
  const found = await places(
    {
      'astro.config.mjs': `export default defineConfig({ base: '/kettle', integrations: [starlight({
        locales: { root: { label: 'English', lang: 'en' }, 'pt-br': { label: 'Português', lang: 'pt-BR' } },
        sidebar: [{ label: 'Start', items: ['install'] }, { label: 'Reference', autogenerate: { directory: 'reference' } }],
      })] })`,
      ...pages('src/content/docs/Install.mdx', 'src/content/docs/reference/b.md', 'src/content/docs/reference/a.md'),
      ...pages('src/content/docs/pt-br/install.md'),
    },
    'src/content/docs',
  )
  expect(found.addresses).toEqual({
    'Install.mdx': 'kettle/install/',
    'reference/b.md': 'kettle/reference/b/',
    'reference/a.md': 'kettle/reference/a/',
    'pt-br/install.md': 'kettle/pt-br/install/',
  })
  expect(found.trails).toMatchObject({ 'Install.mdx': ['Start'], 'reference/a.md': ['Reference'] })
  expect(found.placeOf('pt-br/install.md').language).toBe('pt-BR')
})

test('Mintlify: versions and languages are no breadcrumbs, groups and tabs are', async () => {
  const navigation = {
    languages: [
      {
        language: 'en',
        tabs: [
          { tab: 'Guides', groups: [{ group: 'Start', pages: ['install', { group: 'More', pages: ['more/index'] }] }] },
        ],
      },
      { language: 'es', versions: [{ version: 'v2', groups: [{ group: 'Inicio', pages: ['es/install'] }] }] },
    ],
  }
  const found = await places({
    'docs.json': JSON.stringify({ name: 'Acme', navigation }),
    ...pages('install.mdx', 'more/index.mdx', 'es/install.mdx', 'loose.mdx'),
  })
  expect(found.addresses).toEqual({
    'install.mdx': 'install',
    'more/index.mdx': 'more',
    'es/install.mdx': 'es/install',
    'loose.mdx': 'loose',
  })
  expect(found.trails).toMatchObject({
    'install.mdx': ['Guides', 'Start'],
    'more/index.mdx': ['Guides', 'Start', 'More'],
  })
  expect(found.placeOf('es/install.mdx')).toMatchObject({ language: 'es', version: 'v2', trail: ['Inicio'] })
  expect(found.placeOf('loose.mdx')).toMatchObject({ position: null, trail: [] })
})

test('MkDocs: the address of the site, folders as addresses, README, the language of the theme', async () => {
  const config =
    'site_url: https://acme.io/manual/\ntheme: {name: material, language: de}\nnav:\n  - Start: index.md\n  - Guides:\n    - guides/README.md\n    - Proxy: guides/proxy.md\n'
  const files = { 'mkdocs.yml': config, ...pages('docs/index.md', 'docs/guides/README.md', 'docs/guides/proxy.md') }
  const found = await places(files, 'docs', 'https://acme.io/manual')
  expect(found.addresses).toEqual({ 'index.md': '', 'guides/README.md': 'guides/', 'guides/proxy.md': 'guides/proxy/' })
  expect(found.trails).toEqual({ 'index.md': [], 'guides/README.md': ['Guides'], 'guides/proxy.md': ['Guides'] })
  expect(found.order).toEqual(['index.md', 'guides/README.md', 'guides/proxy.md'])
  expect(found.placeOf('index.md')).toMatchObject({ language: 'de', anchors: 'python' })
  const flat = await places({ ...files, 'mkdocs.yml': `use_directory_urls: false\n${config}` }, 'docs')
  expect(flat.addresses).toMatchObject({
    'guides/README.md': 'manual/guides/index.html',
    'index.md': 'manual/index.html',
  })
})

test('Nextra: the order and the titles of _meta files', async () => {
  const found = await places({
    'content/_meta.ts': `export default { index: 'Hello', guides: { title: 'All guides' }, about: { title: 'About', href: 'https://acme.com' } }`,
    'content/guides/_meta.ts': `export default { b: 'Second comes first', a: '' }`,
    ...pages('content/index.mdx', 'content/zebra.mdx', 'content/guides/a.mdx', 'content/guides/b.mdx'),
  })
  expect(found.order).toEqual([
    'content/index.mdx',
    'content/guides/b.mdx',
    'content/guides/a.mdx',
    'content/zebra.mdx',
  ])
  expect(found.addresses).toMatchObject({ 'content/index.mdx': '', 'content/guides/b.mdx': 'guides/b' })
  expect(found.trails['content/guides/a.mdx']).toEqual(['All guides'])
})

test('Fumadocs: meta.json, separators, groups in brackets, and the address of the loader', async () => {
  const found = await places(
    {
      'lib/source.ts': `import { loader } from 'fumadocs-core/source'\nexport const source = loader({ baseUrl: '/manual', source: docs })`,
      'content/docs/meta.json': JSON.stringify({ pages: ['index', '---Setup---', '(basics)', '...'] }),
      'content/docs/(basics)/meta.json': JSON.stringify({ title: 'Basics', pages: ['second', 'first'] }),
      ...pages(
        'content/docs/index.mdx',
        'content/docs/(basics)/first.mdx',
        'content/docs/(basics)/second.mdx',
        'content/docs/z.mdx',
      ),
    },
    'content/docs',
  )
  expect(found.addresses).toEqual({
    'index.mdx': 'manual',
    '(basics)/first.mdx': 'manual/first',
    '(basics)/second.mdx': 'manual/second',
    'z.mdx': 'manual/z',
  })
  expect(found.order).toEqual(['index.mdx', '(basics)/second.mdx', '(basics)/first.mdx', 'z.mdx'])
  expect(found.trails['(basics)/first.mdx']).toEqual(['Setup', 'Basics'])
})

test('Hugo: languages in folders of their own, the base of the site, small letters, sections and bundles', async () => {
  const config = `baseURL = "https://acme.com/handbook/"
defaultContentLanguage = "en"
[languages.en]
contentDir = "content/en"
[languages.fr]
contentDir = "content/fr"
`
  const found = await places({
    'hugo.toml': config,
    ...pages('content/en/_index.md', 'content/en/docs/_index.md', 'content/en/docs/Set Up.md'),
    ...pages('content/en/docs/tls/index.md', 'content/fr/docs/tls/index.md', 'README.md', 'themes/x/README.md'),
  })
  expect(found.addresses).toMatchObject({
    'content/en/_index.md': 'handbook/',
    'content/en/docs/_index.md': 'handbook/docs/',
    'content/en/docs/Set Up.md': 'handbook/docs/set-up/',
    'content/en/docs/tls/index.md': 'handbook/docs/tls/',
    'content/fr/docs/tls/index.md': 'handbook/fr/docs/tls/',
  })
  expect(found.placeOf('content/fr/docs/tls/index.md').language).toBe('fr')
  expect(found.placeOf('content/en/docs/tls/index.md').route).toBeUndefined()
  expect(found.leftOut).toEqual(['README.md', 'themes/x/README.md'])
})

test('Hugo: a folder of configuration, translations beside their pages, addresses of files', async () => {
  const found = await places(
    {
      'site/config/_default/hugo.yaml': 'baseURL: /\nuglyURLs: true\npermalinks:\n  posts: /:year/:title/\n',
      'site/config/_default/languages.yaml': 'en:\n  weight: 1\nde:\n  weight: 2\n',
      ...pages('site/content/a.md', 'site/content/a.de.md', 'site/content/posts/b.md'),
    },
    'site/content',
  )
  expect(found.addresses).toEqual({ 'a.md': 'a.html', 'a.de.md': 'de/a.html', 'posts/b.md': undefined })
})

test('a configuration of another program called config.toml, and mounted folders, tell no addresses', async () => {
  const other = await places({ 'config.toml': 'name = "x"', ...pages('content/A.md') })
  expect([other.addresses, other.leftOut]).toEqual([{ 'content/A.md': undefined }, []])
  const mounts = 'baseURL = "/"\n[[module.mounts]]\nsource = "docs"\ntarget = "content/docs"\n'
  const mounted = await places({ 'hugo.toml': mounts, ...pages('docs/A.md') })
  expect([mounted.addresses['docs/A.md'], mounted.leftOut]).toEqual([undefined, []])
})

test('pages beside the website that Hugo builds are pages', async () => {
  const found = await places({ 'hugo.toml': 'baseURL = "/"', ...pages('content/a.md', 'docs/A.md') }, 'docs')
  expect([found.addresses, found.leftOut]).toEqual([{ 'A.md': undefined }, []])
})

test('Nextra: the address of the folder that its configuration names', async () => {
  const found = await places(
    {
      'next.config.mjs': `import nextra from 'nextra'\nconst withNextra = nextra({ contentDirBasePath: '/docs' })\nexport default withNextra({})`,
      'content/_meta.js': `export default { index: 'Home', a: 'A' }`,
      ...pages('content/index.mdx', 'content/a.mdx'),
    },
    'content',
  )
  expect(found.addresses).toEqual({ 'index.mdx': 'docs', 'a.mdx': 'docs/a' })
})

test('Fumadocs without a meta.json: the address of the loader, which may stand beside it', async () => {
  const found = await places(
    {
      'app/lib/source.ts': `import { loader } from 'fumadocs-core/source'\nimport { docsRoute } from './shared'\nexport const source = loader({ baseUrl: docsRoute, source: docs })`,
      'app/lib/shared.ts': `export const docsRoute = '/manual'`,
      ...pages('content/docs/index.mdx', 'content/docs/guide/a.mdx'),
    },
    'content/docs',
  )
  expect(found.addresses).toEqual({ 'index.mdx': 'manual', 'guide/a.mdx': 'manual/guide/a' })
})

test('VitePress: what becomes pages by its code is none', async () => {
  const files = { 'docs/.vitepress/config.ts': 'export default {}', 'docs/[pkg].paths.ts': '' }
  const found = await places({ ...files, ...pages('docs/[pkg].md', 'docs/a.md') }, 'docs')
  expect(found.leftOut).toEqual(['[pkg].md'])
})

const summary = `# Summary

[Introduction](README.md)

# User guide

- [Install](guide/install.md)
  - [Linux](./guide/linux.md)
- [Draft chapter]()
    1. [Below it](guide/below.md "Title")
- [Elsewhere](https://example.com)

---

[Licence](licence.md)
`
const book = pages('README.md', 'guide/install.md', 'guide/linux.md', 'guide/below.md', 'licence.md', 'not-named.md')
const inFolder = (folder: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))

test('mdBook: SUMMARY.md names, orders and groups the pages, whose addresses end in .html', async () => {
  const files = {
    'book.toml': '[output.html]\nsite-url = "/book/"\n',
    ...inFolder('src', { ...book, 'SUMMARY.md': summary }),
  }
  const found = await places(files, 'src')
  expect(found.addresses).toMatchObject({ 'README.md': 'book/', 'guide/linux.md': 'book/guide/linux.html' })
  expect(found.order).toEqual(['README.md', 'guide/install.md', 'guide/linux.md', 'guide/below.md', 'licence.md'])
  expect(found.trails).toMatchObject({
    ...{ 'README.md': [], 'guide/install.md': ['User guide'], 'guide/linux.md': ['User guide', 'Install'] },
    'guide/below.md': ['User guide', 'Draft chapter'],
  })
  expect(found.leftOut).toEqual(['not-named.md', 'SUMMARY.md'])
})

test('GitBook: the same list; pages that it does not name are pages, and no address is made up', async () => {
  const found = await places({ ...book, 'SUMMARY.md': summary.replace('# User guide', '## User guide') })
  expect(found.addresses['guide/linux.md']).toBeUndefined()
  expect(found.trails['guide/linux.md']).toEqual(['User guide', 'Install'])
  expect(found.leftOut).toEqual(['SUMMARY.md'])
})

test('Docsify: a sidebar orders the pages, and is none', async () => {
  const sidebar =
    '- Getting started\n\n  - [Quick start](quickstart.md)\n  - [More pages](/guide/more)\n\n- [Home](/)\n'
  const found = await places({
    '_sidebar.md': sidebar,
    '_navbar.md': '',
    ...pages('README.md', 'quickstart.md', 'guide/more.md'),
  })
  expect(found.order).toEqual(['quickstart.md', 'guide/more.md', 'README.md'])
  expect(found.trails['guide/more.md']).toEqual(['Getting started'])
  expect(found.leftOut).toEqual(['_sidebar.md', '_navbar.md'])
})

test('a page that is called SUMMARY and lists no pages is a page', async () => {
  const found = await places({ 'SUMMARY.md': '# Summary\n\nAll in all.', ...pages('a.md') })
  expect(found.leftOut).toEqual([])
})

test('without a generator pages have no address, and folders called like a language hold translations only', async () => {
  const found = await places(pages('guide/a.md', 'de/guide/a.md', 'cs/net.md'))
  expect(found.addresses['guide/a.md']).toBeUndefined()
  expect(found.placeOf('de/guide/a.md').language).toBe('de')
  expect(found.placeOf('cs/net.md').language).toBeNull()
  expect(localeFolders(['zh_CN/a.md', 'pt-br/a.md', 'js/a.md'])).toEqual(
    new Map([
      ['zh_CN', 'zh-CN'],
      ['pt-br', 'pt-br'],
    ]),
  )
})

test('folders called like a version hold one when most of their pages stand in another, or outside, as well', async () => {
  const manual = (folder: string) => [`${folder}install.md`, `${folder}guide/use.md`]
  const found = await places(
    pages(
      ...['', 'v1/', 'en/2.x/', 'en/latest/'].flatMap(manual),
      'api/v1/a.md',
      'api/v2/b.md',
      '1/intro.md',
      '2/intro.md',
    ),
  )
  const versionOf = (file: string) => found.placeOf(file).version
  expect(['install.md', 'v1/install.md', 'v1/guide/use.md'].map(versionOf)).toEqual([null, 'v1', 'v1'])
  expect(['en/2.x/install.md', 'en/latest/guide/use.md'].map(versionOf)).toEqual(['2.x', 'latest'])
  expect(['api/v1/a.md', 'api/v2/b.md', '1/intro.md', '2/intro.md'].map(versionOf)).toEqual([null, null, null, null])
  const others = Array.from({ length: 9 }, (_, at) => `guide/${at}.md`)
  const interfaces = await places(pages('api/jobs.md', 'api/v2/jobs.md', 'api/users.md', 'api/v2/users.md', ...others))
  expect(interfaces.placeOf('api/v2/jobs.md').version).toBeNull()
})

test('a configuration that leads out of the project, is broken, or is a folder, is as if it were not there', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'sidenote-outside-'))
  await writeFile(join(outside, 'mkdocs.yml'), 'site_url: https://evil.example/x/\nnav: []\n')
  await symlink(join(outside, 'mkdocs.yml'), join(root, 'mkdocs.yml'))
  await mkdir(join(root, 'docs.json'))
  const found = await places({ ...pages('docs/a.md'), 'docusaurus.config.js': 'module.exports = {{{' }, 'docs')
  expect(found.addresses).toEqual({ 'a.md': undefined })
  expect(found.broken).toMatchObject([{ path: 'docusaurus.config.js' }])
  await rm(outside, { recursive: true })
})

test('a configuration that would become very large, or is nested without end, ends', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `const v${at} = [${`v${at + 1},`.repeat(8)}]`)
  const config = `export default { themeConfig: { sidebar: v0 } }\n${names.join('\n')}`
  const found = await places({ ...pages('a.md'), '.vitepress/config.js': config })
  expect(found.addresses).toEqual({ 'a.md': 'a.html' })
  await rm(join(root, '.vitepress'), { recursive: true })
  const deep = await places({ ...pages('a.md'), 'docusaurus.config.js': `module.exports = ${'['.repeat(100_000)}` })
  expect(deep.broken).toHaveLength(1)
  expect(deep.addresses).toEqual({ 'a.md': undefined })
})

test('translations beside their pages have the language of their suffix, and the address that the plugin gives them', async () => {
  const config =
    'site_url: https://acme.io/x/\nplugins:\n  - search\n  - i18n:\n      languages:\n        - {locale: en, default: true}\n        - {locale: fr}\n'
  const names = [
    'docs/index.md',
    'docs/index.fr.md',
    'docs/a/b.en.md',
    'docs/a/b.fr.md',
    'docs/v1.is.md',
    'docs/c.fr.md',
  ]
  const found = await places({ 'mkdocs.yml': config, ...pages(...names) }, 'docs')
  expect(found.addresses).toEqual({
    'index.md': 'x/',
    'index.fr.md': 'x/fr/',
    'a/b.en.md': 'x/a/b/',
    'a/b.fr.md': 'x/fr/a/b/',
    'v1.is.md': 'x/v1.is/',
    'c.fr.md': 'x/fr/c/',
  })
  const languages = ['index.md', 'index.fr.md', 'a/b.en.md', 'v1.is.md', 'c.fr.md'].map(
    (file) => found.placeOf(file).language,
  )
  expect(languages).toEqual(['en', 'fr', 'en', 'en', 'fr'])
})

test('translations in folders of the MkDocs plugin: that of the usual language is no part of addresses', async () => {
  const config =
    'plugins:\n  - i18n:\n      docs_structure: folder\n      languages: [{locale: de, default: true}, {locale: fr}]\n'
  const found = await places({ 'mkdocs.yml': config, ...pages('docs/de/a.md', 'docs/fr/a.md') }, 'docs')
  expect(found.addresses).toEqual({ 'de/a.md': 'a/', 'fr/a.md': 'fr/a/' })
  expect(found.placeOf('de/a.md').language).toBe('de')
})

test('Fumadocs: translations beside their pages', async () => {
  const names = [
    'content/docs/index.mdx',
    'content/docs/index.fr.mdx',
    'content/docs/a/node.js.mdx',
    'content/docs/de.mdx',
  ]
  const found = await places(
    { 'content/docs/meta.json': '{ "pages": ["index", "..."] }', ...pages(...names) },
    'content/docs',
  )
  expect(found.addresses).toEqual({
    'index.mdx': 'docs',
    'index.fr.mdx': 'fr/docs',
    'a/node.js.mdx': 'docs/a/node.js',
    'de.mdx': 'docs/de',
  })
  expect(found.placeOf('index.fr.mdx').language).toBe('fr')
})
