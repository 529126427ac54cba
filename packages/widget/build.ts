import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import { build, type InlineConfig } from 'vite'
import { ownKeys } from './build/safe-for-in.ts'
import { plainImport } from './build/plain-import.ts'
import { preactAlias } from './build/preact-alias.ts'
import { shadowStyles } from './build/shadow-styles.ts'
import { slimMarked } from './build/slim-marked.ts'
import { pureInSdk, slimZod } from './build/slim-zod.ts'
import { verifyLater } from './build/verify-imports.ts'
import manifest from './package.json' with { type: 'json' }

const root = import.meta.dirname
/** Another folder may be named: so two builds can be compared. */
const dist = process.argv[2] ?? join(root, 'dist')
const panelFolder = `widget/${manifest.version}`

/** kB of 1,000 bytes, brotli. Over budget is a failed build. */
const budgets = { loader: 6, together: 60 }

const common = {
  root,
  configFile: false,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
} satisfies InlineConfig

const output = (
  input: string,
  format: 'es' | 'iife',
  entryFileNames: string,
  chunkFileNames = '[name]-[hash].js',
): InlineConfig['build'] => ({
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
    // What panel and later files share stands in the panel: one request fewer.
    preserveEntrySignatures: 'allow-extension',
    output: { format, entryFileNames, chunkFileNames },
  },
})

/** The panel for script tags: one ES module with React's small twin in it. */
async function buildPanel(): Promise<string> {
  await build({
    ...common,
    plugins: [tailwind(), shadowStyles(), slimMarked(), slimZod(), ownKeys(), plainImport()],
    resolve: { alias: preactAlias },
    build: output('src/panel.tsx', 'es', `${panelFolder}/panel-[hash].js`, `${panelFolder}/[name]-[hash].js`),
  })
  const file = readdirSync(join(dist, panelFolder)).find((name) => name.startsWith('panel-') && name.endsWith('.js'))
  if (!file) throw new Error(`The build made no panel in ${join(dist, panelFolder)}.`)
  return `${panelFolder}/${file}`
}

/** The loader: a classic script, so that one tag is all it takes. @param panel where the panel is, from there */
const buildLoader = (file: string, panel: string, integrity: string) =>
  build({
    ...common,
    define: { ...common.define, __PANEL__: JSON.stringify(panel), __INTEGRITY__: JSON.stringify(integrity) },
    build: output('src/script.ts', 'iife', file),
  })

/** Names of the script files of this version, panel and later ones. */
const versioned = (): string[] => readdirSync(join(dist, panelFolder)).filter((name) => name.endsWith('.js'))

const integrityOf = (file: string, hash = 'sha384'): string =>
  `${hash}-${createHash(hash)
    .update(readFileSync(join(dist, file)))
    .digest('base64')}`

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
      lib: {
        entry: { index: join(root, 'src/index.ts'), react: join(root, 'src/react.tsx') },
        formats: ['es'],
      },
      rolldownOptions: {
        external: [/^react/, /^@ai-sdk\//, /^ai$/, /^marked$/, /^temml$/, /^@speed-highlight\//],
        output: {
          chunkFileNames: '[name].js',
          // Frameworks that render on a server leave such files to the browser.
          banner: ({ name }) => (name === 'react' ? "'use client'" : ''),
        },
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
  return { brotli: brotli.length, gzip: gzip.length, integrity: integrityOf(file) }
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

for (const made of ['widget.js', 'widget.js.br', 'widget.js.gz', 'widget', 'npm'])
  rmSync(join(dist, made), { recursive: true, force: true })
mkdirSync(dist, { recursive: true })

const panelFile = await buildPanel()
// What every reader fetches names the shorter hash: 16 bytes less for each file, and nobody has forged either.
const panelCode = verifyLater(readFileSync(join(dist, panelFile), 'utf8'), (name) =>
  integrityOf(`${panelFolder}/${name}`, 'sha256'),
)
writeFileSync(join(dist, panelFile), panelCode)
const integrity = integrityOf(panelFile, 'sha256')
await buildLoader('widget.js', panelFile, integrity)
await buildLoader(`${panelFolder}/widget.js`, panelFile.slice(panelFolder.length + 1), integrity)
await buildPackage()

const loader = compress('widget.js')
const panel = compress(panelFile)
for (const [file, { brotli, gzip, integrity }] of Object.entries({ 'widget.js': loader, [panelFile]: panel }))
  console.log(`${file}\n  ${kilobytes(brotli)} brotli, ${kilobytes(gzip)} gzip\n  ${integrity}`)

for (const name of versioned()) {
  if (panelFile.endsWith(name)) continue
  const later = `${panelFolder}/${name}`
  console.log(
    `${later}\n  ${kilobytes(compress(later).brotli)} brotli${name === 'widget.js' ? '' : ', loaded when it is needed'}\n  ${integrityOf(later)}`,
  )
}

const integrities = Object.fromEntries(versioned().map((name) => [name, integrityOf(`${panelFolder}/${name}`)]))
writeFileSync(join(dist, panelFolder, 'integrity.json'), `${JSON.stringify(integrities, undefined, 2)}\n`)

const together = loader.brotli + panel.brotli
console.log(`loader and panel together: ${kilobytes(together)} brotli (at most ${budgets.together} kB)`)
if (loader.brotli > budgets.loader * 1_000)
  throw new Error(`widget.js is ${kilobytes(loader.brotli)} brotli, more than its ${budgets.loader} kB.`)
if (together > budgets.together * 1_000)
  throw new Error(`Loader and panel are ${kilobytes(together)} brotli, more than their ${budgets.together} kB.`)
