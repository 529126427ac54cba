import { expect, test } from 'vitest'
import { parsePage } from '../parse.ts'

const contentOf = (body: string) =>
  parsePage({ path: 'a.html', text: `<main><h1>T</h1>${body}</main>` })
    .sections.map(({ content }) => content)
    .join('\n\n')

const code = '<pre><code>a = 1\nb = 2\n</code></pre>'

test.each([
  ['inline styles of Hugo', `<table><tr><td><pre><code>1\n2\n</code></pre></td><td>${code}</td></tr></table>`],
  ['a start', `<table><tr><td><pre>41\n42</pre></td><td>${code}</td></tr></table>`],
  ['Hexo', `<table><tr><td class="gutter"><pre>1<br>2<br></pre></td><td class="code">${code}</td></tr></table>`],
  ['lists', '<pre class="linenums"><ol><li><code>a = 1</code></li><li><code>b = 2</code></li></ol></pre>'],
  ['VuePress', `${code}<div class="line-numbers-wrapper" aria-hidden="true"><span>1</span><br><span>2</span></div>`],
  ['spans', '<pre><code><span class="ln">1</span>a = 1\n<span class="line-number">2</span>b = 2</code></pre>'],
  ['a button', `${code}<button data-clipboard-text="x">Copy</button>`],
  ['a box', `${code}<div class="copy-button" data-copy="x">Copy code</div>`],
  ['an element', `${code}<clipboard-copy value="x">Copy</clipboard-copy>`],
])('the code has none of what stands beside its lines: %s', (_name, html) => {
  expect(contentOf(html)).toBe('```\na = 1\nb = 2\n```')
})

test.each([
  ['VitePress', '<span class="line diff remove">a = 1</span>\n<span class="line diff add">a = 2</span>'],
  ['Expressive Code', '<div class="ec-line del">a = 1</div><div class="ec-line ins">a = 2</div>'],
  ['Docusaurus', '<span class="token-line removed">a = 1</span><br><span class="token-line added">a = 2</span>'],
  ['text', '<span class="deleted">- a = 1</span>\n<span class="inserted">+ a = 2</span>'],
  ['rehype', '<span class="line diff-remove">a = 1</span>\n<span class="line diff-add">a = 2</span>'],
])('lines that were taken away or added say so: %s', (_name, lines) => {
  expect(contentOf(`<pre><code>${lines}</code></pre>`)).toBe('```\n- a = 1\n+ a = 2\n```')
})

test('numbers that count no lines are values', () => {
  const table = '<table><tr><td><pre>1\n3</pre></td><td><pre>a\nb</pre></td></tr></table>'
  expect(contentOf(table)).toBe('```\n1\n3\n```\n\n```\na\nb\n```')
})
