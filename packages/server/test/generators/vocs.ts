import { type Fixture, inFolder, pages } from './fixture.ts'

const sidebar = `{ '/docs': [{ text: 'Basics', items: [{ text: 'B', link: '/docs/b' }, { text: 'A', link: '/docs/a' }] }] }`

export const vocs: Fixture[] = [
  {
    shows: 'the folder of its pages, and its sidebar',
    files: {
      ...inFolder('docs/pages', pages('docs/a.mdx', 'docs/b.mdx', 'index.mdx', 'docs/index.mdx')),
      'vocs.config.ts': `import { defineConfig } from 'vocs'\nexport default defineConfig({ basePath: '/v', sidebar: ${sidebar} })`,
      ...pages('README.md'),
    },
    expected: {
      addresses: {
        'docs/pages/docs/a.mdx': 'v/docs/a',
        'docs/pages/docs/b.mdx': 'v/docs/b',
        'docs/pages/index.mdx': 'v',
        'docs/pages/docs/index.mdx': 'v/docs',
      },
      order: ['docs/pages/docs/b.mdx', 'docs/pages/docs/a.mdx'],
      trails: { 'docs/pages/docs/a.mdx': ['Basics'] },
    },
  },
  {
    shows: 'the pages of its second version in src',
    files: {
      'vocs.config.ts': `import { defineConfig } from 'vocs/config'\nexport default defineConfig({})`,
      ...pages('src/pages/docs/a.mdx'),
    },
    expected: { addresses: { 'src/pages/docs/a.mdx': 'docs/a' } },
  },
]
