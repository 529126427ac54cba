import { describe, expect, test } from 'vitest'
import { sameInFormats as page } from '../../../test/support/same-in-formats.ts'
import { indexParsedPage } from '../../search/index/index-parsed-page.ts'
import { readPage } from './read-page.ts'

const contentOf = async (path: string, text: string) =>
  (await readPage({ path, text })).sections.map((section) => section.content).join('\n\n')

const said = `Up to 10⁶ rows, 2³² bytes, x_max and H₂O.

It is $E = mc^2$, or $x_i$ for $5 to $10 and €3 per 5 µs.

MathJax draws $x^2$, $10^6$, $y_1$ and $a/2$.

Version 1.10 has 9007199254740993 rows, 1~2 of argv[1] and 3~4 of list[0\\][2].

漢字(かんじ) is read so. Press \`Ctrl+C\`.

| System | Chip | Size |
| --- | --- | --- |
| Linux | x64 | 10³ |
| Linux | arm64 | 20 |
| Windows | none | none |

\`\`\`
first = rows[3]
\`\`\``

describe('a page that says the same in five formats', () => {
  test.each(Object.entries(page))('%s reads the same', async (path, text) => {
    expect(await contentOf(path, text)).toBe(said)
    const [section] = (await readPage({ path, text })).sections
    expect(section?.prose).toContain('It is E = mc^2, or x_i for $5 to $10')
    expect(section?.code).toBe('first = rows[3]')
  })

  test.each(Object.entries(page))('%s is indexed as the same', async (path, text) => {
    const indexOf = async (file: string, source: string) =>
      indexParsedPage('limits', await readPage({ path: file, text: source }))
    expect(await indexOf(path, text)).toEqual(await indexOf('limits.md', page['limits.md'] ?? ''))
  })
})

describe('raised and lowered text in HTML and Markdown', () => {
  test.each([
    ['100<sup>2</sup> = 10000', '100² = 10000'],
    ['at most 2<sup>53</sup> − 1', 'at most 2⁵³ − 1'],
    ['x<sub>i</sub><sup>2</sup>', 'xᵢ²'],
    ['e<sup>-kt</sup>', 'e^(-kt)'],
    ['10<sup>-3</sup> m', '10⁻³ m'],
    ['1<sup>st</sup> of 3<sup>rd</sup>', '1st of 3rd'],
    ['Acme<sup>TM</sup> and Acme<sup>®</sup>', 'Acme™ and Acme®'],
    ['Streams<sup>beta</sup>', 'Streams beta'],
    ['V<sub>DD</sub> = 5', 'V_DD = 5'],
    ['10<sup>n+1</sup>', '10ⁿ⁺¹'],
    ['4096<sup><b>2</b></sup>', '4096²'],
    ['log<sub>10</sub> x', 'log₁₀ x'],
    ['2<sup>2<sup>3</sup></sup> and x<sup>2<sub>i</sub></sup>', '2^(2³) and x^(2ᵢ)'],
    ['was <del>10</del> 20', 'was ~~10~~ 20'],
    ['a<sub></sub>b', 'ab'],
    ['was <del>10</del><ins>20</ins>', 'was ~~10~~ 20'],
    ['1<s>0</s>5', '1 ~~0~~ 5'],
    ['so<wbr>me hy\u00adphen', 'some hyphen'],
  ])('%j reads %j', async (html, expected) => {
    expect(await contentOf('a.html', `<main><p>${html}</p></main>`)).toBe(expected)
    expect(await contentOf('a.md', `Text: ${html}`)).toBe(`Text: ${expected}`)
    expect(await contentOf('a.mdx', `Text: ${html}`)).toBe(`Text: ${expected}`)
    expect(await contentOf('b.md', `<p>${html}</p>`)).toBe(expected)
  })

  test('in code, in cells and in headings', async () => {
    const html =
      '<main><h1>Sizes</h1><h2>10<sup>6</sup> rows</h2><pre>2<sup>8</sup></pre><table><tr><th>a</th></tr><tr><td>3<sup>4</sup></td></tr></table></main>'
    const text = await contentOf('a.html', html)
    for (const value of ['10⁶ rows', '2⁸', '3⁴']) expect(text).toContain(value)
  })

  test('a heading keeps the anchor that generators make of its text', async () => {
    const { sections } = await readPage({ path: 'a.md', text: '# A\n\n## 10<sup>6</sup> rows' })
    expect(sections.at(-1)).toMatchObject({ heading: '10⁶ rows', anchor: '106-rows' })
  })

  test('marks of footnotes are no text', async () => {
    const html =
      '<main><p>At 4096<sup class="footnote-ref"><a href="#fn1">2</a></sup> it ends.</p><p>So<sup id="r"><a href="#n">[3]</a></sup>.</p></main>'
    expect(await contentOf('a.html', html)).toBe('At 4096 it ends.\n\nSo [[3]](#n).')
  })
})

describe('formulas of HTML', () => {
  test.each([
    [
      'MathJax 3',
      '<mjx-container class="MathJax"><svg></svg><mjx-assistive-mml><math><msup><mn>10</mn><mn>6</mn></msup></math></mjx-assistive-mml></mjx-container>',
      '$10^6$',
    ],
    [
      'MathJax 2',
      '<span class="MathJax_Preview">…</span><span class="MathJax">10 6</span><script type="math/tex">10^6</script>',
      '$10^6$',
    ],
    ['MathJax 2, displayed', '<script type="math/tex; mode=display">\\frac{a}{b}</script>', '$$\\frac{a}{b}$$'],
    [
      'plain MathML',
      '<math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac></math>',
      '$(a + 1)/2$',
    ],
    ['MathML with what it says', '<math alttext="\\sqrt{x}"><msqrt><mi>x</mi></msqrt></math>', '$\\sqrt{x}$'],
    [
      'KaTeX, displayed',
      '<span class="katex-display"><span class="katex"><span class="katex-mathml"><math display="block"><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math></span></span></span>',
      '$$x_1$$',
    ],
    [
      'a wiki',
      '<span class="mwe-math-element"><span style="display: none"><math><semantics><mi>c</mi><annotation encoding="application/x-tex">{\\displaystyle c^{2}}</annotation></semantics></math></span><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle c^{2}}"></span>',
      '$c^{2}$',
    ],
    ['Sphinx', '<span class="math notranslate nohighlight">\\(a_1\\)</span>', '$a_1$'],
    ['Sphinx with pictures', '<img class="math" src="_images/math/1.png" alt="a^2">', '$a^2$'],
  ])('of %s stand once, as TeX', async (_name, html, expected) => {
    expect(await contentOf('a.html', `<main><p>So ${html} END.</p></main>`)).toBe(`So ${expected} END.`)
    const cell = await contentOf('a.html', `<main><table><tr><th>x</th></tr><tr><td>${html}</td></tr></table></main>`)
    expect(cell).toBe(`| x |\n| --- |\n| ${expected} |`)
  })

  test('prices and code are none', async () => {
    const html = '<main><p>From $5 to $10 by <code>\\(a\\)</code> or \\$5 and \\$6.</p></main>'
    expect(await contentOf('a.html', html)).toBe('From $5 to $10 by `\\(a\\)` or \\\\$5 and \\\\$6.')
  })
})

