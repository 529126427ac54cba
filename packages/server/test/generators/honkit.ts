import { type Fixture, pages } from './fixture.ts'

export const honkit: Fixture[] = [
  {
    shows: 'what SUMMARY.md names, in files',
    files: {
      'book.json': '{ "root": "./docs", "language": "de" }',
      'docs/SUMMARY.md':
        '# Summary\n\n* [Introduction](README.md)\n\n## Guides\n\n* [Start](guide/README.md)\n  * [Install](guide/install.md#top)\n',
      ...pages('docs/README.md', 'docs/guide/README.md', 'docs/guide/install.md', 'docs/guide/part.md'),
      ...pages('docs/GLOSSARY.md'),
      '_book/index.html': '<h1>Introduction</h1>',
    },
    expected: {
      addresses: {
        'docs/README.md': '',
        'docs/guide/README.md': 'guide/',
        'docs/guide/install.md': 'guide/install.html',
        'docs/GLOSSARY.md': 'GLOSSARY.html',
      },
      trails: { 'docs/guide/install.md': ['Guides', 'Start'] },
      places: { 'docs/guide/install.md': { language: 'de' } },
    },
  },
]
