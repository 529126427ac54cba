import { type Fixture, matter, pages } from './fixture.ts'

const config = (options: string) =>
  `import starlight from '@astrojs/starlight'\nexport default { ${options} integrations: [starlight({})] }`
const home = pages('src/content/docs/index.md', 'src/content/docs/a.md')

export const starlight: Fixture[] = [
  {
    shows: 'lower case, a slash at the end, locales, folders that fill themselves',
    files: {
      'astro.config.mjs': `export default defineConfig({ base: '/kettle', integrations: [starlight({
        locales: { root: { label: 'English', lang: 'en' }, 'pt-br': { label: 'Português', lang: 'pt-BR' } },
        sidebar: [{ label: 'Start', items: ['install'] }, { label: 'Reference', autogenerate: { directory: 'reference' } }],
      })] })`,
      ...pages('src/content/docs/Install.mdx', 'src/content/docs/reference/b.md', 'src/content/docs/reference/a.md'),
      ...pages('src/content/docs/pt-br/install.md'),
    },
    folder: 'src/content/docs',
    expected: {
      addresses: {
        'Install.mdx': 'kettle/install/',
        'reference/b.md': 'kettle/reference/b/',
        'reference/a.md': 'kettle/reference/a/',
        'pt-br/install.md': 'kettle/pt-br/install/',
      },
      order: ['Install.mdx', 'reference/a.md', 'reference/b.md'],
      trails: { 'Install.mdx': ['Start'], 'reference/a.md': ['Reference'] },
      places: { 'pt-br/install.md': { language: 'pt-BR' } },
    },
  },
  {
    shows: 'parts, which are left out; the order and the addresses that pages name',
    files: {
      'astro.config.mjs': `export default defineConfig({ integrations: [starlight({ sidebar: [
        { label: 'Guides', autogenerate: { directory: 'guides' } }, { label: 'Named', items: ['short'] } ] })] })`,
      ...pages('src/content/docs/_part.md', 'src/content/docs/_drafts/a.md'),
      'src/content/docs/guides/a.md': matter('sidebar:', '  order: 2'),
      'src/content/docs/guides/node.js.md': matter('sidebar:', '  order: 1'),
      'src/content/docs/long/name.md': matter('slug: short'),
    },
    folder: 'src/content/docs',
    expected: {
      addresses: {
        'guides/a.md': 'guides/a/',
        'guides/node.js.md': 'guides/nodejs/',
        'long/name.md': 'long/name/',
      },
      order: ['guides/node.js.md', 'guides/a.md', 'long/name.md'],
      trails: { 'long/name.md': ['Named'] },
      places: { 'long/name.md': { route: { root: '', ending: '/', file: 'long/name.md', start: 'root' } } },
    },
  },
  {
    shows: 'the root as a folder, also where pages are files',
    files: { ...home, 'astro.config.mjs': config(`base: '/docs', build: { format: 'file' },`) },
    expected: { addresses: { 'src/content/docs/index.md': 'docs/', 'src/content/docs/a.md': 'docs/a.html' } },
  },
  {
    shows: 'no slash at the end where the configuration has none',
    files: { ...home, 'astro.config.mjs': config(`base: '/docs', trailingSlash: 'never',`) },
    expected: { addresses: { 'src/content/docs/index.md': 'docs', 'src/content/docs/a.md': 'docs/a' } },
  },
  {
    shows: 'a README as a page of its own',
    files: {
      'astro.config.mjs': config(''),
      ...pages('src/content/docs/Reference/README.md', 'src/content/docs/Reference/index.md'),
    },
    expected: {
      addresses: {
        'src/content/docs/Reference/README.md': 'reference/readme/',
        'src/content/docs/Reference/index.md': 'reference/',
      },
    },
  },
]
