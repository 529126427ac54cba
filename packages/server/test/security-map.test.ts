import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readTestTitles } from './support/test-titles.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const testFiles = globSync(['packages/*/{src,test}/**/*.test.{ts,tsx}', 'e2e/*.spec.ts'], { cwd: root })

interface Promised {
  readonly promise: string
  /** Numbers of the OWASP lists. */
  readonly risks: readonly string[]
  /** The end of a test file's path. */
  readonly file: string
  /** What only one title in that file has. */
  readonly title: string
}

/** The rows of the tables: `| promise | OWASP | `file`: “part of the title…” |`. */
const rows: Promised[] = read('SECURITY.md')
  .split('\n')
  .filter((line) => line.endsWith('” |'))
  .map((line) => {
    const [promise = '', risks = '', proof = ''] = line.slice('| '.length, -' |'.length).split(' | ')
    const [file = '', title = ''] = proof.slice(1, -1).split('`: “')
    return {
      promise,
      risks: risks.split(', ').filter(Boolean),
      file,
      title: title.endsWith('…') ? title.slice(0, -1) : title,
    }
  })

test('every row of SECURITY.md names one test that runs', () => {
  const wrong = rows.flatMap(({ promise, file, title }) => {
    const files = testFiles.filter((path) => `/${path}`.endsWith(`/${file}`))
    if (files.length !== 1) return [`${promise}: ${files.length} files are called ${file}`]
    const titles = readTestTitles(read(files[0] ?? '')).filter((each) => each.includes(title))
    return titles.length === 1 ? [] : [`${promise}: ${titles.length} tests of ${file} are called “${title}”`]
  })
  expect(wrong).toEqual([])
})

test('no row of SECURITY.md was lost, and no promise is made twice', () => {
  expect(rows.length).toBeGreaterThan(125)
  expect(read('SECURITY.md').match(/\.(?:test|spec)\.ts`: /g)).toHaveLength(rows.length)
  expect(new Set(rows.map(({ promise }) => promise)).size).toBe(rows.length)
})

test('every risk of the OWASP lists for APIs and for language models has a test', () => {
  const numbers = Array.from({ length: 10 }, (_, index) => index + 1)
  const risks = [
    ...numbers.map((number) => `API${number}`),
    ...numbers.map((number) => `LLM${String(number).padStart(2, '0')}`),
  ]
  expect([...new Set(rows.flatMap((row) => row.risks))].sort()).toEqual(risks.sort())
})

test('skipped tests and other calls prove nothing', () => {
  const titles = readTestTitles(`
    import { test as hosting } from './host.ts'
    test('plain', () => {})
    test.each([1])('each %i', () => {})
    test.describe('a group', () => { hosting(\`within\`, () => {}) })
    test.skip('skipped', () => {})
    describe.skip('a skipped group', () => { test('inside', () => {}) })
    console.log('no test')
  `)
  expect(titles).toEqual(['plain', 'each %i', 'within'])
})

/** The packages that run something when they're installed: a script that npm knows, or node-gyp. */
const installedWithScripts = (): string[] => {
  const store = join(root, 'node_modules/.pnpm')
  const packages = readdirSync(store).flatMap((folder) => {
    const name = folder.replace('+', '/').replace(/^(@?[^@]+)@.*/, '$1')
    const path = join(store, folder, 'node_modules', name)
    if (!existsSync(join(path, 'package.json'))) return []
    const { scripts = {} } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    const runs = ['preinstall', 'install', 'postinstall'].some((event) => event in scripts)
    return runs || existsSync(join(path, 'binding.gyp')) ? [name] : []
  })
  return [...new Set(packages)].sort()
}

test('every dependency has one exact version and a digest, and those that run something when installed are listed', () => {
  const workspace: { catalog: Record<string, string>; allowBuilds: Record<string, boolean> } = parse(
    read('pnpm-workspace.yaml'),
  )
  const loose = Object.entries(workspace.catalog).filter(
    ([, version]) => !/^(?:npm:[@\w/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
  )
  expect(Object.keys(workspace.catalog).length).toBeGreaterThan(50)
  expect(loose).toEqual([])
  for (const path of ['', 'packages/contract/', 'packages/server/', 'packages/widget/', 'apps/docs/', 'e2e/']) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${path}package.json`))
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies })
    expect(versions.filter(([, version]) => !/^(?:catalog:|workspace:\*)$/.test(version))).toEqual([])
  }
  const locked: { packages: Record<string, { resolution: { integrity?: string } }> } = parse(read('pnpm-lock.yaml'))
  const withoutDigest = Object.entries(locked.packages).filter(([, { resolution }]) => !resolution.integrity)
  expect(withoutDigest).toEqual([])
  expect(Object.keys(workspace.allowBuilds).sort()).toEqual(installedWithScripts())
})
