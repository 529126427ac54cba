import type { Plugin } from 'vite'

/** Options of the lexer that the panel never changes. As constants they let the bundler drop the other branches. */
const constants = {
  'this.options.pedantic': 'false',
  'this.options.breaks': 'false',
  'this.options.gfm': 'true',
}

/**
 * Keeps only the part of marked that reads Markdown. Its module also creates an instance, for `marked()`, which would keep the
 * half that writes HTML in the bundle; the panel renders the tokens itself.
 */
export const slimMarked = (): Plugin => ({
  name: 'slim-marked',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/marked/lib/marked.esm.js')) return undefined
    const [, lexer] = /([\w$]+) as Lexer\b/.exec(code) ?? []
    const [, marked] = /([\w$]+) as Marked\b/.exec(code) ?? []
    const instance = code.lastIndexOf('var ', code.indexOf(`=new ${marked};`))
    if (!lexer || instance < 0) this.error('marked creates its instance in another way now: see build/slim-marked.ts.')
    let slim = code.slice(0, instance)
    for (const [option, value] of Object.entries(constants)) {
      if (!slim.includes(option)) this.error(`marked does not read ${option} any more: see build/slim-marked.ts.`)
      slim = slim.replaceAll(option, value)
    }
    return { code: `${slim}export{${lexer} as Lexer}`, map: null }
  },
})
