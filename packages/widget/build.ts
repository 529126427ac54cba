import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import { build, type InlineConfig } from 'vite'
import { compileHint } from './build/compile-hint.ts'
import { plainImport } from './build/plain-import.ts'
import { preactAlias } from './build/preact-alias.ts'
import { copyPublicTypes } from './build/public-types.ts'
import { safeForIn } from './build/safe-for-in.ts'
import { shadowStyles } from './build/shadow-styles.ts'
import { slimMarked } from './build/slim-marked.ts'
import { pureInSdk, slimZod } from './build/slim-zod.ts'
import { verifyImports } from './build/verify-imports.ts'
import manifest from './package.json' with { type: 'json' }
import { languageFiles } from './src/locales/import-words.ts'

const root = import.meta.dirname
/** An argument names another folder, so that two builds can be compared. */
const dist = process.argv[2] ?? join(root, 'dist')
const panelFolder = `widget/${manifest.version}`

/** In kB of 1,000 bytes, brotli. The build fails if it's over budget. */
const budgets = { loader: 6, together: 52 }

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
    // Code that the panel and later files share goes into the panel, which saves a request.
    preserveEntrySignatures: 'allow-extension',
    output: {
      format,
      entryFileNames,
      chunkFileNames,
      // All that the panel needs itself is one file, whatever later files need of it.
      ...(format === 'es'
        ? { codeSplitting: { groups: [{ name: 'panel', test: /\/src\/(?:panel|parts\/confirm-button)\.tsx$/ }] } }
        : {}),
    },
  },
})

/** Builds the panel for script tags: one ES module with Preact in React's place. Returns its path below `dist`. */
async function buildPanel(): Promise<string> {
  await build({
    ...common,
    plugins: [tailwind(), shadowStyles(), slimMarked(), slimZod(), safeForIn(), plainImport()],
    resolve: { alias: preactAlias },
    build: output('src/panel.tsx', 'es', `${panelFolder}/panel-[hash].js`, `${panelFolder}/[name]-[hash].js`),
  })
  return findFile('panel')
}

/** Builds the buttons on selections and code blocks, which the loader imports by themselves. Returns the file's path below `dist`. */
async function buildButtons(): Promise<string> {
  await build({ ...common, build: output('src/buttons.ts', 'es', `${panelFolder}/buttons-[hash].js`) })
  return findFile('buttons')
}

/** The path below `dist` of the script file with this name. */
function findFile(start: string): string {
  const file = readdirSync(join(dist, panelFolder)).find((name) => name.startsWith(`${start}-`) && name.endsWith('.js'))
  if (!file) throw new Error(`The build made no ${start} in ${join(dist, panelFolder)}.`)
  return `${panelFolder}/${file}`
}

/** Builds the loader: a classic script, so that one tag is enough. @param place path of the panel's folder from there */
async function buildLoader(file: string, place: string): Promise<void> {
  await build({
    ...common,
    define: {
      ...common.define,
      __PANEL__: JSON.stringify(place + nameOf(panelFile)),
      __INTEGRITY__: JSON.stringify(integrityOf(panelFile, 'sha256')),
      __BUTTONS__: JSON.stringify(place + nameOf(buttonsFile)),
      __BUTTONS_INTEGRITY__: JSON.stringify(integrityOf(buttonsFile, 'sha256')),
    },
    build: output('src/script.ts', 'iife', file),
  })
  writeFileSync(join(dist, file), compileHint + readFileSync(join(dist, file), 'utf8'))
}

const nameOf = (file: string): string => file.slice(panelFolder.length + 1)

/** Names of this version's script files: the panel and those that it loads later. */
const scriptFiles = (): string[] => readdirSync(join(dist, panelFolder)).filter((name) => name.endsWith('.js'))

const integrityOf = (file: string, hash = 'sha384'): string =>
  `${hash}-${createHash(hash)
    .update(readFileSync(join(dist, file)))
    .digest('base64')}`

/** The entry points of the npm package. */
const packageEntries = { index: 'index.ts', react: 'react.tsx', headless: 'headless.tsx' }

