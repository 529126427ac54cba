import { describe, expect, test } from 'vitest'
import { parsePage } from '../parse.ts'

const parse = (body: string, title = 'Kettle') =>
  parsePage({ path: 'a.html', text: `<!doctype html><title>${title}</title><body>${body}</body>` })
const outlineOf = ({ title, sections }: ReturnType<typeof parsePage>) => [
  title,
  ...sections.map(({ heading, anchor }) => [heading, anchor]),
]
const contentOf = (body: string, title?: string) =>
  parse(body, title)
    .sections.map(({ content }) => content)
    .join('\n\n')

test('sections of DocBook’s XHTML, read as HTML, have their own ids and no numbers', () => {
  const section = (id: string, title: string) =>
    `<div class="sect2"><div class="titlepage"><div><div><h3 class="title"><a id="${id}"/>${title}</h3></div></div></div><p>Text of it.</p><div class="table"><a id="table-${id}"/><p class="title">Table</p></div></div>`
  const body = `<div class="chapter"><div class="titlepage"><div><div><h2 class="title"><a id="boil"/>Boiling</h2></div></div></div><p>Text.</p>${section('by-hand', '2.1.1. By hand')}${section('by-machine', '2.1.2. By <code class="literal">machine</code>')}</div>`
  expect(outlineOf(parse(body, 'Boiling'))).toEqual([
    'Boiling',
    ['Boiling', 'boil'],
    ['By hand', 'by-hand'],
    ['By machine', 'by-machine'],
  ])
})

describe('a page is called', () => {
  test.each([
    ['Texinfo', '5.3 Boiling water', 'Boiling water (Acme Kettle (version 7))'],
    ['OpenStack', 'Boiling water', 'Acme Docs: Boiling water'],
    ['GTK-Doc', 'Boiling water', 'Boiling water: Acme Reference Manual'],
    ['gi-docgen', '<a href="i.html">Boiling</a><span class="sep"></span>water', 'Boiling.water'],
  ])('by its heading without what %s adds', (_name, heading, title) => {
    const page = parse(`<p>Acme</p><h1>${heading}</h1><p>Text</p>`, title)
    expect([page.title.replace('.', ' '), page.sections.length]).toEqual(['Boiling water', 1])
  })

  test('by the heading of the second rank that says what the document is called, when the site is named above', () => {
    const menu = `<ul>${'<li><a href="b.html">Another page of this manual</a></li>'.repeat(20)}</ul>`
    const body = `<div id="content"><div>${menu}</div><div><header><h1>Acme 18 documentation</h1></header><div id="apicontent"><h2>Kettle<a class="mark" href="#kettle" id="kettle">#</a></h2><p>Boils.</p><h3 id="a">A</h3><p>B</p></div></div></div>`
    const page = parse(body, 'Kettle | Acme 18 documentation')
    expect(outlineOf(page)).toEqual(['Kettle', ['Kettle', 'kettle'], ['A', 'a']])
    expect(page.sections[0]?.content).toBe('Boils.')
  })

  test('by a title that is no heading by its tag, as those of Doxygen are not', () => {
    const body =
      '<div id="top"><div id="projectname">Acme</div></div><div id="doc-content"><div class="header"><div class="headertitle"><div class="title">The kettle class<div class="ingroups"><a href="g.html">Tools</a></div></div></div></div><div class="contents"><p>It boils.</p><h1><a class="anchor" id="first"></a>\nFirst</h1><p>Text</p><h1>Second</h1></div></div>'
    const page = parse(body, 'Acme: The kettle class')
    expect(outlineOf(page)).toEqual([
      'The kettle class',
      ['The kettle class', null],
      ['First', 'first'],
      ['Second', null],
    ])
    expect(page.sections[0]?.content).toBe('It boils.')
  })

  test('by its document, when its headings of the first rank are those of sections', () => {
    const body = '<h1 id="a">1. Summary</h1><p>Text</p><h1 id="b">2. Background</h1><p>More</p>'
    const page = parse(body, 'Autoincrement')
    expect(outlineOf(page).slice(0, 3)).toEqual(['Autoincrement', ['Autoincrement', null], ['1. Summary', 'a']])
    expect(page.sections[1]?.breadcrumbs).toEqual(['Autoincrement'])
  })

  test('by its heading, when its document writes that in other capitals', () => {
    const page = parse('<h1 id="a">HotWater</h1><p>Text</p><h1 id="b">Reference</h1><p>More</p>', 'Hotwater - Acme')
    expect(outlineOf(page)[0]).toBe('HotWater')
  })

  test('by its first heading, when all others are below that and there is no better name', () => {
    const page = parse('<h2 id="s">Term reading</h2><p>Text</p><h3>Reading</h3>', 'Acme 9: Section 4.20')
    expect(page.title).toBe('Term reading')
  })
})

