/** One page that says the same in each format: values that change easily on their way. */
export const sameInFormats: Readonly<Record<string, string>> = {
  'limits.md': `# Limits

Up to 10<sup>6</sup> rows, 2<sup>32</sup> bytes, x<sub>max</sub> and H<sub>2</sub>O.

It is $E = mc^2$, or $x_i$ for $5 to $10 and €3 per 5 µs.

MathJax draws \\\\(x^2\\\\), \\\\(10^6\\\\), \\\\(y_1\\\\) and \\\\(a/2\\\\).

Version 1.10 has 9007199254740993 rows, 1~2 of argv[1] and 3~4 of list[0][2].

<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby> is read so. Press <kbd>Ctrl</kbd><kbd>C</kbd>.

<table>
<tr><th>System</th><th>Chip</th><th>Size</th></tr>
<tr><td rowspan="2">Linux</td><td>x64</td><td>10<sup>3</sup></td></tr>
<tr><td>arm64</td><td>20</td></tr>
<tr><td>Windows</td><td colspan="2">none</td></tr>
</table>

    first = rows[3]
`,
  'limits.mdx': `# Limits

Up to 10<sup>6</sup> rows, 2<sup>32</sup> bytes, x<sub>max</sub> and H<sub>2</sub>O.

It is $E = mc^2$, or $x_i$ for $5 to $10 and €3 per 5 µs.

MathJax draws $x^2$, $10^6$, $y_1$ and $a/2$.

Version 1.10 has 9007199254740993 rows, 1~2 of argv[1] and 3~4 of list[0][2].

<ruby>漢字<rt>かんじ</rt></ruby> is read so. Press <kbd>Ctrl</kbd>+<kbd>C</kbd>.

| System | Chip | Size |
| --- | --- | --- |
| Linux | x64 | 10<sup>3</sup> |
| Linux | arm64 | 20 |
| Windows | none | none |

\`\`\`
first = rows[3]
\`\`\`
`,
  'limits.html': `<!doctype html><title>Limits</title><main><h1 id="limits">Limits</h1>
<p>Up to 10<sup>6</sup> rows, 2<sup>32</sup> bytes, x<sub>max</sub> and H<sub>2</sub>O.</p>
<p>It is <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi>
<mn>2</mn></msup></mrow><annotation encoding="application/x-tex">E = mc^2</annotation></semantics></math></span><span
class="katex-html" aria-hidden="true">E=mc2</span></span>, or <math alttext="x_i"><msub><mi>x</mi><mi>i</mi></msub></math> for
$5 to $10 and €3 per 5&nbsp;µs.</p>
<p>MathJax draws <mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true"><mjx-msup></mjx-msup></mjx-math>
<mjx-assistive-mml><math><msup><mi>x</mi><mn>2</mn></msup></math></mjx-assistive-mml></mjx-container>,
<span class="MathJax_Preview">10</span><span class="MathJax" id="m">10 6</span><script type="math/tex">10^6</script>, \\(y_1\\) and
<mjx-container class="MathJax" jax="SVG"><svg><g data-mml-node="math"><g data-mml-node="mfrac"><g data-mml-node="mi"><use
data-c="1D44E"></use></g><g data-mml-node="mn"><use data-c="32"></use></g></g></g></svg></mjx-container>.</p>
<p>Version 1.10 has 9007199254740993 rows, 1~2 of argv[1] and 3~4 of list[0][2].</p>
<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby> is read so. Press <kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>.</p>
<table><thead><tr><th>System</th><th>Chip</th><th>Size</th></tr></thead><tbody>
<tr><td rowspan="2">Linux</td><td>x64</td><td>10<sup>3</sup></td></tr><tr><td>arm64</td><td>20</td></tr>
<tr><td>Windows</td><td colspan="2">none</td></tr></tbody></table>
<pre>first = rows[3]</pre></main>`,
  'limits.adoc': `= Limits

Up to 10^6^ rows, 2^32^ bytes, x~max~ and H~2~O.

It is latexmath:[E = mc^2], or latexmath:[x_i] for $5 to $10 and €3 per 5{nbsp}µs.

MathJax draws stem:[x^2], stem:[10^6], stem:[y_1] and stem:[a/2].

Version 1.10 has 9007199254740993 rows, 1~2 of argv[1] and 3~4 of list[0][2].

pass:[<ruby>漢字<rt>かんじ</rt></ruby>] is read so. Press kbd:[Ctrl+C].

[%header,cols=3*]
|===
|System |Chip |Size
.2+|Linux |x64 |10^3^
|arm64 |20
|Windows 2+|none
|===

 first = rows[3]
`,
  'limits.rst': `Limits
======

Up to 10\\ :sup:\`6\` rows, 2\\ :sup:\`32\` bytes, x\\ :sub:\`max\` and H\\ :sub:\`2\`\\ O.

It is :math:\`E = mc^2\`, or :math:\`x_i\` for $5 to $10 and €3 per 5 µs.

MathJax draws :math:\`x^2\`, :math:\`10^6\`, :math:\`y_1\` and :math:\`a/2\`.

Version 1.10 has 9007199254740993 rows, 1~2 of argv[1] and 3~4 of list[0][2].

漢字(かんじ) is read so. Press :kbd:\`Ctrl+C\`.

+---------+-------+----------------+
| System  | Chip  | Size           |
+=========+=======+================+
| Linux   | x64   | 10\\ :sup:\`3\`   |
|         +-------+----------------+
|         | arm64 | 20             |
+---------+-------+----------------+
| Windows | none                   |
+---------+-------+----------------+

::

    first = rows[3]
`,
}
