import { type Fixture, matter, pages } from './fixture.ts'

export const retype: Fixture[] = [
  {
    shows: 'the folder of its pages, addresses that they name, and what is private, which is left out',
    files: {
      'retype.yml': 'input: docs\nurl: https://acme.com/base\n',
      ...pages('docs/README.md', 'docs/guide/a.md', 'docs/_includes/part.md'),
      'docs/guide/b.md': matter('route: /elsewhere/b'),
      'docs/guide/c.md': matter('visibility: private'),
    },
    expected: {
      addresses: {
        'docs/README.md': 'base/',
        'docs/guide/a.md': 'base/guide/a/',
        'docs/guide/b.md': 'base/elsewhere/b/',
      },
    },
  },
]
