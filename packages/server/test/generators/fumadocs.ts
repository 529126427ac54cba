import { type Fixture, pages } from './fixture.ts'

export const fumadocs: Fixture[] = [
  {
    shows: 'meta.json, separators, groups in brackets, and the address of the loader',
    files: {
      'lib/source.ts': `import { loader } from 'fumadocs-core/source'\nexport const source = loader({ baseUrl: '/manual', source: docs })`,
      'content/docs/meta.json': JSON.stringify({ pages: ['index', '---Setup---', '(basics)', '...'] }),
      'content/docs/(basics)/meta.json': JSON.stringify({ title: 'Basics', pages: ['second', 'first'] }),
      ...pages('content/docs/index.mdx', 'content/docs/(basics)/first.mdx', 'content/docs/(basics)/second.mdx'),
      ...pages('content/docs/z.mdx'),
    },
    folder: 'content/docs',
    expected: {
      addresses: {
        'index.mdx': 'manual',
        '(basics)/first.mdx': 'manual/first',
        '(basics)/second.mdx': 'manual/second',
        'z.mdx': 'manual/z',
      },
      order: ['index.mdx', '(basics)/second.mdx', '(basics)/first.mdx', 'z.mdx'],
      trails: { '(basics)/first.mdx': ['Setup', 'Basics'] },
    },
  },
  {
    shows: 'the address of a loader that is in a file beside it, without a meta.json',
    files: {
      'app/lib/source.ts': `import { loader } from 'fumadocs-core/source'\nimport { docsRoute } from './shared'\nexport const source = loader({ baseUrl: docsRoute, source: docs })`,
      'app/lib/shared.ts': `export const docsRoute = '/manual'`,
      ...pages('content/docs/index.mdx', 'content/docs/guide/a.mdx'),
    },
    folder: 'content/docs',
    expected: { addresses: { 'index.mdx': 'manual', 'guide/a.mdx': 'manual/guide/a' } },
  },
  {
    shows: 'translations beside their pages',
    files: {
      'content/docs/meta.json': '{ "pages": ["index", "..."] }',
      ...pages(
        'content/docs/index.mdx',
        'content/docs/index.fr.mdx',
        'content/docs/a/node.js.mdx',
        'content/docs/de.mdx',
      ),
    },
    folder: 'content/docs',
    expected: {
      addresses: {
        'index.mdx': 'docs',
        'index.fr.mdx': 'fr/docs',
        'a/node.js.mdx': 'docs/a/node.js',
        'de.mdx': 'docs/de',
      },
      places: { 'index.fr.mdx': { language: 'fr' } },
    },
  },
  {
    shows: 'the path that Next.js puts before all addresses, and folders taken apart',
    files: {
      'next.config.mjs': `export default withMDX({ basePath: '/base' })`,
      'lib/source.ts': `import { loader } from 'fumadocs-core/source'\nexport const source = loader({ baseUrl: '/docs' })`,
      'content/docs/meta.json': '{ "pages": ["---Start---", "...(basics)", "---[Book]More---", "guide"] }',
      'content/docs/(basics)/meta.json': '{ "title": "Basics" }',
      ...pages('content/docs/(basics)/install.mdx', 'content/docs/guide/a.mdx', 'README.md'),
    },
    expected: {
      addresses: {
        'content/docs/(basics)/install.mdx': 'base/docs/install',
        'content/docs/guide/a.mdx': 'base/docs/guide/a',
      },
      trails: { 'content/docs/(basics)/install.mdx': ['Start'], 'content/docs/guide/a.mdx': ['More', 'Guide'] },
    },
  },
  {
    shows: 'no address of a folder that nothing tells of',
    files: {
      'manual/meta.json': '{ "title": "Manual", "pages": ["b", "a"] }',
      ...pages('manual/a.mdx', 'manual/b.mdx', 'README.md'),
    },
    expected: {
      addresses: { 'manual/a.mdx': undefined, 'manual/b.mdx': undefined, 'README.md': undefined },
      order: ['manual/b.mdx', 'manual/a.mdx'],
    },
  },
]
