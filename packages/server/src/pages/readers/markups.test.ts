import { expect, test } from 'vitest'
import { parsePage } from './parse.ts'
import { readPage } from './read-page.ts'

const headings = async (page: { path: string; text: string }) =>
  (await readPage(page)).sections.map(({ heading, anchor, breadcrumbs }) => ({ heading, anchor, breadcrumbs }))
const content = async (page: { path: string; text: string }) =>
  (await readPage(page)).sections.map((section) => section.content).join('\n\n')

const html = {
  path: 'guide/install.html',
  text: `<!doctype html><html lang="en-GB"><head><title>Install | Acme docs</title>
<meta name="description" content="How to install."><meta name="docsearch:version" content="2.1,latest"></head>
<body><header><a href="/">Acme</a></header><nav><a href="/x">Menu entry</a></nav>
<main><article><h1 id="install">Install <a class="header-anchor" href="#install">#</a></h1>
<p>Run the <code>acme</code> program &amp; wait.</p>
<div class="language-sh"><button>Copy</button><span class="lang">sh</span><pre><code><span>npm install acme</span></code></pre></div>
<h2 id="on-linux">On Linux</h2><ul><li>Use <a href="./apt">apt</a>.</li></ul>
<table><thead><tr><th>Option</th><th>Meaning</th></tr></thead><tbody><tr><td><code>port</code></td><td>Where</td></tr></tbody></table>
<script>secret()</script></article></main><footer>Made by Acme</footer></body></html>`,
}

test('an HTML page is its main content: headings with their ids, code, lists and tables', async () => {
  const page = parsePage(html)
  expect(page).toMatchObject({ title: 'Install', description: 'How to install.', language: 'en-GB', version: '2.1' })
  expect(await headings(html)).toEqual([
    { heading: 'Install', anchor: 'install', breadcrumbs: [] },
    { heading: 'On Linux', anchor: 'on-linux', breadcrumbs: ['Install'] },
  ])
  expect(await content(html)).toBe(
    'Run the `acme` program & wait.\n\n```sh\nnpm install acme\n```\n\n## On Linux\n\n- Use [apt](/guide/apt).\n\n| Option | Meaning |\n| --- | --- |\n| `port` | Where |',
  )
})

test('an HTML page without a heading has the title of its document', async () => {
  const page = parsePage({ path: 'x.html', text: '<title>Home – Acme</title><p>Hello.</p>' })
  expect(page).toMatchObject({ title: 'Home', sections: [{ content: 'Hello.' }] })
})

test('the names of tabs, which stand apart for readers, are words of their own', async () => {
  const text =
    '<main><div class="tabs"><input><label>npm</label><input><label>pnpm</label></div><p>Then <label><input> tick</label>.</p></main>'
  expect(await content({ path: 'x.html', text })).toBe('npm pnpm\n\nThen tick.')
})

test('an HTML page that has no text is told of: JavaScript may write it in the browser', async () => {
  const text =
    '<title>App | Acme</title><div id="root"></div><noscript>Turn it on.</noscript><script src="/app.js"></script>'
  const reason = 'It has no text. What JavaScript writes into a page in the browser is not read.'
  const page = parsePage({ path: 'app.html', text })
  expect(page).toMatchObject({ title: 'App', problems: [{ line: null, column: null, reason }] })
  expect(parsePage(html).problems).toEqual([])
})

const asciidoc = {
  path: 'install.adoc',
  text: `= Install Acme
:toc:

Run the *acme* program, see link:/start[the start].

[[linux]]
== On Linux

[source,sh]
----
sudo apt install acme <1>
----

* One
** Two

NOTE: Restart it.

.Options
|===
|Option |Meaning

|\`port\`
|Where it listens
|===

// A comment
`,
}

test('AsciiDoc keeps its headings, code, lists and links', async () => {
  expect(await headings(asciidoc)).toEqual([
    { heading: 'Install Acme', anchor: null, breadcrumbs: [] },
    { heading: 'On Linux', anchor: 'linux', breadcrumbs: ['Install Acme'] },
  ])
  const text = await content(asciidoc)
  expect(text).toContain('Run the **acme** program, see [the start](/start).')
  expect(text).toContain('```sh\nsudo apt install acme\n```')
  expect(text).toContain('- One\n  - Two')
  expect(text).toContain('Restart it.')
  expect(text).toContain('Where it listens')
  expect(text).not.toMatch(/toc|comment/)
})

const rst = {
  path: 'install.rst',
  text: `.. _installing:

============
Install Acme
============

Run the \`\`acme\`\` program, see :doc:\`the start </start>\` or \`the site <https://acme.test>\`_.

On Linux
--------

.. code-block:: sh
   :linenos:

   sudo apt install acme

.. note::

   Restart it.

Example::

    acme run

.. toctree::
   :maxdepth: 2

   hidden-page

In depth
~~~~~~~~

* One
`,
}

test('reStructuredText keeps its headings, code, lists and links', async () => {
  expect(await headings(rst)).toEqual([
    { heading: 'Install Acme', anchor: 'installing', breadcrumbs: [] },
    { heading: 'On Linux', anchor: 'on-linux', breadcrumbs: ['Install Acme'] },
    { heading: 'In depth', anchor: 'in-depth', breadcrumbs: ['Install Acme', 'On Linux'] },
  ])
  const text = await content(rst)
  expect(text).toContain('Run the `acme` program, see [the start](/start) or [the site](https://acme.test).')
  expect(text).toContain('```sh\nsudo apt install acme\n```')
  expect(text).toContain('**Note**\n\nRestart it.')
  expect(text).toContain('Example:\n\n```\nacme run\n```')
  expect(text).not.toContain('hidden-page')
})

test.each(['html', 'adoc', 'rst'])('whatever stands in a .%s file, it is read', async (extension) => {
  const parts = [
    '=',
    '-',
    '*',
    '`',
    '<',
    '>',
    '[',
    ']',
    '\n',
    '::',
    '..',
    ' ',
    '<div>',
    '|===',
    '----',
    'word',
    '+',
    '_',
  ]
  let state = 7
  for (let run = 0; run < 200; run++) {
    let text = ''
    for (let at = 0; at < 60; at++) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      text += parts[state % parts.length]
    }
    expect((await readPage({ path: `x.${extension}`, text })).sections.length).toBeGreaterThan(0)
  }
})
