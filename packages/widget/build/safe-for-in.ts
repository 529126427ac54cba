import type { Plugin } from 'vite'

const loop = /\bfor\s*\(\s*((?:let |const |var )?[\w$]+) in ([^()]+?)\)/g

/**
 * Rewrites `for (key in object)` so that it only sees the object's own keys. On pages that add to `Object.prototype`, the
 * libraries in the panel would otherwise stumble over what they never put there.
 */
export const ownKeys = (): Plugin => ({
  name: 'own-keys',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      const code = file.code.replace(loop, (_, key, object) => `for(${key} of ownKeys__((${object})))`)
      const left = /\bfor\s*\(\s*(?:(?:let|const|var)\s+)?[\w$]+\s+in\b.{0,40}/.exec(code)
      if (left) this.error(`This loop could not be rewritten: ${left[0]}`)
      file.code = `const ownKeys__=(object)=>object==null?[]:Object.keys(object);${code}`
    }
  },
})
