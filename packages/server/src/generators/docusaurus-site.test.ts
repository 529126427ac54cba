import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { placeIn } from '../../test/support/open-built-site.ts'
import { writeFiles } from '../../test/support/write-files.ts'
import { readNavigation } from './read-navigation.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sidenote-docusaurus-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const config = (options: string) => ({ 'docusaurus.config.js': `module.exports = { baseUrl: '/', ${options} }` })
const classic = config(`presets: [['classic', {}]]`)
const matter = (fields: string) => `---\n${fields}\n---\n# Page\n`

/** Writes the files, and tells of the pages below `folder` what the navigation says. */
async function open(files: Record<string, string>, folder = '') {
  await writeFiles(root, files)
  const start = folder === '' ? '' : `${folder}/`
  const found = Object.keys(files).flatMap((file) =>
    /\.mdx?$/.test(file) && file.startsWith(start) ? [file.slice(start.length)] : [],
  )
  const request = { folder: join(root, folder), files: found, project: root, siteUrl: null }
  const { places } = await readNavigation(request)
  const pages = [...places.keys()]
  const placeOf = placeIn(places)
  return {
    placeOf,
    pages,
    addresses: Object.fromEntries(pages.map((page) => [page, placeOf(page).address])),
    order: pages
      .filter((page) => placeOf(page).position !== null)
      .sort((one, other) => (placeOf(one).position ?? 0) - (placeOf(other).position ?? 0)),
  }
}

test('the id of a page is its last step and its name in sidebars', async () => {
  const found = await open({
    ...classic,
    'sidebars.js': `module.exports = { docs: [{ type: 'category', label: 'Guides', items: ['guides/getting-started'] }] }`,
    'docs/guides/GettingStarted.md': matter('id: getting-started'),
    'docs/guides/index.md': matter('id: overview'),
  })
  expect(found.addresses).toEqual({
    'docs/guides/GettingStarted.md': 'docs/guides/getting-started',
    'docs/guides/index.md': 'docs/guides/',
  })
  expect(found.placeOf('docs/guides/GettingStarted.md').trail).toEqual(['Guides'])
})

test('an address in front matter counts from the folder unless it begins with a slash', async () => {
  const found = await open({ ...classic, 'docs/guides/a.md': matter('slug: nested/b') }, 'docs')
  expect(found.placeOf('guides/a.md').route).toEqual({ root: 'docs', ending: '', file: 'guides/a.md', start: 'folder' })
})

test('parts of pages are no pages, unless the configuration says what is left out', async () => {
  const files = { 'docs/_part.mdx': '', 'docs/_parts/a.md': '', 'docs/a.test.md': '', 'docs/drafts/b.md': '' }
  expect((await open({ ...classic, ...files })).pages).toEqual(['docs/a.test.md', 'docs/drafts/b.md'])
  const own = config(`presets: [['classic', { docs: { exclude: ['drafts/**'] } }]]`)
  expect((await open({ ...own, ...files })).pages).toEqual(['docs/_part.mdx', 'docs/_parts/a.md', 'docs/a.test.md'])
})

test('each instance has its folder, its prefix, its sidebars and its versions', async () => {
  const files = {
    ...config(`
      presets: [['classic', { docs: { routeBasePath: '/', sidebarPath: require.resolve('./sidebars.js') } }]],
      plugins: [
        ['content-docs', { id: 'community', path: 'community', routeBasePath: 'community', sidebarPath: './sidebarsCommunity.js' }],
        ['@docusaurus/plugin-content-docs', { id: 'api', path: 'api', routeBasePath: 'reference/api' }],
      ]`),
    'sidebars.js': `module.exports = { docs: ['auth'] }`,
    'sidebarsCommunity.js': `module.exports = { docs: [{ Team: ['team'] }] }`,
    'api_versions.json': '["1.0"]',
    'docs/auth.md': '',
    'community/team.md': '',
    'api/users.md': '',
    'api_versioned_docs/version-1.0/users.md': '',
    'i18n/fr/docusaurus-plugin-content-docs-api/current/users.md': '',
  }
  const found = await open(files)
  expect(found.addresses).toEqual({
    'docs/auth.md': 'auth',
    'community/team.md': 'community/team',
    'api/users.md': 'reference/api/next/users',
    'api_versioned_docs/version-1.0/users.md': 'reference/api/users',
    'i18n/fr/docusaurus-plugin-content-docs-api/current/users.md': 'fr/reference/api/next/users',
  })
  expect(found.placeOf('community/team.md').trail).toEqual(['Team'])
  expect((await open(files, 'community')).addresses).toEqual({ 'team.md': 'community/team' })
})

