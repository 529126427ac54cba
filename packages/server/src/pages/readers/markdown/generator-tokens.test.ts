import { expect, test } from 'vitest'
import { parsePage } from '../parse.ts'

const read = (text: string, path = 'a.md') => parsePage({ path, text })
const contentOf = (text: string, path?: string) =>
  read(text, path)
    .sections.map(({ content }) => content)
    .join('\n\n')

test.each([
  ['[Get started](/b){ .md-button .md-button--primary }', '[Get started](/b)'],
  ['See ![Logo](a.png){ width="300" align=left } there', 'See Logo there'],
  ['-   :material-clock-fast:{ .lg .middle } __Set up__', '- **Set up**'],
  ['[:octicons-arrow-right-24: Start](/b)', '[Start](/b)'],
  ['Press ++ctrl+alt+page-up++ or C++ and i++.', 'Press Ctrl+Alt+Page Up or C++ and i++.'],
  ['A ==marked== and an ^^inserted^^ word, a == b == c', 'A marked and an inserted word, a == b == c'],
  ['*[HTML]: Hyper Text Markup Language\n\nHTML', 'HTML'],
  ['[a](/b){:target="_blank"} and `x`{:js}', '[a](/b) and `x`'],
  ['::: fastapi.FastAPI\n    options:\n      members: true\n\nAfter', '`fastapi.FastAPI`\n\nAfter'],
  ['{: .note }\n> Mind', '> Mind'],
  ['* TOC\n{:toc}\n\nText', 'Text'],
  ['Version {{ site.version }} of {% if x %}it{% endif %}', 'Version […] of it'],
  [
    '[a]({% link docs/x.md %}) [b]({{ site.baseurl }}/y) [c]({{ "/z" | relative_url }})',
    '[a](/docs/x) [b](/y) [c](/z)',
  ],
  [
    '{% if site.a %}Shown words.{% endif %}\n\nIt {% comment %}not this{% endcomment %}boils.',
    'Shown words.\n\nIt boils.',
  ],
  ['{% highlight ruby linenos %}\nputs `a`\n# no heading\n{% endhighlight %}', '```ruby\nputs `a`\n# no heading\n```'],
  ['{% tab title="Linux" %}\nRun\n{% endtab %}', '**Linux**\nRun'],
  ['{{< note >}}\nBe **careful**.\n{{< /note >}}', 'Be **careful**.'],
  ['{{< tabs name="t1" >}}\n{{% tab name="Bash" %}}\nRun\n{{% /tab %}}\n{{< /tabs >}}', '**Bash**\nRun'],
  ['A {{< glossary_tooltip text="Pod" term_id="pod" >}} on v{{< skew currentVersion >}}.', 'A Pod on v[…].'],
  ['[a]({{< ref "b.md" >}}) {{/* hidden */}}', '[a](/b)'],
  ['{{< highlight go "linenos=table" >}}\nfunc main() {}\n{{< /highlight >}}', '```go\nfunc main() {}\n```'],
  ['{!missing.md!}\n\nText', 'Text'],
  ['::note{title="Careful"}\nSome **note** here.\n::', '**Careful**\nSome **note** here.'],
  [
    ':::card-group\n  ::::card\n  ---\n  title: First card\n  icon: i-one\n  to: /guide\n  ---\n  Card text.\n  ::::\n:::',
    '**First card**\nCard text.',
  ],
  ['?> A tip\n\n!> Mind `this`', 'A tip\nMind `this`'],
  ['C::D and a::b\n::D is one', 'C::D and a::b\n::D is one'],
])('%j reads as %j', (text, content) => {
  expect(contentOf(text).replace(/\n+/g, '\n')).toBe(content.replace(/\n+/g, '\n'))
})

test('an id below a heading is that of the heading', () => {
  const [section] = read('## {{% heading "whatsnext" %}} here\n{: #custom-id .no_toc }\n\nText').sections
  expect(section).toMatchObject({ heading: 'whatsnext here', anchor: 'custom-id', prose: 'Text' })
})

test.each([
  ['`{{< note >}}` and ``{% ` %}`` and `++ctrl++`'],
  ['```md\n{{< note >}}\n{: #id }\n*[A]: b\n::: a.b\n```'],
  ['Text\n\n    {{< note >}}\n    {% raw %}'],
  ['{{ message }} and { plain } and a:b:c'],
])('%j stays', (text) => {
  const plain = (written: string) => written.replace(/^ {4}/gm, '')
  expect(plain(contentOf(text)).replaceAll('```\n', '').replaceAll('\n```', '')).toBe(
    plain(text).replaceAll('```\n', '').replaceAll('\n```', ''),
  )
})

test('what is indented in a list is read like any other text', () => {
  expect(contentOf('- a\n\n    {{< note >}}Mind{{< /note >}}\n')).toBe('- a\n\n  Mind')
})

test('in MDX such signs mean nothing', () => {
  expect(contentOf('Press ++ctrl++ ==now==', 'a.mdx')).toBe('Press ++ctrl++ ==now==')
})

test.each([
  ['## Options :id=my-options', 'Options', 'my-options'],
  ['## Install {docsify-ignore}', 'Install', 'install'],
  ['## Install <!-- {docsify-ignore} -->', 'Install', 'install'],
  ['## Steps [!toc]', 'Steps', 'steps'],
])('the heading %j is “%s”', (text, heading, anchor) => {
  expect(read(text).sections[0]).toMatchObject({ heading, anchor })
})
