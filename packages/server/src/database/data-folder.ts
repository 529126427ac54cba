import { accessSync, constants, mkdirSync } from 'node:fs'
import { messageOf } from '../errors.ts'

/**
 * Creates the data folder, private to its owner, unless it exists.
 *
 * @throws Error with a sentence when it isn’t a folder, or not writable
 */
export const makeDataFolder = (dataFolder: string): void => {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(
      `Cannot use the data folder ${dataFolder}: ${messageOf(cause)}. It has to be a folder that the server’s user can write to; choose another with --data or SIDENOTE_DATA.`,
      { cause },
    )
  }
}
