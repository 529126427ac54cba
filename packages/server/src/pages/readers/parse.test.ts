import { describe, expect, test } from 'vitest'
import type { ParsedPage } from '../page.ts'
import { parsePage } from './parse.ts'

const parse = (text: string, path = 'guides/install.md'): ParsedPage => parsePage({ path, text })
const contentOf = (text: string, path?: string) =>
  parse(text, path)
    .sections.map((section) => section.content)
    .join('\n\n')

describe('front matter', () => {
  test('gives title, description, slug, version, language and tags', () => {
    const page = parse(
      '---\ntitle: Install\ndescription: Get it.\nslug: /setup\nversion: 2\nlang: en\ntags: [a, b]\nkeywords: c, a\n---\nText',
    )
    expect(page).toMatchObject({
      title: 'Install',
      description: 'Get it.',
      slug: '/setup',
      version: '2',
      language: 'en',
      tags: ['a', 'b', 'c'],
      problems: [],
    })
    expect(page.sections[0]?.content).toBe('Text')
  })

  test('that is not valid YAML is reported with its line, and the page is read all the same', () => {
    const page = parse('---\ntitle: Install\nauthor: @someone\n---\n\n# Setup\n\nText')
    expect(page.problems).toEqual([{ line: 3, column: 9, reason: expect.stringContaining('not valid YAML') }])
    expect(page.sections.at(-1)?.prose).toBe('Text')
  })

  test('with nested aliases does not fill the memory', () => {
    const bomb = Array.from({ length: 30 }, (_, at) => `k${at + 1}: &a${at + 1} [*a${at}, *a${at}]`).join('\n')
    expect(parse(`---\nk0: &a0 [x]\n${bomb}\n---\n# Fine`).title).toBe('Fine')
  })

  test.each([
    'draft: true',
    'unlisted: true',
    'hidden: true',
    'noindex: true',
    'search:\n  exclude: true',
    'search: false',
    'searchable: false',
    'pagefind: false',
    'published: false',
    'search_exclude: true',
  ])('hides a page by `%s`', (field) => {
    expect(parse(`---\n${field}\n---\nText`).draft).toBe(true)
  })

  test('hides no page that says the contrary', () => {
    expect(parse('---\ndraft: false\nhidden: false\nsearch:\n  boost: 2\npublished: true\n---\nText').draft).toBe(false)
  })

  test('hides no page where the site shows what is hidden, but drafts', () => {
    const draftOf = (field: string) =>
      parsePage({ path: 'a.md', text: `---\n${field}\n---\nText`, showsHidden: true }).draft
    expect(['hidden: true', 'noindex: true', 'draft: true', 'published: false'].map(draftOf)).toEqual([
      ...[false, false, true, true],
    ])
  })

  test('may be TOML', () => {
    const page = parse(
      '+++\ntitle = "Install \\"it\\""  # so called\nslug = \'first\'\nweight = 10\ntags = ["a", "b"]\nkeywords = [\n  "c",\n]\n' +
        "description = '''\nTwo\nlines.'''\ndate = 2024-01-02T10:00:00Z\n[search]\nexclude = true\n+++\nText",
    )
    expect(page).toMatchObject({
      ...{ title: 'Install "it"', slug: 'first', description: 'Two lines.', tags: ['a', 'b', 'c'], draft: true },
      problems: [],
    })
    expect(parse('+++\ntitle = "One"\ndraft = true\n+++\nText')).toMatchObject({ title: 'One', draft: true })
    expect(parse('+++\ntitle = "One\nbroken\n+++\n# Fine').title).toBe('Fine')
  })

  test('that is broken TOML is reported with its line, and the page is read', () => {
    const page = parse('+++\ntitle = "Kettle"\ndraft = maybe\n+++\n# Boil\n\nWater boils.')
    expect(page.title).toBe('Boil')
    expect(page.problems).toEqual([
      { line: 3, column: expect.any(Number), reason: expect.stringMatching(/^The front matter is not valid TOML: \S/) },
    ])
  })
})

