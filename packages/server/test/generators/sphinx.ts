import { type Fixture, pages } from './fixture.ts'

const dirhtml = { 'docs/conf.py': 'extensions = []', ...pages('docs/index.rst', 'docs/guide/a.rst') }
const source = {
  'docs/source/conf.py': `html_theme = 'alabaster'\nexclude_patterns = ['_build', "parts/*"]\n`,
  ...pages('docs/source/index.rst', 'docs/source/guide/a.rst', 'docs/source/parts/c.rst', 'README.md'),
  'docs/source/_build/b.html': '<p>B',
}
const conf = `extensions = []\nlanguage = 'de'\nrelease = "2.1.0"  # now\nversion = '.'.join(['2'])\nrst_prolog = """\n.. |kettle| replace:: Kettle 2\n"""\n`

/** What Sphinx writes into a folder. */
const built = (folder: string): Record<string, string> => ({
  ...pages(`${folder}/index.html`, `${folder}/a.html`, `${folder}/_modules/a.html`),
  [`${folder}/objects.inv`]: '# Sphinx inventory version 2',
})

export const sphinx: Fixture[] = [
  {
    shows: 'pages that end in .html, from the folder of conf.py on',
    files: source,
    expected: {
      addresses: {
        'docs/source/index.rst': '',
        'docs/source/guide/a.rst': 'guide/a.html',
        'README.md': undefined,
      },
      places: { 'docs/source/index.rst': { anchors: 'docutils' } },
    },
  },
  {
    shows: 'a conf.py above the pages',
    files: source,
    folder: 'docs/source/guide',
    expected: { addresses: { 'a.rst': 'guide/a.html' } },
  },
  {
    shows: 'pages in folders of their own, as Read the Docs has them',
    files: { ...dirhtml, '.readthedocs.yaml': 'sphinx:\n  builder: dirhtml\n' },
    folder: 'docs',
    expected: { addresses: { 'index.rst': '', 'guide/a.rst': 'guide/a/' } },
  },
  {
    shows: 'files as pages where Read the Docs says nothing else',
    files: { ...dirhtml, '.readthedocs.yaml': 'sphinx: {}' },
    folder: 'docs',
    expected: { addresses: { 'index.rst': '', 'guide/a.rst': 'guide/a.html' } },
  },
  {
    shows: 'no page of a build, wherever it was written',
    files: {
      'docs/conf.py': 'extensions = []',
      ...pages('docs/index.rst', 'docs/a.rst', 'notes/b.html'),
      ...built('docs/_build/html'),
      ...built('public'),
    },
    expected: { addresses: { 'docs/index.rst': '', 'docs/a.rst': 'a.html', 'notes/b.html': 'notes/b.html' } },
  },
  {
    shows: 'a build that is the source itself',
    files: {
      'docs/conf.py': 'extensions = []',
      ...pages('docs/index.rst'),
      ...built('docs/_build/html'),
    },
    folder: 'docs/_build/html',
    expected: { addresses: { 'index.html': '', 'a.html': 'a.html', '_modules/a.html': '_modules/a.html' } },
  },
  {
    shows: 'the language of the pages, and what the configuration sets between two lines',
    files: {
      'conf.py': conf,
      'a.rst': 'Title\n=====\n\n|kettle| is |release| or |version|. |own|\n\n.. |own| replace:: Own\n',
    },
    expected: {
      addresses: { 'a.rst': 'a.html' },
      places: { 'a.rst': { language: 'de' } },
      sections: { 'a.rst': [{ heading: 'Title', anchor: 'title', content: 'Kettle 2 is 2.1.0 or […]. Own' }] },
    },
  },
]
