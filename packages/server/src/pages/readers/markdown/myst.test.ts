import { describe, expect, test } from 'vitest'
import { parsePage } from '../parse.ts'

const parse = (text: string) => parsePage({ path: 'guide/a.md', text, anchors: 'docutils' }).sections
const contentOf = (text: string) =>
  parse(text)
    .map(({ content }) => content)
    .join('\n\n')

describe('MyST Markdown', () => {
  test.each([
    ['```{note}\nMind *this*.\n```\nMore.', '**Note**\nMind *this*.\n\nMore.'],
    [':::{seealso}\nThat.\n:::', '**See also**\nThat.'],
    ['```{admonition} My *title*\n:class: tip\n:name: a-tip\n\nText.\n```', '**My *title***\n\nText.'],
    [
      '````{dropdown} More\n---\nopen:\n---\nText.\n\n```py\nx = 1\n```\n````',
      '**More**\n\nText.\n\n```py\nx = 1\n```',
    ],
    ['```{versionadded} 1.2\nIt is new.\n```', '**New in version 1.2**\nIt is new.'],
    ['```{version-changed} 1.3\nIt is faster.\n```', '**Changed in version 1.3**\nIt is faster.'],
    ['::::{tab-set}\n:::{tab-item} Linux\n:sync: linux\nOne.\n:::\n::::', '**Linux**\n\nOne.'],
    ['```{figure} a.png\n:alt: x\n\nThe caption.\n```', 'The caption.'],
  ])('the body of a directive is text: %j', (text, content) => {
    expect(contentOf(text)).toBe(content)
  })

  test.each([
    ['```{code-block} python\n:linenos:\n\n# no heading\n```', '```python\n\n# no heading\n```'],
    [':::{code-block} sh\n:caption: x\nls\n:::\n\nText.', '```sh\nls\n```\n\nText.'],
    ['```{python}\nx = 1\n```', '```python\nx = 1\n```'],
    ['```{.python}\nx = 1\n```', '```python\nx = 1\n```'],
  ])('code is code: %j', (text, content) => {
    const lines = (written: string) => written.split('\n').filter((line) => line !== '')
    expect(lines(contentOf(text))).toEqual(lines(content))
  })

  test('what makes no text leaves none', () => {
    expect(contentOf('```{toctree}\n:maxdepth: 2\n\na\nb\n```\n\nText.\n\n```{eval-rst}\n.. automodule:: x\n```')).toBe(
      'Text.',
    )
  })

  test('a label is the anchor of the heading below, which docutils would make otherwise', () => {
    const sections = parse("(Old Name)=\n(intro/start)=\n\n## What's new?\n\nText.\n\n## What's new?\n\nMore.")
    expect(sections.map(({ anchor }) => anchor)).toEqual(['intro-start', 'what-s-new'])
  })

  test('roles are what readers see of them', () => {
    expect(contentOf('Press {kbd}`Ctrl+C` in {guilabel}`File`, {term}`the words <word>`, {py:class}`~a.b.Name`.')).toBe(
      'Press `Ctrl+C` in File, the words, `Name`.',
    )
    expect(contentOf('In code: `` {ref}`x` ``.')).toBe('In code: `` {ref}`x` ``.')
  })
})
