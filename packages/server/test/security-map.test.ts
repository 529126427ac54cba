import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')

/** The lines of the table in SECURITY.md: | promise | OWASP | `file`: “name of the test” | */
const rows = read('SECURITY.md')
  .split('\n')
  .flatMap((line) => {
    const [, promise = '', owasp = '', test = ''] = line.split(/(?<!\\) *\| */)
    const [, file, name] = /^`([^`]+)`: “(.+)”$/.exec(test) ?? []
    return file && name ? [{ promise, owasp, file, name }] : []
  })

const quotesOf = (text: string): string[] => [`'${text.replaceAll("'", "\\'")}'`, `"${text}"`, `\`${text}\``]

test('every test that SECURITY.md names stands in the file that it names', () => {
  const missing = rows.filter(({ file, name }) => {
    const text = read(file)
    return !quotesOf(name).some((quoted) => text.includes(quoted))
  })
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
  expect(rows.length).toBeGreaterThan(45)
  expect(read('SECURITY.md').match(/\.(?:test|spec)\.ts`: /g)).toHaveLength(rows.length)
})

test('every risk of the OWASP lists for APIs and for language models has a test', () => {
  const mapped = new Set(rows.flatMap(({ owasp }) => owasp.split(', ')).filter((id) => id !== ''))
  const numbers = Array.from({ length: 10 }, (_, at) => at + 1)
  const listed = [
    ...numbers.map((number) => `API${number}`),
    ...numbers.map((number) => `LLM${String(number).padStart(2, '0')}`),
  ]
  expect([...mapped].sort()).toEqual(listed.sort())
})

/** The packages of the installation with a script that npm runs, or node-gyp, when they are installed. */
const installedWithScripts = (): string[] => {
  const store = fileURLToPath(new URL('../../../node_modules/.pnpm', import.meta.url))
  const found = readdirSync(store).flatMap((folder) => {
    const name = folder.replace('+', '/').replace(/^(@?[^@]+)@.*/, '$1')
    const at = join(store, folder, 'node_modules', name)
    if (!existsSync(join(at, 'package.json'))) return []
    const { scripts = {} } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
    const runs = ['preinstall', 'install', 'postinstall'].some((event) => event in scripts)
    return runs || existsSync(join(at, 'binding.gyp')) ? [name] : []
  })
  return [...new Set(found)].sort()
}

test('every dependency has one exact version and a digest, and those that run something when installed are listed', () => {
  const workspace: { catalog: Record<string, string>; allowBuilds: Record<string, boolean> } = parse(
    read('pnpm-workspace.yaml'),
  )
  const loose = Object.entries(workspace.catalog).filter(
    ([, version]) => !/^(?:npm:[@\w/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
  )
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
