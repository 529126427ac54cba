import { describe, expect, test } from 'vitest'
import { parsePage } from '../parse.ts'

const parse = (main: string, path = 'a.html') =>
  parsePage({ path, text: `<!doctype html><title>T</title><body><main>${main}</main>` }).sections
const contentOf = (main: string) =>
  parse(main)
    .map((section) => section.content)
    .join('\n\n')
const headingsOf = (main: string) =>
  parse(main).flatMap(({ heading, anchor }) => (heading === null ? [] : [[heading, anchor]]))

describe('a table of HTML', () => {
  test('keeps the words of cells that hold paragraphs, as Sphinx and Asciidoctor write them', () => {
    const table =
      '<table>\n<thead>\n<tr><th><p>Option</p></th>\n<th><p>Meaning</p></th></tr></thead>\n<tbody>\n<tr><td><p><code>port</code></p></td>\n<td><p>Where to <a href="#x">listen</a>.</p>\n<p>A number.</p></td></tr></tbody></table>'
    expect(contentOf(table)).toBe('| Option | Meaning |\n| --- | --- |\n| `port` | Where to [listen](#x). A number. |')
  })

  test('sets the items of a list in a cell apart', () => {
    const table =
      '<table><tr><th>A</th></tr><tr><td>One of:<ul>\n<li><p>first</p></li>\n<li>second</li>\n</ul> only</td></tr></table>'
    expect(contentOf(table)).toBe('| A |\n| --- |\n| One of: first; second only |')
  })

  test('has its caption above it', () => {
    const table = '<table><caption>All options</caption><tr><th>A</th></tr><tr><td>1</td></tr></table>'
    expect(contentOf(table)).toBe('All options\n\n| A |\n| --- |\n| 1 |')
  })

  test('whose cells hold code is written as what they hold', () => {
    const table =
      '<table><tr><th>Old</th><th>New</th></tr><tr><td>Before:<pre><code class="language-js">a()\nb()</code></pre></td><td><pre>c()</pre></td></tr></table>'
    expect(contentOf(table)).toBe('**Old:** Before:\n\n```js\na()\nb()\n```\n\n**New:**\n\n```\nc()\n```')
  })

  test('is no larger than its cells, whatever they say that they span', () => {
    expect(contentOf('<table><tr><td colspan="90000000">A</td></tr></table>')).toContain('| A |')
  })
})

test('what is said of a term in a few words stands behind it', () => {
  const long = 'It is told at length. '.repeat(6).trim()
  const list = `<dl><dt>Type<span>:</span></dt><dd><p>boolean</p></dd><dt><code>-q</code></dt><dd>quiet</dd><dt>Long</dt><dd>${long}</dd></dl>`
  expect(contentOf(list)).toBe(`- Type: boolean\n- \`-q\`: quiet\n- Long\n\n  ${long}`)
})

describe('code of HTML', () => {
  test.each([
    [
      'Pygments',
      '<div class="highlight-python3"><div class="highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><div class="highlight"><pre><span></span>x = 1\ny = 2\n</pre></div></td></tr></table></div></div>',
      '```python\nx = 1\ny = 2\n```',
    ],
    [
      'Hugo',
      '<div class="highlight"><table class="lntable"><tr><td class="lntd"><pre class="chroma"><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre class="chroma"><code class="language-go" data-lang="go">package main\nfunc</code></pre></td></tr></table></div>',
      '```go\npackage main\nfunc\n```',
    ],
    [
      'Rouge',
      '<table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="rouge-code"><pre>a\nb\n</pre></td></tr></tbody></table>',
      '```\na\nb\n```',
    ],
    [
      'Hugo within lines',
      '<pre><code class="language-go"><span class="line"><span class="ln">1</span><span class="cl">package main\n</span></span></code></pre>',
      '```go\npackage main\n```',
    ],
  ])('has no line numbers of %s', (_name, text, expected) => {
    expect(contentOf(text)).toBe(expected)
  })

  test.each([
    ['python', '<div class="highlight-python3 notranslate"><div class="highlight"><pre>x</pre></div></div>'],
    [
      'ruby',
      '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code>x</code></pre></div></div>',
    ],
    ['sh', '<figure><div><pre data-language="sh"><code>x</code></pre></div></figure>'],
    ['yaml', '<pre class="highlight"><code data-lang="yaml">x</code></pre>'],
    [
      'ts',
      '<div class="language-ts vp-adaptive-theme"><button>Copy</button><pre class="shiki"><code>x</code></pre></div>',
    ],
    ['bash', '<div class="sourceCode"><pre class="sourceCode bash"><code class="sourceCode bash">x</code></pre></div>'],
    ['', '<div class="highlight-default notranslate"><div class="highlight"><pre>x</pre></div></div>'],
    ['', '<div class="highlight-none"><pre class="language-plaintext">x</pre></div>'],
    ['', '<div class="language-js"><div><div><div><div><pre>x</pre></div></div></div></div></div>'],
  ])('has the language %j where generators say it: %s', (language, text) => {
    expect(contentOf(text)).toBe(`\`\`\`${language}\nx\n\`\`\``)
  })
})

