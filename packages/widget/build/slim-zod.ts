import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const here = createRequire(import.meta.url)

/**
 * Functions that the SDK calls on load to build schemas, of which a browser needs one. They have no side effects, so unused calls
 * can be dropped. Bundlers go by the name alone, so the plugin gives them unique names.
 */
export const pureInSdk = [
  'zodMini__',
  'zodFull__',
  'providerMetadataSchema$1',
  'jsonValueSchema',
  'toolMetadataSchema$1',
]

/**
 * Gives the AI SDK zod's mini build in place of the full one, in the script build. The SDK checks every chunk of a stream with mini
 * schemas, and that stays. It takes only a few names from the full build, which has 15 kB (brotli) of methods, messages and JSON
 * Schema that a browser never needs.
 */
export const slimZod = (): Plugin => ({
  name: 'slim-zod',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id === 'zod/v4' && importer !== beside('zod-full.js')) return beside('zod-full.js')
    if (id === 'zod/v4/core' && importer?.includes('provider-utils')) return beside('zod-core.js')
    if (id.endsWith('locales/en.js')) return beside('zod-english.js')
    if (importer?.startsWith(beside('.')) && id.startsWith('zod/')) return this.resolve(id, here.resolve('ai'))
    return undefined
  },
  transform(code, id) {
    // zod shares its settings by a global with any other zod on the page; ours stay private.
    if (id.endsWith('/zod/v4/core/core.js'))
      return { code: `const shared__ = {};${code.replaceAll('globalThis', 'shared__')}`, map: null }
    if (!id.endsWith('/ai/dist/index.js')) return undefined
    if (!code.includes('const z$1 = {') || !code.includes('const z = {'))
      this.error('The AI SDK has other names for its zod builds now: see build/slim-zod.ts.')
    return {
      code: code.replace(/\bz\$1(?=\.| = \{)/g, 'zodMini__').replace(/\bz(?=\.| = \{)/g, 'zodFull__'),
      map: null,
    }
  },
})
