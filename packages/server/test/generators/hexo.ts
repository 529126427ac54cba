import { type Fixture, matter, pages } from './fixture.ts'

export const hexo: Fixture[] = [
  {
    shows: 'pages, posts, permalinks, the folder of the sources and that of the site',
    files: {
      '_config.yml':
        'url: https://acme.com/p\nroot: /p/\nsource_dir: source\npermalink: :year/:month/:title/\nskip_render: "docs/raw/**"\n',
      'source/docs/index.md': matter('title: Docs'),
      'source/docs/a.md': matter('title: A'),
      'source/docs/b.md': matter('permalink: docs/see-b/'),
      'source/_posts/hello.md': matter('date: 2024-01-02 10:00:00'),
      'source/_posts/undated.md': matter('title: Undated'),
      ...pages('source/docs/raw/c.md', 'source/_drafts/d.md', 'themes/x/README.md'),
    },
    expected: {
      addresses: {
        'source/docs/index.md': 'p/docs/',
        'source/docs/a.md': 'p/docs/a.html',
        'source/docs/b.md': 'p/docs/see-b/',
        'source/_posts/hello.md': 'p/2024/01/hello/',
        'source/_posts/undated.md': undefined,
      },
      places: { 'source/docs/a.md': { anchors: 'hexo' } },
    },
  },
]