test('posts are at their dates, single pages at the root', async () => {
  const found = await open({
    ...classic,
    'blog/2024-01-02-hello.md': '',
    'blog/2024/05/06-more/index.mdx': '',
    'blog/_draft.md': '',
    'src/pages/about.md': '',
    'src/pages/index.mdx': '',
    'i18n/fr/docusaurus-plugin-content-blog/2024-01-02-hello.md': '',
  })
  expect(found.addresses).toEqual({
    'blog/2024-01-02-hello.md': 'blog/2024/01/02/hello',
    'blog/2024/05/06-more/index.mdx': 'blog/2024/05/06/more',
    'src/pages/about.md': 'about',
    'src/pages/index.mdx': '',
    'i18n/fr/docusaurus-plugin-content-blog/2024-01-02-hello.md': 'fr/blog/2024/01/02/hello',
  })
  expect(found.placeOf('blog/2024-01-02-hello.md').route).toMatchObject({ root: 'blog', start: 'root' })
  expect(found.placeOf('src/pages/about.md').route).toBeUndefined()
})

test('a sidebar that fills itself goes by positions and then by names, and so does a site without sidebars', async () => {
  const found = await open({
    ...classic,
    'docs/zebra.md': matter('sidebar_position: 1'),
    'docs/alpha.md': '',
    'docs/3-third.md': '',
    'docs/guides/_category_.json': '{ "label": "All guides", "position": 2 }',
    'docs/guides/b.md': matter('sidebar_position: 2'),
    'docs/guides/c.md': matter('sidebar_position: 1.5'),
    'docs/reference/index.md': matter('sidebar_position: 4\nsidebar_label: Reference pages'),
    'docs/reference/x.md': '',
  })
  const names = ['zebra', 'guides/c', 'guides/b', '3-third', 'reference/index', 'reference/x', 'alpha']
  expect(found.order).toEqual(names.map((name) => `docs/${name}.md`))
  expect(found.placeOf('docs/guides/c.md').trail).toEqual(['All guides'])
  expect(found.placeOf('docs/reference/x.md').trail).toEqual(['Reference pages'])
  expect(found.placeOf('docs/reference/index.md').trail).toEqual([])
})

test('each version goes by its own sidebars', async () => {
  const found = await open({
    ...classic,
    'versions.json': '["2.0", "1.0"]',
    'versioned_docs/version-2.0/a.md': '',
    'sidebars.js': `module.exports = { docs: [{ type: 'category', label: 'Now', items: ['a'] }] }`,
    'versioned_sidebars/version-1.0-sidebars.json':
      '{ "docs": [{ "type": "category", "label": "Then", "items": ["b", "a"] }] }',
    'docs/a.md': '',
    'versioned_docs/version-1.0/a.md': '',
    'versioned_docs/version-1.0/b.md': '',
  })
  const versioned = ['2.0/a', '1.0/b', '1.0/a'].map((page) => `versioned_docs/version-${page}.md`)
  expect(found.order).toEqual(['docs/a.md', ...versioned])
  expect(found.placeOf('versioned_docs/version-1.0/a.md').trail).toEqual(['Then'])
})

test('Markdown is MDX unless the configuration says otherwise', async () => {
  expect((await open({ ...classic, 'docs/a.md': '' })).placeOf('docs/a.md').format).toBe('mdx')
  const own = config(`markdown: { format: 'detect' }, presets: [['classic', {}]]`)
  expect((await open({ ...own, 'docs/a.md': '' })).placeOf('docs/a.md').format).toBe('detect')
})
