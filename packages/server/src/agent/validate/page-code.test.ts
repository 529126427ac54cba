import { describe, expect, test } from 'vitest'
import { readPageCode } from './page-code.ts'

/** The code of a page that counts wherever the page is built, by default. */
const codeOf = (path: string, text: string, scopes: readonly string[] = ['page']): string[] =>
  readPageCode(path, text).flatMap(({ text: code, scope }) => (scopes.includes(scope) ? [code] : []))

describe('code of MDX', () => {
  test.each([
    ["import fs from 'node:fs'", ['import node:fs']],
    ["import { a } from '../lib/x.js'", ['import /lib/x.js']],
    ["import x from '!!raw-loader!/etc/passwd'", ['import !!raw-loader!/etc/passwd']],
    ["import x from './../node_modules/evil/x.mdx'", ['import /node_modules/evil/x.mdx']],
    ["export { x } from 'evil'", ["export { x } from 'evil'"]],
    ['export const a = require("fs")', ['export const a = require("fs")']],
    ['export const getStaticProps = async () => ({})', ['export const getStaticProps = async () => ({})']],
    ['export default function Page() {}', ['export default function Page() {}']],
    ['A {process.env.SECRET} here', ['process.env.SECRET']],
    ['{(() => 1)()}', ['(() => 1)()']],
    ['<Tabs items={[...list]} />', ['[...list]']],
    ['<Tabs items={[`a`, tag`b`]} />', ['[`a`, tag`b`]']],
    ['<Tabs {...props} />', ['...props']],
    ['<Tabs items={{ get a() { return 1 } }} />', ['{ get a() { return 1 } }']],
    ['<Tabs items={{ [x()]: 1 }} />', ['{ [x()]: 1 }']],
    ['<script src="https://evil.test/x.js" />', ['<script src="https://evil.test/x.js" />']],
    ['<a onClick="x()">a</a>', ['<a onClick="x()">a</a>']],
    ['<a href="java&#x0a;script:x()">a</a>', ['<a href="java&#x0a;script:x()">a</a>']],
    [
      '<div dangerouslySetInnerHTML={{ __html: "<script>" }} />',
      ['<div dangerouslySetInnerHTML={{ __html: "<script>" }} />'],
    ],
    ['<IFrame src="https://evil.test" />', ['<IFrame src="https://evil.test" />']],
    ['<Frame><Link href="/a" /></Frame><Script src="//evil.test" />', ['<Script src="//evil.test" />']],
    ['{/* a comment */}<a b="c">{x}</a>', ['x']],
    ['- a list\n  {x()}\n\n> {y()}\n\n| a |\n|---|\n| {z()} |', ['x()', 'y()', 'z()']],
  ])('%j', (text, code) => expect(codeOf('docs/a.mdx', `# A\n\n${text}\n`)).toEqual(code))

  test.each([
    "import Part from './_part.mdx'\nimport Image from '@site/static/a b.png'\n\n<Part />",
    "export const version = '2.1'\nexport const list = [1, -2, { a: null, 'b': `c` }]",
    "<Tabs items={['a', 'b']} style={{ color: 'red' }} count={3} isOpen={true}>text</Tabs>",
    '{/* nothing */} and {"a text"} and {1}',
    '```js\nimport fs from "node:fs"\n```\n\nUse `{process.env.X}` and `<script>`.',
    '<Card title="on" href="https://example.org/a?javascript:b" icon="data:image/png;base64,AA" />',
  ])('has none in %j', (text) => expect(codeOf('docs/a.mdx', `---\ntitle: A\n---\n\n${text}\n`)).toEqual([]))

  test('counts every block that could have code, where the text is no MDX', () => {
    const text = "# A\n\n<Tabs>\n\nimport fs from 'fs'\n\nA {b} here.\n\nProse.\n\n{\n\nrun()\n\n}\n\nMore."
    const code = ['<Tabs>', "import fs from 'fs'", 'A {b} here.', '{\n\nrun()\n\n}']
    expect(codeOf('docs/a.mdx', text)).toEqual(code)
    expect(codeOf('docs/a.md', text, ['mdx'])).toEqual(code)
  })

  test('is seen beside the names of headings and directives', () => {
    const text = '## A {#a-b}\n\n:::note[Title] {.wide}\n\nText {x()}\n\n:::\n\n## {y()} {#c}\n'
    expect(codeOf('docs/a.md', text, ['mdx'])).toEqual(['x()', 'y()'])
  })

  test('counts in other Markdown where it is read as MDX', () => {
    expect(codeOf('docs/a.md', "import fs from 'fs'\n\n{a()}\n", ['mdx'])).toEqual(['import fs', 'a()'])
    expect(codeOf('docs/a.md', "import fs from 'fs'\n\n{a()}\n")).toEqual([])
  })
})

