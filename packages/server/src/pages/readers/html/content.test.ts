import { expect, test } from 'vitest'
import { parsePage } from '../parse.ts'

const parse = (title: string, body: string) =>
  parsePage({ path: 'a.html', text: `<!doctype html><title>${title}</title><body>${body}</body>` })
const outlineOf = ({ title, sections }: ReturnType<typeof parsePage>) => [
  title,
  ...sections.map(({ heading, anchor }) => [heading, anchor]),
]

test('a page is called by its own heading, not by that of its site above it', () => {
  const page = parse(
    'Pagination &#8212; Acme documentation',
    '<div id="hd"><h1><a href="/">Acme documentation</a></h1><div class="related">Home</div></div><div id="bd"><div class="section" id="pagination"><h1>Pagination<a class="headerlink" href="#pagination">¶</a></h1><p>Pages of a list.</p></div></div>',
  )
  expect(outlineOf(page)).toEqual(['Pagination', ['Pagination', 'pagination']])
  expect(page.sections[0]?.content).toBe('Pages of a list.')
})

test('a page of DocBook is called by its heading of the second rank, without numbers and menus', () => {
  const page = parse(
    '20.4.&nbsp;Resource Consumption',
    '<div class="navheader"><table><tr><td>Prev</td></tr></table></div><div class="sect1" id="RESOURCE"><h2 class="title">20.4.&nbsp;Resource Consumption</h2><p>All of it.</p><div class="sect2" id="MEMORY"><h3 class="title">20.4.1.&nbsp;<code>shared</code> Memory</h3><div class="note"><h3 class="title">Note</h3><p>Restart it.</p></div></div></div><div class="navfooter">Next</div>',
  )
  expect(outlineOf(page)).toEqual([
    'Resource Consumption',
    ['Resource Consumption', 'RESOURCE'],
    ['shared Memory', 'MEMORY'],
  ])
  expect(page.sections[1]?.content).toBe('### `shared` Memory\n\n**Note**\n\nRestart it.')
})

test('a manual page of AsciiDoc keeps what stands beside its title', () => {
  const page = parse(
    'git-stash(1)',
    '<div id="header"><h1>git-stash(1) Manual Page</h1><h2>NAME</h2><p>git-stash - Stash the changes away</p></div><div id="content"><div class="sect1"><h2 id="_synopsis">SYNOPSIS</h2><p>How to call it.</p></div></div><div id="footer">Last updated</div>',
  )
  expect(outlineOf(page)).toEqual(['git-stash(1)', ['git-stash(1)', null], ['NAME', null], ['SYNOPSIS', '_synopsis']])
  expect(page.sections.map(({ content }) => content).join('\n')).not.toContain('Last updated')
})

test('what stands above the title is none of the page', () => {
  const page = parse(
    'Serializers - Acme',
    '<main><p>For version 3, see <a href="/3">there</a>.</p><h1 id="s"><a href="#s">Serializers</a></h1><p>They write data.</p></main>',
  )
  expect(outlineOf(page)).toEqual(['Serializers', ['Serializers', 's']])
  expect(page.sections[0]?.content).toBe('They write data.')
})

test('an index of words has no text', () => {
  const page = parse(
    'Index',
    '<main><h1>Index</h1><div class="indexdiv"><h3>U</h3><dl><dt>UPSERT</dt></dl></div></main>',
  )
  expect(page.sections.map(({ content }) => content)).toEqual([''])
})

const said = 'What it does is said at length here, so that nobody has to look anywhere else for it, whatever they ask.'

test('terms that can be linked are sections when much is said of them', () => {
  const list = `<main><h1>Settings</h1><h2 id="m">Memory</h2><dl><dt id="GUC-WORK"><code>work_mem</code> (<code>integer</code>)</dt><dd><p>${said}</p></dd><dt id="GUC-TEMP">temp</dt><dt id="GUC-TMP">tmp</dt><dd><p>${said}</p><dl><dt id="low">low</dt><dd>${said}</dd></dl></dd></dl><h2 id="d">Disk</h2><p>None.</p></main>`
  const page = parse('Settings', list)
  expect(page.sections.map(({ heading, anchor, breadcrumbs }) => [heading, anchor, breadcrumbs.length])).toEqual([
    ['Settings', null, 0],
    ['Memory', 'm', 1],
    ['work_mem (integer)', 'GUC-WORK', 2],
    ['temp', 'GUC-TEMP', 2],
    ['low', 'low', 3],
    ['Disk', 'd', 1],
  ])
  expect(page.sections[2]?.content).toBe(`### \`work_mem\` (\`integer\`)\n\n${said}`)
  expect(page.sections[3]?.content).toBe(`### temp\n\ntmp\n\n${said}`)
})

test.each([
  ['without ids', `<dl><dt>a</dt><dd>${said}</dd></dl>`],
  ['of a line each', '<dl><dt id="a">a</dt><dd>Short.</dd></dl>'],
  ['of footnotes', `<dl class="footnote"><dt id="id1">1</dt><dd>${said}</dd></dl>`],
])('terms %s are items of a list', (_, list) => {
  expect(parse('T', `<main><h1>T</h1>${list}</main>`).sections.map(({ heading }) => heading)).toEqual(['T'])
})
