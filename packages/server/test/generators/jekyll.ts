import { type Fixture, matter, pages } from './fixture.ts'

export const jekyll: Fixture[] = [
  {
    shows: 'values of the configuration and of the files of data, as they are written',
    files: {
      '_config.yml': 'title: Acme\nrelease: 1.10\nmarkdown: kramdown\n',
      '_data/ports.yml': 'web: 8080\ninner: {deep: 007}\n',
      '_data/names.json': '{"long": "Acme Kettle"}',
      'a.md':
        '---\ntitle: A\nowner: 2.0\n---\n{{ site.title }} {{ site.release }} at {{ site.data.ports.web }}, {{ site.data.ports.inner.deep }}: {{ site.data.names.long }} of {{ page.owner }}, {{ site.data.gone }}',
    },
    expected: {
      addresses: { 'a.md': 'a.html' },
      sections: {
        'a.md': [{ heading: null, anchor: null, content: 'Acme 1.10 at 8080, 007: Acme Kettle of 2.0, […]' }],
      },
    },
  },
  {
    shows: 'permalinks, collections, posts, folders, and what is left out',
    files: {
      '_config.yml':
        'baseurl: /j\nexclude: [private]\ncollections:\n  docs:\n    output: true\n    permalink: /manual/:path/\n  notes: {output: true}\n  data: {}\n',
      'index.md': matter('title: Home'),
      'docs/a.md': matter('title: A'),
      'docs/perma.md': matter('permalink: /some/perma/'),
      'docs/sub/index.md': matter('title: Sub'),
      'docs/README.md': '# Read me',
      'with/README.md': matter('title: Read me'),
      '_docs/deep/one.md': matter('title: One'),
      '_notes/two.md': matter('slug: second'),
      '_data/three.md': matter('title: Three'),
      '_layouts/default.html': '<p>{{ content }}',
      '_posts/2024-01-02-first-post.md': matter('categories: [News, More]'),
      '_drafts/later.md': matter('title: Later'),
      'private/b.md': matter('title: B'),
    },
    expected: {
      addresses: {
        'index.md': 'j/',
        'docs/a.md': 'j/docs/a.html',
        'docs/perma.md': 'j/some/perma/',
        'docs/sub/index.md': 'j/docs/sub/',
        'docs/README.md': 'j/docs/',
        'with/README.md': 'j/with/README.html',
        '_docs/deep/one.md': 'j/manual/deep/one/',
        '_notes/two.md': 'j/notes/two.html',
        '_posts/2024-01-02-first-post.md': 'j/news/more/2024/01/02/first-post.html',
      },
      places: { 'docs/a.md': { anchors: 'kramdown' } },
    },
  },
  {
    shows: 'pretty addresses, addresses that folders have by default, and the order of Just the Docs',
    files: {
      '_config.yml':
        'permalink: pretty\nsource: site\ndefaults:\n- scope: {path: guides, type: pages}\n  values: {permalink: /g/:basename/}\n',
      'site/z.md': matter('title: Zed', 'nav_order: 1'),
      'site/a.md': matter('title: A', 'nav_order: 2'),
      'site/b.md': matter('title: B', 'parent: A', 'nav_order: 10'),
      'site/c.md': matter('title: C', 'parent: A', 'nav_order: 9'),
      'site/d.md': matter('title: D', 'parent: C', 'grand_parent: A'),
      'site/guides/e.md': matter('title: E'),
      ...pages('other/f.md'),
    },
    expected: {
      addresses: {
        'site/z.md': 'z/',
        'site/a.md': 'a/',
        'site/b.md': 'b/',
        'site/c.md': 'c/',
        'site/d.md': 'd/',
        'site/guides/e.md': 'g/e/',
      },
      order: ['site/z.md', 'site/a.md', 'site/c.md', 'site/d.md', 'site/b.md'],
      trails: { 'site/d.md': ['A', 'C'] },
    },
  },
]
