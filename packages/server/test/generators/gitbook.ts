import { type Fixture, pages } from './fixture.ts'

export const gitbook: Fixture[] = [
  {
    shows: 'the folder that its configuration names',
    files: {
      '.gitbook.yaml': 'root: ./docs/\n',
      'docs/SUMMARY.md': '# Table of contents\n\n* [Introduction](README.md)\n* [Install](guide/install.md)\n',
      ...pages('docs/README.md', 'docs/guide/install.md', 'README.md'),
    },
    expected: {
      addresses: { 'docs/README.md': '', 'docs/guide/install.md': 'guide/install' },
      order: ['docs/README.md', 'docs/guide/install.md'],
    },
  },
]
