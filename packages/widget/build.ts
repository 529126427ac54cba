import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import { build, type InlineConfig } from 'vite'
import { ownKeys } from './build/own-keys.ts'
import { shadowStyles } from './build/shadow-styles.ts'
import { pureInSdk, slimZod } from './build/slim-zod.ts'
import manifest from './package.json' with { type: 'json' }

const root = import.meta.dirname
const dist = join(root, 'dist')
const panelFolder = `widget/${manifest.version}`

/** kB of 1,000 bytes, brotli. Over budget is a failed build. */
const budgets = { loader: 5, together: 75 }

const common = {
  root,
  configFile: false,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
} satisfies InlineConfig

const output = (input: string, format: 'es' | 'iife', entryFileNames: string): InlineConfig['build'] => ({
  outDir: dist,
  emptyOutDir: false,
  copyPublicDir: false,
  target: 'es2022',
  cssTarget: 'esnext',
  minify: 'oxc',
  modulePreload: false,
  rolldownOptions: {
    input: join(root, input),
    treeshake: { manualPureFunctions: pureInSdk },
    preserveEntrySignatures: 'strict',
    output: { format, entryFileNames },
  },
})

/** The panel for script tags: one ES module with React's small twin in it. */
async function buildPanel(): Promise<string> {
  await build({
    ...common,
    plugins: [tailwind(), shadowStyles(), slimZod(), ownKeys()],
    resolve: {
      alias: [
        { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
        { find: /^react-dom$/, replacement: 'preact/compat' },
        { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
        { find: /^react$/, replacement: 'preact/compat' },
      ],
    },
    build: output('src/panel.tsx', 'es', `${panelFolder}/panel-[hash].js`),
  })
  const file = readdirSync(join(dist, panelFolder)).find((name) => name.startsWith('panel-') && name.endsWith('.js'))
  if (!file) throw new Error(`The build made no panel in ${join(dist, panelFolder)}.`)
  return `${panelFolder}/${file}`
}

/** The loader: a classic script, so that one tag is all it takes. */
const buildLoader = (panel: string) =>
  build({
    ...common,
    define: { ...common.define, __PANEL__: JSON.stringify(panel) },
    build: output('src/script.ts', 'iife', 'widget.js'),
  })

/** The npm package: the host's own React and SDK. */
const buildPackage = () =>
  build({
    ...common,
    plugins: [tailwind(), shadowStyles()],
    build: {
      outDir: join(dist, 'npm'),
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      cssTarget: 'esnext',
      minify: false,
      lib: { entry: join(root, 'src/index.ts'), formats: ['es'], fileName: 'index' },
      rolldownOptions: {
        external: [/^react/, /^@ai-sdk\//, /^ai$/, /^marked$/],
        output: { chunkFileNames: '[name].js' },
      },
    },
  })

/** Writes the compressed twins, so that a server or a CDN need not compress, and returns the sizes. */
function compress(file: string): { brotli: number; gzip: number; integrity: string } {
  const bytes = readFileSync(join(dist, file))
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  const gzip = gzipSync(bytes, { level: 9 })
  writeFileSync(join(dist, `${file}.br`), brotli)
  writeFileSync(join(dist, `${file}.gz`), gzip)
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  return { brotli: brotli.length, gzip: gzip.length, integrity }
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

for (const made of ['widget.js', 'widget.js.br', 'widget.js.gz', 'widget', 'npm'])
  rmSync(join(dist, made), { recursive: true, force: true })
mkdirSync(dist, { recursive: true })

const panelFile = await buildPanel()
await buildLoader(panelFile)
await buildPackage()

const loader = compress('widget.js')
const panel = compress(panelFile)
for (const [file, { brotli, gzip, integrity }] of Object.entries({ 'widget.js': loader, [panelFile]: panel }))
  console.log(`${file}\n  ${kilobytes(brotli)} brotli, ${kilobytes(gzip)} gzip\n  ${integrity}`)

const together = loader.brotli + panel.brotli
console.log(`loader and panel together: ${kilobytes(together)} brotli (at most ${budgets.together} kB)`)
if (loader.brotli > budgets.loader * 1_000)
  throw new Error(`widget.js is ${kilobytes(loader.brotli)} brotli, more than its ${budgets.loader} kB.`)
if (together > budgets.together * 1_000)
  throw new Error(`Loader and panel are ${kilobytes(together)} brotli, more than their ${budgets.together} kB.`)
