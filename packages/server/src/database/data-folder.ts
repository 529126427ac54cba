import { accessSync, constants, mkdirSync } from 'node:fs'
import { messageOf } from '../errors.ts'

/**
 * Makes the folder for everything that is stored, for its owner alone, unless it is there.
 *
 * @throws Error a sentence, when it is none or may not be written to.
 */
export const makeDataFolder = (dataFolder: string): void => {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(
      `The data folder ${dataFolder} cannot be used: ${messageOf(cause)}. It has to be a folder that the user of the server may write to; --data or SIDENOTE_DATA names another.`,
      { cause },
    )
  }
}