describe('sections stand', () => {
  test('in lists, which only arrange them, as in Javadoc', () => {
    const page = parse(
      '<h1>Kettle</h1><ul class="details-list"><li><section id="method-detail"><h2>Methods</h2><ul><li><section id="boil(int)"><h3>boil</h3><p>Boils.</p></section></li></ul></section></li></ul>',
    )
    expect(outlineOf(page)).toEqual(['Kettle', ['Kettle', null], ['Methods', 'method-detail'], ['boil', 'boil(int)']])
  })

  test('in what can be closed, as in rustdoc', () => {
    const page = parse(
      '<main><h1>Kettle</h1><details open><summary class="hideme"><span>Expand description</span></summary><p>It boils.</p></details><details open><summary><section id="method.boil" class="method"><div class="rightside"><span class="since">1.0</span> · <a class="srclink" href="k.rs">source</a></div><h4 class="code-header">pub fn <a href="#method.boil" class="fnname">boil</a>()</h4></section></summary><p>Boils it.</p></details></main>',
    )
    expect(outlineOf(page).slice(2)).toEqual([['pub fn boil()', 'method.boil']])
    expect(page.sections.map(({ content }) => content)).toEqual([
      'It boils.',
      '#### pub fn [boil](#method.boil)()\n\nBoils it.',
    ])
  })

  test('under headings that hold blocks, as in the manuals of Erlang', () => {
    const page = parse(
      '<div id="content"><h1>kettle</h1><article><h4 id="boil-1"><div class="title-name">boil(Kettle) -&gt; ok</div><div class="title-anchors"><a href="#boil-1"><span></span></a></div></h4><p>Boils.</p></article><article><h4 id="cool-1"><div>cool(Kettle)</div></h4><p>Cools.</p></article></div>',
    )
    expect(outlineOf(page).slice(2)).toEqual([
      ['boil(Kettle) -> ok', 'boil-1'],
      ['cool(Kettle)', 'cool-1'],
    ])
  })
})

