import { expect, test } from 'vitest'
import { parsePage } from './parse.ts'

const words = (about: string, length = 700) => `${about} says this. `.repeat(Math.ceil(length / (about.length + 12)))
const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa', 'lambda', 'mu']
const write = (one: (name: string) => string) => names.map(one).join('\n')
const html = (body: string) =>
  parsePage({ path: 'a.html', text: `<title>Manual</title><h1>Manual</h1><h2 id="options">Options</h2>${body}` })
    .sections
const markdown = (body: string) => parsePage({ path: 'a.md', text: `# Manual\n\n## Options\n\n${body}` }).sections

test('a section that a model can read whole stays one, whatever it has in it', () => {
  const short = html(`<dl>${write((name) => `<dt>${name}</dt><dd>${words(name, 200)}</dd>`)}</dl>`)
  expect(short.filter(({ anchor }) => anchor === 'options')).toHaveLength(1)
})

test('of a longer one each term of a list is a passage of its own, which the anchor of the section leads to', () => {
  const sections = html(`<p>All of them.</p><dl>${write((name) => `<dt>${name}</dt><dd>${words(name)}</dd>`)}</dl>`)
  expect(sections.slice(1).map(({ heading, anchor }) => [heading, anchor])).toEqual(
    ['Options', ...names].map((name) => [name, 'options']),
  )
  expect(sections[2]).toMatchObject({ breadcrumbs: ['Manual', 'Options'], prose: words('alpha').trim() })
  expect(sections[2]?.content).toBe(`### alpha\n\n${words('alpha').trim()}`)
})

test.each([
  ['lines in bold', (name: string) => `**${name}**\n\n${words(name)}\n`],
  ['items that begin with code', (name: string) => `- \`${name}\`: ${words(name)}`],
  ['items that begin in bold', (name: string) => `- **${name}** – ${words(name)}`],
  ['items whose code is a link', (name: string) => `- [\`${name}\`](/x): ${words(name)}`],
  ['items with a term and paragraphs', (name: string) => `- ${name}\n\n  ${words(name)}\n`],
  [
    'tables of a single row, as Exim’s manual has',
    (name: string) => `|  |  |\n| - | - |\n| ${name} | Use: main |\n\n${words(name)}\n`,
  ],
])('%s name passages', (_, one) => {
  const sections = markdown(write(one))
  expect(sections.map(({ heading }) => heading).filter((heading) => names.includes(heading ?? ''))).toEqual(names)
  for (const section of sections.slice(2)) expect(section.prose).toContain(`${section.heading} says this.`)
})

test('a heading over nothing but such terms stays what its links lead to', () => {
  const sections = html(`<dl>${write((name) => `<dt>${name}</dt><dd>${words(name)}</dd>`)}</dl>`)
  expect(sections[1]).toMatchObject({
    heading: 'Options',
    anchor: 'options',
    breadcrumbs: ['Manual'],
    content: '## Options',
  })
  expect(sections.slice(2).map(({ heading }) => heading)).toEqual(names)
})

test('steps are not named, and what is said in a line each is kept together', () => {
  const steps = markdown(names.map((name, at) => `${at + 1}. **${name}**: ${words(name)}`).join('\n'))
  expect(new Set(steps.slice(1).map(({ heading }) => heading))).toEqual(new Set(['Options']))
  expect(steps[2]?.content).toMatch(/^\d+\. \*\*/)
  const lines = markdown(Array.from({ length: 400 }, (_, at) => `- **a${at}**: what it is for`).join('\n'))
  expect(lines.length).toBeLessThan(10)
})

test.each([
  ['paragraphs', write((name) => `${words(name)}\n`)],
  ['one paragraph', words('One', 20_000)],
  [
    'a table',
    `| a | b |\n| - | - |\n${Array.from({ length: 300 }, (_, at) => `| row ${at} | ${words('It', 40)}|`).join('\n')}`,
  ],
  ['a list', Array.from({ length: 300 }, (_, at) => `- item ${at} ${words('It', 40)}`).join('\n')],
  ['a quotation', write((name) => `> ${words(name)}\n>`)],
  ['code', `\`\`\`\n${Array.from({ length: 600 }, (_, at) => `key${at}: some value`).join('\n')}\n\`\`\``],
  ['code in one line', `\`\`\`\n${'a(b);'.repeat(4_000)}\n\`\`\``],
  [
    'items that are long themselves',
    names
      .map((name) => `- ${name}\n${names.map((inner) => `  - ${inner} ${words(inner, 900)}`).join('\n')}`)
      .join('\n'),
  ],
])('%s without names are cut to lengths that can be read, and nothing is lost', (_, body) => {
  const sections = markdown(body)
  const whole = (text: string) => text.replace(/^\|[ -|]*\|$|^\| a \| b \|$|^```\w*$|^##.*$|[\s>-]/gm, '')
  expect(sections.length).toBeGreaterThan(2)
  for (const { content } of sections) expect(content.length).toBeLessThan(4_000)
  expect(whole(sections.map(({ content }) => content).join('\n'))).toBe(whole(body))
  expect(new Set(sections.slice(1).map(({ anchor }) => anchor))).toEqual(new Set(['options']))
})

test('a listing is cut where something begins, as options of a manual page do', () => {
  const option = (name: string) => `  --${name}\n      ${words(name, 400)}\n\n      ${words(name, 400)}\n`
  const [, , ...others] = html(`<pre>${write(option)}</pre>`)
  expect(others).not.toEqual([])
  for (const { code } of others) expect(code).toMatch(/^ *--/)
})

test('an example in a language is never cut', () => {
  const example = `\`\`\`js\n${'call()\n\n'.repeat(2_000)}\`\`\``
  const sections = markdown(`${words('Before')}\n\n${example}\n\n${words('After')}`)
  expect(sections.filter(({ code }) => code !== '')).toHaveLength(1)
  expect(sections.map(({ content }) => content).join('\n')).toContain(example)
})

test('a page without headings is cut, too: its parts lead to the page', () => {
  const { sections } = parsePage({ path: 'faq.md', text: write((name) => `**${name}?**\n\n${words(name)}\n`) })
  expect(sections.map(({ heading, anchor }) => [heading, anchor])).toEqual(names.map((name) => [`${name}?`, null]))
})

test.each([
  ['in bold', (name: string) => `**What is ${name}?**\n\nIt is said here.\n`],
  ['behind a Q', (name: string) => `Q: What is ${name}?\n\nA: It is said here.\n`],
])('several questions %s name passages, however short the section is', (_, one) => {
  const sections = markdown(`All of them.\n\n${['alpha', 'beta', 'gamma'].map(one).join('\n')}`)
  expect(sections.slice(1).map(({ heading, anchor }) => [heading, anchor])).toEqual(
    ['Options', 'What is alpha?', 'What is beta?', 'What is gamma?'].map((name) => [name, 'options']),
  )
  const long = markdown(names.map((name) => `${one(name)}\n${words(name)}\n`).join('\n'))
  expect(long.slice(2).map(({ heading }) => heading)).toEqual(names.map((name) => `What is ${name}?`))
  expect(sections[2]?.content).toMatch(/^### What is alpha\?\n\n(?:A: )?It is said here\.$/)
  expect(markdown(['alpha', 'beta'].map(one).join('\n')).map(({ heading }) => heading)).not.toContain('What is beta?')
})
