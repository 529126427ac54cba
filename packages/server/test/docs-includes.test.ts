import { mkdtemp, rm, symlink, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readPage } from '../src/pages/readers/read-page.ts'
import { folderSource } from '../src/sources/folder.ts'
import type { SourceDocument } from '../src/sources/source.ts'
import { reading } from './support/reading.ts'
import { writeFiles } from './support/write-files.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sidenote-includes-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const write = (path: string, text: string) => writeFiles(root, { [path]: text })

const readDocument = async (path: string, folder = '', project?: string): Promise<SourceDocument> => {
  const items = folderSource(reading, join(root, folder), { project }).read(new AbortController().signal)
  for await (const item of items) if (item.kind === 'document' && item.document.path === path) return item.document
  throw new Error(`There is no ${path}.`)
}
const pageOf = async (path: string, folder?: string, project?: string) =>
  readPage(await readDocument(path, folder, project))
const contentOf = async (path: string, folder?: string, project?: string) =>
  (await pageOf(path, folder, project)).sections.map((section) => section.content).join('\n\n')

const code =
  'import { kettle } from "kettle"\n// #region boil\n  kettle.boil()\n  kettle.pour()\n// #endregion boil\nkettle.stop()\n'

test('VitePress: code from the root or beside the page, whole or a region, with its language', async () => {
  await write('snippets/kettle.ts', code)
  await write('guide/beside.js', 'beside()')
  await write(
    'guide/a.md',
    '# A\n\nBefore.\n<<< @/snippets/kettle.ts#boil{1,2 ts:line-numbers}[Boil]\n\n- item\n\n  <<< ./beside.js\n\nAfter.',
  )
  expect(await contentOf('guide/a.md')).toBe(
    'Before.\n\n```ts\nkettle.boil()\nkettle.pour()\n```\n\n- item\n\n  ```js\n  beside()\n  ```\n\nAfter.',
  )
  const page = await pageOf('guide/a.md')
  expect(page.problems).toEqual([])
  expect(page.sections[0]?.code).toContain('kettle.pour()')
})

test('VitePress: pages in pages, by their lines', async () => {
  await write('parts/note.md', 'One.\n\nTwo *with* [a link](../b.md).\n\nThree.')
  await write('guide/a.md', '# A\n\n<!--@include: ../parts/note.md{3,3}-->\n')
  // Where the part is a page itself, it is found there.
  expect(await contentOf('guide/a.md')).toBe('')
  expect(await contentOf('a.md', 'guide', root)).toBe('Two *with* [a link](/b).')
})

test('MkDocs: snippets in code and in text, from the folder of the configuration, by lines and by sections', async () => {
  await write('examples/app.py', 'import app\n# --8<-- [start:run]\napp.run()\n# --8<-- [end:run]\n')
  await write(
    'docs/a.md',
    '# A\n\n```py title="app.py"\n--8<-- "examples/app.py:run"\n```\n\n--8<-- "examples/app.py:1:1"\n',
  )
  expect(await contentOf('a.md', 'docs', root)).toBe('```py\napp.run()\n```\n\n```py\nimport app\n```')
})

test('Docusaurus: a file that a module imports as text', async () => {
  await write('src/boil.js', 'boil()')
  await write(
    'docs/a.mdx',
    `import CodeBlock from '@theme/CodeBlock'\nimport Boil from '!!raw-loader!@site/src/boil.js'\nimport Same from '../src/boil.js?raw'\n\n# A\n\n<CodeBlock language="js">{Boil}</CodeBlock>\n\n{Same}\n`,
  )
  expect(await contentOf('docs/a.mdx')).toBe('```js\nboil()\n```\n\n```js\nboil()\n```')
})

test('what changes in an included file is another page', async () => {
  await write('x.ts', 'one()')
  await write('a.md', '<<< ./x.ts')
  const { hash } = await readDocument('a.md')
  await write('x.ts', 'two()')
  expect((await readDocument('a.md')).hash).not.toBe(hash)
})

test('files outside, hidden, too large or missing are not shown, and the page says which', async () => {
  await write('secret.ts', 'secret()')
  await write('docs/.env', 'KEY=secret')
  await write('docs/large.ts', '')
  await truncate(join(root, 'docs/large.ts'), 300_000)
  await symlink(join(root, 'secret.ts'), join(root, 'docs/link.ts'))
  await symlink(join(root, 'docs/.env'), join(root, 'docs/env.txt'))
  const paths = [
    '../secret.ts',
    '@/../secret.ts',
    './link.ts',
    '.env',
    './env.txt',
    './large.ts',
    './none.ts',
    '/etc/passwd',
  ]
  await write('docs/a.md', `# A\n\nText.\n\n${paths.map((path) => `<<< ${path}`).join('\n\n')}`)
  const page = await pageOf('a.md', 'docs')
  expect(page.sections.map((section) => section.content)).toEqual(['Text.'])
  expect(page.problems.map(({ line, reason }) => [line, reason])).toEqual([
    [
      5,
      'There are no files ../secret.ts, @/../secret.ts, ./link.ts, .env and 3 more in the source’s folder to include.',
    ],
    [15, 'The included file ./large.ts has 300000 bytes; more than 262144 are not read.'],
  ])
})

