import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'

const contentOf = async (path: string, text: string) =>
  (await readPage({ path, text })).sections.map((section) => section.content).join('\n\n')

describe('what is raised or lowered stays apart from what goes on behind it', () => {
  const said = 'x^(T)y, a_(max)n, 2^(2y)z, x^T y, x_max² and ¹⁴C'
  const html =
    'x<sup>T</sup>y, a<sub>max</sub>n, 2<sup>2y</sup>z, x<sup>T</sup> y, x<sub>max</sub><sup>2</sup> and <sup>14</sup>C'
  test.each([
    ['a.html', `<main><p>${html}</p></main>`],
    ['a.md', html],
    ['a.mdx', html],
    ['b.md', `<Note>${html}</Note>`],
    ['a.qmd', 'x^T^y, a~max~n, 2^2y^z, x^T^ y, x~max~^2^ and <sup>14</sup>C'],
    ['a.adoc', 'x^T^y, a~max~n, 2^2y^z, x^T^ y, x~max~^2^ and ^14^C'],
    [
      'a.rst',
      'x\\ :sup:`T`\\ y, a\\ :sub:`max`\\ n, 2\\ :sup:`2y`\\ z, x\\ :sup:`T` y, x\\ :sub:`max`\\ :sup:`2` and :sup:`14`\\ C',
    ],
    ['c.md', 'x{sup}`T`y, a{sub}`max`n, 2{sup}`2y`z, x{sup}`T` y, x{sub}`max`{sup}`2` and {sup}`14`C'],
  ])('%s', async (path, text) => {
    expect((await contentOf(path, text)).replaceAll('\\_', '_')).toBe(said)
  })
})

describe('raised and lowered text of other kinds', () => {
  test.each([
    ['5<sup>−3</sup> to 10<sup>+4</sup>', '5⁻³ to 10⁺⁴'],
    ['x<sub>i+1</sub> − x<sub>i−1</sub>', 'xᵢ₊₁ − xᵢ₋₁'],
    ['3<sup>1/2</sup> or 10<sup>0.5</sup>', '3^(1/2) or 10^(0.5)'],
    ['10<sup>10<sup>100</sup></sup>', '10^(10¹⁰⁰)'],
    ['10<sup> 6</sup> and (a+b)<sup>2</sup>', '10⁶ and (a+b)²'],
    ['R<sup>ⁿ</sup> and x&sup2; and 2&frac12;', 'Rⁿ and x² and 2½'],
    ['10<sup>1,000</sup> and 99<sup>%</sup>', '10^(1,000) and 99^(%)'],
    ['10<sup>6</sup>–10<sup>9</sup>', '10⁶–10⁹'],
    ['O(n log<sub>2</sub> n)', 'O(n log₂ n)'],
    ['<code>2<sup>10</sup></code> is <a href="/x">10<sup>3</sup></a>', '`2¹⁰` is [10³](/x)'],
  ])('%j reads %j', async (html, expected) => {
    for (const [path, text] of [
      ['a.html', `<main><p>${html}</p></main>`],
      ['a.md', html],
      ['a.mdx', html],
    ] as const)
      expect(await contentOf(path, text)).toBe(expected)
  })

  test.each([
    ['4096<sup><a href="#fn1">2</a></sup>', '4096 [2](#fn1)'],
    ['4096<sup><a href="#fn:a">a</a></sup>', '4096 [a](#fn:a)'],
    ['10<sup><a href="#n">[3]</a></sup>', '10 [[3]](#n)'],
    ['10<sup><a href="/sizes">6</a></sup>', '10[⁶](/sizes)'],
    ['Streams<sup><a href="#x">new</a></sup>', 'Streams [new](#x)'],
  ])('marks of notes are none of the number: %j', async (html, expected) => {
    expect(await contentOf('a.html', `<main><p>${html}</p></main>`)).toBe(expected)
    expect(await contentOf('a.md', html)).toBe(expected)
    expect(await contentOf('a.mdx', html)).toBe(expected)
  })
})

describe('readings of ruby', () => {
  test.each([
    ['<ruby><rb>東</rb><rb>京</rb><rt>とう</rt><rt>きょう</rt></ruby>', '東京(とうきょう)'],
    ['<ruby>漢字<rtc><rt>kanji</rt></rtc></ruby>', '漢字(kanji)'],
    ['<ruby>A<rt></rt></ruby>B', 'AB'],
    ['<ruby>漢<rp>（</rp><rt>かん</rt><rp>）</rp>字<rp>（</rp><rt>じ</rt><rp>）</rp></ruby>', '漢(かん)字(じ)'],
    ['<ruby><b>強</b><rt>つよ</rt></ruby>い', '**強**(つよ)い'],
  ])('%s reads %s', async (html, expected) => {
    for (const [path, text] of [
      ['a.html', `<main><p>${html}</p></main>`],
      ['a.md', html],
      ['a.mdx', html],
      ['a.adoc', `pass:[${html}]`],
    ] as const)
      expect((await contentOf(path, text)).replaceAll('**', '')).toBe(expected.replaceAll('**', ''))
  })
})

describe('keys', () => {
  test.each([
    ['a.mdx', "<Kbd keys={['ctrl', 'k']} />", '`ctrl+k`'],
    ['a.mdx', '<Kbd shortcut="mod+shift+p" />', '`mod+shift+p`'],
    ['a.mdx', '<Kbd>⌘</Kbd><Kbd>K</Kbd> or <Kbd>{"<"}</Kbd>', '`⌘+K` or `<`'],
    ['a.md', '++ctrl+"x"++ and ++"My key"++', 'Ctrl+x and My key'],
    ['a.md', 'i++ and ++j, c++, {++added++}', 'i++ and ++j, c++, {++added++}'],
    [
      'a.md',
      '<kbd>|</kbd>, <kbd>`</kbd>, <kbd>&lt;</kbd>, <kbd>&uarr;</kbd><kbd>&darr;</kbd>',
      '`|`, `` ` ``, `<`, `↑+↓`',
    ],
    ['a.html', '<main><p><kbd><i class="icon"></i>K</kbd>, <kbd>Alt</kbd> + <kbd>F4</kbd></p></main>', '`K`, `Alt+F4`'],
    ['a.adoc', ':experimental:\n\nkbd:[Ctrl+\\]] and kbd:[Ctrl,+]', '`Ctrl+]` and `Ctrl++`'],
    ['a.rst', ':kbd:`Ctrl-C` and :kbd:`M-x shell`', '`Ctrl-C` and `M-x shell`'],
  ])('of %s: %j', async (path, text, expected) => {
    expect(await contentOf(path, text)).toBe(expected)
  })
})
