import { type Fixture, pages } from './fixture.ts'

const list = `# Summary

[Introduction](README.md)

## User guide

- [Install](guide/install.md)
  - [Linux](./guide/linux.md)
`

/** Folders without a generator that is known. */
export const plain: Fixture[] = [
  {
    shows: 'built HTML at the names of its files, and the index of a folder at the folder',
    files: { 'index.html': '', 'guide/index.html': '', 'guide/a.html': '', 'b.md': '' },
    expected: {
      addresses: {
        'index.html': '',
        'guide/index.html': 'guide/',
        'guide/a.html': 'guide/a.html',
        'b.md': undefined,
      },
    },
  },
  {
    shows: 'built HTML below its folder',
    files: { 'site/built/guide/a.html': '' },
    folder: 'site/built',
    expected: { addresses: { 'guide/a.html': 'guide/a.html' } },
  },
  {
    shows: 'AsciiDoc as HTML, without the parts that pages include',
    files: {
      'index.adoc': '= Manual\n\ninclude::_attributes.adoc[]\n\ninclude::chapters/boil.adoc[leveloffset=+1]\n',
      '_attributes.adoc': ':product: Kettle',
      'chapters/boil.adoc': '= Boil',
      'guide/index.adoc': '= Guide',
      'guide/pour.adoc': '= Pour',
    },
    expected: {
      addresses: { 'index.adoc': '', 'guide/index.adoc': 'guide/', 'guide/pour.adoc': 'guide/pour.html' },
    },
  },
  {
    shows: 'a list of links that orders the pages; those that it does not name are pages, and no address is made up',
    files: { 'SUMMARY.md': list, ...pages('README.md', 'guide/install.md', 'guide/linux.md', 'not-named.md') },
    expected: {
      addresses: {
        'README.md': undefined,
        'guide/install.md': undefined,
        'guide/linux.md': undefined,
        'not-named.md': undefined,
      },
      order: ['README.md', 'guide/install.md', 'guide/linux.md'],
      trails: { 'guide/linux.md': ['User guide', 'Install'] },
    },
  },
  {
    shows: 'a sidebar of docsify that orders the pages, and is left out',
    files: {
      '_sidebar.md':
        '- Getting started\n\n  - [Quick start](quickstart.md)\n  - [More pages](/guide/more)\n\n- [Home](/)\n',
      '_navbar.md': '',
      ...pages('README.md', 'quickstart.md', 'guide/more.md'),
    },
    expected: {
      addresses: { 'README.md': undefined, 'quickstart.md': undefined, 'guide/more.md': undefined },
      order: ['quickstart.md', 'guide/more.md', 'README.md'],
      trails: { 'guide/more.md': ['Getting started'] },
    },
  },
  {
    shows: 'a page that is called SUMMARY and lists no pages',
    files: { 'SUMMARY.md': '# Summary\n\nAll in all.', ...pages('a.md') },
    expected: { addresses: { 'SUMMARY.md': undefined, 'a.md': undefined } },
  },
  {
    shows: 'no address by a config.toml of another program',
    files: { 'config.toml': 'name = "x"', ...pages('content/A.md') },
    expected: { addresses: { 'content/A.md': undefined } },
  },
  {
    shows: 'no address where Hugo mounts folders in other places',
    files: {
      'hugo.toml': 'baseURL = "/"\n[[module.mounts]]\nsource = "docs"\ntarget = "content/docs"\n',
      ...pages('docs/A.md'),
    },
    expected: { addresses: { 'docs/A.md': undefined } },
  },
  {
    shows: 'pages beside the website that Hugo builds',
    files: { 'hugo.toml': 'baseURL = "/"', ...pages('content/a.md', 'docs/A.md') },
    folder: 'docs',
    expected: { addresses: { 'A.md': undefined } },
  },
  {
    shows: 'no address by the _config.yml of Jupyter Book',
    files: { '_config.yml': 'exclude: [x]\nsphinx:\n  config: {}\n', 'a.md': '# A' },
    expected: { addresses: { 'a.md': undefined } },
  },
]
