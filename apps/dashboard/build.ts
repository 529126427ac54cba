// Builds the dashboard into `dist`, with compressed copies beside the files, and fails above its budget.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type Manifest } from 'vite'

const root = import.meta.dirname
const dist = join(root, 'dist')
/** What the first view may load, in bytes as they are sent. */
const budget = 150_000
/** What is loaded until the first page stands there. */
const entries = ['index.html', 'src/pages/overview/page.tsx']

const isCompressible = (name: string): boolean => /\.(?:js|css|svg|html)$/.test(name)

/** Writes `.br` and `.gz` beside a file. Returns the size that a browser gets. */
const compress = (name: string): number => {
  const plain = readFileSync(join(dist, name))
  if (!isCompressible(name)) return plain.length
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } })
  writeFileSync(join(dist, `${name}.br`), brotli)
  writeFileSync(join(dist, `${name}.gz`), gzipSync(plain, { level: 9 }))
  return brotli.length
}

/** The files of an entry: itself, its styles, its fonts and everything that it imports at once. */
const filesOf = (manifest: Manifest, name: string): string[] => {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The build made no ${name}.`)
  const own = [chunk.file, ...(chunk.css ?? [])]
  return [...own, ...(chunk.imports ?? []).flatMap((each) => filesOf(manifest, each))]
}

await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })

const manifest: Manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
rmSync(join(dist, 'manifest.json'))
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
const sizes = new Map(files.map((name) => [name, compress(name)]))
const font = files.filter((name) => name.includes('public-sans-latin-wght'))
const start = [...new Set(['index.html', ...entries.flatMap((entry) => filesOf(manifest, entry)), ...font])]
const total = start.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
console.log(`first view: ${(total / 1_000).toFixed(1)} kB brotli (at most ${budget / 1_000} kB)`)
if (total > budget) throw new Error(`The first view of the dashboard loads ${total} bytes, more than ${budget}.`)
