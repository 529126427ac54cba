import { describe, expect, test } from 'vitest'
import { parsePage } from '../parse.ts'

const site = { hasTemplates: true, attributes: { version: '1.10', 'product.name': 'Acme', 'param.release': '7.20' } }
const read = (text: string, more: object = {}) => parsePage({ path: 'a.md', text, ...site, ...more })
const contentOf = (text: string, more?: object) =>
  read(text, more)
    .sections.map(({ content }) => content)
    .join('\n\n')

describe('expressions of templates', () => {
  test.each([
    ['Get {{ version }} of {{ product.name }}.', 'Get 1.10 of Acme.'],
    ['{{ version | upcase }} and {{- version -}}', '1.10 and 1.10'],
    ['{% assign last = "3.10" %}\n\nThe last is {{ last }}.', 'The last is 3.10.'],
    ['{% set port = 8080 %}\n\nAt port {{ port }}.', 'At port 8080.'],
    ['Say {{ "hello" }} or {{ \'bye\' | capitalize }}.', 'Say hello or bye.'],
    ['Release {{< param release >}} and {{< param "Release" >}}.', 'Release 7.20 and 7.20.'],
    ['[home]({{ site.baseurl }}/start) or [there]({{ site.url }}/b)', '[home](/start) or [there](/b)'],
    ['{% raw %}{{ kept }}{% endraw %} and `{{ code }}`', '{{ kept }} and `{{ code }}`'],
    ['Say <code v-pre>{{ kept }}</code> in {{ version }}.', 'Say `{{ kept }}` in 1.10.'],
    ['Say <b class="x" v-pre>{{ kept }}</b> and <i>{{ version }}</i>.', 'Say {{ kept }} and 1.10.'],
    ['::: v-pre\n{{ kept }}\n:::', '{{ kept }}'],
    ['```\n{{ code }}\n```', '```\n{{ code }}\n```'],
  ])('%j reads %j', (text, expected) => {
    expect(contentOf(text)).toBe(expected)
    expect(read(text).problems).toEqual([])
  })

  test.each([
    ['---\nversion: 2.0\n---\n{{ page.version }} or {{ $frontmatter.version }}', '2.0 or 2.0'],
    ['---\ncount: 9007199254740993\n---\nUp to {{ page.meta.count }}.', 'Up to 9007199254740993.'],
    ['---\nat: {port: 007}\n---\nPort {{ $frontmatter.at.port }}', 'Port 007'],
    ['+++\nrelease = 1.20\n+++\nv{{< param release >}}', 'v1.20'],
    ['---\nversion: 4.10\n---\nIt is {% $markdoc.frontmatter.version %}.', 'It is 4.10.'],
  ])('name the front matter of the page: %j reads %j', (text, expected) => {
    expect(contentOf(text)).toBe(expected)
  })

  test.each([
    ['Get {{ nothing }} of {{ version }}.', 'Get […] of 1.10.', '{{ nothing }}'],
    ['It has {{ a + b }} rows.', 'It has […] rows.', '{{ a + b }}'],
    ['Use {{ site.data.gone }} now.', 'Use […] now.', '{{ site.data.gone }}'],
    ['## About {{ gone }}\n\nText', '## About […]\n\nText', '{{ gone }}'],
    ['| a |\n| --- |\n| {{ gone.x }} |', '| a |\n| --- |\n| […] |', '{{ gone.x }}'],
  ])('that nothing says are marked and told, and are no text: %j reads %j', (text, expected, said) => {
    expect(contentOf(text)).toBe(expected)
    expect(read(text).problems).toMatchObject([
      { line: text.startsWith('|') ? 3 : 1, reason: `“${said}” is shown as “[…]”: nothing says what that stands for.` },
    ])
  })

  test.each([
    'Write {{ name }} in Handlebars.',
    'A {{ b }} c',
    '## {{ title }}\n\nText',
    '{{ a.b }}',
    '| a |\n| --- |\n| {{ x }} |',
  ])('are text where pages are no templates, and told: %j', (text) => {
    expect(contentOf(text, { hasTemplates: false, attributes: {} })).toBe(text)
    expect(read(text, { hasTemplates: false, attributes: {} }).problems).toHaveLength(1)
  })
})

