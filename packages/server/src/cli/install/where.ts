import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readClientConfig } from '../../config.ts'
import { findEarlierFolder, readDataFolder } from '../../data-folder.ts'
import { version } from '../../version.ts'
import { print } from '../print.ts'
import type { CommonOptions, ProgramParts } from '../program-parts.ts'
import { writeTable } from '../table.ts'

const reasons = {
  variable: 'named by --data or SIDENOTE_DATA',
  repository: 'of this repository',
  user: 'your data directory',
} as const

/** Prints where the data folder, the server and the program are. */
const showPlaces = ({ environmentOf, absolute }: ProgramParts, options: CommonOptions): void => {
  const environment = environmentOf(options)
  const { url, dataFolder } = readClientConfig(environment)
  const { chosenBy } = readDataFolder(environment, environment.SIDENOTE_DATA?.trim() || undefined)
  const exists = existsSync(dataFolder)
  const program = fileURLToPath(new URL('../..', import.meta.url))
  const earlier = chosenBy === 'variable' ? undefined : findEarlierFolder(dataFolder, absolute('.'))
  const rows = [
    ['Data folder', dataFolder, `${reasons[chosenBy]}${exists ? '' : '; not there yet'}`],
    ['Server', url, environment.SIDENOTE_URL ? 'named by SIDENOTE_URL' : 'of this machine'],
    ['Program', program, `version ${version}, Node ${process.versions.node}`],
    ...(earlier ? [['Not used', earlier, 'data of an earlier version: name it with --data']] : []),
  ]
  const json = { dataFolder, chosenBy, exists, url, program, version, node: process.versions.node }
  print(options, { ...json, earlierFolder: earlier ?? null }, writeTable(['', '', ''], rows).trimStart())
}

/** Adds `where` to the program. */
export const addWhereCommand = (parts: ProgramParts): void => {
  parts
    .clientCommand(parts.program, 'where', 'print where the data folder, the server and the program are')
    .action((options: CommonOptions) => showPlaces(parts, options))
}