describe('the title', () => {
  test('of a page that has one is not the one for search engines and tabs of browsers', () => {
    const matter = '---\ntitle: "Install | Guides | Acme Docs"\n---\n'
    expect(parse(`${matter}# Install Acme\n\nText`).title).toBe('Install Acme')
    expect(parse(`${matter}Text\n\n## Part`).title).toBe('Install | Guides | Acme Docs')
    expect(parse('---\ntitle: "a|b"\n---\n# The a|b\n\nText').title).toBe('a|b')
  })

  test('is the first heading of depth 1 when front matter has none', () => {
    expect(parse('# Getting *started* with `npm`\n\nText').title).toBe('Getting started with npm')
  })

  test.each(['## Logging', '# Logging'])('is the heading below the banner of the product: %s', (heading) => {
    const page = parse(`<h1 align="center">Product</h1>\n\n${heading}\n\nText\n\n### Levels\n\nMore`)
    expect(page.title).toBe('Logging')
    expect(page.sections.map(({ heading, anchor, breadcrumbs }) => [heading, anchor, breadcrumbs])).toEqual([
      ['Logging', 'logging', []],
      ['Levels', 'levels', ['Logging']],
    ])
    expect(parse('<h1 align="center">Product</h1>\n\nText\n\n## Part').title).toBe('Product')
    expect(parse('# Reference\n\n## Introduction\n\nText').title).toBe('Reference')
  })

  test('is what navigations call the page only when the page itself says none', () => {
    const label = '---\nsidebar_label: Overview\n---\n'
    expect(parse(`${label}# Authentication overview`).title).toBe('Authentication overview')
    expect(parse(`${label}Text`).title).toBe('Overview')
  })

  test.each([
    ['guides/02-getting-started.md', 'Getting started'],
    ['guides/deploy_to_cloud/index.mdx', 'Deploy to cloud'],
    ['README.md', 'Home'],
  ])('of %s without any is “%s”', (path, title) => {
    expect(parse('Text', path).title).toBe(title)
  })
})

describe('sections', () => {
  test('are one for each heading, with the headings above as breadcrumbs', () => {
    const page = parse('# Guide\n\nIntro\n\n## Linux\n\nA\n\n### Debian\n\nB\n\n## Mac\n\nC')
    expect(
      page.sections.map(({ heading, anchor, breadcrumbs, prose }) => [heading, anchor, breadcrumbs, prose]),
    ).toEqual([
      ['Guide', 'guide', [], 'Intro'],
      ['Linux', 'linux', ['Guide'], 'A'],
      ['Debian', 'debian', ['Guide', 'Linux'], 'B'],
      ['Mac', 'mac', ['Guide'], 'C'],
    ])
  })

  test('keep the text before the first heading', () => {
    const [first] = parse('---\ntitle: T\n---\nBefore\n\n## After').sections
    expect(first).toMatchObject({ heading: null, anchor: null, prose: 'Before' })
  })

  test('with the same heading have anchors of their own', () => {
    expect(parse('## Usage\n\n## Usage').sections.map((section) => section.anchor)).toEqual(['usage', 'usage-1'])
  })

  test('hold their code whole and apart from their prose', () => {
    const [section] = parse('## Run\n\nType this:\n\n```sh title="run.sh" {2}\nnpm start\n\n# done\n```').sections
    expect(section).toMatchObject({ prose: 'Type this:' })
    expect(section?.code).toContain('npm start\n\n# done')
    expect(section?.content).toBe('## Run\n\nType this:\n\n```sh\nnpm start\n\n# done\n```')
  })

  test('a page without text has one, so that it is found by its title', () => {
    expect(parse('---\ntitle: Team\n---\n').sections).toHaveLength(1)
  })

  test.each([
    ['## Install it {#setup}', 'a.md'],
    ['## Install it { #setup }', 'a.md'],
    ['## Install it {#setup .wide}', 'a.md'],
    ['## Install it {/*setup*/}', 'a.md'],
    ['## Install it {/* #setup */}', 'a.mdx'],
    ['## Install it {/* #setup */}', 'a.md'],
    ['## Install it {#setup}', 'a.mdx'],
    ['## Install it [#setup]', 'a.mdx'],
    ['## <a name="setup"></a>Install it', 'a.md'],
    ['## <a id="setup" />Install it', 'a.mdx'],
    ['<h2 id="setup">Install it</h2>', 'a.md'],
    ['<h2 id="setup">Install it</h2>', 'a.mdx'],
  ])('the heading %s in %s has the anchor it names', (text, path) => {
    expect(parse(text, path).sections).toMatchObject([{ heading: 'Install it', anchor: 'setup' }])
  })

  test('a comment behind a heading is no id and no text of it', () => {
    for (const path of ['a.md', 'a.mdx']) {
      const [section] = parse('## Install it {/* later */}\n\nText', path).sections
      expect(section).toMatchObject({ heading: 'Install it', anchor: 'install-it' })
    }
  })

  test.each([
    ['## Options <Badge type="tip" text="^1.9.0" />', 'a.md', 'Options ^1.9.0', 'options'],
    ['## Options <Badge text="^1.9.0" />', 'a.mdx', 'Options ^1.9.0', 'options'],
    ['## Options <Badge>New</Badge>', 'a.mdx', 'Options New', 'options-new'],
    ['## Options { .wide }', 'a.md', 'Options', 'options'],
    ['## Options {: data-toc-label="x" .wide }', 'a.md', 'Options', 'options'],
    ['## GET /users/{id}', 'a.md', 'GET /users/{id}', 'get-usersid'],
  ])('the heading %s in %s is “%s” and has the anchor %s', (text, path, heading, anchor) => {
    expect(parse(text, path).sections).toMatchObject([
      { heading, anchor, content: expect.not.stringContaining('wide') },
    ])
  })

  test.each(['a.md', 'a.mdx'])('a heading of raw HTML in %s has no anchor unless it names one', (path) => {
    const { sections } = parse('<div><h3>Bad</h3></div>\n\n### Bad', path)
    expect(sections.map(({ heading, anchor }) => [heading, anchor])).toEqual([
      ['Bad', null],
      ['Bad', 'bad'],
    ])
  })

  test('what looks like a heading id within code stays', () => {
    expect(parse('```md\n## Title {#id}\n```').sections[0]?.code).toBe('## Title {#id}')
  })
})