test('an example of an include inside of code stays as it is, and a mark that a page writes itself means nothing', async () => {
  await write('x.ts', 'one()')
  await write('a.md', '```md\n<<< ./x.ts\n<<< ./none.ts\n```\n\n<!--include %3C%3C%3C%20.%2Fother.ts-->\n\nText.')
  expect(await contentOf('a.md')).toBe('```md\n<<< ./x.ts\n<<< ./none.ts\n```\n\nText.')
  expect((await pageOf('a.md')).problems).toEqual([])
})

test('a mark that cannot even be read means nothing, beside an include that can', async () => {
  await write('snippets/kettle.ts', code)
  await write('a.md', '# A\n\n<!--include 50%-->\n\n<<< @/snippets/kettle.ts#boil\n')
  expect(await contentOf('a.md')).toBe('```ts\nkettle.boil()\nkettle.pour()\n```')
})

test('Docusaurus: a part of pages is in the pages that show it, and is none itself', async () => {
  await write('docusaurus.config.js', `module.exports = { presets: [['classic', {}]] }`)
  await write(
    'docs/_parts/_install.mdx',
    `---\ntitle: No page\n---\nimport X from 'x'\n\n## Get it\n\nRun **it**<X />.\n`,
  )
  await write('docs/_name.md', 'Acme 3')
  await write('docs/guides/config.md', 'I am a page.')
  await write(
    'docs/guides/a.md',
    `import Install from '../_parts/_install.mdx';\nimport Again from '@site/docs/_parts/_install.mdx'\nimport Name from '../_name.md'\nimport Config, {toc} from './config.md'\n\n# A\n\n<Install product="acme" />\n\n<Tabs><TabItem label="Two">\n\nMore of <Name />.\n\n<Again/>\n\n</TabItem></Tabs>\n\n<Config />\n`,
  )
  for (const [folder, project] of [
    ['', undefined],
    ['docs', undefined],
    ['docs', root],
  ] as const) {
    const path = folder === '' ? 'docs/guides/a.md' : 'guides/a.md'
    const part = '## Get it\n\nRun **it**.'
    expect((await contentOf(path, folder, project)).trim()).toBe(`${part}\n\n**Two**\n\nMore of Acme 3.\n\n${part}`)
    const document = readDocument(folder === '' ? 'docs/_name.md' : '_name.md', folder, project)
    await expect(document).rejects.toThrow('There is no')
  }
})

test('Mintlify: snippets by their address, and by their name', async () => {
  await write('docs.json', '{ "navigation": { "pages": ["a"] } }')
  await write('snippets/install.mdx', 'Run it.')
  await write('a.mdx', `import Install from "/snippets/install.mdx"\n\n<Install/>\n\n<Snippet file="install.mdx" />\n`)
  expect(await contentOf('a.mdx')).toBe('Run it.\n\nRun it.')
})

test('parts of pages are in MDX that cannot be read, too', async () => {
  await write('docs.json', '{ "navigation": { "pages": ["a"] } }')
  await write('snippets/install.mdx', 'Run it.')
  await write(
    'a.mdx',
    `import Install from "/snippets/install.mdx"\n\n<Install\n  name="x" />\n\n<Install name="x" />\n\nA {b\n`,
  )
  expect(await contentOf('a.mdx')).toContain('Run it.\n\nA {b')
})

test('MkDocs: files between exclamation marks', async () => {
  await write('examples/app.py', 'app.run()')
  await write('docs/a.md', '# A\n\n{!examples/app.py!}\n\n{! ../examples/app.py !}\n\n`{!examples/app.py!}`')
  const code = '```py\napp.run()\n```'
  expect(await contentOf('a.md', 'docs', root)).toBe(`${code}\n\n${code}\n\n\`{!examples/app.py!}\``)
})

test('MkDocs: snippets from the folders that the configuration names', async () => {
  const snippets = '  - pymdownx.snippets:\n      base_path: [snippets, docs/parts]\n'
  await write(
    'mkdocs.yml',
    `site_name: Kettle\nmarkdown_extensions:\n  - toc: {permalink: true}\n${snippets}exclude_docs: parts\n`,
  )
  await write('snippets/limit.md', 'Never above *96* degrees.')
  await write('docs/parts/more.md', 'More.')
  await write('elsewhere/secret.md', 'Secret.')
  await write('docs/guide/a.md', '# A\n\n--8<-- "limit.md"\n\n--8<-- "more.md"\n')
  expect(await contentOf('guide/a.md', 'docs', root)).toBe('Never above *96* degrees.\n\nMore.')
})

