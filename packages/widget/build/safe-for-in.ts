import type { Plugin } from 'vite'

const loop = /\bfor\s*\(\s*((?:let |const |var )?[\w$]+) in ([^()]+?)\)/g

/**
 * Rewrites `for (key in object)` so that it only sees the object's own keys. Otherwise the libraries in the panel would break on
 * pages that add to `Object.prototype`.
 */
export const safeForIn = (): Plugin => ({
  name: 'safe-for-in',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      const code = file.code.replace(loop, (_, key: string, object: string) => {
        const argument = object.includes(',') ? `(${object})` : object
        return `for(${key} of ownKeys__(${argument}))`
      })
      const rest = /\bfor\s*\(\s*(?:(?:let|const|var)\s+)?[\w$]+\s+in\b.{0,40}/.exec(code)
      if (rest) this.error(`This loop could not be rewritten: ${rest[0]}`)
      // Like `for…in`, it accepts null and undefined.
      file.code = `const ownKeys__=(e)=>Object.keys(e??{});${code}`
    }
  },
})