describe('declarations of code are sections', () => {
  test.each([
    [
      'Texinfo',
      '<dl class="def"><dt id="index-boil"><span class="category">: </span><span><em><var>ok</var> =</em> <strong>boil</strong> <em>(<var>litres</var>)</em><a href="#index-boil" class="copiable-anchor"> ¶</a></span></dt><dd><p>Boils.</p></dd></dl>',
      'index-boil',
      'ok = boil (litres)',
    ],
    [
      'later Texinfo',
      '<dl class="first-deffn"><dt class="deffn" id="index-boil"><span class="category-def">Function: </span><strong class="def-name">boil</strong> <code class="def-code-arguments">litres</code><a class="copiable-link" href="#index-boil"> ¶</a></dt><dd><p>Boils.</p></dd></dl>',
      'index-boil',
      'Function: boil litres',
    ],
    [
      'Nim',
      '<dl class="item"><div id="boil,int"><dt><pre>proc <a href="#boil%2Cint"><span>boil</span></a>(litres: int)</pre></dt><dd>Boils.<a class="link-seesrc" href="k.nim">Source</a></dd></div></dl>',
      'boil,int',
      'proc boil(litres: int)',
    ],
    [
      'SWI-Prolog',
      '<dl class="latex"><dt class="pubdef"><a id="boil/1"><strong>boil</strong>(<var>+Litres</var>)</a></dt><dd>Boils.</dd></dl>',
      'boil/1',
      'boil(+Litres)',
    ],
    [
      'RDoc',
      '<div id="method-i-boil" class="method-detail"><div class="method-heading"><span class="method-name">boil</span><span class="method-args">(litres)</span><span class="method-click-advice">click to toggle source</span></div><div class="method-description"><p>Boils.</p><div class="method-source-code"><pre>def boil</pre></div></div></div>',
      'method-i-boil',
      'boil(litres)',
    ],
    [
      'odoc',
      '<div class="odoc-spec"><div class="spec value" id="val-boil"><a href="#val-boil" class="anchor"></a><code>val boil : int -&gt; unit</code></div><div class="spec-doc"><p>Boils.</p></div></div>',
      'val-boil',
      'val boil : int -> unit',
    ],
    [
      'Haddock',
      '<div class="top"><p class="src"><a id="v:boil" class="def">boil</a> :: Int -&gt; IO () <a href="src/K.html" class="link">Source</a> <a href="#v:boil" class="selflink">#</a></p><div class="doc"><p>Boils.</p></div></div>',
      'v:boil',
      'boil :: Int -> IO ()',
    ],
  ])('of %s', (_name, declaration, anchor, signature) => {
    const page = parse(`<h1>Kettle</h1><h2 id="f">Functions</h2><p>All.</p>${declaration}`)
    expect(outlineOf(page).slice(3)).toEqual([['boil', anchor]])
    expect(page.sections[2]?.content).toBe(`### \`boil\`\n\n\`${signature}\`\n\nBoils.`)
  })

  test('side by side, whatever headings one of them holds', () => {
    const declared = (name: string) => `<p class="src"><a id="v:${name}" class="def">${name}</a> :: Int</p>`
    const body = `<h1>Kettle</h1><h2>All</h2>${declared('a')}<h4>Instances</h4><p>One.</p>${declared('b')}`
    expect(parse(body).sections.at(-1)?.breadcrumbs).toEqual(['Kettle', 'All'])
  })
})

describe('headings that stand again and again', () => {
  const body = ['boil', 'cool', 'warm']
    .map(
      (name) => `<h4 id="${name}">${name}()</h4><h3 id="types">Types</h3><p>Litres = int()</p><p>It can ${name}.</p>`,
    )
    .join('')

  test('are labels of what they belong to', () => {
    const page = parse(`<h1>Kettle</h1>${body}`)
    expect(outlineOf(page).slice(2)).toEqual([
      ['boil()', 'boil'],
      ['cool()', 'cool'],
      ['warm()', 'warm'],
    ])
    expect(page.sections[1]?.content).toBe('#### boil()\n\n**Types**\n\nLitres = int()\n\nIt can boil.')
  })

  test('have the anchor that they share only once', () => {
    const page = parse('<h1>Kettle</h1><h2 id="a">A</h2><p>1</p><h2 id="a">B</h2><p>2</p>')
    expect(outlineOf(page).slice(2)).toEqual([
      ['A', 'a'],
      ['B', null],
    ])
  })

  test('are sections where no heading can be linked', () => {
    const page = parse('<h1>Kettle</h1><h2>Example</h2><p>A</p><h2>Example</h2><p>B</p><h2>Example</h2><p>C</p>')
    expect(page.sections.length).toBe(4)
  })
})

const said = 'What it does is said at length here, so that nobody has to look anywhere else for it, whatever they ask.'

test('a term has the anchor that stands at the end of the one before it, as in the manuals of GNU', () => {
  const body = `<h1>Kettle</h1><span id="index-boil"></span><dl><dt><tt>boil</tt></dt><dd><p>${said}</p>\n<span id="index-cool"></span></dd><dt><tt>cool</tt></dt><dd><p>${said}</p></dd><dt>warm</dt><dd>${said}</dd></dl>`
  expect(outlineOf(parse(body)).slice(2)).toEqual([
    ['boil', 'index-boil'],
    ['cool', 'index-cool'],
    ['warm', null],
  ])
})

