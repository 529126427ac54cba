import { type Fixture, pages } from './fixture.ts'

export const rspress: Fixture[] = [
  {
    shows: 'the folder of its pages, the usual language and version',
    files: {
      'rspress.config.ts': `export default { root: 'docs', base: '/r/', lang: 'en', multiVersion: { default: 'v2', versions: ['v1', 'v2'] } }`,
      ...pages('docs/v2/en/index.md', 'docs/v2/en/guide/index.mdx', 'docs/v2/en/guide/a.mdx', 'docs/v1/zh/guide/a.mdx'),
      ...pages('docs/v2/en/guide/_part.mdx', 'README.md'),
    },
    expected: {
      addresses: {
        'docs/v2/en/index.md': 'r/',
        'docs/v2/en/guide/index.mdx': 'r/guide/',
        'docs/v2/en/guide/a.mdx': 'r/guide/a.html',
        'docs/v1/zh/guide/a.mdx': 'r/v1/zh/guide/a.html',
      },
    },
  },
  {
    shows: 'clean addresses',
    files: { 'rspress.config.ts': `export default { route: { cleanUrls: true } }`, ...pages('docs/a.md') },
    expected: { addresses: { 'docs/a.md': 'a' } },
  },
  {
    shows: 'the order and the sections of its _meta files',
    files: {
      'rspress.config.ts': 'export default {}',
      'docs/_nav.json': '[{ "text": "Guide", "link": "/guide/" }]',
      'docs/guide/_meta.json':
        '["index", { "type": "section-header", "label": "Basics" }, { "type": "file", "name": "b", "label": "Bee" }, "a.mdx", { "type": "dir", "name": "deep", "label": "Deep things" }]',
      'docs/guide/deep/_meta.json': '["two", "one"]',
      ...pages('docs/guide/index.md', 'docs/guide/a.mdx', 'docs/guide/b.md'),
      ...pages('docs/guide/deep/one.md', 'docs/guide/deep/two.mdx'),
    },
    expected: {
      addresses: {
        'docs/guide/index.md': 'guide/',
        'docs/guide/a.mdx': 'guide/a.html',
        'docs/guide/b.md': 'guide/b.html',
        'docs/guide/deep/one.md': 'guide/deep/one.html',
        'docs/guide/deep/two.mdx': 'guide/deep/two.html',
      },
      order: ['index.md', 'b.md', 'a.mdx', 'deep/two.mdx', 'deep/one.md'].map((file) => `docs/guide/${file}`),
      trails: {
        'docs/guide/b.md': ['Guide', 'Basics'],
        'docs/guide/deep/one.md': ['Guide', 'Basics', 'Deep things'],
      },
    },
  },
]
