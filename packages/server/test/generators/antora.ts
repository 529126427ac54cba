import type { Fixture } from './fixture.ts'

const files = {
  'docs/antora.yml':
    "name: acme\nversion: '2.10'\nnav: [modules/ROOT/nav.adoc]\nasciidoc:\n  attributes:\n    product: Acme@\n    idprefix: ''\n",
  'docs/modules/ROOT/nav.adoc':
    '.Guide\n* xref:index.adoc[Home]\n** xref:page.adoc[A page]\n* Group\n** xref:other:sub/deep.adoc#part[]\n',
  'docs/modules/ROOT/pages/index.adoc': '= Home',
  'docs/modules/ROOT/pages/page.adoc': '= A page',
  'docs/modules/ROOT/pages/_part.adoc': 'Part',
  'docs/modules/ROOT/partials/part.adoc': 'Part',
  'docs/modules/other/pages/sub/deep.adoc': '= Deep',
  'home/antora.yml': 'name: ROOT\nversion: ~\n',
  'home/modules/ROOT/pages/index.adoc': '= Start',
  'README.adoc': '= Read me',
}
const playbook = (style: string) => `content: {sources: []}\nurls: {html_extension_style: ${style}}\n`

export const antora: Fixture[] = [
  {
    shows: 'components, versions, modules and navigation',
    files,
    expected: {
      addresses: {
        'docs/modules/ROOT/pages/index.adoc': 'acme/2.10/index.html',
        'docs/modules/ROOT/pages/page.adoc': 'acme/2.10/page.html',
        'docs/modules/other/pages/sub/deep.adoc': 'acme/2.10/other/sub/deep.html',
        'home/modules/ROOT/pages/index.adoc': 'index.html',
      },
      order: [
        'docs/modules/ROOT/pages/index.adoc',
        'docs/modules/ROOT/pages/page.adoc',
        'docs/modules/other/pages/sub/deep.adoc',
      ],
      trails: { 'docs/modules/ROOT/pages/page.adoc': ['Guide', 'Home'] },
      places: {
        'docs/modules/ROOT/pages/page.adoc': { version: '2.10', attributes: { product: 'Acme', idprefix: '' } },
      },
    },
  },
  {
    shows: 'folders as addresses, as its playbook says',
    files: { ...files, 'antora-playbook.yml': playbook('indexify') },
    folder: 'docs',
    expected: {
      addresses: {
        'modules/ROOT/pages/index.adoc': 'acme/2.10/',
        'modules/ROOT/pages/page.adoc': 'acme/2.10/page/',
        'modules/other/pages/sub/deep.adoc': 'acme/2.10/other/sub/deep/',
      },
    },
  },
  // Not built: as Antora documents it.
  {
    shows: 'addresses without an ending, as its playbook says',
    files: { ...files, 'antora-playbook.yml': playbook('drop') },
    folder: 'docs',
    expected: {
      addresses: {
        'modules/ROOT/pages/index.adoc': 'acme/2.10/',
        'modules/ROOT/pages/page.adoc': 'acme/2.10/page',
        'modules/other/pages/sub/deep.adoc': 'acme/2.10/other/sub/deep',
      },
    },
  },
]
