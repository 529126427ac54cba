import type { Plugin } from 'vite'

/**
 * Lets `import()` be what it is. Vite puts a helper around it that preloads style sheets by way of the page's head, which
 * is none of ours to touch; what is imported later is verified instead (`src/page/import-verified.ts`).
 */
export const plainImport = (): Plugin => ({
  name: 'plain-import',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
})
