import { expect, it } from 'vitest'
import { decodeEntities } from './entities.ts'

it('decodes entities to text', () => {
  expect(decodeEntities('a &lt;b&gt; &#8230; &#x2026; &amp;lt; &unknown; &#0;')).toBe('a <b> … … &lt; &unknown; &#0;')
})

it.each(['&#x202e;', '&#8238;', '&#x2066;', '&#x200b;', '&#173;', '&#xE0041;', '&#27;', '&#xfeff;'])(
  'decodes %s to nothing, since it would turn or hide text',
  (entity) => expect(decodeEntities(`a${entity}b`)).toBe('ab'),
)