describe('a heading of HTML', () => {
  test.each([
    ['its own', '<section id="x"><h2 id="setup">Setup<a class="headerlink" href="#y">¶</a></h2></section>'],
    ['that of its permalink', '<section id="x"><h2>Setup<a class="headerlink" href="#setup">¶</a></h2></section>'],
    ['that of the link that it is', '<section id="x"><h2><a href="#setup">Setup</a></h2></section>'],
    ['that of an anchor in it', '<section id="x"><h2><a name="setup"></a>Setup</h2></section>'],
    ['that of its section', '<section id="setup">\n<h2>Setup</h2><p>Text</p></section>'],
    [
      'that of its section, past what wraps it',
      '<div class="section" id="setup"><span id="old"></span><div><h2>Setup</h2></div></div>',
    ],
    ['that of the anchor before it', '<p>Text</p><a id="setup"></a>\n<h2>Setup</h2>'],
    ['that of the named anchor before it', '<p>Text</p><p><a name="setup"></a></p><h2>Setup</h2>'],
    ['that of the permalink, without its escapes', '<h2>Setup<a class="anchor" href="#%73etup">Link</a></h2>'],
  ])('has %s as its anchor', (_name, text) => {
    expect(headingsOf(text)[0]?.[1]).toBe('setup')
  })

  test.each([
    ['the section of another heading', '<section id="x"><h2>A</h2><h3>Setup</h3></section>', 1],
    ['a section that began with text', '<div id="x"><p>Text</p><h2>Setup</h2></div>', 0],
    ['a link to another section', '<h2>Setup, see <a href="#other">the other</a></h2>', 0],
    ['an anchor before other text', '<a id="x"></a><p>Text</p><h2>Setup</h2>', 0],
    ['the whole page', '<div id="content"><h2>Setup</h2></div>', 0],
  ])('does not have the anchor of %s', (_name, text, at) => {
    expect(headingsOf(text)[at]?.[1]).toBeNull()
  })
})

describe('what Sphinx declares of code', () => {
  const text = `<section id="shop"><h1>Shop</h1><p>About.</p>
<dl class="py class">
<dt class="sig sig-object py" id="shop.Cart">
<em class="property"><span class="pre">class</span><span class="w"> </span></em><span class="sig-prename descclassname"><span class="pre">shop.</span></span><span class="sig-name descname"><span class="pre">Cart</span></span><span class="sig-paren">(</span><em class="sig-param">size</em><span class="sig-paren">)</span><a class="reference internal" href="_modules/shop.html"><span class="viewcode-link">[source]</span></a><a class="headerlink" href="#shop.Cart">¶</a></dt>
<dd><p>Holds goods.</p>
<dl class="field-list"><dt>Parameters<span class="colon">:</span></dt><dd><p><strong>size</strong> – how many</p></dd></dl>
<dl class="py method"><dt class="sig sig-object py" id="shop.Cart.put"><span class="sig-name descname"><span class="pre">put</span></span><span class="sig-paren">(</span>item<span class="sig-paren">)</span></dt><dt class="sig sig-object py"><span class="sig-name descname">put</span>(items)</dt><dd><p>Puts it in.</p></dd></dl>
</dd></dl></section>`

  test('has headings of its own, by which it is linked', () => {
    expect(headingsOf(text)).toEqual([
      ['Shop', 'shop'],
      ['shop.Cart', 'shop.Cart'],
      ['put', 'shop.Cart.put'],
    ])
    expect(parse(text)[2]?.breadcrumbs).toEqual(['Shop', 'shop.Cart'])
  })

  test('keeps signatures and descriptions', () => {
    const [, cart, put] = parse(text)
    expect(cart?.content).toContain('## `shop.Cart`\n\n`class shop.Cart(size)`\n\nHolds goods.')
    expect(cart?.content).toContain('**size** – how many')
    expect(put?.content).toBe('### `put`\n\n`put(item)`\n\n`put(items)`\n\nPuts it in.')
  })
})