/** Builds the npm package, which uses the host's React and AI SDK. */
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
      minify: 'oxc',
      lib: {
        entry: Object.fromEntries(
          Object.entries(packageEntries).map(([name, file]) => [name, join(root, 'src', file)]),
        ),
        formats: ['es'],
      },
      rolldownOptions: {
        external: [/^react/, /^@ai-sdk\//, /^ai$/, /^marked$/, /^temml$/, /^@speed-highlight\//],
        output: {
          chunkFileNames: '[name].js',
          minify: true,
          comments: false,
          // Frameworks that render on a server leave files with this banner to the browser.
          banner: ({ name }) => (name === 'react' || name === 'headless' ? "'use client'" : ''),
        },
      },
    },
  })

/** Writes the compressed twins, so that a server or a CDN needn't compress, and returns the sizes. */
function compress(file: string): { brotli: number; gzip: number; integrity: string } {
  const bytes = readFileSync(join(dist, file))
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  const gzip = gzipSync(bytes, { level: 9 })
  writeFileSync(join(dist, `${file}.br`), brotli)
  writeFileSync(join(dist, `${file}.gz`), gzip)
  return { brotli: brotli.length, gzip: gzip.length, integrity: integrityOf(file) }
}

/** Writes the words of each language for the npm package, which fetches them from its server. */
async function writeLanguages(): Promise<void> {
  mkdirSync(join(dist, 'widget/languages'))
  for (const [language, load] of Object.entries(languageFiles)) {
    const file = `widget/languages/${language}.json`
    writeFileSync(join(dist, file), JSON.stringify((await load()).words))
    compress(file)
  }
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

for (const output of ['widget.js', 'widget.js.br', 'widget.js.gz', 'widget', 'npm'])
  rmSync(join(dist, output), { recursive: true, force: true })
mkdirSync(dist, { recursive: true })

const panelFile = await buildPanel()
const buttonsFile = await buildButtons()
verifyImports({
  panel: nameOf(panelFile),
  read: (name) => readFileSync(join(dist, panelFolder, name), 'utf8'),
  write: (name, code) => writeFileSync(join(dist, panelFolder, name), code),
  // SHA-256 hashes are 16 bytes shorter per file than those that owners copy, and just as safe.
  integrityOf: (name) => integrityOf(`${panelFolder}/${name}`, 'sha256'),
})
await buildLoader('widget.js', `${panelFolder}/`)
await buildLoader(`${panelFolder}/widget.js`, '')
await buildPackage()
await writeLanguages()
copyPublicTypes({ from: join(root, 'dist/types'), to: join(dist, 'npm/types'), entries: Object.keys(packageEntries) })

const loader = compress('widget.js')
const panel = compress(panelFile)
for (const [file, { brotli, gzip, integrity }] of Object.entries({ 'widget.js': loader, [panelFile]: panel }))
  console.log(`${file}\n  ${kilobytes(brotli)} brotli, ${kilobytes(gzip)} gzip\n  ${integrity}`)

for (const name of scriptFiles()) {
  if (panelFile.endsWith(name)) continue
  const later = `${panelFolder}/${name}`
  console.log(
    `${later}\n  ${kilobytes(compress(later).brotli)} brotli${name === 'widget.js' ? '' : ', loaded when it is needed'}\n  ${integrityOf(later)}`,
  )
}

const integrities = Object.fromEntries(scriptFiles().map((name) => [name, integrityOf(`${panelFolder}/${name}`)]))
writeFileSync(join(dist, panelFolder, 'integrity.json'), `${JSON.stringify(integrities, undefined, 2)}\n`)

const together = loader.brotli + panel.brotli
console.log(`loader and panel together: ${kilobytes(together)} brotli (at most ${budgets.together} kB)`)
if (loader.brotli > budgets.loader * 1_000)
  throw new Error(`widget.js is ${kilobytes(loader.brotli)} brotli, more than its ${budgets.loader} kB.`)
if (together > budgets.together * 1_000)
  throw new Error(`Loader and panel are ${kilobytes(together)} brotli, more than their ${budgets.together} kB.`)
