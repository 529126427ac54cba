import { type Fixture, inFolder, pages } from './fixture.ts'

const summary = `# Summary

[Introduction](README.md)

# User guide

- [Install](guide/install.md)
  - [Linux](./guide/linux.md)
- [Draft chapter]()
    1. [Below it](guide/below.md "Title")
- [Elsewhere](https://example.com)

---

[Licence](licence.md)
`
const book = {
  ...pages('README.md', 'guide/install.md', 'guide/linux.md', 'guide/below.md', 'licence.md', 'not-named.md'),
  'SUMMARY.md': summary,
}

export const mdbook: Fixture[] = [
  {
    shows: 'pages that SUMMARY.md names, orders and groups, at addresses that end in .html',
    files: { 'book.toml': '[output.html]\nsite-url = "/book/"\n', ...inFolder('src', book) },
    folder: 'src',
    expected: {
      addresses: {
        'README.md': 'book/',
        'guide/install.md': 'book/guide/install.html',
        'guide/linux.md': 'book/guide/linux.html',
        'guide/below.md': 'book/guide/below.html',
        'licence.md': 'book/licence.html',
      },
      order: ['README.md', 'guide/install.md', 'guide/linux.md', 'guide/below.md', 'licence.md'],
      trails: {
        'README.md': [],
        'guide/install.md': ['User guide'],
        'guide/linux.md': ['User guide', 'Install'],
        'guide/below.md': ['User guide', 'Draft chapter'],
      },
    },
  },
  // Not built: as mdBook documents it.
  {
    shows: 'a folder of its own beside other pages',
    files: {
      'manual/book.toml': '[book]\nsrc = "text"\n',
      ...inFolder('manual/text', book),
      ...pages('README.md'),
    },
    expected: {
      addresses: {
        'manual/text/README.md': '',
        'manual/text/guide/install.md': 'guide/install.html',
        'manual/text/guide/linux.md': 'guide/linux.html',
        'manual/text/guide/below.md': 'guide/below.html',
        'manual/text/licence.md': 'licence.html',
        'README.md': undefined,
      },
    },
  },
]