describe('formulas of Markdown', () => {
  test.each([
    ['It is $a_1 * b_2 * c$.', 'It is $a_1 * b_2 * c$.'],
    ['Set $\\{x \\mid x_1\\}$ and $$\\frac{a}{b}$$ so.', 'Set $\\{x \\mid x_1\\}$ and $$\\frac{a}{b}$$ so.'],
    ['$$\na = b \\\\\n- c\n$$', '$$a = b \\\\ - c$$'],
    ['```math\nx^2\n```', '$$x^2$$'],
    ['From $2bn to at least $4bn.', 'From $2bn to at least $4bn.'],
    ['Add $HOME/bin:$PATH or `$a_$`.', 'Add $HOME/bin:$PATH or `$a_$`.'],
    ['US$5-$10 and $1,000-$2,000', 'US$5-$10 and $1,000-$2,000'],
    ['| a |\n| --- |\n| $x_1$ |', '| a |\n| --- |\n| $x_1$ |'],
    ['<p>The $x$ value</p>', 'The $x$ value'],
    ['About ~5 of ~10, 1~2 or 3~4', 'About ~5 of ~10, 1~2 or 3~4'],
  ])('%j reads %j', async (text, expected) => {
    expect(await contentOf('a.md', text)).toBe(expected)
  })

  test('are named in headings as they are written', async () => {
    const { sections } = await readPage({ path: 'a.md', text: '# A\n\n## The $x_1$ rule' })
    expect(sections.at(-1)).toMatchObject({ heading: 'The x_1 rule', anchor: 'the-x_1-rule' })
  })

  test('stay out of expressions and properties of MDX', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a price and a formula of MDX
    const text = 'export const p = 5\n\n<Card title="$x$ and $y$">\n\nFor ${p}$ or $a_i b_i$.\n\n</Card>'
    expect(await contentOf('a.mdx', text)).toBe('**$x$ and $y$**\n\nFor $5$ or $a_i b_i$.')
  })
})

describe('numbers', () => {
  test.each([
    ['version: 1.10', '1.10'],
    ['version: 2.0', '2.0'],
    ['version: 007', '007'],
    ['version: 1e3', '1e3'],
    ['version: 0x10', '0x10'],
    ['version: 9007199254740993', '9007199254740993'],
    ['version: "1.10"', '1.10'],
  ])('of front matter stay as they are written: %s', async (line, version) => {
    const fields = `${line}\ntitle: 1.10\ntags: [3.10, 7]`
    for (const path of ['a.md', 'a.mdx', 'a.adoc']) {
      const parsed = await readPage({ path, text: `---\n${fields}\n---\n\nText` })
      expect(parsed).toMatchObject({ version, title: '1.10', tags: ['3.10', '7'] })
    }
  })

  test.each([
    ['---\nbase: &v 1.10\nversion: *v\ntags: [*v, 2.0]\n---\n\nText', '1.10', ['1.10', '2.0']],
    ['---\nshared: &s {version: 1.20}\n<<: *s\n---\n\nText', '1.20', []],
    ['---\nversion: 3.10\ntags: [1.0]\n...\n\nText', '3.10', ['1.0']],
    ['---\nversion: !!str 4.10\ntags: 1.10, 2.0\n---\n\nText', '4.10', ['1.10', '2.0']],
    ['---\nversion: >-\n  5.10\ntags:\n  - 0o17\n  - 1_000\n---\n\nText', '5.10', ['0o17', '1_000']],
    ['+++\nversion = 0x1F\ntags = [1.10, 2.0] # two\n+++\n\nText', '0x1F', ['1.10', '2.0']],
    ['+++\nversion = 1_000\ntags = ["1.10", "x"]\n+++\n\nText', '1_000', ['1.10', 'x']],
  ])('also by aliases, in lists and of other forms: %j', async (text, version, tags) => {
    const page = await readPage({ path: 'a.md', text })
    expect(page).toMatchObject({ version, tags, problems: [], sections: [{ content: 'Text' }] })
  })

  test('of TOML as well', async () => {
    const parsed = await readPage({ path: 'a.md', text: '+++\nversion = 1.10 # now\ntitle = 2.0\n+++\n\nText' })
    expect(parsed).toMatchObject({ version: '1.10', title: '2.0' })
  })

  test('of constants of MDX', async () => {
    const text =
      'export const version = 1.10\nexport const most = 9007199254740993\nexport const least = -2.50\n\n{version}, {most}, {least}'
    expect(await contentOf('a.mdx', text)).toBe('1.10, 9007199254740993, -2.50')
  })
})

describe('merged cells of tables that are drawn', () => {
  test.each([
    [
      'rows and columns of a grid',
      '+---+-----+\n| a | b   |\n+===+==+==+\n| 1 | 2   |\n|   +--+--+\n|   | 3| 4|\n+---+--+--+',
      '| a | b | b |\n| --- | --- | --- |\n| 1 | 2 | 2 |\n| 1 | 3 | 4 |',
    ],
    [
      'a whole row',
      '+---+---+\n| a | b |\n+===+===+\n| all   |\n+---+---+\n| 1 | 2 |\n+---+---+',
      '| a | b |\n| --- | --- |\n| all |  |\n| 1 | 2 |',
    ],
    [
      'wide letters',
      '+------+---+\n| 設定 | b |\n+======+===+\n| 値   | 2 |\n+------+---+',
      '| 設定 | b |\n| --- | --- |\n| 値 | 2 |',
    ],
    [
      'columns of a simple table',
      '=====  =====  ======\n   Inputs     Output\n------------  ------\n  A      B    A or B\n=====  =====  ======\nno     no     no\nyes    no     yes\n=====  =====  ======',
      '| Inputs | Inputs | Output |\n| --- | --- | --- |\n| A | B | A or B |\n| no | no | no |\n| yes | no | yes |',
    ],
  ])('%s', async (_name, text, expected) => {
    expect(await contentOf('a.rst', text)).toBe(expected)
  })

  test('of HTML stand in each place, and bounded ones stay so', async () => {
    const html =
      '<table><tr><th rowspan="2">a</th><th colspan="2">b</th></tr><tr><th>c</th><th>d</th></tr><tr><td colspan="3">all</td></tr></table>'
    expect(await contentOf('a.html', `<main>${html}</main>`)).toBe(
      '| a | b | b |\n| --- | --- | --- |\n| a | c | d |\n| all |  |  |',
    )
  })
})

