import { type Fixture, pages } from './fixture.ts'

const editions = {
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

const hidden = {
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
const hiddenPages = pages('a.mdx', 'both.mdx', 'old.mdx', 'older.mdx', 'found.mdx', 'loose.mdx')

export const mintlify: Fixture[] = [
  {
    shows: 'groups and tabs as breadcrumbs, but not versions and languages',
    files: {
      'docs.json': JSON.stringify({ name: 'Acme', navigation: editions }),
      ...pages('install.mdx', 'more/index.mdx', 'es/install.mdx', 'loose.mdx'),
    },
    expected: {
      addresses: {
        'install.mdx': 'install',
        'more/index.mdx': 'more',
        'es/install.mdx': 'es/install',
        'loose.mdx': 'loose',
      },
      order: ['install.mdx', 'more/index.mdx', 'es/install.mdx'],
      trails: { 'install.mdx': ['Guides', 'Start'], 'more/index.mdx': ['Guides', 'Start', 'More'], 'loose.mdx': [] },
      places: { 'es/install.mdx': { language: 'es', version: 'v2', trail: ['Inicio'] } },
    },
  },
  {
    shows: 'snippets, files about the repository, and the lines of .mintignore, which are left out',
    files: {
      'docs.json': '{ "navigation": { "pages": ["a"] } }',
      '.mintignore': '# mine\ninternal/\n*.draft.mdx\n',
      ...pages('a.mdx', 'README.md', 'snippets/b.mdx', 'guides/snippets/c.mdx', 'internal/d.mdx', 'e.draft.mdx'),
    },
    expected: { addresses: { 'a.mdx': 'a', 'guides/snippets/c.mdx': 'guides/snippets/c' } },
  },
  {
    shows: 'hidden groups left out, unless search may find them or a page is elsewhere too',
    files: { 'docs.json': JSON.stringify({ navigation: hidden }), ...hiddenPages },
    expected: {
      addresses: { 'a.mdx': 'a', 'both.mdx': 'both', 'found.mdx': 'found', 'loose.mdx': 'loose' },
      places: { 'a.mdx': { showsHidden: undefined } },
    },
  },
  {
    shows: 'hidden groups where search finds all',
    files: { 'docs.json': JSON.stringify({ navigation: hidden, seo: { indexing: 'all' } }), ...hiddenPages },
    expected: {
      addresses: Object.fromEntries(Object.keys(hiddenPages).map((file) => [file, file.replace('.mdx', '')])),
      places: { 'a.mdx': { showsHidden: true } },
    },
  },
]
