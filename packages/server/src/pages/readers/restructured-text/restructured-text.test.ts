import { describe, expect, test } from 'vitest'
import { growthOf, mostGrowth } from '../../../../test/support/growth.ts'
import { docutilsId } from '../anchors.ts'
import { parsePage } from '../parse.ts'

const parse = (text: string, path = 'guide/a.rst') => parsePage({ path, text }).sections
const contentOf = (text: string) =>
  parse(text)
    .map((section) => section.content)
    .join('\n\n')

describe('headings of reStructuredText', () => {
  test.each([
    ["What's new in 3.11", 'what-s-new-in-3-11'],
    [':mod:`zlib` --- Compression', 'zlib-compression'],
    ['The *tp_call* Protocol', 'the-tp-call-protocol'],
    ['2. Größe & Umfang', 'grosze-umfang'],
    ['See :func:`open` (:pep:`8`)', 'see-open-pep-8'],
  ])('“%s” has the anchor %s, as docutils makes it', (heading, anchor) => {
    expect(parse(`${heading}\n${'='.repeat(60)}\n\nText`)[0]?.anchor).toBe(anchor)
  })

  test('are read also when they are one letter, as in an index of names', () => {
    const headings = parse('Names\n=====\n\nA\n-\n\nAlpha.\n\nB\n-\n\nBeta.').map(({ heading }) => heading)
    expect(headings).toEqual(['Names', 'A', 'B'])
  })

  test('with the same text have the ids that docutils counts', () => {
    const text = 'Aa\n==\n\nOld [1]_.\n\nFixes\n-----\n\nFixes\n-----\n\nFixes\n-----\n'
    expect(parse(text).map(({ anchor }) => anchor)).toEqual(['aa', 'fixes', 'id2', 'id3'])
  })

  test('a target above a heading is its anchor', () => {
    const text = '.. _other_name:\n.. _2fast:\n\nHeading\n-------\n\nText'
    expect(parse(text)[0]?.anchor).toBe('fast')
    expect(docutilsId('設定')).toBe('')
  })
})

describe('directives of reStructuredText', () => {
  test.each(['testcode', 'testoutput', 'doctest', 'prompt', 'ipython', 'console', 'code-block'])(
    'what stands in “%s” is code',
    (name) => {
      const [section, ...others] = parse(`.. ${name}::\n\n   # no heading\n   x = 1\n`)
      expect(others).toEqual([])
      expect(section?.code).toBe('# no heading\nx = 1')
    },
  )

  test('code is in the language of its page, unless it says another', () => {
    const text = '.. highlight:: c\n\nOne::\n\n   a;\n\n.. code-block:: python3\n   :caption: x.py\n\n   b\n'
    expect(contentOf(text)).toBe('One:\n\n```c\na;\n```\n\n**x.py**\n\n```python\nb\n```')
  })

  test.each([
    ['.. versionadded:: 3.11', 'New in version 3.11'],
    ['.. constructor:: Widget\n\n   Makes one.', '**Widget**\n\nMakes one.'],
    ['.. versionchanged:: 3.8 It is faster.', 'Changed in version 3.8: It is faster.'],
    ['.. deprecated:: 3.8\n   Use *x*.', 'Deprecated since version 3.8: Use *x*.'],
    [
      '.. deprecated-removed:: 3.9 3.11\n   Use y.',
      'Deprecated since version 3.9, will be removed in version 3.11: Use y.',
    ],
    ['.. note:: Mind this.', '**Note**\n\nMind this.'],
    ['.. admonition:: Why\n\n   Because.', '**Why**\n\nBecause.'],
    ['.. image:: a.png\n   :alt: The plan', 'The plan'],
    ['.. only:: latex\n\n   Never.\n\nText', 'Text'],
    ['.. A comment\n   of two lines\n\nText', 'Text'],
  ])('%j reads as %j', (text, expected) => {
    expect(contentOf(text)).toBe(expected)
  })

  test('what they declare of Python has the anchor that Sphinx gives it', () => {
    const text =
      'Shop\n====\n\n.. currentmodule:: shop\n\n.. class:: Cart(size)\n              Cart()\n\n   Holds goods.\n\n   .. method:: put(item)\n\n      Puts it in.\n\n.. function:: close()\n   :noindex:\n\n   Ends it.\n'
    expect(parse(text).map(({ heading, anchor, breadcrumbs }) => [heading, anchor, breadcrumbs.length])).toEqual([
      ['Shop', 'shop', 0],
      ['shop.Cart', 'shop.Cart', 1],
      ['put', 'shop.Cart.put', 2],
    ])
    expect(parse(text)[1]?.content).toBe('## `shop.Cart`\n\n`Cart(size)`\n\n`Cart()`\n\nHolds goods.')
    expect(parse(text)[2]?.content).toContain('`close()`')
  })
})

