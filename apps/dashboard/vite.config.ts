import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** Where the development server sends what it does not answer itself. */
const server = process.env.SIDENOTE_URL ?? 'http://127.0.0.1:4000'

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [tailwind()],
  server: {
    port: 4173,
    proxy: Object.fromEntries(
      ['/admin', '/v2', '/discovery', '/dashboard/auth', '/widget.js', '/widget/', '/agent'].map((path) => [
        path,
        { target: server, changeOrigin: true, headers: { origin: server } },
      ]),
    ),
  },
  build: {
    target: 'es2022',
    cssTarget: 'esnext',
    // A `data:` address would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    // Packages mark modules for server components, of which there are none here.
    rolldownOptions: {
      input: ['index.html', 'preview.html'].map((page) => join(import.meta.dirname, page)),
      onLog: (level, log, write) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && write(level, log),
    },
  },
})
