import { expect, it } from 'vitest'
import { decodeEntities } from './entities.ts'

it('decodes entities to text', () => {
  expect(decodeEntities('a &lt;b&gt; &#8230; &#x2026; &amp;lt; &unknown; &#0;')).toBe('a <b> … … &lt; &unknown; &#0;')
})

it.each([
  ['5&nbsp;&micro;s', '5\u00a0µs'],
  ['3&frac12; &times; 10&sup2;', '3½ × 10²'],
  ['&euro;5 &ndash; &pound;6', '€5 – £6'],
  ['4.7&thinsp;k&Omega; at 20&nbsp;&deg;C', '4.7\u2009kΩ at 20\u00a0°C'],
  ['x &le; &infin; &ne; y', 'x ≤ ∞ ≠ y'],
])('changes no value in %s', (written, text) => expect(decodeEntities(written)).toBe(text))

it.each(['&#x202e;', '&#8238;', '&#x2066;', '&#x200b;', '&#173;', '&#xE0041;', '&#27;', '&#xfeff;'])(
  'decodes %s to nothing, since it would turn or hide text',
  (entity) => expect(decodeEntities(`a${entity}b`)).toBe('ab'),
)