describe('text of reStructuredText', () => {
  test.each([
    ['See :doc:`install` and :doc:`the API </api/index>`.', 'See [install](/guide/install) and [the API](/api).'],
    ['See :ref:`there <far>` and :py:func:`~os.path.join`.', 'See there and `join()`.'],
    ['See :meth:`a\n.b` and :rfc:`2822`.', 'See `a .b()` and [RFC 2822](https://www.rfc-editor.org/rfc/rfc2822).'],
    [
      'See `Sphinx`_ and `more <https://a.test>`__.\n\n.. _sphinx: https://s.test',
      'See [Sphinx](https://s.test) and [more](https://a.test).',
    ],
    [
      'See `here`__ or link_.\n\n__ https://a.test\n.. _link: https://b.test',
      'See [here](https://a.test) or [link](https://b.test).',
    ],
    ['Version |v|, |unknown|.\n\n.. |v| replace:: 1.2', 'Version 1.2, |unknown|.'],
    ['Not <b>bold</b>, __init__ or 4\\ :sup:`2`.', 'Not \\<b>bold\\</b>, \\_\\_init\\_\\_ or 4².'],
    ['term\n   What it means.\n\n   And more.', '- term\n\n  What it means.\n\n  And more.'],
    ['-v, --verbose  Says more.', '`-v, --verbose`: Says more.'],
    [':Author: Ada', '**Author**: Ada'],
    ['1. One\n\n   More\n#. Two', '1. One\n\n   More\n2. Two'],
    ['Before\n\n    quoted\n\nAfter', 'Before\n\nquoted\n\nAfter'],
    ['# no heading', '\\# no heading'],
  ])('%j reads as %j', (text, expected) => {
    expect(contentOf(text)).toBe(expected)
  })

  test('links to labels of the page lead there, by the title below them', () => {
    const text = '.. _far-off:\n\nFar away\n--------\n\nSee :ref:`far-off`, :ref:`this <far-off>` and `Far away`_.'
    expect(contentOf(text)).toContain('See [Far away](#far-off), [this](#far-off) and [Far away](#far-away).')
  })
})

describe('tables of reStructuredText', () => {
  const table = '| A | B |\n| --- | --- |\n| `x` | one two |\n| y | False |'

  test.each([
    ['simple', '=====  =======\nA      B\n=====  =======\n``x``  one\n       two\ny      False\n=====  ======='],
    [
      'grid',
      '+-------+-------+\n| A     | B     |\n+=======+=======+\n| ``x`` | one   |\n|       | two   |\n+-------+-------+\n| y     | False |\n+-------+-------+',
    ],
    ['csv', '.. csv-table::\n   :header: "A", "B"\n\n   ``x``, "one\n   two"\n   y, False'],
    [
      'list',
      '.. list-table::\n   :header-rows: 1\n\n   * - A\n     - B\n   * - ``x``\n     - one\n       two\n   * - y\n     - False',
    ],
  ])('drawn as %s keep their cells', (_name, text) => {
    expect(contentOf(text)).toBe(table)
  })
})

test.each<[name: string, count: number, text: (count: number) => string]>([
  ['marks without an end', 10_000, (count) => '`'.repeat(count) + ':a'.repeat(count) + '|x'.repeat(count)],
  ['one long word', 5_000, (count) => 'a_'.repeat(count)],
  ['a table of many columns', 250, (count) => `+${'-+'.repeat(count)}\n|${'x|'.repeat(count)}\n+${'-+'.repeat(count)}`],
])('a page of %s takes about as long as it is', async (_name, count, text) => {
  const growth = await growthOf(count, (size) => expect(parse(text(size)).length).toBeGreaterThan(0))
  expect(growth).toBeLessThan(mostGrowth)
})

test('a page of quotes within quotes, which is as long as the square of them, is read in that time', async () => {
  const text = (count: number) => Array.from({ length: count }, (_, at) => `${' '.repeat(at)}x`).join('\n')
  // For each four times as many, sixteen times as much text.
  const growth = await growthOf(250, (count) => expect(parse(text(count)).length).toBeGreaterThan(0))
  expect(growth).toBeLessThan(4 * mostGrowth)
})

describe('conditions of Sphinx', () => {
  const attributes = { version: '1.10', 'conf.level': 'beta', 'conf.experimental': 'False' }
  const shows = (text: string) =>
    parsePage({ path: 'a.rst', text: `${text}\n\n   Shown.`, attributes }).sections[0]?.prose

  test.each([
    [".. ifconfig:: level == 'beta'", true],
    ['.. ifconfig:: level != "beta"', false],
    [".. ifconfig:: level in ('alpha', 'beta')", true],
    [".. ifconfig:: level not in ('alpha', 'beta')", false],
    ['.. ifconfig:: experimental', false],
    ["..  ifconfig:: not experimental and version == '1.10'".replace('..  ', '.. '), true],
    [".. ifconfig:: (experimental or level == 'rc') and unknown", false],
    ['.. ifconfig:: unknown', true],
    ['.. only:: html and not latex', true],
    ['.. only:: latex or mytag', false],
  ])('%s: shown %s', (line, isShown) => {
    expect(shows(line)).toBe(isShown ? 'Shown.' : '')
  })
})

describe('substitutions', () => {
  test.each([
    ['5 |deg| C\n\n.. |deg| unicode:: 0xB0', '5 ° C'],
    ['|tm| Acme\n\n.. |tm| unicode:: U+2122 .. a sign', '™ Acme'],
    ['See |logo|.\n\n.. |logo| image:: a.png\n   :alt: the logo\n   :width: 20', 'See the logo.'],
    ['Version |version| of |release|.', 'Version […] of […].'],
    ['Of |nothing| here.', 'Of |nothing| here.'],
    ['1|2|3 and a|b|c of |x|\n\n.. |x| replace:: 1.10', '1|2|3 and a|b|c of 1.10'],
  ])('%j reads %j', (text, expected) => {
    expect(parsePage({ path: 'a.rst', text }).sections[0]?.prose).toBe(expected)
  })

  test('that nothing says are told', () => {
    expect(parsePage({ path: 'a.rst', text: 'A\n=\n\nOf |one| and |two|.' }).problems).toEqual([
      {
        line: 4,
        column: null,
        reason: '“|one|” and one more like it are substitutions that nothing in the repository says.',
      },
    ])
  })
})