const attacks = {
  'beside it': 'base_path: ../elsewhere',
  'of the project': 'base_path: ["", ., .., ../.., elsewhere, ../elsewhere, ../../elsewhere]',
  'by a way around': 'base_path: [parts/../../elsewhere, docs/../../elsewhere, ../site/../elsewhere]',
  'from the root': 'base_path: [/elsewhere, //elsewhere, "ROOT/elsewhere", "file:///elsewhere"]',
  'behind a link': 'base_path: [linked, docs/linked]',
  'behind a linked part': 'base_path: [parts, docs/parts]',
}

describe.each(Object.entries(attacks))('a configuration that names a folder %s', (_, setting) => {
  const configuration = () =>
    `site_name: K\nmarkdown_extensions:\n  - pymdownx.snippets: {${setting.replaceAll('ROOT', root)}}\n`
  const asks = [
    'secret.md',
    '../secret.md',
    '/secret.md',
    'elsewhere/secret.md',
    '../elsewhere/secret.md',
    '../../elsewhere/secret.md',
  ]

  test.each(['site/docs/mkdocs.yml', 'site/mkdocs.yml'])(
    'in %s shows nothing from beyond the source’s folder',
    async (file) => {
      await write(file, configuration())
      await write('elsewhere/secret.md', 'Secret.')
      await write('site/secret.md', 'Secret.')
      for (const folder of ['site', 'site/docs']) {
        await write(`${folder}/parts/more.md`, 'More.')
        await symlink(join(root, 'elsewhere'), join(root, folder, 'linked'))
        await symlink(join(root, 'elsewhere/secret.md'), join(root, folder, 'parts/secret.md'))
      }
      await write(
        'site/docs/a.md',
        `# A\n\n${asks.map((ask) => `--8<-- "${ask}"`).join('\n\n')}\n\n{!secret.md!}\n\nEnd.\n`,
      )
      expect(await contentOf('a.md', 'site/docs')).toBe('End.')
    },
  )
})

test('MkDocs: folders for snippets that a configuration above the source’s folder names beside it', async () => {
  const snippets = '  - pymdownx.snippets: {base_path: [snippets, docs/parts, nowhere, ../beyond]}\n'
  await write('site/mkdocs.yml', `site_name: Kettle\nmarkdown_extensions:\n${snippets}exclude_docs: parts\n`)
  await write('site/snippets/limit.md', 'Never above 96 degrees.')
  await write('site/snippets/deep/code.py', 'boil()')
  await write('site/docs/parts/more.md', 'More.')
  await write('beyond/secret.md', 'Secret.')
  const asks = ['limit.md', 'more.md', 'deep/code.py', '../snippets/limit.md', 'snippets/limit.md', 'secret.md']
  await write('site/docs/a.md', `# A\n\n${asks.map((ask) => `--8<-- "${ask}"`).join('\n\n')}\n`)
  const page = await pageOf('a.md', 'site/docs')
  expect(await contentOf('a.md', 'site/docs')).toBe('Never above 96 degrees.\n\nMore.\n\n```py\nboil()\n```')
  expect(page.problems.map(({ line, reason }) => [line, reason])).toEqual([
    [9, 'There are no files ../snippets/limit.md, snippets/limit.md, secret.md in the source’s folder to include.'],
  ])
  const notes: string[] = []
  for await (const item of folderSource(reading, join(root, 'site/docs')).read(new AbortController().signal))
    if (item.kind === 'note') notes.push(`${item.failure.path}: ${item.failure.reason}`)
  expect(notes).toEqual([
    expect.stringMatching(/^\S*beyond: .*Nothing is read from it, .* give the folder of the conf/),
  ])
})

test('MkDocs: several snippets between two lines of marks', async () => {
  await write('mkdocs.yml', 'markdown_extensions:\n  - pymdownx.snippets: {base_path: [parts]}\n')
  await write('parts/one.md', 'One.')
  await write('parts/two.md', 'Two.\n\nThree.\n\nFour.')
  await write('docs/a.md', '# A\n\n--8<--\none.md\n\n; hidden.md\ntwo.md:1:3\n--8<--\n\nEnd.\n')
  expect(await contentOf('a.md', 'docs', root)).toBe('One.\n\nTwo.\n\nThree.\n\nEnd.')
  await write('docs/b.md', '# B\n\n--8<--\nEnd.\n')
  expect(await contentOf('b.md', 'docs', root)).toBe('End.')
})