describe('text that looks raised or lowered', () => {
  test.each([
    ['10<span style="vertical-align: super">6</span> rows', '10⁶ rows'],
    ['10<span class="superscript">6</span> rows', '10⁶ rows'],
    ['H<span class="subscript">2</span>O', 'H₂O'],
    ['x<span style="font-size: 70%; vertical-align:sub">max</span>', 'x_max'],
    ['1<span class="sup">st</span> of it', '1st of it'],
    ['10<span class="unit">kg</span>', '10kg'],
  ])('of HTML: %j reads %j', async (html, expected) => {
    expect(await contentOf('a.html', `<main><p>${html}</p></main>`)).toBe(expected)
  })

  test.each([
    ['10^6^ rows', '10⁶ rows'],
    ['H~2~O and CO~2~', 'H₂O and CO₂'],
    ['x~max~ of 2^32^', 'x_max of 2³²'],
    ['~~gone~~ and 1 ~ 2', '~~gone~~ and 1 ~ 2'],
    ['`10^6^` stays', '`10^6^` stays'],
  ])('of Pandoc: %j reads %j', async (text, expected) => {
    expect(await contentOf('a.qmd', text)).toBe(expected)
    expect(await contentOf('a.Rmd', text)).toBe(expected)
  })
})

describe('numbers of items', () => {
  test.each([
    ['<ol start="5"><li>a</li><li>b</li></ol>', '5. a\n6. b'],
    // Behind the sign of the list above they would count on from there.
    ['<ol><li>a</li><li value="7">b</li><li>c</li></ol>', '1. a\n\n7) b\n8) c'],
    ['<ol reversed><li>a</li><li>b</li><li>c</li></ol>', '3. a\n\n2) b\n\n1. c'],
    ['<ol><li value="0">a</li><li>b</li></ol>', '0. a\n1. b'],
    ['<ol><li>a<ol start="3"><li>b</li></ol></li></ol>', '1. a\n   3. b'],
  ])('of HTML stay: %j', async (html, expected) => {
    const plain = (text: string) => text.replace(/\n\n+/g, '\n')
    expect(plain(await contentOf('a.html', `<main><p>x</p>${html}</main>`))).toBe(`x\n${plain(expected)}`)
    expect(plain(await contentOf('a.md', html))).toBe(plain(expected))
  })
})

describe('formulas between brackets in Markdown', () => {
  test.each([
    ['It is \\\\(a_1 * b * c\\\\).', 'It is $a_1 * b * c$.'],
    ['It is \\(a*b*c\\) and \\(x_1\\).', 'It is $a*b*c$ and $x_1$.'],
    ['So \\[E = mc^2\\] holds.', 'So $$E = mc^2$$ holds.'],
    ['So \\\\[\\frac{a}{b}\\\\] holds.', 'So $$\\frac{a}{b}$$ holds.'],
    ['Call foo\\(bar\\) or \\[some_option\\].', 'Call foo(bar) or [some_option].'],
    ['`\\(a*b*c\\)` is code', '`\\(a*b*c\\)` is code'],
  ])('%j reads %j', async (text, expected) => {
    expect(await contentOf('a.md', text)).toBe(expected)
  })

  test('a product is none of emphasis', async () => {
    expect(await contentOf('a.md', '2*3*4 and *this* and 2*x*')).toBe('2\\*3\\*4 and *this* and 2*x*')
    const [section] = (await readPage({ path: 'a.md', text: '10*20*30 cm' })).sections
    expect(section?.prose).toBe('10*20*30 cm')
  })
})

describe('formulas that MathJax has drawn without their source', () => {
  const letter = (code: string) => `<mjx-c class="mjx-c${code}"></mjx-c>`
  test.each([
    [
      `<mjx-math><mjx-msup><mjx-mn>${letter('31')}${letter('30')}</mjx-mn><mjx-script><mjx-mn>${letter('36')}</mjx-mn></mjx-script></mjx-msup></mjx-math>`,
      '$10^6$',
    ],
    [
      `<mjx-math><mjx-msub><mjx-mi>${letter('1D465')}</mjx-mi><mjx-script><mjx-mi>${letter('1D456')}</mjx-mi></mjx-script></mjx-msub></mjx-math>`,
      '$x_i$',
    ],
    [
      `<mjx-math><mjx-mfrac><mjx-frac><mjx-num><mjx-mi>${letter('1D44E')}</mjx-mi></mjx-num><mjx-dbox><mjx-dtable><mjx-row><mjx-den><mjx-mn>${letter('32')}</mjx-mn></mjx-den></mjx-row></mjx-dtable></mjx-dbox></mjx-frac></mjx-mfrac></mjx-math>`,
      '$a/2$',
    ],
    [
      '<svg><g data-mml-node="math"><g data-mml-node="msup"><g data-mml-node="mi"><use data-c="1D465"></use></g><g data-mml-node="mn"><use data-c="32"></use></g></g></g></svg>',
      '$x^2$',
    ],
    ['<svg><path d="M0 0"></path></svg>', '$formula$'],
  ])('%# are read by their letters, or marked', async (html, expected) => {
    const text = `<main><p>So <mjx-container class="MathJax">${html}</mjx-container> END.</p></main>`
    expect(await contentOf('a.html', text)).toBe(`So ${expected} END.`)
  })
})

