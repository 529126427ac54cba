import { type Fixture, matter, pages } from './fixture.ts'

export const eleventy: Fixture[] = [
  {
    shows: 'folders, permalinks, and parts of pages, which are left out',
    files: {
      'eleventy.config.js': `export default () => ({ pathPrefix: '/e/', dir: { input: 'src', output: 'dist' } })`,
      ...pages('src/index.md', 'src/guide/a.md', 'src/guide/index.md', 'src/_includes/part.md', 'README.md'),
      'src/guide/b.md': matter('permalink: /start/'),
      'src/guide/c.md': matter('permalink: guide/c.html'),
      'src/guide/d.md': matter('permalink: false'),
      'src/guide/e.md': matter(`permalink: '/{{ title | slugify }}/'`),
      'dist/guide/a/index.html': '<p>A',
    },
    expected: {
      addresses: {
        'src/index.md': 'e/',
        'src/guide/a.md': 'e/guide/a/',
        'src/guide/index.md': 'e/guide/',
        'src/guide/b.md': 'e/start/',
        'src/guide/c.md': 'e/guide/c.html',
        'src/guide/e.md': undefined,
      },
    },
  },
]
