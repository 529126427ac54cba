import type { Config } from '../../config.ts'
import { CommandError } from '../command-error.ts'

const sentenceOf = (error: unknown, place: string): string => {
  if (!(error instanceof Error)) return String(error)
  // SQLite names no file.
  if ('errcode' in error) return `Cannot use ${place}: ${error.message}.`
  const isAway = 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')
  return isAway ? `The database does not answer: ${error.message}.` : error.message
}

/** Runs work on the store whose errors become sentences: the person who typed the command needs no stack. */
export const inSentences = async <Result>(place: string, run: () => Promise<Result>): Promise<Result> => {
  try {
    return await run()
  } catch (error) {
    throw new CommandError(sentenceOf(error, place), { cause: error })
  }
}

/** Which store it is, in words. */
export const placeOf = ({ databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>): string =>
  databaseUrl ? 'the database at DATABASE_URL' : `the database in ${dataFolder}`