test('AsciiDoc: parts of Antora, tags and lines of code, headings further down', async () => {
  await write('antora.yml', 'name: acme\nversion: ~\n')
  await write('modules/ROOT/partials/part.adoc', '== Part\n\nText of the part.')
  await write('modules/ROOT/examples/app.rb', '# tag::boil[]\nkettle.boil\n# end::boil[]\nkettle.stop\n')
  await write('modules/shared/partials/note.adoc', 'A shared note.')
  await write(
    'modules/ROOT/pages/a.adoc',
    '= A\n\ninclude::partial$part.adoc[leveloffset=+1]\n\n[source,ruby]\n----\ninclude::example$app.rb[tag=boil]\n----\n\n----\ninclude::example$app.rb[lines=4]\n----\n\ninclude::shared:partial$note.adoc[]\n\ninclude::gone.adoc[opts=optional]\n\ninclude::{computed}/x.adoc[]\n',
  )
  const page = await pageOf('modules/ROOT/pages/a.adoc')
  expect(page.problems.map(({ reason }) => reason)).toEqual([
    'There is no file {computed}/x.adoc in the source’s folder to include.',
  ])
  expect(page.sections.flatMap(({ content }) => content || []).join('\n\n')).toBe(
    '### Part\n\nText of the part.\n\n```ruby\nkettle.boil\n```\n\n```\nkettle.stop\n```\n\nA shared note.',
  )
})

test('mdBook: listings by anchors and lines, and pages in pages', async () => {
  await write('listings/app.rs', '// ANCHOR: boil\nfn boil() {}\n// ANCHOR_END: boil\nfn stop() {}\n')
  await write('parts/note.md', 'A *note*.')
  await write(
    'src/a.md',
    '# A\n\n```rust\n{{#include ../listings/app.rs:boil}}\n```\n\n```rust\n{{#rustdoc_include ../listings/app.rs:4}}\n```\n\n{{#include ../parts/note.md}}\n',
  )
  expect(await contentOf('a.md', 'src', root)).toBe(
    '```rust\nfn boil() {}\n```\n\n```rust\nfn stop() {}\n```\n\nA *note*.',
  )
})

test('docsify and Fumadocs: parts and code that a page names', async () => {
  await write('_media/part.md', 'Part *text*.')
  await write('_media/part.mdx', 'Part **text**.')
  await write('_media/app.ts', 'start()')
  await write(
    'guide/a.md',
    '# A\n\n[the part](../_media/part.md ":include")\n\n[code](../_media/app.ts \':include :type=code\')\n',
  )
  expect(await contentOf('a.md', 'guide', root)).toBe('Part *text*.\n\n```ts\nstart()\n```')
  await write(
    'guide/b.mdx',
    '# B\n\n<include>../_media/part.mdx</include>\n\n<include lang="ts" meta="x">../_media/app.ts</include>\n',
  )
  expect(await contentOf('b.mdx', 'guide', root)).toBe('Part **text**.\n\n```ts\nstart()\n```')
})

test('MDX: parts of pages say what the page gives them', async () => {
  await write('parts/_limit.mdx', 'Never above {props.most} degrees, says {who}. {props.other}\n')
  await write(
    'guide/a.mdx',
    'import Limit from \'../parts/_limit.mdx\'\n\n# A\n\n<Limit most={96} who="the label" />\n\nAs said: <Limit most="80" />\n',
  )
  expect(await contentOf('a.mdx', 'guide', root)).toBe(
    'Never above 96 degrees, says the label.\n\nAs said: Never above 80 degrees, says .',
  )
})

test('MDX: constants that a page takes from a snippet are shown', async () => {
  const exported =
    "export const maker = 'Acme Kettles';\nexport const secret = 'no';\nexport const Box = () => <div />;\n"
  await write('snippets/constants.mdx', exported)
  await write('a.mdx', "import { maker, Box } from '/snippets/constants.mdx';\n\n# A\n\nMade by {maker}, {secret}.\n")
  expect(await contentOf('a.mdx')).toBe('Made by Acme Kettles, […].')
})

test('MDX: constants of the page, of its front matter and of JSON that it imports are shown', async () => {
  await write('product.json', '{ "name": "Acme", "limits": { "most": 10 } }')
  await write(
    'guide/a.mdx',
    `---
title: Page
release: 3.2
---

import product from '../product.json'
import gone from '@/gone.json'

export const version = '9.9'
export const links = { home: 'the home page', [version]: 1 }

{product.name} {version} has at most {product.limits.most} of {links.home}, since {frontMatter.release}. {gone.x} {links}

{version}

## In {version}

Text.
`,
  )
  expect(await contentOf('a.mdx', 'guide', root)).toBe(
    'Acme 9.9 has at most 10 of the home page, since 3.2. […] […]\n\n9.9\n\n## In 9.9\n\nText.',
  )
  const page = await pageOf('a.mdx', 'guide', root)
  expect(page.problems.map(({ line, reason }) => [line, reason])).toEqual([
    [
      12,
      '“{gone.x}” and one more like it are not shown as readers see it: nothing in the repository says what that is.',
    ],
  ])
  expect(page.sections[1]).toMatchObject({ heading: 'In 9.9', anchor: 'in-version' })
})