describe('MDX', () => {
  const mdx = (text: string) => contentOf(text, 'a.mdx')

  test('imports, exports, expressions and comments are left out', () => {
    expect(mdx('import A from "../../docs/a"\nexport const b = one()\n\n{b}\n\n{/* note */}\n\nText {b} more.')).toBe(
      'Text […] more.',
    )
  })

  test('a component gives the text it holds and its title', () => {
    expect(mdx('<Card title="Quick start" icon="bolt">\n  Begin **here**.\n</Card>')).toBe(
      '**Quick start**\n\nBegin **here**.',
    )
  })

  test.each([
    ['<Card title="Quick start" href="/x">\n  Begin **here**.\n</Card>', '**[Quick start](/x)**\n\nBegin **here**.'],
    ['<Card title="Quick start" href="./x.md">Begin.</Card>', '**[Quick start](/guides/x)**\n\nBegin.'],
    ['<LinkCard title="Quick start" description="Begin." href={"/x"} />', '**[Quick start](/x)**\n\n**Begin.**'],
    ['See <Link to="/x">the start</Link> and <a href="/y">more</a>.', 'See [the start](/x) and [more](/y).'],
  ])('%j leads where it says: %j', (text, expected) => {
    expect(contentOf(text, 'guides/a.mdx')).toBe(expected)
  })

  test('components on one line keep their titles', () => {
    const text = '<Accordions><Accordion title="How much?">Ten euros.</Accordion></Accordions>'
    expect(mdx(text)).toBe('**How much?**\n\nTen euros.')
    expect(mdx('Ask <Tooltip title="Application">the API</Tooltip>: <Step title="One">go</Step>')).toBe(
      'Ask the API: One: go',
    )
  })

  test('code within components is not indented', () => {
    expect(mdx('<Tabs>\n  <Tab title="npm">\n    ```sh\n    npm i\n    ```\n  </Tab>\n</Tabs>')).toBe(
      '**npm**\n\n```sh\nnpm i\n```',
    )
  })

  test('a parameter gives its name and type', () => {
    expect(mdx('<ParamField path="id" type="string">\n  The key.\n</ParamField>')).toBe('**id: string**\n\nThe key.')
    expect(mdx('<ParamField body="most" type="integer" required default="96">\n  Heat.\n</ParamField>')).toBe(
      '**most: integer, required, default: 96**\n\nHeat.',
    )
    expect(mdx('<ResponseField name="on" required={false} default={true} deprecated={true} />')).toBe(
      '**on, default: true, deprecated**',
    )
  })

  test('names and descriptions in the objects of a property become a list', () => {
    expect(mdx("<Table content={[{ name: 'model', type: 'Model', description: 'Which ' + 'one.' }]} />")).toBe(
      '- `model`: Model: Which one.',
    )
  })

  test('objects without a name in a property are called as there', () => {
    expect(
      mdx('<TypeTable type={{ retries: { description: "How often", type: "number" }, name: { type: "string" } }} />'),
    ).toBe('- `retries`: number: How often\n- `name`: string')
  })

  test('a string in braces is text', () => {
    expect(mdx("One{' '}two <Badge>three</Badge>")).toBe('One two three')
  })

  test('a page that does not parse is reported with line and column, and read as plain Markdown', () => {
    const page = parse('import A from "../../docs/a"\n\n# Title\n\nFine <Broken>\n\n## More\n\nText', 'a.mdx')
    expect(page.problems).toEqual([{ line: 5, column: 1, reason: expect.stringContaining('The MDX is not valid') }])
    expect(page.sections.map((section) => section.heading)).toEqual(['Title', 'More'])
    expect(page.sections[0]?.prose).toBe('Fine')
  })
})