describe('values of MDX', () => {
  test.each([
    ['10<sup>{6}</sup> rows', '10⁶ rows'],
    ['Up to {9007199254740993} or {9007199254740993n}', 'Up to 9007199254740993 or 9007199254740993'],
    ['Version {1.10} at {-2.50}', 'Version 1.10 at -2.50'],
    ['{42}', '42'],
    ["It is {'1.10'}{' '}now", 'It is 1.10 now'],
  ])('%j reads %j', async (text, expected) => {
    expect(await contentOf('a.mdx', text)).toBe(expected)
  })

  test.each([
    [
      '<table><tbody><tr><th>a</th><th colSpan={2}>b</th></tr><tr><td rowSpan={2}>1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr></tbody></table>',
      '| a | b | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| 1 | 4 | 5 |',
    ],
    [
      '<table>\n  <thead>\n    <tr>\n      <th>a</th>\n      <th>b</th>\n    </tr>\n  </thead>\n  <tbody>\n    <tr>\n      <td rowspan="2">1</td>\n      <td>2</td>\n    </tr>\n    <tr>\n      <td>**4**</td>\n    </tr>\n  </tbody>\n</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 | **4** |',
    ],
    [
      '<table><tr><th>a</th><th>b</th></tr><tr><td colSpan="2">10<sup>6</sup></td></tr></table>',
      '| a | b |\n| --- | --- |\n| 10⁶ |  |',
    ],
    [
      '<table>\n<tr>\n<td>\n\n- one\n- two\n\n</td>\n<td>`x`</td>\n</tr>\n</table>',
      '| one; two | `x` |\n| --- | --- |',
    ],
    ['<table><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></table>', '| a |  |\n| --- | --- |\n| b | c |'],
  ])('tables keep their cells: %#', async (text, expected) => {
    expect(await contentOf('a.mdx', text)).toBe(expected)
  })
})

describe('front matter in JSON', () => {
  test('is read as such', async () => {
    const text = '{\n  "title": "Kettle",\n  "version": 1.10,\n  "tags": ["a"]\n}\n\nBoils.'
    expect(await contentOf('a.md', text)).toBe('Boils.')
    expect(await readPage({ path: 'a.md', text })).toMatchObject({ title: 'Kettle', version: '1.10', tags: ['a'] })
  })

  test.each([
    ['{\n  "draft": true\n}\n\nText', true],
    ['{"draft": false}\n\nText', false],
    ['{\n"a": 1\n} and more', false],
    ['{ not json\n}\n\nText', false],
    ['Text\n\n{\n  "draft": true\n}', false],
  ])('%j is a draft: %s', async (text, draft) => {
    expect((await readPage({ path: 'a.md', text })).draft).toBe(draft)
  })
})

describe('raised text of each format', () => {
  const raised = '10⁶, x²y, a_ij, CO₂, SO₄²⁻, 10⁻⁹, 3^½, 5°, v\\*, 2ⁿ'
  const html =
    '10<sup>6</sup>, x<sup>2</sup>y, a<sub>ij</sub>, CO<sub>2</sub>, SO<sub>4</sub><sup>2−</sup>, 10<sup>−9</sup>, 3<sup>½</sup>, 5<sup>°</sup>, v<sup>*</sup>, 2<sup>n</sup>'
  test.each([
    ['a.html', `<main><p>${html}</p></main>`],
    ['a.md', html],
    ['a.mdx', html],
    ['a.mdoc', html],
    ['a.ipynb', JSON.stringify({ cells: [{ cell_type: 'markdown', source: [html] }], metadata: {}, nbformat: 4 })],
    ['a.qmd', '10^6^, x^2^y, a~ij~, CO~2~, SO~4~^2−^, 10^−9^, 3^½^, 5^°^, v^\\*^, 2^n^'],
    ['a.adoc', '10^6^, x^2^y, a~ij~, CO~2~, SO~4~^2−^, 10^−9^, 3^½^, 5^°^, v^*^, 2^n^'],
    [
      'a.rst',
      '10\\ :sup:`6`, x\\ :sup:`2`\\ y, a\\ :sub:`ij`, CO\\ :subscript:`2`, SO\\ :sub:`4`\\ :sup:`2−`, 10\\ :sup:`−9`, 3\\ :superscript:`½`, 5\\ :sup:`°`, v\\ :sup:`*`, 2\\ :sup:`n`',
    ],
  ])('%s', async (path, text) => {
    expect(await contentOf(path, text)).toBe(raised)
  })
})

describe('numbers, ranges, indexes, prices and units of each format', () => {
  const html =
    'It is $5, US$10, €3,50, £1.000, ¥100, 5&nbsp;%, 10&thinsp;µs, 20&#8239;MB, 5×10, 1/2; 1~2 and 3~4, ~5 of ~10, 2-3, 10–20, -5 to -3, 1..5, [1,2), (0, 1], 1.10, 0.1.2, 1,000,000, 1_000, 0x1F, 1e-9, 007, 9007199254740993; argv[1], rows[i], x[-1], arr[1:2], map["k"], fn()[0].'
  const said = html.replaceAll('&nbsp;', ' ').replace('&thinsp;', '\u2009').replace('&#8239;', '\u202f')
  test.each([
    ['a.html', `<main><p>${html}</p></main>`],
    ['a.md', html],
    ['a.mdx', html],
    ['a.mdoc', html],
    ['a.qmd', html.replace('~5 of ~10', 'about 5 of 10')],
    ['a.adoc', html.replace('&thinsp;', '\u2009').replace('&#8239;', '\u202f')],
    ['a.rst', said],
  ])('%s', async (path, text) => {
    const expected = path === 'a.qmd' ? said.replace('~5 of ~10', 'about 5 of 10') : said
    const plain = (written: string) => written.replace(/[\u00a0\u2009\u202f]/g, ' ')
    expect(plain(await contentOf(path, text))).toBe(plain(expected))
  })
})

describe('merged cells of each format', () => {
  const said =
    '| System | Limit | Limit |\n| --- | --- | --- |\n| System | Soft | Hard |\n| Linux | 10 | 10 |\n| Linux | 1 | 2 |\n| Linux | 3 | 4 |'
  const rows = (span: (name: string, count: number) => string) =>
    `<tr><th${span('row', 2)}>System</th><th${span('col', 2)}>Limit</th></tr>\n<tr><th>Soft</th><th>Hard</th></tr>\n<tr><td${span('row', 3)}>Linux</td><td${span('col', 2)}>10</td></tr>\n<tr><td>1</td><td>2</td></tr>\n<tr><td>3</td><td>4</td></tr>`
  const html = `<table>\n${rows((name, count) => ` ${name}span="${count}"`)}\n</table>`
  const grid =
    '+--------+---------------+\n| System | Limit         |\n|        +-------+-------+\n|        | Soft  | Hard  |\n+========+=======+=======+\n| Linux  | 10            |\n|        +-------+-------+\n|        | 1     | 2     |\n|        +-------+-------+\n|        | 3     | 4     |\n+--------+-------+-------+'
  const flat =
    '.. flat-table::\n   :header-rows: 2\n\n   * - :rspan:`1` System\n     - :cspan:`1` Limit\n   * - Soft\n     - Hard\n   * - :rspan:`2` Linux\n     - :cspan:`1` 10\n   * - 1\n     - 2\n   * - 3\n     - 4'
  test.each([
    ['a.html', `<main>${html}</main>`],
    ['a.md', html],
    ['a.mdx', `<table>\n<tbody>\n${rows((name, count) => ` ${name}Span={${count}}`)}\n</tbody>\n</table>`],
    ['a.adoc', '[%header,cols=3*]\n|===\n.2+|System 2+|Limit\n|Soft |Hard\n\n.3+|Linux 2+|10\n|1 |2\n|3 |4\n|==='],
    ['a.rst', grid],
    ['b.rst', flat],
  ])('%s', async (path, text) => {
    expect(await contentOf(path, text)).toBe(said)
  })
})