test('GitBook and Jekyll: parts from the folders in which they keep them', async () => {
  await write('docs/.gitbook/includes/limit.md', '---\ntitle: Limit\n---\n\nNever above *96* degrees.')
  await write('docs/guide/a.md', '# A\n\n{% include "../.gitbook/includes/limit.md" %}\n')
  expect(await contentOf('guide/a.md', 'docs')).toBe('Never above *96* degrees.')
  await write('_config.yml', 'title: Kettle\nkramdown: {input: GFM}\n')
  await write('_includes/part.md', 'Part **text**.')
  await write(
    'guide/b.md',
    '# B\n\n{% include part.md of="it" %}\n\n{% include header.html %}\n\n{% include ../.git/part.md %}\n',
  )
  const page = await pageOf('guide/b.md')
  expect(page.sections.map(({ content }) => content)).toEqual(['Part **text**.'])
  expect(page.problems.map(({ reason }) => reason)).toEqual([
    'There is no file ../.git/part.md in the source’s folder to include.',
    '“{% include header.html %}” is not shown: the file that it includes is not known.',
  ])
})

test('VuePress: code that a page names, by its lines, and the names of tabs', async () => {
  await write('app.js', 'one()\ntwo()\nthree()\n')
  await write(
    'a.md',
    '# A\n\n::: tabs\n@tab:active Linux\n\nUse apt.\n\n@tab Windows#win\n\nUse it.\n:::\n\n@[code{2-3} js](./app.js)\n',
  )
  expect(await contentOf('a.md')).toBe('**Linux**\n\nUse apt.\n\n**Windows**\n\nUse it.\n\n```js\ntwo()\nthree()\n```')
})

describe('Sphinx', () => {
  const part = '.. start\n\nPart *text*.\n\n.. end\n\nMore.\n'
  const kettle =
    'class Kettle:\n    def pour(self):\n        pass\n\n    @timed\n    def boil(\n        self,\n    ):\n        heat()\n\n\ndef stop():\n    pass\n'

  test('text and code of other files stand where reStructuredText includes them, by lines, words and names', async () => {
    await write('docs/part.txt', part)
    await write('src/kettle.py', kettle)
    await write(
      'docs/guide/a.rst',
      'Kettle\n======\n\n.. include:: ../part.txt\n   :start-after: .. start\n   :end-before: .. end\n\n- item\n\n  .. literalinclude:: ../../src/kettle.py\n     :pyobject: Kettle.boil\n\n.. literalinclude:: ../../src/kettle.py\n   :language: python3\n   :lines: 1, 12-\n\nEnd.\n',
    )
    const page = await pageOf('guide/a.rst', 'docs', root)
    expect(page.problems).toEqual([])
    expect(page.sections.map(({ content }) => content)).toEqual([
      'Part *text*.\n\n- item\n\n  ```py\n  @timed\n  def boil(\n      self,\n  ):\n      heat()\n  ```\n\n```python\nclass Kettle:\ndef stop():\n    pass\n```\n\nEnd.',
    ])
  })

  test('and where MyST does', async () => {
    await write('part.txt', 'Part *text*.\n\nMore.\n')
    await write('kettle.py', kettle)
    await write(
      'a.md',
      '# A\n\n```{include} part.txt\n:end-line: 1\n```\n\n:::{note}\n```{literalinclude} kettle.py\n:language: python\n:start-at: def stop\n```\n:::\n\n```{include} none.txt\n```\n',
    )
    const page = await pageOf('a.md')
    expect(page.sections.map(({ content }) => content)).toEqual([
      'Part *text*.\n\n**Note**\n\n```python\ndef stop():\n    pass\n```',
    ])
    expect(page.problems.map(({ reason }) => reason)).toEqual([
      'There is no file none.txt in the source’s folder to include.',
    ])
  })
})

