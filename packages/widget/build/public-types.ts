import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** What the declarations of the package may import: what comes with the package's React. */
const allowed = /^react(?:\/|$)/

const imports = /(from |import\()'([^']+)'/g

/** Where declarations are, and where those of the package go. */
interface TypesSettings {
  readonly from: string
  readonly to: string
  /** The entry points, without their extension. */
  readonly entries: readonly string[]
}

/**
 * Copies the declarations that the package's entry points need, and no others. They stand alone: a package that type-checks
 * its libraries finds everything in them.
 */
export function copyPublicTypes({ from, to, entries }: TypesSettings): void {
  const done = new Set<string>()
  const copy = (file: string) => {
    if (done.has(file)) return
    done.add(file)
    const text = readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL.*$/m, '')
    for (const [, , name = ''] of text.matchAll(imports)) {
      if (name.startsWith('.')) copy(join(dirname(file), name.replace(/\.(?:jsx?|tsx?)$/, '.d.ts')))
      else if (!allowed.test(name))
        throw new Error(`${relative(from, file)} imports ${name}, which the package hasn't.`)
    }
    const target = join(to, relative(from, file))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(
      target,
      text.replace(imports, (_, start, name) => `${start}'${name.replace(/\.tsx?$/, '.js')}'`),
    )
  }
  for (const entry of entries) copy(join(from, `${entry}.d.ts`))
}