test('tabs that are not open are read, other hidden text is not', () => {
  const text = '<div role="tabpanel">npm i</div><div role="tabpanel" hidden>pnpm i</div><p hidden>never</p>'
  expect(contentOf(text)).toBe('npm i\n\npnpm i')
})

test('the article that has the title is the text of a page, whatever stands beside it', () => {
  const article = '<article><h1>Install</h1><p>Text</p></article>'
  expect(contentOf(`<p>On this page</p>${article}<p>Was this helpful?</p>`)).toBe('Text')
  expect(contentOf(`<h1>News</h1><p>First</p>${article}`)).toContain('First')
  expect(contentOf(`${article}<article><p>More</p></article>`)).toContain('More')
})

describe('tabs', () => {
  test.each([
    [
      'by their ids',
      '<div><ul role="tablist"><li><a role="tab" id="t1" href="#p1">npm</a></li><li><a role="tab" id="t2" href="#p2">pnpm</a></li></ul></div><div role="tabpanel" id="p1" aria-labelledby="t1"><pre>npm i</pre></div><div role="tabpanel" aria-labelledby="t2" hidden><pre>pnpm i</pre></div>',
    ],
    [
      'by their order',
      '<ul role="tablist"><li role="tab">npm</li><li role="tab">pnpm</li></ul><div><div role="tabpanel"><pre>npm i</pre></div><div role="tabpanel" hidden><pre>pnpm i</pre></div></div>',
    ],
    [
      'as buttons',
      '<div role="tablist"><button role="tab" aria-controls="a">npm</button><button role="tab" aria-controls="b">pnpm</button></div><div role="tabpanel" id="a"><pre>npm i</pre></div><div role="tabpanel" id="b"><pre>pnpm i</pre></div>',
    ],
    [
      'by labels',
      '<div><input type="radio"><label for="a">npm</label><input type="radio"><label for="b">pnpm</label></div><div><div><pre>npm i</pre></div><div><pre>pnpm i</pre></div></div>',
    ],
  ])('begin with what they are called, %s', (_name, tabs) => {
    expect(contentOf(`<div>${tabs}</div>`)).toBe('**npm**\n\n```\nnpm i\n```\n\n**pnpm**\n\n```\npnpm i\n```')
  })

  test('within tabs have their own names', () => {
    const inner = (name: string) =>
      `<div><div role="tablist"><b role="tab">${name} a</b></div><div role="tabpanel">${name} text</div></div>`
    const text = `<div><div role="tablist"><b role="tab">One</b><b role="tab">Two</b></div><div role="tabpanel">${inner('first')}</div><div role="tabpanel">${inner('second')}</div></div>`
    expect(contentOf(text)).toBe('**One**\n\n**first a**\n\nfirst text\n\n**Two**\n\n**second a**\n\nsecond text')
  })

  test('of which only one is there keep their list', () => {
    const text =
      '<div><ul role="tablist"><li role="tab">One</li><li role="tab">Two</li></ul><div role="tabpanel">first</div></div>'
    expect(contentOf(text)).toBe('- One\n- Two\n\nfirst')
  })
})

