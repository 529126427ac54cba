import { fileURLToPath } from 'node:url'

/** Replaces React by Preact, for the script build, and for tests and measurements of it. */
export const preactAlias = [
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^swr$/, replacement: fileURLToPath(new URL('no-swr.js', import.meta.url)) },
]
