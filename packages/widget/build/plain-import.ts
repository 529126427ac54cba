import type { Plugin } from 'vite'

/**
 * Keeps `import()` as it is. Vite would wrap it in a helper that adds style sheets to the page's head, which isn't ours to change.
 * Later imports are verified instead (`verify-imports.ts`).
 */
export const plainImport = (): Plugin => ({
  name: 'plain-import',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
})
