import { describe, expect, test } from 'vitest'
import { readPage } from '../read-page.ts'

const contentOf = async (path: string, text: string) =>
  (await readPage({ path, text })).sections.map((section) => section.content).join('\n\n')

const annotated = (tex: string, inner: string) =>
  `<math><semantics><mrow>${inner}</mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`
const katex = (tex: string, letters: string) =>
  `<span class="katex"><span class="katex-mathml">${annotated(tex, `<mn>${letters}</mn>`)}</span><span class="katex-html" aria-hidden="true">${letters}</span></span>`

describe('formulas that are drawn', () => {
  test.each([
    ['KaTeX', katex('2^{10}', '210'), '$2^{10}$'],
    ['KaTeX without what is drawn', `<span class="katex">${annotated('a_1', '<mi>a</mi>')}</span>`, '$a_1$'],
    [
      'KaTeX without its source, marked',
      '<span class="katex"><span class="katex-html" aria-hidden="true"><span class="mord">2</span><span class="vlist">10</span></span></span>',
      '$formula$',
    ],
    [
      'MathJax 2 as MathML in a property',
      '<span class="MathJax_CHTML" data-mathml="<math><msup><mi>x</mi><mn>2</mn></msup></math>"><span class="mjx-char">x2</span></span>',
      '$x^2$',
    ],
    [
      'MathJax 2 by its label',
      '<span class="mjx-chtml"><span class="mjx-math" aria-label="x^2"><span>x2</span></span></span>',
      '$x^2$',
    ],
    ['MathJax 2 without any source, marked', '<span class="MathJax">10 6</span>', '$formula$'],
    ['a picture of LaTeX', '<img class="latex" src="a.png" alt="$a_1$">', '$a_1$'],
    ['a picture in brackets', '<img class="math" src="a.png" alt="\\(\\frac12\\)">', '$\\frac12$'],
    ['fences of MathML', '<math><mfenced><mi>a</mi><mi>b</mi></mfenced></math>', '$(a, b)$'],
    [
      'brackets of MathML',
      '<math><mfenced open="[" close="]" separators=";"><mi>a</mi><mi>b</mi></mfenced></math>',
      '$[a; b]$',
    ],
    [
      'a matrix of MathML',
      '<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable></math>',
      '$1, 0; 0, 1;$',
    ],
    ['signs that nobody sees', '<math><mn>2</mn><mo>&InvisibleTimes;</mo><mi>x</mi></math>', '$2 x$'],
  ])('%s', async (_name, html, expected) => {
    expect(await contentOf('a.html', `<main><p>So ${html} END.</p></main>`)).toBe(`So ${expected} END.`)
    const cells = `<main><table><tr><th>x</th></tr><tr><td>${html}</td></tr></table></main>`
    expect(await contentOf('a.html', cells)).toBe(`| x |\n| --- |\n| ${expected} |`)
  })

  test('stand once in Markdown as well', async () => {
    expect(await contentOf('a.md', `So ${katex('z_9', 'z9')} END`)).toBe('So $z_9$ END')
    expect(await contentOf('a.md', `<p>So ${katex('z_9', 'z9')} END</p>`)).toBe('So $z_9$ END')
  })
})

describe('a page of nothing but formulas, or of words in no paragraph', () => {
  test.each([
    ['a.html', '<main><math display="block"><mi>E</mi></math></main>', '$$E$$'],
    ['a.html', '<main><p>So \\[x\\]holds</p></main>', 'So $$x$$ holds'],
    ['a.html', '<main><math><mi>E</mi></math><math><mi>F</mi></math></main>', '$E$ $F$'],
    ['a.html', '<main>x = <math><mi>E</mi></math> end</main>', 'x = $E$ end'],
    ['a.html', `<body><div class="katex-display">${katex('x_1', 'x1')}</div></body>`, '$$x_1$$'],
    ['a.html', '<main>Hello <b>you</b> and <i>me</i></main>', 'Hello **you** and *me*'],
    ['a.html', '<main><script type="math/tex">a_1</script> <script type="math/tex">b_1</script></main>', '$a_1$ $b_1$'],
    ['a.md', '$$\na_1\n$$\n\n$b_1$', '$$a_1$$\n\n$b_1$'],
    ['a.mdx', '<math><mi>E</mi></math>', '$E$'],
    ['a.adoc', '[stem]\n++++\nx_1\n++++', '$x_1$'],
    ['a.rst', '.. math::\n\n   a_1', '$$a_1$$'],
  ])('has them: %s %j', async (path, text, expected) => {
    const page = await readPage({ path, text })
    expect(page.sections.map(({ content }) => content)).toEqual([expected])
    expect(page.problems).toEqual([])
  })
})

test.each([
  ['So <InlineMath math="x^2" /> END', 'So $x^2$ END'],
  ['So <Math>{`x_1^2`}</Math> END', 'So $x_1^2$ END'],
  ['<BlockMath math={"\\\\frac{a}{b}"} />', '$$\\frac{a}{b}$$'],
  ['<TeX block>{String.raw`\\frac{a}{b}`}</TeX>', '$$\\frac{a}{b}$$'],
  ['So <Latex>$a_1$</Latex> END', 'So $a_1$ END'],
  ['<Equation tex="E = mc^2" displayMode />', '$$E = mc^2$$'],
  ['So <MathCard title="Not one" /> END', 'So Not one END'],
])('components that draw formulas show them: %s', async (text, expected) => {
  expect(await contentOf('a.mdx', text)).toBe(expected)
})