describe('plain Markdown', () => {
  test('HTML is reduced to its text', () => {
    expect(
      contentOf(
        '<p align="center">\n  <b>Fast</b> &amp; small<br>indeed\n</p>\n\n<!-- no -->\n\n<script>no()</script>',
      ),
    ).toBe('**Fast** & small\\\nindeed')
  })

  test.each([
    ['# Multer [![Build](b.svg)](https://a.b/c) ![Downloads][d]\n\nIt uploads.\n\n[d]: d.svg', 'Multer'],
    ['# [![Build](b.svg)](https://a.b/c) `multer` for uploads', 'multer for uploads'],
    ['# ![Multer](logo.svg)', 'Multer'],
    ['# [Multer](https://a.b/c)', 'Multer'],
  ])('pictures beside the text of a heading are no words of it: %j', (text, title) => {
    expect(parse(text, 'README.md').title).toBe(title)
  })

  test('component tags in it are left out, their text stays', () => {
    expect(contentOf('<Intro>\n\nHello\n\n</Intro>\n\nSome <Badge type="x" text="New" /> thing')).toBe(
      'Hello\n\nSome New thing',
    )
  })

  test.each([
    ['**A:** `x`<br />\n**B:** `y`', 'a.mdx', '**A:** `x`\\\n**B:** `y`'],
    ['One<br>\nTwo', 'a.md', 'One\\\nTwo'],
    ['One<br> Two', 'a.md', 'One\\\nTwo'],
  ])('a break in %j does not end the paragraph', (text, path, expected) => {
    expect(contentOf(text, path)).toBe(expected)
  })

  test.each([
    [
      'a link between words',
      'See <a target="_blank" href="b.md#x">the <b>b</b></a> of it.',
      'See [the b](/guides/b#x) of it.',
    ],
    [
      'a link around a picture',
      '<p align="center">\n  <a href="./b.md"><img src="b.svg" alt="Page b"></a>\n</p>',
      '[Page b](/guides/b)',
    ],
    ['what a link shows without leading anywhere', 'Here <a id="here"></a>it <a>is</a>.', 'Here it is.'],
    [
      'a table',
      '<table>\n<tr><th>Option</th><th>Meaning</th></tr>\n<tr><td><code>port</code></td><td>A number</td></tr>\n</table>',
      '| Option | Meaning |\n| --- | --- |\n| `port` | A number |',
    ],
    ['Markdown within a table', '<table><tr><td>\n\n**Inside**\n\n</td></tr></table>', '**Inside**'],
    ['a list', '<ul>\n<li>One</li>\n<li>Two</li>\n</ul>', '- One\n- Two'],
    ['terms and what they mean', '<dl><dt>Port</dt><dd>A number</dd></dl>', '- Port\n\n  A number'],
    ['details', '<details>\n<summary>How <em>often</em>?</summary>\n\nOnce.\n\n</details>', 'How *often*?\n\nOnce.'],
    ['code', '<pre><code class="language-js">a &lt; b</code></pre>', '```js\na < b\n```'],
    [
      'comments and what is never shown',
      'One\n\n<!-- no -->\n\n<style>no {}</style>\n\n<div><script>no()</script></div>',
      'One',
    ],
  ])('of HTML, %s is kept', (_, text, content) => {
    expect(contentOf(text, 'guides/a.md')).toBe(content)
  })

  test('HTML that is nested thousands of times is read as text', () => {
    expect(contentOf(`${'<div>'.repeat(20_000)}Deep`)).toBe('Deep')
  })

  test('names of characters are those characters', () => {
    expect(contentOf('<p>it&rsquo;s &eacute;t&eacute;, &frac12;&nbsp;&Eacute;&copy; &unknown;</p>')).toBe(
      'it’s été, ½ É© \\&unknown;',
    )
  })

  test.each([
    ['> [!WARNING]\n> Mind *this*.', '> **Warning**\n>\n> Mind *this*.'],
    ['> [!note] Mind this.', '> **Note**\n>\n> Mind this.'],
    ['> [!TIP]\n>\n> - One', '> **Tip**\n>\n> - One'],
    ['> [a] b', '> [a] b'],
  ])('the quote %j reads as %j', (text, expected) => {
    expect(contentOf(text)).toBe(expected)
    expect(parse(text).sections[0]?.prose).not.toContain('[!')
  })

  test.each(['image0', 'Image', 'alt', '_images/lid.png', 'lid.svg'])(
    'an image that is called %s says nothing',
    (alt) => {
      expect(contentOf(`![${alt}](/lid.png)\n\nText`)).toBe('Text')
    },
  )

  test('an image is its alternative text', () => {
    expect(contentOf('See ![the plan](./plan.png).')).toBe('See the plan.')
  })

  test('reference links are resolved', () => {
    expect(contentOf('See [the guide][g].\n\n[g]: ./other.md')).toBe('See [the guide](/guides/other).')
  })

  test('lists, quotes, tables and emphasis are kept', () => {
    const text = '1. one\n   - *in*\n2. two\n\n> quoted\n> **text**\n\n| A | B |\n| --- | --- |\n| `a\\|b` | ~~c~~ |'
    expect(contentOf(text)).toBe(text)
  })

  test.each([
    '## Contents\n\n<!-- begin -->\n\n- [Boil](#boil)\n- **[Pour](#pour)**\n\n<!-- end -->',
    '## Contents\n\n[Boil](#boil) • [Pour](#pour)',
    '## Contents\n\n<ul><li><a href="#boil">Boil</a></li><li><a href="#pour">Pour</a></li></ul>',
  ])('its heading goes with it: %j', (contents) => {
    expect(parse(`# Tea\n\n${contents}\n\n## Boil\n\nHot.`).sections.map(({ heading }) => heading)).toEqual([
      'Tea',
      'Boil',
    ])
    expect(parse(`# Tea\n\n${contents}\n\nMore.`).sections.map(({ heading }) => heading)).toEqual(['Tea', 'Contents'])
  })

  test('a table of contents is left out, a list that says more is not', () => {
    const contents = '- [Boil](#boil)\n  - [Fast](#fast)\n- [Pour](#pour)'
    const pointers = '- [Boil](#boil)\n- [Pour](#pour) with care'
    expect(contentOf(`${contents}\n\nText.\n\n${pointers}`)).toBe(`Text.\n\n${pointers}`)
  })

  test.each([
    ['Use \\*args and a_b_c &lt;here&gt;', 'Use \\*args and a_b_c \\<here>'],
    ['5 * 3, a \\\\ b, `\\` and &amp;lt;', '5 * 3, a \\ b, `\\` and \\&lt;'],
    ['\\# one, \\[two\\](three), \\[four\\] &#126;~five', '\\# one, [two\\](three), [four] \\~~five'],
    ['1\\. one\n\\- two', '1\\. one\n\\- two'],
  ])('%s is escaped where it would be read as markup, and only there: %s', (text, content) => {
    expect(contentOf(text)).toBe(content)
    expect(contentOf(content)).toBe(content)
  })

  test('code that holds fences gets a longer fence', () => {
    const text = '````md\n```js\n1\n```\n````'
    expect(contentOf(text)).toBe(text)
  })

  test('a page of Windows lines with a byte order mark reads like any other', () => {
    expect(parse('\uFEFF---\r\ntitle: T\r\n---\r\n\r\n## A\r\n\r\nB\r\n').sections.at(-1)?.content).toBe('## A\n\nB')
  })
})