describe('readings of ruby and keys of each format', () => {
  const ruby =
    '<ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rp>(</rp><rt>きょう</rt><rp>)</rp></ruby>, <ruby>明日<rt>Ashita</rt></ruby>, <ruby><rb>漢</rb><rt>kan</rt></ruby>, <ruby>a<rt>1</rt>b<rt>2</rt></ruby>'
  const keys =
    'Press <kbd>Ctrl</kbd> <kbd>C</kbd>, <kbd>Ctrl</kbd>+<kbd>Shift</kbd>+<kbd>P</kbd>, <kbd>⌘</kbd><kbd>K</kbd>, <kbd>Esc</kbd>, <kbd>F<sub>1</sub></kbd>'
  test.each([
    ['a.html', `<main><p>${ruby}. ${keys}</p></main>`],
    ['a.md', `${ruby}. ${keys}`],
    ['a.mdx', `${ruby}. ${keys}`],
    ['a.adoc', `pass:[${ruby}]. Press kbd:[Ctrl] kbd:[C], kbd:[Ctrl+Shift+P], kbd:[⌘,K], kbd:[Esc], kbd:[F₁]`],
    [
      'a.rst',
      '東(とう)京(きょう), 明日(Ashita), 漢(kan), a(1)b(2). Press :kbd:`Ctrl` :kbd:`C`, :kbd:`Ctrl+Shift+P`, :kbd:`⌘+K`, :kbd:`Esc`, :kbd:`F₁`',
    ],
  ])('%s', async (path, text) => {
    expect(await contentOf(path, text)).toBe(
      '東(とう)京(きょう), 明日(Ashita), 漢(kan), a(1)b(2). Press `Ctrl` `C`, `Ctrl+Shift+P`, `⌘+K`, `Esc`, `F₁`',
    )
  })

  test.each([
    ['a.adoc', 'menu:File[Save > As] and menu:View[Zoom]', '**File** › **Save** › **As** and **View** › **Zoom**'],
    ['a.rst', ':menuselection:`File --> Save &As`, :guilabel:`&OK`', 'File ‣ Save As, OK'],
    ['a.rst', ':guilabel:`Find && Replace` and :guilabel:`A & B`', 'Find & Replace and A & B'],
    ['a.md', 'Press ++ctrl+alt+page-up++ now', 'Press Ctrl+Alt+Page Up now'],
    ['a.html', '<main><p><code>x</code><code>y</code> or <code> a </code>b</p></main>', '`x` `y` or `a` b'],
  ])('menus and names side by side in %s: %j', async (path, text, expected) => {
    expect((await contentOf(path, text)).replace(/[ \u00a0]+/g, ' ')).toBe(expected)
  })
})

describe('indented code', () => {
  const code = (text: string) => `\`\`\`\n${text}\n\`\`\``
  test.each([
    ['a.md', 'Text\n\n    rows[1] = 2**3\n      a_b_c', `Text\n\n${code('rows[1] = 2**3\n  a_b_c')}`],
    ['a.md', 'Text\n\n\trows[1] = $x$', `Text\n\n${code('rows[1] = $x$')}`],
    ['a.md', '- item\n\n      rows[2]', `- item\n\n  ${code('rows[2]').replaceAll('\n', '\n  ')}`],
    ['a.md', '> text\n>\n>     rows[3]', `> text\n>\n> ${code('rows[3]').replaceAll('\n', '\n> ')}`],
    ['a.md', '!!! note\n\n    Text.\n\n        rows[4]', `Text.\n\n${code('rows[4]')}`],
    ['a.qmd', 'Text\n\n    10^6^ = {{ x }}', `Text\n\n${code('10^6^ = {{ x }}')}`],
    ['a.adoc', 'Text\n\n rows[5] = *x*', `Text\n\n${code('rows[5] = *x*')}`],
    ['a.rst', 'Text::\n\n    rows[6] = **x**\n      more', `Text:\n\n${code('rows[6] = **x**\n  more')}`],
    ['a.rst', '- item::\n\n    rows[7]', `- item:\n\n  ${code('rows[7]').replaceAll('\n', '\n  ')}`],
    ['a.html', '<main><p>Text</p><pre>  rows[8]\n    more</pre></main>', `Text\n\n${code('rows[8]\n  more')}`],
  ])('%s: %j', async (path, text, expected) => {
    expect(await contentOf(path, text)).toBe(expected)
  })

  test('of which marks are read shows what they say', async () => {
    const text = '.. |v| replace:: 1.10\n\n.. parsed-literal::\n\n   x\\ :sub:`1` = **2**\n     get-|v|.zip'
    expect(await contentOf('a.rst', text)).toBe(code('x₁ = 2\n  get-1.10.zip'))
  })
})

