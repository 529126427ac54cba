import { type Fixture, matter, pages } from './fixture.ts'

export const vuepress: Fixture[] = [
  {
    shows: 'folders, permalinks, the base',
    files: {
      'docs/.vuepress/config.ts': `import { defineUserConfig } from 'vuepress'\nexport default defineUserConfig({ base: '/v/', lang: 'en-US' })`,
      ...pages('docs/README.md', 'docs/guide/README.md', 'docs/guide/a.md'),
      'docs/guide/b.md': matter('permalink: /some/perma.html'),
      'docs/guide/c.md': matter('permalink: /some/folder/'),
    },
    folder: 'docs',
    expected: {
      addresses: {
        'README.md': 'v/',
        'guide/README.md': 'v/guide/',
        'guide/a.md': 'v/guide/a.html',
        'guide/b.md': 'v/some/perma.html',
        'guide/c.md': 'v/some/folder/',
      },
      places: { 'guide/a.md': { anchors: 'vuepress' } },
    },
  },
  {
    shows: 'the languages of folders',
    files: {
      '.vuepress/config.js': `export default { base: '/v/', locales: { '/': { lang: 'en-US' }, '/zh/': { lang: 'zh-CN', title: '壶' } } }`,
      ...pages('guide/a.md', 'zh/guide/a.md'),
    },
    expected: {
      addresses: { 'guide/a.md': 'v/guide/a.html', 'zh/guide/a.md': 'v/zh/guide/a.html' },
      places: { 'guide/a.md': { language: 'en-US' }, 'zh/guide/a.md': { language: 'zh-CN' } },
    },
  },
]
