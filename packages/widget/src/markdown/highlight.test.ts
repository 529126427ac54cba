import { describe, expect, it } from 'vitest'
import { highlight } from './highlight.ts'

describe('colours of code', () => {
  it('name what stands there and change no letter', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to read, not to run
    const code = "const port = 4000 // the server's\nstart(`at ${port}`)\n"
    const tokens = highlight(code, 'typescript') ?? []
    expect(tokens.map(({ text }) => text).join('')).toBe(code)
    expect(tokens).toContainEqual({ text: 'const', kind: 'kwd' })
    expect(tokens).toContainEqual({ text: '4000', kind: 'num' })
  })

  it.each(['sh', 'yaml', 'json', 'html', 'py', 'sql', 'diff'])('change no letter of %s', (language) => {
    const code = '# a\nname: "b" # c\n<p class="x">y</p>\nselect * from t where a = \'1\'\n+ d\n- e\n'
    expect(
      highlight(code, language)
        ?.map(({ text }) => text)
        .join(''),
    ).toBe(code)
  })

  it('are left out where the language is not known, and are quick on hostile code', () => {
    expect(highlight('x', 'constructor')).toBeUndefined()
    expect(highlight('x', 'mermaid')).toBeUndefined()
    for (const language of ['ts', 'html', 'py', 'bash', 'yaml', 'sql', 'css', 'json']) {
      const began = performance.now()
      for (const piece of ['/*', '`${', '"\\', '<a ', '((((', 'a.a.'])
        highlight(piece.repeat(3_000).slice(0, 12_000), language)
      expect(performance.now() - began, language).toBeLessThan(5_000)
    }
  })
})
