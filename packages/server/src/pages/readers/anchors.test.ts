import { expect, test } from 'vitest'
import { type AnchorStyle, createAnchors } from './anchors.ts'
import { nameOf } from './headings.ts'
import { parsePage } from './parse.ts'

const anchors = (style: AnchorStyle, ...headings: string[]) => {
  const anchorOf = createAnchors(style)
  return headings.map((heading) => anchorOf({ depth: 2, name: nameOf(heading) }))
}
/** As the built pages of each generator have them. */
const built = (anchors: AnchorStyle, text: string) => parsePage({ path: 'a.md', text, anchors }).sections[0]?.anchor

test.each([
  ['python', 'Self-signed & untrusted', 'self-signed-untrusted'],
  ['python', 'What’s new in 2.0?', 'whats-new-in-20'],
  ['python', 'Größe ändern', 'groe-andern'],
  ['python', '設定', '_1'],
  ['pymdown', 'Self-signed & untrusted', 'self-signed--untrusted'],
  ['pymdown', 'Größe ändern', 'größe-ändern'],
  ['vitepress', 'Self-signed & untrusted', 'self-signed-untrusted'],
  ['vitepress', '2.0 is here!', '_2-0-is-here'],
  ['vitepress', 'server.port', 'server-port'],
  ['vitepress', 'Größe', 'große'],
  ['github', 'Self-signed & untrusted', 'self-signed--untrusted'],
  ['github', 'server.port', 'serverport'],
] as const)('in the way of %s the heading “%s” has the anchor %s', (style, heading, anchor) => {
  expect(anchors(style, heading)).toEqual([anchor])
})

test.each([
  ['python', ['usage', 'usage_1', 'usage_2', 'usage_3']],
  ['vitepress', ['usage', 'usage-1', 'usage-2', 'usage-1-1']],
  ['github', ['usage', 'usage-1', 'usage-2', 'usage_1']],
  ['kramdown', ['usage', 'usage-1', 'usage-2', 'usage_1']],
  ['hugo', ['usage', 'usage-1', 'usage-2', 'usage_1']],
  ['docsify', ['usage', 'usage-1', 'usage-2', 'usage_1']],
] as const)('in the way of %s a second heading has another anchor', (style, wanted) => {
  expect(anchors(style, 'Usage', 'Usage', 'Usage', 'Usage_1')).toEqual(wanted)
})

test.each([
  ['docusaurus', '## Comment\u00a0faire', 'commentfaire'],
  ['docusaurus', '## :rocket: Launch', 'rocket-launch'],
  ['docusaurus', '## ![Icon](a.png) Pictured', 'icon-pictured'],
  ['docusaurus', '## With a badge <Badge />', 'with-a-badge-'],
  ['nextra', '# Title', null],
  ['docusaurus', '## With <Badge /> badge', 'with--badge'],
  ['docusaurus', '# Title', null],
  ['astro', '## --flag option', 'flag-option'],
  ['astro', '## Words -- and `--code`', 'words--and---code'],
  ['astro', '## With <Badge /> badge', 'with--badge'],
  ['astro', '## Done ✅', 'done-'],
  ['kramdown', '## --flag option', 'flag-option'],
  ['kramdown', '## A &amp; B', 'a--b'],
  ['vitepress', '## A &amp; B', 'a-amp-b'],
  ['vitepress', '## Escaped \\<T\\>', 'escaped-t'],
  ['vitepress', '## :rocket: Launch', 'launch'],
  ['vuepress', '## A &amp; B', 'a-b'],
  ['vuepress', '## 2.0 `Array<string>`', '_2-0-array-string'],
  ['hugo', '## See [the page](./other.md) now', 'see-the-pageothermd-now'],
  ['hugo', '## **Bold** and _italic_ ##', 'bold-and-_italic_'],
  ['hugo', '## A &amp; B {.wide}', 'a-amp-b'],
  ['hugo', 'Under lined\n---', 'under-lined'],
  ['hugo', '## Named {#own}', 'own'],
  ['python', '## With class { .wide #own data-x="y" }', 'own'],
  ['pymdown', '## Comment\u00a0faire à \u0130stanbul', 'commentfaire-à-istanbul'],
  ['docutils', '## Über die Größe', 'uber-die-grosze'],
  ['nuxt', '## Self-signed & untrusted', 'self-signed-untrusted'],
  ['nuxt', '## 1. First step', '_1-first-step'],
  ['nuxt', '## Emoji 🚀 real', 'emoji-real'],
  ['hexo', '## Self-signed & untrusted', 'Self-signed-untrusted'],
  ['hexo', '## What is new in v2.0', 'What-is-new-in-v2-0'],
  ['docsify', '## Self-signed & untrusted', 'self-signed-amp-untrusted'],
  ['docsify', '## Entity &amp; &lt;tag&gt; &copy;', 'entity-amp-lttaggt-copy'],
  ['docsify', '## Quotes "double" \'single\'', 'quotes-quotdoublequot-39single39'],
  ['docsify', '## 1. First step', '_1-first-step'],
  ['docsify', '## Größe der `<Tag>`', 'größe-der-lttaggt'],
] as const)('in the way of %s the line %j has the anchor %j', (style, text, anchor) => {
  expect(built(style, text)).toBe(anchor)
})

test('kramdown counts what is called alike, whatever else has that name', () => {
  expect(anchors('kramdown', 'Usage', 'Usage', 'Usage 1')).toEqual(['usage', 'usage-1', 'usage-1'])
})