describe('formulas that stand on lines of their own', () => {
  test.each([
    ['a.md', '$$\nE = m_1*c*d\n$$', '$$E = m_1*c*d$$'],
    ['a.md', '$$ a_1 *b*\n+ c $$', '$$a_1 *b* + c$$'],
    [
      'a.md',
      '\\begin{align*}\na &= b_1 \\\\\nc &= d\n\\end{align*}',
      '$$\\begin{align*} a &= b_1 \\\\ c &= d \\end{align*}$$',
    ],
    ['a.md', '\\\\[\nx_1 * y * z\n\\\\]', '$$x_1 * y * z$$'],
    ['a.md', '\\[\nx_1 * y * z\n\\]', '$$x_1 * y * z$$'],
    ['a.md', '> $$\n> q_1 * r\n> $$\n>\n> more', '> $$q_1 * r$$\n>\n> more'],
    ['a.md', '$$\nE\n$$ (label)', '$$E$$'],
    ['a.md', 'It is $`a_1 * b`$.', 'It is $a_1 * b$.'],
    ['a.mdx', '$$\na_{1} * b \\\\\n{c}\n$$', '$$a_{1} * b \\\\ {c}$$'],
    ['a.mdx', '> $$\n> q_{1} * r\n> $$', '> $$q_{1} * r$$'],
    ['a.qmd', '$$\nE = mc^2\n$$ {#eq-e}', '$$E = mc^2$$'],
    ['a.rst', '.. math::\n   :label: e\n\n   E = mc^2\n\n   a = b', '$$E = mc^2$$\n\n$$a = b$$'],
    ['a.rst', '.. math:: a_1 * b', '$$a_1 * b$$'],
    ['a.adoc', '[latexmath]\n++++\nE = m_1*c*d\n++++', '$$E = m_1*c*d$$'],
    ['a.adoc', ':stem: latexmath\n\n[stem]\n++++\na_1\n++++\n\nstem:[b_2]', '$$a_1$$\n\n$b_2$'],
    ['a.html', '<main><div class="arithmatex">\\[E = m_1*c*d\\]</div></main>', '$$E = m_1*c*d$$'],
  ])('%s: %j', async (path, text, expected) => {
    expect(await contentOf(path, text)).toBe(expected)
  })

  test.each([
    ['\\begin{itemize}\nno\n\\end{itemize}', '\\begin{itemize}\nno\n\\end{itemize}'],
    ['Run $$ or\n$$ again', 'Run $$ or\n$$ again'],
    ['\\[\nnot *ended*', '[\nnot *ended*'],
  ])('are none: %j', async (text, expected) => {
    expect(await contentOf('a.md', text)).toBe(expected)
  })
})

test.each([
  ['<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>', 'x_1^2'],
  ['<mroot><mi>y</mi><mn>3</mn></mroot>', '√[3](y)'],
  ['<mover><mi>x</mi><mo>¯</mo></mover>', 'x̄'],
  ['<mover><mi>AB</mi><mo>→</mo></mover>', 'AB^(→)'],
  ['<mmultiscripts><mi>C</mi><mn>6</mn><none/><mprescripts/><none/><mn>14</mn></mmultiscripts>', '^14C_6'],
  ['<munder><mi>lim</mi><mrow><mi>n</mi><mo>→</mo><mi>∞</mi></mrow></munder>', 'lim_(n → ∞)'],
])('MathML without its source reads as it looks: %s', async (math, expected) => {
  expect(await contentOf('a.html', `<main><p>So <math>${math}</math>.</p></main>`)).toBe(`So $${expected}$.`)
})

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pages of MDX have such texts
describe('expressions of MDX', () => {
  const constants = 'export const x = 0x1F, v = 1.10, u = [1.10, 2.0], t = {a: 3.10}, s = `v${v}`, on = true\n\n'
  test.each([
    ['{x} and {v}', '0x1F and 1.10'],
    ['{u[0]}, {t.a}, {t["a"]}', '1.10, 3.10, 3.10'],
    ['{s}, {`${v}-beta`}, {"v" + v}', 'v1.10, 1.10-beta, v1.10'],
    ['On: {on}{null}{undefined}', 'On:'],
    ['<CodeBlock>{`get ${v}`}</CodeBlock>', '```\nget 1.10\n```'],
    ['At most {Infinity}', 'At most Infinity'],
  ])('that name constants show them: %s', async (text, expected) => {
    expect((await contentOf('a.mdx', constants + text)).trim()).toBe(expected)
    expect((await readPage({ path: 'a.mdx', text: constants + text })).problems).toEqual([])
  })

  test.each([
    ['1{gone}0 rows', '1[…]0 rows', '{gone}'],
    ['Get {site.version} now', 'Get […] now', '{site.version}'],
    ['Get {`v${gone}`} now', 'Get […] now', '{`v${gone}`}'],
    ['It has {size()} rows', 'It has […] rows', '{size()}'],
    ['Text\n\n{gone}', 'Text', '{gone}'],
    ['Text\n\n{list().map((n) => <b>{n}</b>)}', 'Text', '{list().map((n) => <b>{n}</b>)}'],
    ['Text\n\n<CodeBlock>{Source}</CodeBlock>', 'Text', '{Source}'],
    ['Text\n\n<Code code={source} lang="js" />', 'Text', '<Code …>'],
  ])('that nothing says are marked within words, and told: %s', async (text, expected, said) => {
    const page = await readPage({ path: 'a.mdx', text })
    expect(page.sections.map(({ content }) => content)).toEqual([expected])
    expect(page.problems.map(({ reason }) => reason)).toEqual([
      `“${said}” is not shown as readers see it: nothing in the repository says what that is.`,
    ])
  })

  test.each(['{children}', '{props.children}', '{/* a */}', "{' '}"])(
    'that show nothing of their own are not told: %s',
    async (text) => {
      expect((await readPage({ path: 'a.mdx', text: `Text\n\n${text}` })).problems).toEqual([])
    },
  )
})

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: pages of MDX have such texts

describe('tabs of MDX', () => {
  test.each([
    [
      '<Tabs>\n<TabItem value="mac" label="macOS">A</TabItem>\n<TabItem value="win">B</TabItem>\n</Tabs>',
      '**macOS**\n\nA\n\n**win**\n\nB',
    ],
    ["<Tabs items={['npm', 'pnpm']}>\n<Tab>A</Tab>\n<Tab>B</Tab>\n</Tabs>", '**npm**\n\nA\n\n**pnpm**\n\nB'],
    [
      "<Tabs items={['npm', 'pnpm']}>\n<Tabs.Tab>A</Tabs.Tab>\n<Tabs.Tab>\n\nB\n\n</Tabs.Tab>\n</Tabs>",
      '**npm**\n\nA\n\n**pnpm**\n\nB',
    ],
    ['<Tabs>\n<Tab title="npm">A</Tab>\n<Tab title="pnpm">B</Tab>\n</Tabs>', '**npm**\n\nA\n\n**pnpm**\n\nB'],
    ['<Tabs>\n<TabItem label="npm">\n```sh\nnpm i\n```\n</TabItem>\n</Tabs>', '**npm**\n\n```sh\nnpm i\n```'],
  ])('have their names: %j', async (text, expected) => {
    expect(await contentOf('a.mdx', text)).toBe(expected)
  })
})

