import { type Fixture, pages } from './fixture.ts'

const files = {
  'docs/index.html': '<script>window.$docsify = { loadSidebar: true }</script>',
  'docs/_sidebar.md': '* Start\n  * [Install](guide/install.md)\n  * [More](guide/)\n',
  ...pages('docs/README.md', 'docs/guide/README.md', 'docs/guide/install.md', 'docs/_coverpage.md'),
}

export const docsify: Fixture[] = [
  {
    shows: 'addresses behind a number sign',
    files,
    expected: {
      addresses: {
        'docs/README.md': '#/',
        'docs/guide/README.md': '#/guide/',
        'docs/guide/install.md': '#/guide/install',
      },
      order: ['docs/guide/install.md', 'docs/guide/README.md'],
      trails: { 'docs/guide/install.md': ['Start'] },
      places: { 'docs/guide/install.md': { anchors: 'docsify' } },
    },
  },
  {
    shows: "addresses of the browser's history",
    files: { ...files, 'docs/index.html': `<script>window.$docsify = { routerMode: 'history' }</script>` },
    expected: {
      addresses: { 'docs/README.md': '', 'docs/guide/README.md': 'guide/', 'docs/guide/install.md': 'guide/install' },
    },
  },
  {
    shows: 'a folder without a sidebar',
    files: { 'index.html': files['docs/index.html'], ...pages('README.md', 'guide.md') },
    expected: { addresses: { 'README.md': '#/', 'guide.md': '#/guide' } },
  },
]