describe('generator syntax', () => {
  test.each([
    [':::tip\nText\n:::', 'Text'],
    ['::: warning Be careful\nText\n:::', '**Be careful**\nText'],
    [':::note[Have a look]\nText\n:::', '**Have a look**\nText'],
    [':::correct { "sourceType": "script" }\n\nText\n\n:::', 'Text'],
    ['::: details Title {open}\n\nText\n\n:::', '**Title {open}**\n\nText'],
    ['/// tip | Hint\n\nText\n\n///', '**Hint**\n\nText'],
    ['!!! note "Mind"\n    Text\n\n    ```sh\n    run\n    ```\n\nAfter', '**Mind**\nText\n\n```sh\nrun\n```\n\nAfter'],
    ['??? tip\n\n    Text\n\nAfter', 'Text\n\nAfter'],
    ['=== "npm"\n\n    A\n\n=== "pnpm"\n\n    B', '**npm**\n\nA\n\n**pnpm**\n\nB'],
    ['{* ../../docs_src/a.py hl[1] *}\n\nText', 'Text'],
    ['<<< @/snippets/a.js\n\n--8<-- "b.md"\n\n[[toc]]\n\nText', 'Text'],
  ])('%j reads as %j', (text, expected) => {
    expect(contentOf(text)).toBe(expected)
  })

  test('stays as it is within code', () => {
    expect(contentOf('```md\n:::tip\nText\n:::\n!!! note\n```')).toBe('```md\n:::tip\nText\n:::\n!!! note\n```')
  })
})

