import { type Fixture, matter, pages } from './fixture.ts'

const config =
  'site_url: https://acme.io/manual/\ntheme: {name: material, language: de}\nnav:\n  - Start: index.md\n  - Guides:\n    - guides/README.md\n    - Proxy: guides/proxy.md\n'
const manual = pages('docs/index.md', 'docs/guides/README.md', 'docs/guides/proxy.md')
const rocket = { 'docs/a.md': '## On Linux :rocket: now' }

export const mkdocs: Fixture[] = [
  {
    shows: 'the address of the site, folders as addresses, README, the language of the theme',
    files: { 'mkdocs.yml': config, ...manual },
    folder: 'docs',
    siteUrl: 'https://acme.io/manual',
    expected: {
      addresses: { 'index.md': '', 'guides/README.md': 'guides/', 'guides/proxy.md': 'guides/proxy/' },
      order: ['index.md', 'guides/README.md', 'guides/proxy.md'],
      trails: { 'index.md': [], 'guides/README.md': ['Guides'], 'guides/proxy.md': ['Guides'] },
      places: { 'index.md': { language: 'de', anchors: 'python', format: 'md' } },
    },
  },
  {
    shows: 'files as addresses',
    files: { 'mkdocs.yml': `use_directory_urls: false\n${config}`, ...manual },
    folder: 'docs',
    expected: {
      addresses: {
        'index.md': 'manual/index.html',
        'guides/README.md': 'manual/guides/index.html',
        'guides/proxy.md': 'manual/guides/proxy.html',
      },
    },
  },
  {
    shows: 'translations beside their pages, with the addresses that the plugin gives them',
    files: {
      'mkdocs.yml':
        'site_url: https://acme.io/x/\nplugins:\n  - search\n  - i18n:\n      languages:\n        - {locale: en, default: true}\n        - {locale: fr}\n',
      ...pages(
        'docs/index.md',
        'docs/index.fr.md',
        'docs/a/b.en.md',
        'docs/a/b.fr.md',
        'docs/v1.is.md',
        'docs/c.fr.md',
      ),
    },
    folder: 'docs',
    expected: {
      addresses: {
        'index.md': 'x/',
        'index.fr.md': 'x/fr/',
        'a/b.en.md': 'x/a/b/',
        'a/b.fr.md': 'x/fr/a/b/',
        'v1.is.md': 'x/v1.is/',
        'c.fr.md': 'x/fr/c/',
      },
      places: {
        'index.md': { language: 'en' },
        'index.fr.md': { language: 'fr' },
        'a/b.en.md': { language: 'en' },
        'v1.is.md': { language: 'en' },
        'c.fr.md': { language: 'fr' },
      },
    },
  },
  {
    shows: 'translations in folders, where that of the usual language is no part of addresses',
    files: {
      'mkdocs.yml':
        'plugins:\n  - i18n:\n      docs_structure: folder\n      languages: [{locale: de, default: true}, {locale: fr}]\n',
      ...pages('docs/de/a.md', 'docs/fr/a.md'),
    },
    folder: 'docs',
    expected: {
      addresses: { 'de/a.md': 'a/', 'fr/a.md': 'fr/a/' },
      places: { 'de/a.md': { language: 'de' } },
    },
  },
  {
    shows: 'templates, exclude_docs and draft_docs, which are left out',
    files: {
      'mkdocs.yml': 'site_name: M\nexclude_docs: |\n  *.inc.md\n  /old/\n  !old/kept.md\ndraft_docs: drafts/\n',
      ...pages('docs/a.md', 'docs/x/b.inc.md', 'docs/old/c.md', 'docs/old/kept.md', 'docs/drafts/d.md'),
      ...pages('docs/templates/e.md'),
    },
    expected: { addresses: { 'docs/a.md': 'a/', 'docs/old/kept.md': 'old/kept/' } },
  },
  {
    shows: 'a README beside an index, which is left out',
    files: { 'mkdocs.yml': 'site_name: Acme', ...pages('docs/index.md', 'docs/README.md', 'docs/a/README.md') },
    folder: 'docs',
    expected: { addresses: { 'index.md': '', 'a/README.md': 'a/' } },
  },
  {
    shows: 'emoji, which are no part of an anchor',
    files: { 'mkdocs.yml': 'site_name: A\nmarkdown_extensions:\n  - pymdownx.emoji\n', ...rocket },
    expected: { addresses: { 'docs/a.md': 'a/' }, sections: { 'docs/a.md': [{ anchor: 'on-linux-now' }] } },
  },
  {
    shows: 'the short names of emoji in anchors without the extension',
    files: { 'mkdocs.yml': 'site_name: A\n', ...rocket },
    expected: { addresses: { 'docs/a.md': 'a/' }, sections: { 'docs/a.md': [{ anchor: 'on-linux-rocket-now' }] } },
  },
  {
    shows: 'what is beside the pages of one of two websites, which is kept',
    files: {
      'docs/mkdocs.yml': 'docs_dir: .',
      'web/docusaurus.config.js': 'export default {}',
      'web/build/docs/a.html': '<p>A',
      ...pages('docs/b.md', 'web/docs/a.md', 'README.md'),
    },
    expected: {
      addresses: {
        'docs/b.md': 'b/',
        'web/build/docs/a.html': undefined,
        'web/docs/a.md': undefined,
        'README.md': undefined,
      },
    },
  },
  {
    shows: 'no address that a page names, as MkDocs knows none',
    files: { 'mkdocs.yml': 'site_name: A\n', 'docs/a.md': matter('slug: b') },
    expected: { addresses: { 'docs/a.md': 'a/' }, places: { 'docs/a.md': { route: undefined } } },
  },
]