describe('what leads around is no text of a page', () => {
  test.each([
    [
      'Texinfo',
      '<div class="header"><p>Next: <a href="b.html" accesskey="n" rel="next">Cooling</a>, Up: <a href="i.html" accesskey="u" rel="up">Top</a> [<a href="i.html#toc" rel="contents">Contents</a>]</p></div>',
    ],
    [
      'older Texinfo',
      '<table><tr><td>[<a href="b.html"> &lt;&lt; </a>]</td><td>[<a href="i.html"> Up </a>]</td><td>[<a href="i.html">Top</a>]</td></tr></table>',
    ],
    [
      'pictures',
      '<div><a href="i.html"><img alt="Home" src="h.gif"></a> <a href="s.html"><img alt="Summary"></a> <a href="p.html"><img alt="Previous"></a></div>',
    ],
    [
      'languages',
      '<p>Available in: <a href="a.de.html" hreflang="de" rel="alternate">de</a> | <a href="a.fr.html" hreflang="fr" rel="alternate">fr</a></p>',
    ],
    ['a menu', '<ul class="nav"><li><a href="a.html">Home</a></li><li><a href="b.html">Wiki</a></li></ul>'],
    ['arrows', '<p><a href="#top"><img alt="top" src="up.gif"></a></p>'],
    ['a sidebar', '<div class="docs-sidebar"><h4>Acme</h4><ul><li><a href="a.html">A</a></li></ul></div>'],
    ['a footer', '<div class="footer">Generated by Acme</div>'],
    [
      'an index of words',
      '<table class="index-cp"><tr><td><a href="b.html">boil</a></td><td>Boiling</td></tr></table>',
    ],
  ])('%s', (_name, menu) => {
    expect(contentOf(`<h1>Kettle</h1><p>It boils.</p>${menu}`)).toBe('It boils.')
  })

  test.each([
    '<p>Read <a href="b.html">the next page</a> before.</p>',
    '<ul><li><a href="b.html">Boiling</a></li><li><a href="c.html">Cooling</a></li></ul>',
    '<div class="menu"><p>Press <a href="b.html">it</a> until water comes, which takes a while.</p></div>',
    '<p>The option <a href="b.html">up</a> warms it.</p>',
  ])('but this is: %s', (text) => {
    expect(contentOf(`<h1>Kettle</h1><p>It boils.</p>${text}`)).not.toBe('It boils.')
  })

  test('nor is a long list of links to everything', () => {
    const words = Array.from({ length: 2_000 }, (_, at) => `<li><a href="p${at}.html">word number ${at}</a></li>`)
    const page = parse(`<h1>All words</h1><ul>${words.join('')}</ul>`, 'All words')
    expect([page.title, page.sections.map(({ content }) => content)]).toEqual(['All words', ['']])
  })
})

test('code of Doxygen keeps its lines, and has none of their numbers', () => {
  const code =
    '<div class="fragment"><div class="line"><a id="l1"></a><span class="lineno">    1</span><span class="keyword">int</span> a;</div>\n<div class="line">  b();</div>\n</div>'
  expect(contentOf(`<h1>Kettle</h1>${code}`)).toBe('```\nint a;\n  b();\n```')
})

test('the declaration of a function of Doxygen is one line', () => {
  const body =
    '<h1>Kettle</h1><h2 class="memtitle"><span class="permalink"><a href="#a1">◆ </a></span>boil()</h2><div class="memitem"><div class="memproto"><table class="memname"><tr><td>void Kettle::boil </td><td>(</td><td>int </td><td><em>litres</em></td><td>)</td></tr></table></div><div class="memdoc"><p>Boils.</p></div></div>'
  const page = parse(body)
  expect([page.sections[1]?.anchor, page.sections[1]?.content]).toEqual([
    'a1',
    '## boil()\n\n`void Kettle::boil (int litres)`\n\nBoils.',
  ])
})

test('what opens and closes a section is no part of its heading', () => {
  const page = parse(
    '<h1>Kettle</h1><h2 id="s">Methods <small><a href="#" class="summary_toggle">collapse</a></small></h2>',
  )
  expect(outlineOf(page).at(-1)).toEqual(['Methods', 's'])
  const declared =
    '<h1>Kettle</h1><h2 id="s">make <a href="#">Kettle</a>(<a href="#t">t</a>) <a href="javascript:x()">int</a></h2>'
  expect(outlineOf(parse(declared)).at(-1)).toEqual(['make Kettle(t) int', 's'])
})

