import { describe, expect, test } from 'vitest'
import { readPage } from '../read-page.ts'

const parse = async (text: string) => (await readPage({ path: 'guide/a.adoc', text })).sections
const contentOf = async (text: string) => (await parse(text)).map((section) => section.content).join('\n\n')

describe('headings of AsciiDoc', () => {
  test.each([
    ['== Links', '_links'],
    ['== Version 0.0.9', '_version_0_0_9'],
    ['== Usage in Asciidoctor.js', '_usage_in_asciidoctor_js'],
    ["== What's _new_ -- really?", '_whats_newreally'],
    ['== `Say` & "this" -- or--that', '_say_thisorthat'],
    ['== The `rev_info` struct', '_the_rev_info_struct'],
    [':idprefix:\n:idseparator: -\n\n== Set it up', 'set-it-up'],
    [':product: Acme\n\n== Why {product}', '_why_acme'],
    ['[#own]\n== Links', 'own'],
    ['[[own]]\n== Links', 'own'],
    ['== Links [[own]]', 'own'],
    ['== [[own]]Links', '_links'],
    ['[[other]]\nText\n\n== Links', '_links'],
  ])('%j has the anchor %s, as Asciidoctor makes it', async (text, anchor) => {
    expect((await parse(text)).at(-1)?.anchor).toBe(anchor)
  })

  test('with the same text are counted', async () => {
    expect((await parse('== Use\n\n== Use\n\n== Use')).map(({ anchor }) => anchor)).toEqual([
      '_use',
      '_use_2',
      '_use_3',
    ])
  })

  test('may have their marks below', async () => {
    const text =
      'acme(1)\n=======\n\nNAME\n----\nacme - does it all\n\nOPTIONS\n-------\n\nGit Options\n~~~~~~~~~~~\n\n----\ncode\n----\n'
    const sections = await parse(text)
    expect(sections.map(({ heading, anchor }) => [heading, anchor])).toEqual([
      ['acme(1)', null],
      ['NAME', '_name'],
      ['OPTIONS', '_options'],
      ['Git Options', '_git_options'],
    ])
    expect(sections[1]?.prose).toBe('acme - does it all')
    expect(sections[3]?.code).toBe('code')
  })
})

describe('tables of AsciiDoc', () => {
  const table = '| Option | Meaning |\n| --- | --- |\n| `port` | Where it listens |\n| `host` | a \\| b |'

  test.each([
    ['a cell a line', '|===\n|Option |Meaning\n\n|`port`\n|Where it\nlistens\n\n|`host`\n|a \\| b\n|==='],
    [
      'a row a line',
      '[%header,cols="1,2a"]\n|===\n|Option |Meaning\n|`port` |Where it listens\n|`host` |a \\| b\n|===',
    ],
    [
      'cells that say how they look',
      '[options="header",cols=2*]\n|===\n|Option |Meaning\nm|`port` ^a|Where it listens\n|`host` |a \\| b\n|===',
    ],
  ])('are read by their rows: %s', async (_name, text) => {
    expect(await contentOf(text)).toBe(table)
  })
})

describe('text of AsciiDoc', () => {
  test.each([
    [':version: 1.2\n\nGet {version} of {unknown}{nbsp}now.', 'Get 1.2 of {unknown} now.'],
    [':a: 1\n:!a:\n\nIt is {a}.', 'It is {a}.'],
    ['= Acme\nAda Lovelace <ada@acme.test>\nv1.0, 2024-01-01\n:toc:\n\nText', 'Text'],
    ['link:file.html[File^] and https://a.test[A,window=_blank]', '[File](/guide/file) and [A](https://a.test)'],
    [
      '<<setup>>, <<setup,the setup>> or xref:other.adoc#x[more].',
      '[[setup]](#setup), [the setup](#setup) or [more](/guide/other#x).',
    ],
    ['Run `acme <file>` on <file>.', 'Run `acme <file>` on \\<file>.'],
    [
      '[source,sh]\n----\na <1>\nb // <2>\n# <3>\n----\n<1> First\n<2> Second',
      '```sh\na\nb\n```\n\n1. First\n2. Second',
    ],
    ['. One\n+\n----\ncode\n----\n+\nMore\n. Two', '1. One\n\n   ```\n   code\n   ```\n\n   More\n2. Two'],
    ['Text\n\n $ acme run\n   now', 'Text\n\n```\n$ acme run\n  now\n```'],
    ['* [x] Done\n* [ ] To do', '- [x] Done\n- [ ] To do'],
    ['++++\n<b>raw</b>\n<script>no()</script>\n++++\n\nText', '**raw**\n\nText'],
  ])('%j reads as %j', async (text, expected) => {
    expect((await contentOf(text)).trim()).toBe(expected)
  })
})

test('attributes of the site are those of its pages', async () => {
  const attributes = { product: 'Acme', idprefix: '', idseparator: '-' }
  const { sections } = await readPage({ path: 'a.adoc', text: '== Set {product} up\n\nText of {product}.', attributes })
  expect(sections).toMatchObject([{ heading: 'Set Acme up', anchor: 'set-acme-up', prose: 'Text of Acme.' }])
})

test('quotation marks are read without their signs, and what stands lower or higher stays told apart', async () => {
  expect(await contentOf('It is "`boiling`" at `100`: H~2~O, 10^3^, a ~ b ~ c.')).toBe(
    'It is “boiling” at `100`: H₂O, 10³, a ~ b ~ c.',
  )
})

test('what is said under a condition is left out where that is known not to hold', async () => {
  const unless = 'ifndef::product[]\nNo product.\nifdef::other[]\nNested.\nendif::[]\nStill none.\nendif::[]\n'
  const elsewhere = 'ifdef::env-github[]\nOn GitHub.\nendif::env-github[]\n'
  const shown = 'ifdef::product[]\n{product}.\nendif::[]\nifndef::env-github[]\nOn the website.\nendif::[]\n'
  expect(await contentOf(`:product: Acme\n\nBefore.\n\n${unless}${elsewhere}${shown}\nAfter.`)).toBe(
    'Before.\n\nAcme. On the website.\n\nAfter.',
  )
})
