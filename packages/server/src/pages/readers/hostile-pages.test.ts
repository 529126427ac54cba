import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { growthOf, mostGrowth } from '../../../test/support/growth.ts'
import { leastOf } from '../../../test/support/least.ts'
import { reading } from '../../../test/support/reading.ts'
import { readSettings } from '../../generators/settings.ts'
import { writeFields } from '../../sources/openapi/schema-text.ts'
import { openApiSource } from '../../sources/openapi-source.ts'
import { readHtmlHead, readMarkdownHead } from '../../sources/readers/page-head.ts'
import { readRobotsRules } from '../../sources/readers/robots.ts'
import { openRobots } from '../../sources/website/robots.ts'
import { parsePage } from './parse.ts'
import { readPage } from './read-page.ts'
import { findSphinxIncludes } from './restructured-text/sphinx-includes.ts'

const each = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('')

const secondsOf = async (path: string, text: string): Promise<number> => {
  const startedAt = process.cpuUsage()
  expect((await readPage({ path, text })).sections).not.toEqual([])
  const { user, system } = process.cpuUsage(startedAt)
  return (user + system) / 1_000_000
}

test.each<[name: string, path: string, count: number, text: (count: number) => string]>([
  ['empty anchors', 'a.html', 1_500, (count) => `<h1>T</h1>${each(count, (at) => `<a name="a${at}"></a>`)}`],
  ['elements of blanks', 'a.html', 1_500, (count) => `<h1>T</h1>${'<x-y> </x-y>'.repeat(count)}`],
  ['headings within headings', 'a.html', 9, (count) => '<h2><div>'.repeat(count)],
  ['lists within lists', 'a.html', 500, (count) => `${'<ul><li>'.repeat(count)}x`],
  ['one long row', 'a.html', 500, (count) => `<table><tr>${'<td>a'.repeat(count)}${'<tr><td>b'.repeat(count)}</table>`],
  [
    'cells that span others',
    'a.html',
    100,
    (count) => `<table>${'<tr><td rowspan=50 colspan=50>a'.repeat(count)}</table>`,
  ],
  ['quotes', 'a.md', 2_000, (count) => '> a\n\n'.repeat(count)],
  ['quotes within quotes', 'a.md', 2_000, (count) => `${'> '.repeat(count)}x`],
  ['lists in one line', 'a.mdx', 2_000, (count) => `${'1. '.repeat(count)}x`],
  ['underlined headings', 'a.md', 1_000, (count) => 'a\n==\n'.repeat(count)],
  ['blanks in a heading', 'a.md', 15_000, (count) => `## a${' '.repeat(count)}b`],
  ['labels', 'a.md', 5_000, (count) => each(count, (at) => `(a${at})=\n`)],
  ['links that do not end', 'a.md', 3_000, (count) => '<a href="b">a '.repeat(count)],
  ['headings that do not end', 'a.md', 10_000, (count) => `<Foo>\n${'<h2>a\n'.repeat(count)}`],
  ['targets below one', 'a.rst', 1_500, (count) => `T\n=\n\n.. _a:\n${each(count, (at) => `   .. _a${at}: b\n`)}`],
  ['headings that say the same', 'a.adoc', 2_000, (count) => '== Same\n\n'.repeat(count)],
  ['lists within lists', 'a.adoc', 300, (count) => each(count, (at) => `${'*'.repeat(at + 1)} a\n`)],
  ['references that do not end', 'a.adoc', 2_000, (count) => 'xref:a['.repeat(count)],
  ['properties of a tag', 'a.mdx', 1_000, (count) => `<a ${'b'.repeat(count)}${'{}'.repeat(count)}></b>`],
])('a page of %s takes about as long as it is', async (_name, path, count, text) => {
  await secondsOf(path, text(count))
  const measure = async () => {
    const once = await secondsOf(path, text(count))
    return (await secondsOf(path, text(4 * count))) - (9 * once + 0.3)
  }
  // What takes the square of it takes sixteen times as long, each time.
  expect(await leastOf({ figure: 0, rounds: 3 }, measure)).toBeLessThanOrEqual(0)
})

test.each([
  ['fences that nothing ends', (count: number) => '```{include} a\n:x: y\n'.repeat(count)],
  ['fences that end', (count: number) => each(count, (at) => `\`\`\`{include} a${at}\n\`\`\`\n`)],
  ['directives', (count: number) => '.. include:: a\n'.repeat(count)],
])('a page that includes files by %s takes about as long as it is', async (_name, text) => {
  const secondsFor = (count: number) => {
    const startedAt = process.cpuUsage().user
    findSphinxIncludes(text(count))
    return (process.cpuUsage().user - startedAt) / 1_000_000
  }
  const measure = async () => {
    const once = secondsFor(5_000)
    return secondsFor(20_000) - (9 * once + 0.3)
  }
  // What takes the square of it takes sixteen times as long, each time.
  expect(await leastOf({ figure: 0, rounds: 3 }, measure)).toBeLessThanOrEqual(0)
})

