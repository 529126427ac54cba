import { type Fixture, pages } from './fixture.ts'

export const vitepress: Fixture[] = [
  {
    shows: 'base, clean addresses, rewrites, locales, groups; what computes is not run',
    files: {
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
    folder: 'docs',
    expected: {
      addresses: {
        'index.md': 'handbook/',
        'b.md': 'handbook/b',
        'guide/a.md': 'handbook/guide/a',
        'guide/index.md': 'handbook/guide/',
        'de/b.md': 'handbook/de/b',
        'packages/kettle/readme.md': 'handbook/tools/kettle',
      },
      order: ['b.md', 'guide/a.md'],
      trails: { 'guide/a.md': ['Guide', 'Deep'] },
      places: {
        'de/b.md': { language: 'de-DE' },
        'b.md': { language: 'en-GB', anchors: 'vitepress' },
      },
    },
  },
  {
    shows: 'pages that end in .html without clean addresses',
    files: {
      '.vitepress/config.mts': "export default { base: '/docs/', themeConfig: { sidebar: [] } }",
      ...pages('a.md'),
    },
    expected: { addresses: { 'a.md': 'docs/a.html' } },
  },
  {
    shows: 'addresses below that of the site',
    files: {
      '.vitepress/config.mts': "export default { base: '/docs/', themeConfig: { sidebar: [] } }",
      ...pages('a.md'),
    },
    siteUrl: 'https://acme.com/docs/',
    expected: { addresses: { 'a.md': 'a.html' } },
  },
  // Not built: as VitePress documents it.
  {
    shows: 'a sidebar in a file of its own, with a base for its links',
    files: {
      '.vitepress/config/index.ts': `import sidebar from './sidebar'\nexport default { themeConfig: { sidebar } }`,
      '.vitepress/config/sidebar.ts': `export default { '/guide/': { base: '/guide/', items: [{ text: 'Basics', items: [{ text: 'B', link: 'b' }] }, { text: 'Deep', base: '/guide/deep/', items: [{ text: 'A', link: 'a' }] }] } }`,
      ...pages('guide/b.md', 'guide/deep/a.md'),
    },
    expected: {
      addresses: { 'guide/b.md': 'guide/b.html', 'guide/deep/a.md': 'guide/deep/a.html' },
      order: ['guide/b.md', 'guide/deep/a.md'],
      trails: { 'guide/b.md': ['Basics'], 'guide/deep/a.md': ['Deep'] },
    },
  },
  {
    shows: 'what srcExclude names, which is left out',
    files: {
      '.vitepress/config.ts': `export default { srcDir: 'src', srcExclude: ['**/README.md', 'drafts/**'] }`,
      ...pages('src/a.md', 'src/x/README.md', 'src/drafts/b.md'),
    },
    expected: { addresses: { 'src/a.md': 'a.html' } },
  },
  {
    shows: 'what becomes pages by its code, which is left out',
    files: {
      'docs/.vitepress/config.ts': 'export default {}',
      'docs/[pkg].paths.ts': '',
      ...pages('docs/[pkg].md', 'docs/a.md'),
    },
    folder: 'docs',
    expected: { addresses: { 'a.md': 'a.html' } },
  },
  {
    shows: 'what a wildcard without a name stands for in a rewrite',
    files: {
      '.vitepress/config.ts': `export default { rewrites: { 'packages/:pkg/docs/(.*)': ':pkg/(.*)' } }`,
      ...pages('packages/core/docs/deep/a.md'),
    },
    expected: { addresses: { 'packages/core/docs/deep/a.md': 'core/deep/a.html' } },
  },
]