describe('words beside others that look different', () => {
  test.each([
    ['a.html', '<p>1<i> 2</i> or <b>3 </b>4 and <del>5 </del>6</p>', '1 *2* or **3** 4 and ~~5~~ 6'],
    ['a.html', '<p>1<mark>0</mark> and <b>2</b><b>0</b> and <i>3</i><em>0</em></p>', '1*0* and **20** and *30*'],
    ['a.html', '<p><b>Note:</b>text, <b>(a)</b>b and c<i>“d”</i>e</p>', 'Note:text, (a)b and c“d”e'],
    ['a.html', '<p>was <del>(10)</del>20</p>', 'was ~~(10)~~ 20'],
    ['a.html', '<p>see<a href="/b"> b</a>, <b>a</b><i>b</i></p>', 'see [b](/b), **a***b*'],
    ['a.adoc', '1**0** and pass:[1<b> 2</b>]', '1**0** and 1 **2**'],
    ['a.rst', '1\\ *0* and 2\\ **0**', '1*0* and 2**0**'],
    ['a.md', '1<q>0</q> and <abbr title="Text">HT</abbr> and 1<span title="x">0</span>', '1"0" and HT and 10'],
  ])('are neither joined nor parted in %s: %j', async (path, text, expected) => {
    expect(await contentOf(path, text)).toBe(expected)
  })
})

describe('pictures of which nothing is said', () => {
  const html =
    '<p>1<img src="a.png">0, 1<svg><path d="M0"></path></svg>0, 1<video src="a.mp4"></video>0, 1<input>0, 1<object>a</object>0</p>'
  test('part numbers all the same', async () => {
    expect(await contentOf('a.html', `<main>${html}</main>`)).toBe('1 0, 1 0, 1 0, 1 0, 1 0')
    expect(await contentOf('a.html', '<main><p>2<img alt="×">5 and<img>.</p></main>')).toBe('2×5 and.')
    expect(await contentOf('a.md', '1![](a.png)0, 1<img src="a.png">0, 2![×](a.png)5')).toBe('1 0, 1 0, 2×5')
  })
})

describe('cells that hold nothing but a sign', () => {
  const table = (cells: readonly string[]) =>
    `<table><tr><th>a</th></tr>${cells.map((cell) => `<tr><td>${cell}</td></tr>`).join('')}</table>`
  test.each([
    ['<i class="fa fa-check"></i>', '✓'],
    ['<span class="icon-x"></span>', '✗'],
    ['<svg class="lucide lucide-circle-check" aria-hidden="true"></svg>', '✓'],
    ['<svg aria-label="Partly"></svg>', 'Partly'],
    ['<svg><title>No</title></svg>', 'No'],
    ['<i class="dot"></i><span class="sr-only">Planned</span>', 'Planned'],
    ['<input type="checkbox" disabled checked>', '✓'],
    ['<input type="checkbox" disabled>', '✗'],
    ['<i class="fa fa-github"></i>', ''],
    ['<i class="spell-check"></i>', ''],
    ['<i class="fa fa-times"></i> never', '✗ never'],
  ])('%s reads %j', async (cell, sign) => {
    const expected = `| a |\n| --- |\n| ${sign} |`
    expect(await contentOf('a.html', `<main>${table([cell, 'x'])}</main>`)).toBe(`${expected}\n| x |`)
    expect(await contentOf('a.md', table([cell, 'x']))).toBe(`${expected}\n| x |`)
  })

  test('in AsciiDoc, in Markdown, and as components', async () => {
    expect(await contentOf('a.adoc', '|===\n|a |b\n\n|icon:check[] |icon:times[]\n|===')).toContain('| ✓ | ✗ |')
    expect(await contentOf('a.md', '| a |\n| - |\n| <i class="fa fa-check"></i> |')).toContain('| ✓ |')
    const text = '| a | b |\n| - | - |\n| <Check size={18} /> | <Cross /> |\n| <XMark /> | <CheckIcon /> |'
    expect(await contentOf('a.mdx', text)).toBe('| a | b |\n| --- | --- |\n| ✓ | ✗ |\n| ✗ | ✓ |')
  })
})

describe('components without words', () => {
  test.each([
    ['<Since v="4.1.0" />', 'Since 4.1.0', []],
    ['Text <Version version="v2" /> end', 'Text Version v2 end', []],
    ['Get <Release/> now, 1<Foo />0', 'Get […] now, 1[…]0', ['<Release …>', '<Foo …>']],
    ['Text\n\n<InstallPackages all={true} />', 'Text', ['<InstallPackages …>']],
    ['Text <HomeIcon /> end\n\n<ThemedImage a="b" />', 'Text  end', []],
    [
      'Text <Icon name="rocket" /> end, <Icon name="check" /> and <Icon name="home" label="Home" />',
      'Text  end, ✓ and Home',
      [],
    ],
  ])('that say nothing else are told, a version is shown: %j', async (text, expected, left) => {
    const page = await readPage({ path: 'a.mdx', text })
    expect(page.sections.map(({ content }) => content)).toEqual([expected])
    expect(page.problems.map(({ reason }) => reason.slice(1, reason.indexOf('”')))).toEqual(left)
  })
})

describe('steps of reStructuredText', () => {
  test.each([
    ['5. five\n6. six\n\n(a) x\n(b) y', '5. five\n6. six\n\n1) x\n2) y'],
    ['iv. four\nv. five', '4. four\n5. five'],
    ['i. one\nii. two\n\nText\n\nh. eight\ni. nine', '1. one\n2. two\n\nText\n\n8. eight\n9. nine'],
    ['#. one\n#. two', '1. one\n2. two'],
    ['3. three\n#. four', '3. three\n4. four'],
    ['* a\n* b\n\n1. one', '- a\n- b\n\n1. one'],
  ])('keep their numbers: %j', async (text, expected) => {
    expect(await contentOf('a.rst', text)).toBe(expected)
  })

  test('notes that docutils counts have no number, and HTML of the page is read', async () => {
    expect(await contentOf('a.rst', 'At 5 [#]_ it ends [#x]_.\n\n.. [#] why\n.. [#x] so')).toBe(
      'At 5  it ends [x].\n\nwhy\n\n[x] so',
    )
    const raw = '.. raw:: html\n\n   <p>Up to 10<sup>6</sup></p>\n\n.. raw:: latex\n\n   no'
    expect(await contentOf('a.rst', raw)).toBe('Up to 10⁶')
  })
})