test('what HTML nests too deep stands side by side', () => {
  const deep = '<div>'.repeat(20_000)
  const text = `<title>T</title><main><h1>T</h1>${deep}<h2 id="low">Low</h2><p>Text</p><script>no</script>`
  const sections = parsePage({ path: 'a.html', text }).sections.map(({ anchor, prose }) => [anchor, prose])
  expect(sections).toEqual([
    [null, ''],
    ['low', 'Text'],
  ])
  expect(parsePage({ path: 'a.md', text: `${deep}Text` }).sections.map(({ prose }) => prose)).toEqual(['Text'])
})

test.each([
  ['a.html', (lines: string) => `<h1>T</h1><p>Text</p><pre>${lines}</pre>`],
  ['a.adoc', (lines: string) => `= T\n\n----\n${lines}----\n`],
])('a listing of 150,000 lines is read: %s', async (path, text) => {
  const { sections } = await readPage({ path, text: text('x\n'.repeat(150_000)) })
  expect(sections.reduce((sum, { code }) => sum + code.length, 0)).toBeGreaterThan(290_000)
})

test('schemas that hold each other many times over take as long as there are', async () => {
  const write = (count: number) => {
    const holding = { anyOf: Array.from({ length: count }, () => ({ $ref: '#/schemas/Any' })) }
    const document = { schemas: { Any: holding } }
    expect(writeFields({ properties: { any: { type: 'array', items: holding } } }, document)).toBe(
      '- `any` (array of object)',
    )
  }
  // Each level would take so many times as long as the one above.
  expect(await growthOf(10, write)).toBeLessThan(mostGrowth)
})

test('a robots.txt of thousands of crawlers and rules keeps the rules for this one', () => {
  const others = each(15_000, (at) => `User-agent: a${at}\n`)
  const { allows } = openRobots(
    readRobotsRules({ text: `${others}User-agent: Sidenote\n${'Disallow: /a\n'.repeat(15_000)}`, agent: 'Sidenote' }),
  )
  expect([allows(new URL('http://a.test/a')), allows(new URL('http://a.test/b'))]).toEqual([false, true])
})

test('of the links of a page 20,000 are followed', () => {
  const url = new URL('http://a.test/')
  expect(
    readHtmlHead(
      each(30_000, (at) => `<a href="/${at}">`),
      url,
    ).links,
  ).toHaveLength(20_000)
  expect(
    readMarkdownHead(
      each(30_000, (at) => `[a](/${at})\n`),
      url,
    ).links,
  ).toHaveLength(20_000)
})

test('settings whose names are settings within each other are read soon', () => {
  const bomb = '? '.repeat(600)
  expect(parsePage({ path: 'a.md', text: `---\ntitle: Kettle\nx:\n  ${bomb}\n---\nText` }).title).toBe('Kettle')
  expect(readSettings('a.yml', `name: Acme\nx:\n  ${bomb}`)).toMatchObject({ name: 'Acme' })
})

test('front matter that is nested too deep is told as such, and the page is read', () => {
  const { problems, sections } = parsePage({ path: 'a.md', text: `---\na: ${'['.repeat(20_000)}\n---\nText` })
  expect(problems).toMatchObject([
    { reason: 'The front matter is not valid YAML: Its lists and records are nested more than 100 deep.' },
  ])
  expect(sections).toMatchObject([{ prose: 'Text' }])
})

test('an alias in front matter that stands in itself is read as nothing and told as such; what stands beside it is kept', () => {
  const list = `[${each(1_000, () => '*a,')}]`
  const { title, description, problems } = parsePage({
    path: 'a.md',
    text: `---\ntitle: Kettle\nx: &a ${list}\ndescription: *a\n---\nText`,
  })
  expect([title, description]).toEqual(['Kettle', null])
  expect(problems).toMatchObject([
    { reason: 'The front matter is not valid YAML: The alias “*a” stands in what it stands for.' },
  ])
  expect(readSettings('a.yml', `name: Acme\nx: &a ${list}`)).toMatchObject({ name: 'Acme' })
})

test('front matter of more values than a page has is told as such, and the page is read', () => {
  const { problems, sections } = parsePage({ path: 'a.md', text: `---\n${'a: b\n'.repeat(20_000)}---\nText` })
  expect(problems).toMatchObject([
    { reason: 'The front matter is not valid YAML: It has more than 50,000 values and signs.' },
  ])
  expect(sections).toMatchObject([{ prose: 'Text' }])
})

test('an OpenAPI document that is nested too deep, or in names, ends with a sentence or is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-openapi-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const read = async (text: string) => {
    await writeFile(join(folder, 'api.yaml'), text)
    const source = openApiSource(reading, { file: join(folder, 'api.yaml') })
    return Array.fromAsync(source.read(new AbortController().signal))
  }
  const start = 'openapi: 3.1.0\npaths: {/boil: {get: {summary: Boil}}}\n'
  expect((await read(`${start}x:\n  ${'? '.repeat(600)}`)).length).toBeGreaterThan(1)
  await expect(read(`${start}x: ${'['.repeat(50_000)}${']'.repeat(50_000)}`)).rejects.toThrow(
    'nested more than 100 deep',
  )
})