describe('code of Markdown', () => {
  test.each([
    ['<script setup>\nimport fs from "fs"\n\nfs.x()\n</script>', ['<script setup>\nimport fs from "fs"\n\nfs.x()\n']],
    ['Text <SCRIPT src=//evil.test></SCRIPT>', ['<SCRIPT src=//evil.test>']],
    ['<script>\nnever closed', ['<script>\nnever closed\n']],
    ['<img src=x onerror=alert(1)>', ['<img src=x onerror=alert(1)>']],
    ['<img\nsrc=x\nonerror=alert(1)>', ['<img\nsrc=x\nonerror=alert(1)>']],
    ['<a title=">" href=" java\tscript:x">', ['<a title=">" href=" java\tscript:x">']],
    ['<p :title="run()" @click="x" v-html="y">', ['<p :title="run()" @click="x" v-html="y">']],
    ['<a b=<script>x</script>', ['<script>x']],
    ['<svg/onload=x>', ['<svg/onload=x>']],
    ['<base href="//evil.test">', ['<base href="//evil.test">']],
    ['<object data="x">', ['<object data="x">']],
  ])('%j', (text, code) =>
    expect(codeOf('docs/a.md', `# A\n\n${text}\n`).map((one) => one.trimEnd())).toEqual(
      code.map((one) => one.trimEnd()),
    ),
  )

  test('has none in examples, in comparisons and in harmless HTML', () => {
    const text =
      '```html\n<script>x</script>\n```\n\n`<script>` and 1 < 2 and <https://a.test/#path(x)> and <br> and <div class="a" data-on="b"><img src="a.png" alt="> a script"></div>\n'
    expect(codeOf('docs/a.md', text)).toEqual([])
  })

  test('has templates, which are the same whatever texts they are given', () => {
    const templates = (text: string, scope: string) => codeOf('docs/a.md', text, [scope])
    expect(templates('A {{ x.constructor("a")() }} b', 'template')).toEqual(['{{ x.constructor("")() }}'])
    expect(templates('{% include \'a\' %}\n{% include "b" %}', 'template')).toEqual([
      '{% include "" %}',
      '{% include "" %}',
    ])
    expect(templates('`{{ a }}`\n\n```\n{% b %}\n```\n', 'template')).toEqual([])
    expect(templates('`{{ a }}`\n\n```\n{% b %}\n```\n', 'template-in-code')).toEqual(['{{ a }}', '{% b %}'])
  })
})

describe('front matter', () => {
  test.each([
    ['---js\n{ title: run() }\n---\n\n# A\n', ['---js\n{ title: run() }']],
    ['--- JavaScript\nrun()\n---\n', ['--- JavaScript\nrun()']],
    ['---\ntitle: A\nhead:\n- [script, { src: //evil.test }]\n---\n', ['head: [["script",{"src":"//evil.test"}]]']],
    [
      '---\nhead: [[meta, { http-equiv: refresh, content: 0 }]]\n---\n',
      ['head: [["meta",{"http-equiv":"refresh","content":0}]]'],
    ],
    ['---\n"head": x\n---\n', ['head: "x"']],
    ['---\nhead: &a [*a]\n---\n', ['head: &a [*a]']],
    ['---\na: &a { head: x }\n<<: *a\n---\n', ['a: &a { head: x }\n<<: *a']],
  ])('that runs: %j', (text, code) => {
    for (const path of ['docs/a.md', 'docs/a.mdx']) expect(codeOf(path, text)).toEqual(expect.arrayContaining(code))
  })

  test.each([
    '---\nhead:\n  - [meta, { name: a, content: b }]\n  - tag: meta\n    attrs: { property: c, content: d }\n---\n',
    '---\ntitle: A header\n---\n',
    '---yaml\na: b\n---\n',
    '----\n\n---js\n',
    '# A\n\n---js\n',
  ])('that is data: %j', (text) => expect(codeOf('docs/a.md', text)).toEqual([]))
})