describe('text of Chinese and Japanese', () => {
  test.each([
    ['**注意：**请先备份。', '注意：请先备份。'],
    ['请看**「设定」**页。', '请看「设定」页。'],
    ['これは**強調。**次', 'これは強調。次'],
    ['**粗体**和*斜体*', '**粗体**和*斜体*'],
    ['中文**粗体：**文字，**「引用」**文字', '中文粗体：文字，「引用」文字'],
    ['这是~~旧的（说明）~~新的', '这是 ~~旧的（说明）~~ 新的'],
    ['設定は~~「古い」~~新しい', '設定は ~~「古い」~~ 新しい'],
    ['大约~3~5个', '大约~3~5个'],
    ['设定テ\nスト', '设定テスト'],
    ['일본\n어', '일본\n어'],
    ['见https://a.example/路径，然后', '见[https://a.example/路径](https://a.example/路径)，然后'],
    ['https://a.example/b）。', '[https://a.example/b](https://a.example/b)）。'],
  ])('emphasis, lines and addresses: %j', async (text, expected) => {
    expect(await contentOf('a.md', text)).toBe(expected)
    expect(await contentOf('a.mdx', text)).toBe(expected)
  })

  test.each([
    ['a.rst', '设定テ\nスト **注意：**'],
    ['a.adoc', '设定テ\nスト **注意：**'],
    ['a.html', '<main><p>设定テ\nスト <b>注意：</b></p></main>'],
  ])('lines of %s', async (path, text) => {
    expect(await contentOf(path, text)).toBe('设定テスト **注意：**')
  })
})

describe('MathML within Markdown', () => {
  test.each([
    ['In <math><msup><mn>2</mn><mn>3</mn></msup></math> rows', 'In $2^3$ rows'],
    ['So <math alttext="x_1"><msub><mi>x</mi><mn>1</mn></msub></math>.', 'So $x_1$.'],
    ['- <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>', '- $1/2$'],
    ['| a |\n| - |\n| <math><msup><mn>10</mn><mn>6</mn></msup></math> |', '| a |\n| --- |\n| $10^6$ |'],
    ['Up to 10<Sup>6</Sup> at <Kbd>Ctrl</Kbd>+<Kbd>C</Kbd>', 'Up to 10⁶ at `Ctrl+C`'],
    ['1<svg><text>9</text></svg>0', '1 0'],
  ])('is a formula, and what is drawn is none of its words: %j', async (text, expected) => {
    expect(await contentOf('a.md', text)).toBe(expected)
    expect(await contentOf('a.mdx', text)).toBe(expected)
  })

  test('stands on lines of its own in MDX', async () => {
    const text = 'Text\n\n<math>\n  <mroot>\n    <mn>8</mn>\n    <mn>3</mn>\n  </mroot>\n</math>'
    expect(await contentOf('a.mdx', text)).toBe('Text\n\n$√[3](8)$')
  })
})

test('large constants of MDX, empty cells and captions of reStructuredText', async () => {
  expect(await contentOf('a.mdx', 'export const n = 12345678901234567890n\n\n{n}')).toBe('12345678901234567890')
  const table = '====  =====\nv     n\n====  =====\n1.10  2\n\\     blank\n====  ====='
  expect(await contentOf('a.rst', table)).toBe('| v | n |\n| --- | --- |\n| 1.10 | 2 |\n|  | blank |')
  expect(await contentOf('a.rst', '.. code-block:: c\n   :caption: x.c\n\n   a[1];')).toBe(
    '**x.c**\n\n```c\na[1];\n```',
  )
})

test.each([
  ['<Snippet text="pnpm add ai" />', '```\npnpm add ai\n```'],
  ["<Snippet text={['git clone x', 'cd x']} dark />", '```\ngit clone x\ncd x\n```'],
  ['<Terminal text={`cd a && ls`} language="sh" />', '```sh\ncd a && ls\n```'],
  ['<Card text="No code" />', '**No code**'],
])('components of code show it, whatever their property is called: %s', async (text, expected) => {
  const page = await readPage({ path: 'a.mdx', text })
  expect(page.sections.map(({ content }) => content)).toEqual([expected])
  expect(page.problems).toEqual([])
})

describe('elements that begin a new line', () => {
  test.each([
    ['<ul><li>1</li><li>2</li></ul>', '1; 2'],
    ['x <ol><li>8</li><li>9</li></ol> y', 'x 8; 9 y'],
    ['<p>3</p><p>4</p>', '3 4'],
    ['5<div>6</div>7', '5 6 7'],
    ['1<span>0</span> <b>2</b><b>0</b>', '10 20'],
  ])('part what they hold in the cells of a table: %j', async (cell, expected) => {
    for (const path of ['a.md', 'a.mdx'])
      expect(await contentOf(path, `| a |\n| - |\n| ${cell} |`)).toBe(`| a |\n| --- |\n| ${expected} |`)
    const html = `<main><table><tr><th>a</th></tr><tr><td>${cell}</td></tr></table></main>`
    expect((await contentOf('a.html', html)).replaceAll('**', '')).toBe(`| a |\n| --- |\n| ${expected} |`)
  })

  test.each([
    ['Text <div>1</div><div>2</div> and <span>3</span><span>4</span>', 'Text 1 2 and 34'],
    ['<dl><dt>Max</dt><dd>10<sup>6</sup></dd></dl>', 'Max\n\n10⁶'],
    ['<ol start={5}><li>five</li><li>six</li></ol>', '5. five\n6. six'],
    [
      '<ul>\n  <li>a</li>\n  <li>\n    **b**\n\n    <ul>\n      <li>c</li>\n    </ul>\n  </li>\n</ul>',
      '- a\n- **b**\n  - c',
    ],
    ['<ol start="3">\n  <li>\n    a\n\n    b\n  </li>\n</ol>', '3. a\n\n   b'],
    ['<details><summary>Sum</summary>10</details>', 'Sum 10'],
    ['<figure><img src="a.png" alt="1" /><figcaption>2</figcaption></figure>', '1 2'],
  ])('part what they hold in MDX: %j', async (text, expected) => {
    expect(await contentOf('a.mdx', text)).toBe(expected)
  })

  test('an address in angle brackets ends where its writer says', async () => {
    expect(await contentOf('a.md', '见<https://a.example/x，y>和')).toBe(
      '见[https://a.example/x，y](https://a.example/x，y)和',
    )
  })
})
