import { describe, expect, it } from 'vitest'
import { closeEnds } from './close-ends.ts'

describe('the end of a growing text', () => {
  it.each([
    ['Use **bold', 'Use **bold**'],
    ['Use **', 'Use '],
    ['Call `fetch(', 'Call `fetch(`'],
    ['See [the gui', 'See '],
    ['See [the guide](https://exa', 'See the guide'],
    ['Seen ![](https://evil.example/?q=sec', 'Seen '],
    ['A claim [1', 'A claim '],
    ['A claim [1]', 'A claim [1]'],
    ['<img src=x onerr', ''],
    ['a < b', 'a < b'],
    ['`a[`', '`a[`'],
    ['Use *slanted', 'Use *slanted*'],
    ['Use **bold*', 'Use **bold**'],
    ['Use ~~old', 'Use ~~old~~'],
    ['a snake_case name', 'a snake_case name'],
    ['2 * 3 is', '2 * 3 is'],
    ['Fish &am', 'Fish '],
    ['| a | b', ''],
    ['| a | b |\n|--', ''],
    ['| a | b |\n|---|---|\n', '| a | b |\n|---|---|\n'],
    ['| a | b |\n|---|---|\n| 1 | *2', '| a | b |\n|---|---|\n| 1 | *2*'],
    ['One line\n-', 'One line\n'],
    ['One line\n1', 'One line\n'],
    ['- one\n-', '- one\n'],
    ['## ', ''],
    ['``', ''],
    ['```js', ''],
    ['```js\nlet a\n``', '```js\nlet a'],
    ['It is $$a +', 'It is '],
    ['It is \\(a', 'It is '],
    ['[it]: https://exa', ''],
    ['Stop!', 'Stop'],
  ])('%j is shown as %j', (written, shown) => expect(closeEnds(written)).toBe(shown))

  it('stays unchanged inside a code block', () => {
    expect(closeEnds('```js\nconst a = [1')).toBe('```js\nconst a = [1')
  })

  it('is all that changes', () => {
    expect(closeEnds('A [link](https://example.org) and **bold**.\n\nnew [li')).toBe(
      'A [link](https://example.org) and **bold**.\n\nnew ',
    )
  })
})
