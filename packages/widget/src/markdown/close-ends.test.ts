import { describe, expect, it } from 'vitest'
import { closeEnds } from './close-ends.ts'

describe('the end of a text that is still being written', () => {
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
    ['| a | b', '| a | b'],
  ])('%j is shown as %j', (written, shown) => expect(closeEnds(written)).toBe(shown))

  it('is left alone inside a code block', () => {
    expect(closeEnds('```js\nconst a = [1')).toBe('```js\nconst a = [1')
  })

  it('is all that changes', () => {
    expect(closeEnds('A [link](https://example.org) and **bold**.\n\nnew [li')).toBe(
      'A [link](https://example.org) and **bold**.\n\nnew ',
    )
  })
})