test('names can be found that may be broken', () => {
  expect(contentOf('<h1>Kettle</h1><p>std::<b>\u200bkettle</b> and ket\u00adtle</p>')).toBe(
    'std::**kettle** and kettle',
  )
})

test('links that only a script can follow are words', () => {
  expect(contentOf('<h1>Kettle</h1><p>See <a href="javascript:go(1)">boil</a>.</p>')).toBe('See boil.')
})

test('notes at the foot of a page have no sections of their own', () => {
  const body =
    '<h1>Kettle</h1><p>Boil<a class="footnote" href="#FOOT1"><sup>1</sup></a>.</p><div class="footnote"><h4 class="footnotes-heading">Footnotes</h4><h5><a id="FOOT1" href="#DOCF1">(1)</a></h5><p>Water.</p></div>'
  expect(parse(body).sections.map(({ heading }) => heading)).toEqual(['Kettle'])
})

describe('a note that is drawn as a table is a paragraph with its kind', () => {
  const hot = 'It is <em>hot</em>.'
  test.each([
    [
      'AsciiDoc',
      'admonitionblock',
      `<tr><td class="icon"><div class="title">Note</div></td><td class="content">${hot}</td></tr>`,
    ],
    [
      'Asciidoctor',
      'admonitionblock note',
      `<tr><td class="icon"><i class="fa icon-note" title="Note"></i></td><td class="content"><div class="paragraph"><p>${hot}</p></div></td></tr>`,
    ],
    [
      'Asciidoctor with pictures',
      'admonitionblock note',
      `<tr><td class="icon"><img alt="Note"></td><td>${hot}</td></tr>`,
    ],
    ['DocBook', 'note', `<tr><td rowspan="2"><img alt="[Note]"></td><th>Note</th></tr><tr><td><p>${hot}</p></td></tr>`],
  ])('of %s', (_name, className, rows) => {
    const note = `<div class="${className}"><table summary="Note">${rows}</table></div>`
    expect(contentOf(`<div id="content"><h1>Kettle</h1>${note}</div>`)).toBe('**Note:** It is *hot*.')
  })

  test('and keeps its further blocks', () => {
    const note =
      '<div class="admonitionblock tip"><table><tr><td class="icon"><i title="Tip"></i></td><td class="content"><div class="listingblock"><pre>boil</pre></div><table><tr><th>A</th></tr><tr><td>1</td></tr></table></td></tr></table></div>'
    expect(contentOf(`<div id="content"><h1>Kettle</h1>${note}</div>`)).toBe(
      '**Tip:**\n\n```\nboil\n```\n\n| A |\n| --- |\n| 1 |',
    )
  })
})

test('explanations of numbered lines are a list, as Asciidoctor draws them', () => {
  const row = (at: number, text: string) =>
    `<tr><td><i class="conum" data-value="${at}"></i><b>${at}</b></td><td>${text}</td></tr>`
  const body = `<div class="colist arabic"><table>${row(1, 'Boils.')}${row(2, 'Cools.')}</table></div>`
  expect(contentOf(`<h1>Kettle</h1>${body}`)).toBe('1. Boils.\n2. Cools.')
})

test('menus that open are no text', () => {
  const menu =
    '<div class="dropdown"><a class="dropdown-toggle" href="#">boil</a><ul class="dropdown-menu"><li class="dropdown-header">Available in</li><li><a href="#a">A</a></li></ul></div>'
  expect(contentOf(`<h1>Kettle</h1><p>Text.</p>${menu}`)).toBe('Text.\n\n[boil](#)')
})

