import { type Fixture, matter, pages } from './fixture.ts'

const acme = 'baseURL = "https://acme.com/"\n'
const rocket = { 'content/a.md': '## On Linux :rocket: now' }

export const hugo: Fixture[] = [
  {
    shows: 'numbers of TOML as they are written, those beyond what JavaScript counts to as well',
    files: {
      'hugo.toml':
        'baseURL = "https://acme.test/"\n[params]\nrelease = 1.10 # now\nmost = 9007199254740993\nport = 8080\n',
      'content/a.md':
        '+++\ntitle = "A"\nweight = 2\nlimit = 12345678901234567890\n[params]\nleast = 2.50\n+++\n\nOf {{< param release >}} {{< param most >}} {{< param "port" >}} {{< param least >}} {{< param limit >}}.',
    },
    expected: {
      addresses: { 'content/a.md': 'a/' },
      sections: {
        'content/a.md': [
          { heading: null, anchor: null, content: 'Of 1.10 9007199254740993 8080 2.50 12345678901234567890.' },
        ],
      },
    },
  },
  {
    shows: 'what is not published: the future, what has expired and drafts, in whatever letters fields are called',
    files: {
      'hugo.toml': acme,
      'content/a.md': matter('title: A', 'date: 2001-01-01'),
      'content/b.md': matter('Draft: true'),
      'content/c.md': matter('publishdate: 2099-01-01'),
      'content/d.md': matter('expiryDate: "2001-01-01"'),
      'content/e.md': '+++\ndate = 2099-01-01\n+++\nText',
      'content/f.md': '{\n  "EXPIRYDATE": "2001-01-01"\n}\n\nText',
      'content/g.md': matter('expirydate: 2099-01-01'),
    },
    expected: { addresses: { 'content/a.md': 'a/', 'content/g.md': 'g/' } },
  },
  {
    shows: 'what sections say of all their pages, and files that are ignored',
    files: {
      'hugo.toml': `${acme}ignoreFiles = ["\\\\.tmp\\\\.md$", "/old/", "(a|b)"]\n`,
      'content/later/_index.md': matter('cascade: {draft: true}'),
      'content/later/a.md': matter('title: A'),
      'content/later/b.md': matter('draft: false'),
      'content/later/deep/c.md': matter('title: C'),
      'content/gone/_index.md': matter('cascade:', '  expiryDate: 2001-01-01'),
      'content/gone/d.md': matter('title: D'),
      'content/some/_index.md': matter('cascade: [{target: {path: "/x"}, draft: true}]'),
      'content/some/e.md': matter('title: E'),
      ...pages('content/f.tmp.md', 'content/old/g.md', 'content/h.md'),
    },
    expected: {
      addresses: {
        'content/later/_index.md': 'later/',
        'content/later/b.md': 'later/b/',
        'content/gone/_index.md': 'gone/',
        'content/some/_index.md': 'some/',
        'content/some/e.md': 'some/e/',
        'content/h.md': 'h/',
      },
    },
  },
  {
    shows: 'languages in folders of their own, the base of the site, small letters, sections and bundles',
    files: {
      'hugo.toml': `baseURL = "https://acme.com/handbook/"
defaultContentLanguage = "en"
[languages.en]
contentDir = "content/en"
[languages.fr]
contentDir = "content/fr"
`,
      ...pages('content/en/_index.md', 'content/en/docs/_index.md', 'content/en/docs/Set Up.md'),
      ...pages('content/en/docs/tls/index.md', 'content/fr/docs/tls/index.md', 'README.md', 'themes/x/README.md'),
    },
    expected: {
      addresses: {
        'content/en/_index.md': 'handbook/',
        'content/en/docs/_index.md': 'handbook/docs/',
        'content/en/docs/Set Up.md': 'handbook/docs/set-up/',
        'content/en/docs/tls/index.md': 'handbook/docs/tls/',
        'content/fr/docs/tls/index.md': 'handbook/fr/docs/tls/',
      },
      places: {
        'content/fr/docs/tls/index.md': { language: 'fr' },
        'content/en/docs/tls/index.md': { route: undefined },
      },
    },
  },
  {
    shows: 'a folder of configuration, translations beside their pages, addresses of files',
    files: {
      'site/config/_default/hugo.yaml': 'baseURL: /\nuglyURLs: true\npermalinks:\n  posts: /:year/:title/\n',
      'site/config/_default/languages.yaml': 'en:\n  weight: 1\nde:\n  weight: 2\n',
      ...pages('site/content/a.md', 'site/content/a.de.md', 'site/content/posts/b.md'),
    },
    folder: 'site/content',
    expected: {
      addresses: { 'a.md': 'a.html', 'a.de.md': 'de/a.html', 'posts/b.md': undefined },
      places: { 'a.de.md': { language: 'de' }, 'a.md': { language: 'en' } },
    },
  },
  {
    shows: 'addresses that pages name, permalinks, bundles, names, and what is not rendered, which is left out',
    files: {
      'hugo.toml': 'baseURL = "https://acme.com/h/"\n[permalinks]\nblog = "/b/:year/:slug/"\nnotes = "/:unknown/"\n',
      'content/docs/slugged.md': matter('slug: my-slug'),
      'content/docs/url.md': matter('url: /some/where/'),
      'content/docs/file.md': matter('url: rel/where.html'),
      'content/docs/With Spaces_and.Dots & Ünï.md': matter('title: Spaces'),
      'content/docs/toml.md': '+++\nslug = "of-toml"\n+++\n# Page',
      ...pages('content/docs/leaf/index.md', 'content/docs/leaf/part.md', 'content/docs/leaf/deep/part.md'),
      'content/docs/future.md': matter('date: 2999-01-01'),
      'content/docs/gone.md': matter('expiryDate: 2001-01-01'),
      'content/docs/unseen.md': matter('build:', '  render: never'),
      'content/blog/_index.md': matter('title: Blog'),
      'content/blog/one.md': matter('title: Blog One', 'date: 2024-05-06'),
      'content/notes/two.md': matter('title: Two'),
    },
    expected: {
      addresses: {
        'content/docs/slugged.md': 'h/docs/my-slug/',
        'content/docs/url.md': 'h/some/where/',
        'content/docs/file.md': 'h/rel/where.html',
        'content/docs/With Spaces_and.Dots & Ünï.md': 'h/docs/with-spaces_and.dots-ünï/',
        'content/docs/toml.md': 'h/docs/of-toml/',
        'content/docs/leaf/index.md': 'h/docs/leaf/',
        'content/blog/_index.md': 'h/blog/',
        'content/blog/one.md': 'h/b/2024/blog-one/',
        'content/notes/two.md': undefined,
      },
    },
  },
  {
    shows: 'emoji, which are no part of an anchor',
    files: { 'hugo.toml': `${acme}enableEmoji = true\n`, ...rocket },
    expected: { addresses: { 'content/a.md': 'a/' }, sections: { 'content/a.md': [{ anchor: 'on-linux--now' }] } },
  },
  {
    shows: 'the short names of emoji in anchors where it leaves them',
    files: { 'hugo.toml': acme, ...rocket },
    expected: {
      addresses: { 'content/a.md': 'a/' },
      sections: { 'content/a.md': [{ anchor: 'on-linux-rocket-now' }] },
    },
  },
]
