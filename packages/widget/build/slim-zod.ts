import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const here = createRequire(import.meta.url)

/**
 * What the SDK calls while it is loaded, to build schemas of which a browser needs one. The calls do nothing but give
 * their result, so unused ones may go. Their names are made unlike any other: bundlers go by the name alone.
 */
export const pureInSdk = [
  'zodMini__',
  'zodFull__',
  'providerMetadataSchema$1',
  'jsonValueSchema',
  'toolMetadataSchema$1',
]

/**
 * Gives the AI SDK the small face of zod in the script build. The SDK checks every chunk of a stream with zod's mini
 * schemas, and that stays; only a handful of names come from the full face, which is 15 kB (brotli) of methods, messages
 * and JSON Schema that a browser never needs.
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
    // zod shares its settings with every other zod on the page, by a global; ours are nobody's business.
    if (id.endsWith('/zod/v4/core/core.js'))
      return { code: `const shared__ = {};${code.replaceAll('globalThis', 'shared__')}`, map: null }
    if (!id.endsWith('/ai/dist/index.js')) return undefined
    if (!code.includes('const z$1 = {') || !code.includes('const z = {'))
      this.error('The AI SDK names its zod faces otherwise than before: look at build/slim-zod.ts.')
    return {
      code: code.replace(/\bz\$1(?=\.| = \{)/g, 'zodMini__').replace(/\bz(?=\.| = \{)/g, 'zodFull__'),
      map: null,
    }
  },
})
