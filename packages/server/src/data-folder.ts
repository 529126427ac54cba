import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the data folder is, and what decided it. */
export interface DataFolder {
  /** Absolute. */
  readonly folder: string
  /** `variable`: somebody named it. `repository`: this program was built in a clone. `user`: the user’s data directory. */
  readonly chosenBy: 'variable' | 'repository' | 'user'
}

interface Place {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
  /** Folder of the package that runs. */
  readonly program: string
}

/** A clone keeps its data in itself, so that two clones never share it. */
const findRepository = (program: string): string | undefined => {
  const packages = path.dirname(program)
  const repository = path.dirname(packages)
  const isClone =
    path.basename(program) === 'server' &&
    path.basename(packages) === 'packages' &&
    existsSync(path.join(repository, 'pnpm-workspace.yaml'))
  return isClone ? repository : undefined
}

/** The user’s data directory, by the rules of the system. A relative `XDG_DATA_HOME` is ignored, as its specification says. */
const userFolder = ({ environment, platform, home }: Place): string => {
  const { join, isAbsolute } = platform === 'win32' ? path.win32 : path.posix
  if (platform === 'win32') return join(environment.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Sidenote')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Sidenote')
  const named = environment.XDG_DATA_HOME ?? ''
  return join(isAbsolute(named) ? named : join(home, '.local', 'share'), 'sidenote')
}

/** The data folder when nothing names one. It never depends on the folder that a command is typed in. */
export const findDataFolder = (place: Place): DataFolder => {
  const repository = findRepository(place.program)
  return repository === undefined
    ? { folder: userFolder(place), chosenBy: 'user' }
    : { folder: path.join(repository, '.sidenote'), chosenBy: 'repository' }
}

const program = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

/** @param named the folder that an option or a variable names; relative to the current folder */
export const readDataFolder = (environment: Place['environment'], named: string | undefined): DataFolder =>
  named === undefined
    ? findDataFolder({ environment, platform: process.platform, home: homedir(), program })
    : { folder: path.resolve(named), chosenBy: 'variable' }

/** Files that a server writes at its first start. */
const traces = ['admin-key', 'sidenote.db', 'secrets.key']

/**
 * Earlier versions kept their data in `.sidenote` of the current folder.
 *
 * @returns that folder, if it has data and isn’t the one that is used
 */
export const findEarlierFolder = (used: string, currentFolder: string): string | undefined => {
  const earlier = path.resolve(currentFolder, '.sidenote')
  return earlier !== used && traces.some((file) => existsSync(path.join(earlier, file))) ? earlier : undefined
}

/** The database file of a data folder. */
export const sqliteFile = (dataFolder: string): string => path.join(dataFolder, 'sidenote.db')
