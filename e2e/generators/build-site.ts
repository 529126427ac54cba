import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { GeneratorSite } from './sites.ts'

const here = import.meta.dirname
/** Builds take minutes, in which connections and timers have to live on. */
const execute = promisify(execFile)

const fingerprintOf = (folders: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const folder of folders)
    for (const entry of globSync('**/*', { cwd: folder, withFileTypes: true }).filter((each) => each.isFile())) {
      const file = path.join(entry.parentPath, entry.name)
      hash.update(path.relative(folder, file)).update(readFileSync(file))
    }
  return hash.digest('hex')
}

const run = async (folder: string, [command = '', ...parameters]: readonly string[]): Promise<void> => {
  try {
    await execute(command, parameters, {
      cwd: folder,
      maxBuffer: 100_000_000,
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`“${[command, ...parameters].join(' ')}” failed in ${folder}.\n${stdout}${stderr}`.slice(-4_000))
  }
}

/**
 * Copies a site's project into a folder and builds it there, unless it's built from the same files already.
 * @returns the folder of the project
 */
export async function buildSite(
  { name, content, home, build, output }: GeneratorSite,
  parent: string,
): Promise<string> {
  const project = path.join(parent, name)
  const [own, pages] = [path.join(here, 'sites', name), path.join(here, 'pages')]
  const mark = path.join(parent, `${name}.built`)
  const fingerprint = fingerprintOf([own, pages])
  const isBuilt = existsSync(mark) && existsSync(path.join(project, output))
  if (isBuilt && readFileSync(mark, 'utf8') === fingerprint) return project
  mkdirSync(project, { recursive: true })
  cpSync(own, project, { recursive: true })
  if (content) cpSync(pages, path.join(project, content), { recursive: true })
  if (content && home) renameSync(path.join(project, content, 'index.md'), path.join(project, content, home))
  if (existsSync(path.join(own, 'package.json')) && !existsSync(path.join(project, 'node_modules')))
    await run(project, ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts'])
  await run(project, build)
  writeFileSync(mark, fingerprint)
  return project
}