test.each([
  [
    '<aside class="starlight-aside starlight-aside--tip" aria-label="Tip"><p aria-hidden="true">Tip</p><p>Boil it.</p></aside>',
    'Tip\n\nBoil it.',
  ],
  ['<aside class="topic"><p class="topic-title">Kettles</p><p>Boil it.</p></aside>', 'Kettles\n\nBoil it.'],
  ['<aside class="sidebar"><p class="sidebar-title">Kettles</p><p>Boil it.</p></aside>', 'Kettles\n\nBoil it.'],
  ['<aside role="note"><p>Boil it.</p></aside>', 'Boil it.'],
  ['<aside class="toc sidebar"><p>On this page</p></aside>', ''],
  ['<aside><p>Related</p></aside>', ''],
  ['<p>Boil it.</p><div class="toctree-wrapper compound"><ul><li><a href="a.html">A</a></li></ul></div>', 'Boil it.'],
  ['<p>Boil it.</p><div class="prev-next-area"><a href="a.html">next A</a></div>', 'Boil it.'],
])('what stands aside is read when it belongs to the text: %s', (text, expected) => {
  expect(contentOf(text)).toBe(expected)
})

test.each([
  [
    'GFM',
    '<p>Boil<sup><a href="#fn-1" data-footnote-ref>1</a></sup> it.</p><section class="footnotes"><ol><li><p>Water. <a href="#r" data-footnote-backref>↩</a></p></li></ol></section>',
  ],
  [
    'docutils',
    '<p>Boil<a class="footnote-reference brackets" href="#id2" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a> it.</p><aside class="footnote-list brackets"><aside class="footnote brackets" role="doc-footnote"><ol><li><p>Water.</p></li></ol></aside></aside>',
  ],
  [
    'Asciidoctor',
    '<p>Boil<sup class="footnote">[<a class="footnote" href="#d">1</a>]</sup> it.</p><ol><li>Water.</li></ol>',
  ],
  [
    'kramdown',
    '<p>Boil<sup role="doc-noteref"><a href="#fn:1" class="footnote" rel="footnote">1</a></sup> it.</p><div class="footnotes" role="doc-endnotes"><ol><li><p>Water.&nbsp;<a href="#fnref:1" class="reversefootnote" role="doc-backlink">↩</a></p></li></ol></div>',
  ],
])('footnotes of %s are read without the signs that lead to them', (_name, text) => {
  expect(contentOf(text)).toBe('Boil it.\n\n1. Water.')
})

test('the home page of VitePress has text', () => {
  const text =
    '<div class="VPHome"><div class="VPHero"><h1><span class="name">Acme</span><span class="text">The best kettle</span></h1><p>Boils quickly</p></div><article><h2>Fast</h2><p>It boils in seconds.</p></article><article><h2>Safe</h2></article><div class="vp-doc"></div></div>'
  expect(headingsOf(text)[0]?.[0]).toBe('Acme The best kettle')
  expect(contentOf(text)).toContain('Boils quickly')
  expect(contentOf(text)).toContain('It boils in seconds.')
})

test('a heading that is the link to itself has its text, as VuePress writes it', () => {
  const text =
    '<h2 id="set-up" tabindex="-1"><a class="header-anchor" href="#set-up"><span>Set <code>it</code> up</span></a></h2>'
  expect(headingsOf(text)).toEqual([['Set it up', 'set-up']])
  expect(headingsOf('<h2 id="set-up">Set up<a class="header-anchor" href="#set-up">Permalink</a></h2>')).toEqual([
    ['Set up', 'set-up'],
  ])
})

test('a heading that leads back to the table of contents has its text', () => {
  const text =
    '<h2><a class="toc-backref" href="#id1" role="doc-backlink">Set up</a><a class="headerlink" href="#set-up">¶</a></h2>'
  expect(headingsOf(text)).toEqual([['Set up', 'set-up']])
})

test('pages of TypeDoc are read without their menus, with the languages of code', () => {
  const text =
    '<body><header>Acme</header><div class="container"><div class="col-content"><h1>Variable limit<code class="tsd-tag">Const</code></h1><p>Of <a href="">limit</a>.</p><pre><code class="ts">boil()</code><button>Copy</button></pre></div><div class="col-sidebar"><ul><li>Protected</li></ul></div></div></body>'
  const page = parsePage({ path: 'a.html', text })
  expect([page.title, page.sections[0]?.content]).toEqual(['Variable limit', 'Of limit.\n\n```ts\nboil()\n```'])
})