describe('a page that is written in fixed columns, as those of HAProxy and many manual pages are,', () => {
  const text = `       The kettle boils water until somebody takes it off, or <b>boil</b>
       says when (see "<a href="#b">when</a>").

       - cold   nothing happens, as there is
                nothing to do
       - hot    it whistles

           kettle --boil \\
               --when soon

       Name      Degrees
       cold      4
       hot       99`

  test('has paragraphs, lists and code', () => {
    expect(contentOf(`<h1>Kettle</h1><p>Boils.</p><pre class="text">${text}</pre>`)).toBe(
      [
        'Boils.',
        'The kettle boils water until somebody takes it off, or boil says when (see "when").',
        '- cold: nothing happens, as there is nothing to do\n- hot: it whistles',
        '```\n    kettle --boil \\\n        --when soon\n\nName      Degrees\ncold      4\nhot       99\n```',
      ].join('\n\n'),
    )
  })

  test('and has its examples as they stand', () => {
    const example = 'Boil the water until it is hot, please.'
    expect(contentOf(`<h1>Kettle</h1><pre>${text}</pre><pre class="example">${example}</pre>`)).toContain(
      `\`\`\`\n${example}\n\`\`\``,
    )
  })

  test('unless most of it is text', () => {
    const body = `<h1>Kettle</h1><p>${said.repeat(9)}</p><pre>Boil the water until it is hot, please.</pre>`
    expect(contentOf(body)).toContain('```\nBoil')
  })
})

test('emphasis that goes on is one, with its blanks', () => {
  const body = '<h1>Kettle</h1><p><em>It is a </em><em>hot</em><em> kettle</em> and <b>so</b> <b>on</b>.</p>'
  expect(contentOf(body)).toBe('*It is a hot kettle* and **so** **on**.')
})

describe('what generators of reference pages write around what they declare', () => {
  test('the description of a class stands in the header of its section, which has its name', () => {
    const header = '<header><h2>kettle~Kettle(options)</h2><div class="class-description">Heats water.</div></header>'
    const body = `<div id="main"><h1 class="page-title">Class: Kettle</h1><section>${header}<article><h4 id="boil">boil()</h4><p>Boils.</p></article></section></div>`
    expect(contentOf(body, 'JSDoc: Class: Kettle')).toContain('Heats water.')
  })

  test('the header of a website is none of a page’s text, whatever it is called by', () => {
    const body =
      '<header><h2>Acme</h2><nav><a href="/">Home</a></nav></header><main><h1>Kettle</h1><p>Boils.</p></main>'
    expect(contentOf(body)).toBe('Boils.')
  })

  test('names may be broken anywhere, and are searched whole', () => {
    expect(
      parse('<h1>Kettle</h1><h3 id="onboil">on<wbr>Boil</h3><p>When it <code>is<wbr/>Hot</code>.</p>'),
    ).toMatchObject({
      sections: [{}, { heading: 'onBoil', prose: 'When it isHot.' }],
    })
  })

  test('what a function takes, gives and throws is said in the section of the function', () => {
    const parts =
      '<h4>Parameters</h4><p>How much.</p><h4>Returns <span>Promise&lt;number&gt;</span></h4><p>How hot.</p><h5>Throws:</h5><p>When dry.</p>'
    const body = `<h1>Class Kettle</h1><h2 id="methods">Methods</h2><h3 id="boil">boil</h3>${parts}<h3 id="cool">cool</h3><p>Cools.</p>`
    expect(outlineOf(parse(body, 'Kettle'))).toEqual([
      'Class Kettle',
      ['Class Kettle', null],
      ['Methods', 'methods'],
      ['boil', 'boil'],
      ['cool', 'cool'],
    ])
  })

  test('the arguments of an option of Sphinx stand behind it', () => {
    const name = '<span class="sig-name descname"><span class="pre">--max-heat</span></span>'
    const sign = `${name}<span class="sig-prename descclassname"> <span class="pre">&lt;degrees&gt;</span></span>`
    const body = `<h1>Kettle</h1><dl class="std option"><dt class="sig" id="cmdoption-max-heat">${sign}</dt><dd><p>Most heat.</p></dd></dl>`
    expect(parse(body).sections[1]).toMatchObject({
      heading: '--max-heat',
      content: expect.stringContaining('`--max-heat <degrees>`'),
    })
  })
})

test('a page is called as its heading reads where the document is called by its Markdown', () => {
  expect(parse('<h1>Boil <em>water</em> now</h1><p>Text</p>', 'Boil *water* now | Acme').title).toBe('Boil water now')
})
