import type { Plugin } from 'vite'

/**
 * Leaves of marked what reads Markdown. Its module also makes an instance, for `marked()`, which would keep the half that
 * writes HTML in the bundle; the panel renders the tokens itself.
 */
export const slimMarked = (): Plugin => ({
  name: 'slim-marked',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/marked/lib/marked.esm.js')) return undefined
    const [, lexer] = /([\w$]+) as Lexer\b/.exec(code) ?? []
    const [, marked] = /([\w$]+) as Marked\b/.exec(code) ?? []
    const instance = code.lastIndexOf('var ', code.indexOf(`=new ${marked};`))
    if (!lexer || instance < 0)
      this.error('marked makes its instance otherwise than before: look at build/slim-marked.ts.')
    return { code: `${code.slice(0, instance)}export{${lexer} as Lexer}`, map: null }
  },
})