test.each(['', '\0', '---', '---\n', '<', '{', '```', '# ', '<A', ':::', '!!!', '| |', '[a][b]', '\\'])(
  'the text %j is read without an error',
  (text) => {
    expect(parse(text, 'a.md').sections.length).toBeGreaterThan(0)
    expect(parse(text, 'a.mdx').sections.length).toBeGreaterThan(0)
  },
)

test('a home page has the text that its front matter shows', () => {
  const text =
    '---\nlayout: home\ntitle: Home\nhero:\n  name: Acme\n  text: The best kettle\n  tagline: Boils *quickly*\nfeatures:\n- title: Fast\n  details: It boils in seconds.\n---\n\n## More\n\nText.'
  expect(parse(text).sections.map(({ heading, content }) => [heading, content])).toEqual([
    [null, 'Acme: The best kettle\n\nBoils *quickly*\n\n- **Fast**: It boils in seconds.'],
    ['More', '## More\n\nText.'],
  ])
  expect(parse('---\nhero:\n  name: Acme\n---\nText.').sections[0]?.content).toBe('Text.')
})

test.each([
  ['a() // [!code focus]\nb()', 'js', 'a()\nb()'],
  ['// [!code highlight:2]\na()\nb() /* [!code word:b] */', 'js', 'a()\nb()'],
  ['a # [!code warning]', 'sh', 'a'],
  ['<a> <!-- [!code hl] -->', 'html', '<a>'],
  ['// highlight-next-line\na()\n# highlight-start\nb()', 'js', 'a()\nb()'],
  ['a() // [!code --]\nb() // [!code ++]', 'js', 'a() // [!code --]\nb() // [!code ++]'],
  ['a() // [!code focus]', 'md', 'a() // [!code focus]'],
])('code %j in %s is shown as %j', (code, language, shown) => {
  expect(parse(`\`\`\`${language}\n${code}\n\`\`\``).sections[0]?.content).toBe(`\`\`\`${language}\n${shown}\n\`\`\``)
})

test('a heading of nothing but signs has no anchor', () => {
  expect(parsePage({ path: 'a.md', text: '# A\n\n## 🎉\n\nText' }).sections[1]?.anchor).toBeNull()
})

test('ids above a heading, below it and in its text are names of its section', () => {
  const text = `# Page

<a id="above"></a>
## One

Text.

## Two
<a name="below"></a><a name=second></a>

Text <span id="within"></span>of it.

<a id="last"></a>

<h3>Raw</h3>

Text.
`
  const expected = [
    ['page', undefined],
    ['one', ['above']],
    ['two', ['below', 'second', 'within']],
    ['last', undefined],
  ]
  expect(parsePage({ path: 'a.md', text }).sections.map(({ anchor, names }) => [anchor, names])).toEqual(expected)
  const jsx = text.replace('name=second', 'id="second"').replace('<a name="below">', '<a id="below">')
  expect(parsePage({ path: 'a.mdx', text: jsx }).sections.map(({ anchor, names }) => [anchor, names])).toEqual(expected)
})
