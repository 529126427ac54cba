import { describe, expect, it } from 'vitest'
import { highlight } from './highlight.ts'

describe('code highlighting', () => {
  it('names the kinds of tokens and changes no letter', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to read, not to run
    const code = "const port = 4000 // the server's\nstart(`at ${port}`)\n"
    const tokens = highlight(code, 'typescript') ?? []
    expect(tokens.map(({ text }) => text).join('')).toBe(code)
    expect(tokens).toContainEqual({ text: 'const', kind: 'kwd' })
    expect(tokens).toContainEqual({ text: '4000', kind: 'num' })
  })

  it.each(['sh', 'yaml', 'json', 'html', 'py', 'sql', 'diff'])('changes no letter of %s', (language) => {
    const code = '# a\nname: "b" # c\n<p class="x">y</p>\nselect * from t where a = \'1\'\n+ d\n- e\n'
    expect(
      highlight(code, language)
        ?.map(({ text }) => text)
        .join(''),
    ).toBe(code)
  })

  it('is left out for unknown languages', () => {
    expect(highlight('x', 'constructor')).toBeUndefined()
    expect(highlight('x', 'mermaid')).toBeUndefined()
  })

  it.each(['ts', 'html', 'py', 'bash', 'yaml', 'sql', 'css', 'json'])(
    'takes at most quadratic time on hostile %s',
    (language) => {
      for (const piece of ['/*', '`${', '"\\', '<a ', '((((', 'a.a.']) {
        /** Of this thread's own work, in ms: a busy machine only makes it wait. */
        const cost = (length: number): number => {
          const code = piece.repeat(length).slice(0, length)
          const start = process.threadCpuUsage()
          for (let round = 0; round < 5; round++) highlight(code, language)
          const { user, system } = process.threadCpuUsage(start)
          return (user + system) / 1_000
        }
        highlight(piece.repeat(3_000), language)
        // Four times the length takes 16 times as long at most; the rest is room for measuring errors.
        expect(cost(12_000) / Math.max(5, cost(3_000)), piece).toBeLessThan(48)
      }
    },
  )
})