describe('what is included includes other files itself:', () => {
  const inner = 'The inner part.'
  test.each<[string, Record<string, string>, string]>([
    [
      'VitePress',
      {
        'docs/a.md': '# A\n\n<!--@include: ../parts/outer.md-->',
        'parts/outer.md': 'The outer part.\n\n<!--@include: ./inner.md-->\n\n<<< ./app.js',
        'parts/inner.md': inner,
        'parts/app.js': 'boil()',
      },
      'docs/a.md',
    ],
    [
      'MkDocs',
      {
        'mkdocs.yml': 'markdown_extensions:\n  - pymdownx.snippets: {base_path: [parts]}\n',
        'docs/a.md': '# A\n\n--8<-- "outer.md"',
        'parts/outer.md': 'The outer part.\n\n--8<--\ninner.md\n--8<--\n\n```js\n--8<-- "app.js"\n```',
        'parts/inner.md': inner,
        'parts/app.js': '--8<-- "call.js"',
        'parts/call.js': 'boil()',
      },
      'docs/a.md',
    ],
    [
      'Docusaurus',
      {
        'docs/a.mdx': "import Outer from '../parts/_outer.mdx'\n\n# A\n\n<Outer />",
        'parts/_outer.mdx':
          "import Inner from './_inner.mdx'\nimport App from '!!raw-loader!./app.js'\n\nThe outer part.\n\n<Inner />\n\n<CodeBlock language=\"js\">{App}</CodeBlock>",
        'parts/_inner.mdx': inner,
        'parts/app.js': 'boil()',
      },
      'docs/a.mdx',
    ],
    [
      'AsciiDoc',
      {
        'docs/a.adoc': '= A\n:parts: ../parts\n\ninclude::{parts}/outer.adoc[]',
        'parts/outer.adoc': 'The outer part.\n\ninclude::inner.adoc[]\n\n[source,js]\n----\ninclude::app.js[]\n----',
        'parts/inner.adoc': inner,
        'parts/app.js': 'boil()',
      },
      'docs/a.adoc',
    ],
    [
      'Sphinx',
      {
        'docs/a.rst': 'Kettle\n======\n\n.. include:: ../parts/outer.inc',
        'parts/outer.inc': 'The outer part.\n\n.. include:: inner.inc\n\n.. literalinclude:: app.js\n',
        'parts/inner.inc': inner,
        'parts/app.js': 'boil()',
      },
      'docs/a.rst',
    ],
  ])('%s', async (_name, files, page) => {
    await writeFiles(root, files)
    const text = await contentOf(page.slice('docs/'.length), 'docs', root)
    expect(text).toBe(`The outer part.\n\n${inner}\n\n\`\`\`js\nboil()\n\`\`\``)
    const before = await readDocument(page.slice('docs/'.length), 'docs', root)
    await write(Object.keys(files).find((file) => file.includes('inner')) ?? '', 'Changed.')
    expect((await readDocument(page.slice('docs/'.length), 'docs', root)).hash).not.toBe(before.hash)
  })

  test('one that includes itself ends, and the page says which', async () => {
    await writeFiles(root, {
      'docs/a.md': '# A\n\n<!--@include: ../parts/one.md-->',
      'parts/one.md': 'One.\n\n<!--@include: ./two.md-->',
      'parts/two.md': 'Two.\n\n<!--@include: ./one.md-->\n\n<!--@include: ./gone.md-->',
    })
    expect(await contentOf('a.md', 'docs', root)).toBe('One.\n\nTwo.')
    expect((await pageOf('a.md', 'docs', root)).problems.map(({ reason }) => reason)).toEqual([
      'There is no file ./gone.md in the source’s folder to include.',
      'The included file ./one.md includes itself, or stands more than 8 files deep.',
    ])
  })
})

test.each([
  [
    'a.md',
    '--8<-- "https://acme.test/part.md"',
    'What https://acme.test/part.md says is not shown: pages include nothing but files.',
  ],
  [
    'a.adoc',
    'include::https://acme.test/part.adoc[]',
    'What https://acme.test/part.adoc says is not shown: pages include nothing but files.',
  ],
  [
    'a.adoc',
    'include::other:tools:partial$x.adoc[]',
    'There is no file other:tools:partial$x.adoc in the source’s folder to include.',
  ],
  [
    'a.md',
    '{* ../../docs_src/app.py ln[1:3] *}',
    'There is no file docs_src/app.py in the source’s folder to include.',
  ],
  ['a.md', '{{#include gone.rs:main}}', 'There is no file gone.rs in the source’s folder to include.'],
])('what %s includes and nobody reads is told: %s', async (file, line, reason) => {
  await write(file, `Before.\n\n${line}\n\nAfter.`)
  expect(await contentOf(file)).toBe('Before.\n\nAfter.')
  expect((await pageOf(file)).problems.map((problem) => problem.reason)).toEqual([reason])
})

test('FastAPI: code from the folder of the configuration, by its lines', async () => {
  await write('docs_src/app.py', 'import app\n\n\napp.run()\napp.stop()\n')
  await write('docs/en/docs/tutorial/a.md', '# A\n\n{* ../../docs_src/app.py ln[1,4:5] hl[4] *}')
  expect(await contentOf('tutorial/a.md', 'docs/en/docs', root)).toBe('```py\nimport app\n\napp.run()\napp.stop()\n```')
})

test('a file that is missing at several places is named once', async () => {
  await write('a.md', '# A\n\n<<< @/gone.ts#one\n\n<<< @/gone.ts#two\n\n<<< @/gone.ts{1,2}\n')
  expect((await pageOf('a.md')).problems.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'There is no file @/gone.ts in the source’s folder to include.'],
  ])
})

test.each([
  ['MkDocs', 'docs/a.md', 'Text\n\n{!docs/part.md!}'],
  ['Docusaurus', 'docs/a.mdx', "import Part from './part.md'\n\nText\n\n<Part />"],
  ['VitePress', 'docs/a.md', 'Text\n\n<!--@include: ./part.md-->'],
  ['Jekyll', 'docs/a.md', 'Text\n\n{% include_relative part.md %}'],
])('what another page says is found there, and nothing is told of it: %s', async (_name, file, text) => {
  await write('docs/part.md', '# Part\n\nOf its own.')
  await write(file, text)
  const page = await pageOf(file.replace('docs/', ''), 'docs', root)
  expect(page.sections.map(({ content }) => content)).toEqual(['Text'])
  expect(page.problems).toEqual([])
})