describe('shortcodes and tags that nothing says anything of', () => {
  test.each([
    ['The newest is {{< latest >}} now.', 'The newest is now.', '{{< latest >}}'],
    ['Version 1.{{< minor >}} runs.', 'Version 1.[…] runs.', '{{< minor >}}'],
    ['{% embed url="https://a.test" %}\n\nText', 'Text', '{% embed url="https://a.test" %}'],
    ['{{% include-table %}}\n\nText', 'Text', '{{% include-table %}}'],
    ['See {% youtube x %}.', 'See .', '{% youtube x %}'],
  ])('are told: %j', (text, expected, said) => {
    expect(contentOf(text, { attributes: {} }).replace(/ +/g, ' ')).toBe(expected)
    expect(read(text).problems.map(({ reason }) => reason)).toEqual([
      `“${said}” is not shown: nothing says what readers see there.`,
    ])
  })

  test.each([
    '{{< note >}}\nText\n{{< /note >}}',
    '{% if x %}Text{% endif %}',
    '{% tabs %}\n{% tab title="A" %}\nText\n{% endtab %}\n{% endtabs %}',
    '{% callout %}\nText\n{% /callout %}',
    '* Limit {% align="right" %}',
    '{{< tab name="A" >}} and {% comment %}x{% endcomment %} Text',
  ])('are not told where they hold text, or show none: %j', (text) => {
    expect(read(text).problems).toEqual([])
  })
})

test.each([
  ['Returns {:ok, value} or {:error, reason}.', 'Returns {:ok, value} or {:error, reason}.'],
  ['Set {:name "x", :age 5} here.', 'Set {:name "x", :age 5} here.'],
  ['**Bold**{: .note #id} text', '**Bold** text'],
  ['[a](/b){: target="_blank" } text', '[a](/b) text'],
  ['`x`{:.language-js} text', '`x` text'],
])('braces with a colon are attributes only where they look so: %j', (text, expected) => {
  expect(contentOf(text)).toBe(expected)
})

test.each([
  ['<img style={{width: 20}} alt="Kettle" src="a.png" />', 'Kettle'],
  ['<div style={{display: "flex"}}>\n\nText\n\n</div>', 'Text'],
  ['<a style={{float: "left"}}\n  href="/b">Text</a>', '[Text](/b)'],
  ['Before <span className={styles.x}>the text</span> after', 'Before the text after'],
  ['<button onClick={() => go()}>Go</button> now', 'Go now'],
  ['Text\n\n    <div style={{a: 1}}>', 'Text\n\n```\n<div style={{a: 1}}>\n```'],
  ['`<div style={{a: 1}}>` stays', '`<div style={{a: 1}}>` stays'],
  ['If a <b and c={d} stay', 'If a \\<b and c={d} stay'],
])('tags of React in plain Markdown are tags: %j reads %j', (text, expected) => {
  expect(contentOf(text, { hasTemplates: false, attributes: {} })).toBe(expected)
})

test.each([
  ['Said. %% not said %% More.', 'Said.  More.'],
  ['Said.\n\n%%\nNot\n\nsaid\n%%\n\nMore.', 'Said.\n\nMore.'],
  ['`%% code %%` stays', '`%% code %%` stays'],
  ['```\n%% code %%\n```', '```\n%% code %%\n```'],
  ['for %%i in 100%% and %%j', 'for %%i in 100%% and %%j'],
])('what writers keep to themselves is no text: %j reads %j', (text, expected) => {
  expect(contentOf(text, { hasTemplates: false })).toBe(expected)
})

test.each([
  ['> [!NOTE]\n> One.\n>\n> [!WARNING]\n> Two.', '> **Note**\n>\n> One.\n>\n> **Warning**\n>\n> Two.'],
  ['> [!tip] Short', '> **Tip**\n>\n> Short'],
  ['> Said.\n>\n> [!NOTE]\n> More.', '> Said.\n>\n> **Note**\n>\n> More.'],
  ['- item\n\n  > [!CAUTION]\n  > Mind.', '- item\n\n  > **Caution**\n  >\n  > Mind.'],
  ['> \\[!NOTE\\]\n> Text', '> **Note**\n>\n> Text'],
])('alerts are named, several in a quote as well: %j', (text, expected) => {
  expect(contentOf(text, { hasTemplates: false })).toBe(expected)
})
