import { expect, test } from 'vitest'
import type { PageText } from '../../page.ts'
import { parsePage } from '../parse.ts'

const read = (text: string, page: Partial<PageText> = {}) => parsePage({ path: 'guide.md', text, ...page })
const contentOf = (text: string, page?: Partial<PageText>) =>
  read(text, page)
    .sections.map(({ content }) => content)
    .join('\n\n')

const component = `import Tabs from '@theme/Tabs';

export const Highlight = ({children, color}) => (
  <span
    style={{
      backgroundColor: color,
    }}>
    {children}
  </span>
);

`
const tabs = `<Tabs
  defaultValue="npm"
  values={[
    {label: 'npm', value: 'npm'},
  ]}>
  <TabItem value="npm">

Run it.

  </TabItem>
</Tabs>
`

test('Markdown that its site reads as MDX loses modules and components, and keeps what they show', () => {
  const text = `${component}Intro <Highlight color="#25c2a0">in green</Highlight>.\n\n<!-- truncate\n\nhidden -->\n\n${tabs}`
  const page = read(text, { format: 'mdx' })
  expect(page.problems).toEqual([])
  expect(page.sections.map(({ prose }) => prose)).toEqual([expect.stringContaining('Intro in green.')])
  expect(page.sections[0]?.content).toContain('Run it.')
  expect(page.sections[0]?.content).not.toMatch(/span|backgroundColor|theme|truncate|hidden|defaultValue/)
})

test('without a generator a module tells MDX, and what cannot be read as such is Markdown without a word', () => {
  expect(contentOf(`${component}<Highlight render={{ a: { b: 1 } }}>\n\nText\n\n</Highlight>`)).toBe('Text')
  expect(contentOf(`${component}A < b and {c`)).toBe('A < b and {c')
  expect(read(`${component}A < b and {c`).problems).toEqual([])
})

test('lines of code, of scripts and of prose that begin like a module are what they are', () => {
  expect(contentOf('```js\nimport a from "a"\n```\n\nA < b {c}')).toContain('A < b {c}')
  expect(contentOf('<script setup>\nimport a from "a"\n</script>\n\n{{ x }} < b')).toBe('{{ x }} < b')
  expect(contentOf('export the file from the menu.\n\nimport the file from the menu.')).toContain('export the file')
  expect(contentOf(`${component}Text`, { format: 'md' })).toContain('export const')
  expect(contentOf(`${component}Text`, { format: 'detect' })).toContain('export const')
  expect(contentOf(`---\nmdx:\n  format: md\n---\n${component}Text`, { format: 'mdx' })).toContain('export const')
})

test('MDX that cannot be read loses modules of several lines, comments, and expressions in tags', () => {
  const page = read(
    `${component}{/* note\nto self */}\n\n${tabs}\n<Card title={'One'} style={{ a: { b: 1 } }}>\n\nA {b\n\n</Card>`,
    {
      path: 'guide.mdx',
    },
  )
  expect(page.problems).toHaveLength(1)
  expect(page.problems[0]?.line).toBe(29)
  expect(page.sections[0]?.content).toBe('Run it.\n\nOne\n\nA {b')
})

test('an HTML comment in the MDX of other sites is reported', () => {
  expect(read('<!-- no -->\n\nText', { path: 'a.mdx' }).problems).toHaveLength(1)
  expect(contentOf('Write `<!-- this -->` there.', { format: 'mdx' })).toBe('Write `<!-- this -->` there.')
})