describe('forms of includes', () => {
  const regions = 'import x\n// #region a\nA()\n// #region b\nB()\n// #endregion b\nA2()\n// #endregion a\n'
  const tagged = '# tag::a[]\na1\n# tag::b[]\nb1\n# end::b[]\na2\n# end::a[]\nout\n'
  const anchors = 'l1\nl2\n// ANCHOR: a\nl4\n// ANCHOR: b\nl6\n// ANCHOR_END: b\n// ANCHOR_END: a\nl9\n'
  const sections =
    '# --8<-- [start:f]\ndef f():\n    # --8<-- [start:g]\n    x[1]\n    # --8<-- [end:g]\n# --8<-- [end:f]\n'
  const python = 'import a\n\n# start\ndef f():\n    return [1]\n# end\n\nclass K:\n    def m(self):\n        pass\n'
  const code = (...lines: string[]) => `\`\`\`\n${lines.join('\n')}\n\`\`\``
  const quotedCode = (line: string) => `----\n${line}\n----`

  test.each<[string, string, string, string]>([
    ['VitePress, regions in regions', 'a.md', '<<< @/x.js#a', code('A()', 'B()', 'A2()')],
    ['VitePress, the inner one', 'a.md', '<<< @/x.js#b{1}', code('B()')],
    ['VitePress, with a title', 'a.md', '<<< ./x.js#b [B]', code('B()')],
    ['VitePress, of Python', 'a.md', '<<< ./x.py#p', code('print(1)')],
    ['VitePress, of HTML', 'a.md', '<<< ./x.vue#h', code('<b>1</b>')],
    ['VitePress, of C#', 'a.md', '<<< ./x.cs#z', code('int z;')],
    ['mdBook, lines', 'a.md', '{{#include x.rs:2:4}}', code('l2', 'l4')],
    ['mdBook, up to a line', 'a.md', '{{#include x.rs::2}}', code('l1', 'l2')],
    ['mdBook, from a line on', 'a.md', '{{#include x.rs:9:}}', code('l9')],
    ['mdBook, anchors in anchors', 'a.md', '{{#include x.rs:a}}', code('l4', 'l6')],
    ['mdBook, with blanks', 'a.md', '{{ #include x.rs:b }}', code('l6')],
    ['mdBook, to be played with', 'a.md', '{{#playground x.rs:b editable}}', code('l6')],
    ['MkDocs, sections in sections', 'a.md', '--8<-- "y.py:f"', code('def f():', '    x[1]')],
    ['MkDocs, the inner one', 'a.md', '--8<-- "y.py:g"', code('x[1]')],
    ['MkDocs, one sign', 'a.md', "-8<- 'y.py:g'", code('x[1]')],
    ['MkDocs, a line', 'a.md', '--8<-- "y.py:2:2"', code('def f():')],
    ['AsciiDoc, a tag without another', 'a.adoc', quotedCode('include::x.rb[tags=a;!b]'), code('a1', 'a2')],
    ['AsciiDoc, all tags', 'a.adoc', quotedCode('include::x.rb[tags=*]'), code('a1', 'b1', 'a2')],
    ['AsciiDoc, every line', 'a.adoc', quotedCode('include::x.rb[tags=**]'), code('a1', 'b1', 'a2', 'out')],
    ['AsciiDoc, no tag', 'a.adoc', quotedCode('include::x.rb[tags=!*]'), code('out')],
    ['AsciiDoc, all but a tag', 'a.adoc', quotedCode('include::x.rb[tags=!b]'), code('a1', 'a2', 'out')],
    ['AsciiDoc, lines', 'a.adoc', quotedCode('include::x.rb[lines="2;4..6"]'), code('a1', 'b1', 'a2')],
    ['AsciiDoc, an indent', 'a.adoc', quotedCode('include::x.rb[tag=b,indent=2]'), code('  b1')],
    ['AsciiDoc, in a cell', 'a.adoc', '|===\na|include::p.adoc[]\n|===', '|  |\n| --- |\n| Part. |'],
    [
      'Sphinx, lines',
      'a.rst',
      '.. literalinclude:: z.py\n   :lines: 1,4-5',
      code('import a', 'def f():', '    return [1]'),
    ],
    [
      'Sphinx, between words',
      'a.rst',
      '.. literalinclude:: z.py\n   :start-after: # start\n   :end-before: # end',
      code('def f():', '    return [1]'),
    ],
    ['Sphinx, an object', 'a.rst', '.. literalinclude:: z.py\n   :pyobject: K.m', code('def m(self):', '    pass')],
    [
      'Sphinx, with lines around',
      'a.rst',
      '.. literalinclude:: z.py\n   :lines: 1\n   :prepend: # pre\n   :append: # app',
      code('# pre', 'import a', '# app'),
    ],
    [
      'Sphinx, with a caption',
      'a.rst',
      '.. literalinclude:: z.py\n   :lines: 1\n   :caption: Cap',
      `**Cap**\n\n${code('import a')}`,
    ],
    [
      'Sphinx, rows of a table',
      'a.rst',
      '.. csv-table:: Sizes\n   :file: t.csv\n   :header-rows: 1',
      '**Sizes**\n\n| a | b |\n| --- | --- |\n| 1.10 | x, y |',
    ],
    [
      'Sphinx, other separators',
      'a.rst',
      '.. csv-table::\n   :file: t.txt\n   :delim: ;',
      '|  |  |\n| --- | --- |\n| 1.10 | x, y |',
    ],
    [
      'Docusaurus, without exclamation marks',
      'a.mdx',
      'import C from "raw-loader!./x.py"\n\n<CodeBlock>{C}</CodeBlock>',
      code('print(1)'),
    ],
    ['Quarto', 'a.qmd', '{{< include _p.qmd >}}', 'Part 10⁶.'],
    ['Hugo’s themes', 'a.md', '{{% readfile file="parts/part.md" %}}', 'Part.'],
    ['Jekyll, with what it is given', 'a.md', '{% include given.md size="10" %}', 'Up to 10.'],
  ])('%s', async (_name, page, line, expected) => {
    await writeFiles(root, {
      'docs/x.js': regions,
      'docs/x.py': '# region p\nprint(1)\n# endregion p\n',
      'docs/x.vue': '<!-- #region h -->\n<b>1</b>\n<!-- #endregion h -->\n',
      'docs/x.cs': '#region z\nint z;\n#endregion\n',
      'docs/x.rs': anchors,
      'docs/y.py': sections,
      'docs/x.rb': tagged,
      'docs/z.py': python,
      'docs/p.adoc': 'Part.',
      'docs/t.csv': 'a,b\n1.10,"x, y"\n',
      'docs/t.txt': '1.10;x, y\n',
      'docs/_p.qmd': 'Part 10^6^.',
      'parts/part.md': 'Part.',
      '_includes/given.md': 'Up to {{ include.size }}.',
      [`docs/${page}`]: line,
    })
    const found = await pageOf(page, 'docs', root)
    expect(found.sections.map(({ content }) => content.replace(/^```\w+$/gm, '```'))).toEqual([expected])
    expect(found.problems).toEqual([])
  })

  test.each([
    ['a.md', '{{#include x.rs:gone}}', 3],
    ['a.md', '--8<-- "x.rs:gone"', 3],
    ['a.md', '<<< ./x.rs#gone', 3],
    ['a.adoc', 'include::x.rs[tag=gone]', 3],
    ['a.rst', '.. literalinclude:: x.rs\n   :start-after: gone', 3],
  ])(
    'a part that the file does not have is told where it stands, and nothing is shown: %s %s',
    async (page, line, at) => {
      await writeFiles(root, { 'docs/x.rs': anchors, [`docs/${page}`]: `Text\n\n${line}` })
      const { sections, problems } = await pageOf(page, 'docs', root)
      expect(sections.map(({ content }) => content)).toEqual(['Text'])
      expect(problems).toMatchObject([
        {
          line: at,
          reason: 'The included file x.rs has no region “gone”.'.replace(
            'x.rs',
            line.includes('./') ? './x.rs' : 'x.rs',
          ),
        },
      ])
    },
  )

  test('Antora: paths by the attributes of the component', async () => {
    await writeFiles(root, {
      'antora.yml': 'name: acme\nversion: ~\nasciidoc:\n  attributes:\n    codedir: example$code\n',
      'modules/ROOT/examples/code/x.rb': 'x[1]',
      'modules/ROOT/pages/a.adoc': '= A\n\n----\ninclude::{codedir}/x.rb[]\n----\n',
    })
    expect(await contentOf('modules/ROOT/pages/a.adoc')).toBe(code('x[1]'))
  })

  test('Docusaurus: what stands in fences for other tools is MDX', async () => {
    const fence = (text: string) => `\`\`\`mdx-code-block\n${text}\n\`\`\`\n\n`
    const text = `${fence('import Tabs from "@theme/Tabs"\n\n<Tabs><TabItem label="X">')}In x.\n\n${fence('</TabItem></Tabs>')}`
    await write('a.mdx', text)
    expect(await contentOf('a.mdx')).toBe('**X**\n\nIn x.')
  })

  test('Quarto: parts are no pages, and cells say what readers see of them', async () => {
    const cell = (options: string) => `\`\`\`{python}\n${options}\nx[1]\n\`\`\`\n\n`
    await writeFiles(root, {
      '_p.qmd': 'Part.',
      'a.qmd': `---\nsize: 1.10\n---\n\n${cell('#| label: fig')}${cell('#| echo: false')}Of {{< meta size >}}, {{< kbd Ctrl-C >}}.`,
    })
    expect(await contentOf('a.qmd')).toBe('```python\nx[1]\n```\n\nOf 1.10, Ctrl-C.')
    await expect(readDocument('_p.qmd')).rejects.toThrow('There is no')
  })
})
