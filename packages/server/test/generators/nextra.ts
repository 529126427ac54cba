import { type Fixture, pages } from './fixture.ts'

export const nextra: Fixture[] = [
  {
    shows: 'the order and the titles of _meta files',
    files: {
      'content/_meta.ts': `export default { index: 'Hello', guides: { title: 'All guides' }, about: { title: 'About', href: 'https://acme.com' } }`,
      'content/guides/_meta.ts': `export default { b: 'Second comes first', a: '' }`,
      ...pages('content/index.mdx', 'content/zebra.mdx', 'content/guides/a.mdx', 'content/guides/b.mdx'),
    },
    expected: {
      addresses: {
        'content/index.mdx': '',
        'content/zebra.mdx': 'zebra',
        'content/guides/a.mdx': 'guides/a',
        'content/guides/b.mdx': 'guides/b',
      },
      order: ['content/index.mdx', 'content/guides/b.mdx', 'content/guides/a.mdx', 'content/zebra.mdx'],
      trails: { 'content/guides/a.mdx': ['All guides'] },
      places: { 'content/guides/a.mdx': { anchors: 'nextra' } },
    },
  },
  {
    shows: 'the address of the folder that its configuration names',
    files: {
      'next.config.mjs': `import nextra from 'nextra'\nconst withNextra = nextra({ contentDirBasePath: '/docs' })\nexport default withNextra({})`,
      'content/_meta.js': `export default { index: 'Home', a: 'A' }`,
      ...pages('content/index.mdx', 'content/a.mdx'),
    },
    folder: 'content',
    expected: { addresses: { 'index.mdx': 'docs', 'a.mdx': 'docs/a' } },
  },
  {
    shows: 'the path that Next.js puts before all addresses, and pages of the app router',
    files: {
      'next.config.mjs': `import nextra from 'nextra'\nconst withNextra = nextra({ contentDirBasePath: '/docs' })\nexport default withNextra({ basePath: '/base' })`,
      'content/_meta.js': `export default { index: 'Home' }`,
      ...pages('content/index.mdx', 'content/a.mdx', 'app/(site)/blog/page.mdx', 'README.md'),
    },
    expected: {
      addresses: {
        'content/index.mdx': 'base/docs',
        'content/a.mdx': 'base/docs/a',
        'app/(site)/blog/page.mdx': 'base/blog',
      },
    },
  },
  {
    shows: 'the address of its folder without any _meta file, and an address below a project of its own',
    files: {
      'site/next.config.ts': `import nextra from 'nextra'\nexport default nextra({ contentDirBasePath: '/docs' })({ basePath: '/base' })`,
      ...pages('site/content/index.mdx', 'site/content/guides/a.mdx', 'site/app/blog/page.mdx', 'README.md'),
    },
    expected: {
      addresses: {
        'site/content/index.mdx': 'base/docs',
        'site/content/guides/a.mdx': 'base/docs/guides/a',
        'site/app/blog/page.mdx': 'base/blog',
      },
    },
  },
  {
    shows: 'only the pages of app, when there is no other folder',
    files: {
      'next.config.mjs': `import nextra from 'nextra'\nexport default nextra({})({})`,
      ...pages('app/page.mdx', 'app/guides/a/page.mdx'),
    },
    expected: { addresses: { 'app/guides/a/page.mdx': 'guides/a' } },
  },
]