describe('what runs a block, or reads another file', () => {
  test.each([
    ['a.md', '--8<-- "../../.env"', ['--8<-- "../../.env"']],
    ['a.md', '```\n<<< ../../.env\n```', ['<<< ../../.env']],
    ['a.md', '<!--@include: ../x.md-->', ['<!--@include: ../x.md-->']],
    ['a.md', '{!../.env!}', ['{!../.env!}']],
    ['a.md', '{{#include ../.env}}', ['{{#include ../.env}}']],
    ['a.md', '```{code-cell} python\nrun()\n```\n\nText', ['```{code-cell} python\nrun()\n```']],
    ['a.md', ':::{literalinclude} ../.env\n:::', [':::{literalinclude} ../.env\n:::']],
    ['a.md', '```python exec="on"\nrun()\n```', ['```python exec="on"\nrun()\n```']],
    ['a.rst', '.. literalinclude:: ../.env\n   :lines: 1\n\nText', ['.. literalinclude:: ../.env\n:lines: 1']],
    ['a.rst', '.. |x| program-output:: env', ['.. |x| program-output:: env']],
    ['a.rst', '.. plot::\n\n   run()\n\n   more()\n\nText', ['.. plot::\n\nrun()\n\nmore()']],
    ['a.rst', '.. csv-table:: A\n   :file: ../.env', [':file: ../.env']],
    ['a.rst', '.. include:: /etc/passwd', ['.. include:: /etc/passwd']],
    ['a.rst', '.. raw:: html\n\n   <script>x</script>', ['.. raw:: html\n\n<script>x</script>']],
    ['a.adoc', 'include::/etc/passwd[]', ['include::/etc/passwd[]']],
    ['a.adoc', 'include::https://evil.test/x.adoc[]', ['include::https://evil.test/x.adoc[]']],
    ['a.adoc', '[plantuml]\n----\n!include /etc/passwd\n----\nText', ['[plantuml]\n----\n!include /etc/passwd\n----']],
    ['a.adoc', '++++\n<script>x</script>\n++++', ['++++\n<script>x</script>\n++++']],
  ])('%s: %j', (path, text, code) => expect(codeOf(path, `${text}\n`)).toEqual(code))

  test.each([
    [
      'a.md',
      ':::{note}\nText.\n:::\n\n```{code-block} python\nx()\n```\n\n```js {1,3}\n```\n\n::: tip\n:::\n\n<<<<<<< HEAD\n',
    ],
    ['a.rst', '.. note:: Text.\n\n.. code-block:: python\n\n   x()\n\n.. py:function:: a()\n\n.. include:: part.rst\n'],
    [
      'a.adoc',
      '[source,js]\n----\nx()\n----\n\n[NOTE]\n====\nText\n====\n\n[#id]\n== A\n\nimage::a.png[]\n\ninclude::part.adoc[]\n',
    ],
  ])('%s: not in usual text', (path, text) => expect(codeOf(path, text)).toEqual([]))
})

test('the same code has the same key wherever it is', () => {
  const keys = (path: string, text: string) => readPageCode(path, text).map(({ key }) => key)
  expect(keys('docs/a/b.mdx', "import X from '../lib/x'\n")).toEqual(
    keys('docs/c.mdx', "# C\n\nimport { Y } from './lib/x'\n"),
  )
  expect(keys('docs/a.mdx', '{a()}')).not.toEqual(keys('docs/a.mdx', '{b()}'))
})