test('a page of Starlight that begins with a hero has its text', () => {
  const text =
    '<body><main><div class="content-panel"><div class="hero"><h1 id="_top">Big kettle</h1><div>Boils quickly</div></div></div><div class="content-panel"><div class="sl-markdown-content"><p>Text.</p></div><footer>Edit page</footer></div></main></body>'
  const page = parsePage({ path: 'a.html', text })
  expect([page.title, page.sections[0]?.content]).toEqual(['Big kettle', 'Boils quickly\n\nText.'])
})

test('numbers of explanations are no part of code', () => {
  const text =
    '<pre><code class="language-ruby" data-lang="ruby">def a <i class="conum" data-value="1"></i><b>(1)</b>\nend <b class="conum">(2)</b></code></pre>'
  expect(contentOf(text)).toBe('```ruby\ndef a\nend\n```')
})

describe('a heading that is drawn as something else', () => {
  test('has the id that stands at the end of a paragraph before it, which nothing has closed', () => {
    expect(headingsOf('<h2>Codes</h2><p>All of them.\n<a name="ok"></a>\n<h3>OK</h3><p>Done.')).toEqual([
      ['Codes', null],
      ['OK', 'ok'],
    ])
  })

  test('is a line in bold that can be linked, where there are several', () => {
    const lines = ['one', 'two', 'three'].map((name) => `<a name="${name}"></a><p><b>What is ${name}?</b></p><p>Told.`)
    const headings = [['FAQ', null], ...['one', 'two', 'three'].map((name) => [`What is ${name}?`, name])]
    expect(headingsOf(`<h2>FAQ</h2>${lines.join('')}`)).toEqual(headings)
    expect(headingsOf(`<h2>FAQ</h2>${lines.slice(1).join('')}`)).toEqual([['FAQ', null]])
    const items = lines.map((line) => line.replace('<p>', '<li><p>'))
    expect(headingsOf(`<h2>FAQ</h2><ol>${items.join('</li>')}</ol>`)).toEqual(headings)
  })

  test('is the first of several lines in bold, below which all of them stand', () => {
    const line = (name: string) =>
      `<a name="${name}"></a><span style="display: none">${name}</span><hr><p><b>SET ${name};<br>SET ${name} = </b><i>number</i><b>;</b></p><p>Told.</p>`
    const [first] = parse(`${line('a')}${line('b')}${line('c')}`)
    expect(first).toMatchObject({ heading: 'SET a;', anchor: 'a' })
    expect(first?.prose).toContain('SET a; SET a = number;')
  })

  test('is a line in bold that paragraphs begin with, where there are several', () => {
    const paragraph = (name: string) => `<p>\n<b>${name}</b><br>\nIt is told here, in <i>many</i> words.</p>`
    const [, first, ...others] = parse(`<h2>How to</h2>${['Formats', 'Names', 'Keys'].map(paragraph).join('')}`)
    expect(first).toMatchObject({ heading: 'Formats', anchor: null, prose: 'It is told here, in many words.' })
    expect(others.map(({ heading }) => heading)).toEqual(['Names', 'Keys'])
    expect(headingsOf(['Note:', 'See:', 'Or:'].map(paragraph).join(''))).toEqual([])
  })

  test('is none without an id, or with a class that says what it is', () => {
    const bold = (attributes: string) =>
      [1, 2, 3].map((at) => `<p${attributes}><b>Figure ${at}</b></p><p>x</p>`).join('')
    expect(headingsOf(`${bold('')}<a name="a"></a>${bold(' class="title"')}`)).toEqual([])
  })

  test('is what says so by its role, or by its class on a page without others', () => {
    const section = (rank: number, name: string, rest = '') =>
      `<div class="section${rank}"><a id="${name}"></a><div class="section${rank}-header"><div class="section${rank}-number">1</div><div class="section${rank}-title">The ${name}</div></div><div class="body">Told.</div>${rest}</div>`
    const text = section(1, 'guide', section(2, 'start')) + section(1, 'end')
    expect(headingsOf(text)).toEqual([
      ['The guide', 'guide'],
      ['The start', 'start'],
      ['The end', 'end'],
    ])
    expect(parse(text)[1]?.breadcrumbs).toEqual(['T', 'The guide'])
    expect(headingsOf(`<h2 id="real">Real</h2>${text}`)).toEqual([['Real', 'real']])
    expect(headingsOf('<div role="heading" aria-level="3" id="a">A</div><p>x</p>')).toEqual([['A', 'a']])
  })
})
