// Packs the server, its command line and the built widget and dashboard into one tarball that runs without a build: `pnpm package`.
// Publishing it is up to the owner of the name, which stands in `publishName` of package.json and nowhere else.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

interface Manifest {
  readonly name: string
  readonly publishName?: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly engines?: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
}

const root = resolve(import.meta.dirname, '..')
const contract = '@sidenote/contract'

const run = (folder: string, command: string, ...options: string[]): string =>
  execFileSync(command, options, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const write = (file: string, manifest: object): void => writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)

/** A package as pnpm would publish it: only its own files, and versions in place of the catalog. */
const unpack = (name: string, folder: string): Manifest => {
  const tarball = join(folder, 'package.tgz')
  mkdirSync(folder, { recursive: true })
  run(join(root, 'packages', name), 'pnpm', 'pack', '--out', tarball)
  run(folder, 'tar', '-xzf', tarball, '--strip-components=1')
  rmSync(tarball)
  return readManifest(folder)
}

const isNeeded = (path: string): boolean => !/\.(?:d\.[cm]?ts|map|tsbuildinfo)$/.test(path)

const stage = (folder: string): void => {
  const { publishName, description, license } = readManifest(root)
  const parts = join(folder, 'parts')
  const server = unpack('server', join(parts, 'server'))
  const shared = unpack('contract', join(parts, 'contract'))
  const out = join(folder, 'package')
  const copy = (from: string, to: string) =>
    cpSync(from, join(out, to), { recursive: true, filter: (path) => isNeeded(path) })
  copy(join(parts, 'server', 'dist'), 'server/dist')
  copy(join(parts, 'contract', 'dist'), `node_modules/${contract}/dist`)
  for (const file of ['widget', 'widget.js', 'widget.js.br', 'widget.js.gz']) {
    copy(join(root, 'packages', 'widget', 'dist', file), `widget/dist/${file}`)
  }
  copy(join(root, 'apps', 'dashboard', 'dist'), 'dashboard/dist')
  for (const file of ['LICENSE', 'README.md']) copy(join(root, file), file)
  copy(join(root, 'packages/server/CHANGELOG.md'), 'CHANGELOG.md')
  write(join(out, 'server', 'package.json'), { version: server.version, type: 'module' })
  write(join(out, 'node_modules', contract, 'package.json'), {
    name: contract,
    version: shared.version,
    type: 'module',
    exports: './dist/index.js',
    dependencies: shared.dependencies,
  })
  write(join(out, 'package.json'), {
    name: publishName,
    version: server.version,
    description,
    license,
    type: 'module',
    bin: { sidenote: 'server/dist/bin.js' },
    files: ['server', 'widget', 'dashboard', 'CHANGELOG.md'],
    engines: server.engines,
    dependencies: server.dependencies,
    bundleDependencies: [contract],
  })
}

const builtFiles = ['packages/widget/dist/widget.js', 'apps/dashboard/dist/index.html']
const target = resolve(process.argv[2] ?? root)
if (!builtFiles.every((file) => existsSync(join(root, file)))) {
  console.error('Widget or dashboard are not built: run "pnpm build" first.')
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'sidenote-package-'))
try {
  stage(folder)
  const name = run(join(folder, 'package'), 'npm', 'pack', '--silent', '--pack-destination', target).trim()
  console.log(join(target, name))
} finally {
  rmSync(folder, { recursive: true })
}
