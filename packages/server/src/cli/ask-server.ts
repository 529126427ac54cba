import type { Endpoint } from '@sidenote/contract'
import { adminKeyFile, readAdminKey } from '../administration/keys/admin-key-file.ts'
import type { ClientConfig } from '../config.ts'
import { findEarlierFolder } from '../data-folder.ts'
import { trustHint } from '../findings.ts'
import { CommandError, UsageError } from './command-error.ts'

/** An operation, as far as the address needs it. */
export type Operation = Pick<Endpoint, 'method' | 'path'>

const earlierHint = (dataFolder: string): string => {
  const earlier = findEarlierFolder(dataFolder, process.cwd())
  return earlier === undefined ? '' : ` There is one of an earlier version here: ${earlier}.`
}

/** The administrator key, from the environment or the data folder. @throws CommandError */
export const findKey = async ({ adminKey, dataFolder }: ClientConfig): Promise<string> => {
  const key =
    adminKey ??
    (await readAdminKey(dataFolder).catch((cause: Error) => {
      throw new CommandError(
        `Cannot read the administrator key: ${cause.message}. Run the command as the server’s user, or set SIDENOTE_ADMIN_KEY.`,
        { cause },
      )
    }))
  if (key) return key
  throw new CommandError(
    `There is no administrator key: SIDENOTE_ADMIN_KEY is not set, and ${adminKeyFile(dataFolder)} has none. The server writes that file at its first start; point --data or SIDENOTE_DATA to its data folder.${earlierHint(dataFolder)}`,
  )
}

/** Says that no server answers at an address, and what to do about it. */
export const failureOf = (error: unknown, url: string): CommandError => {
  const { cause } = error instanceof Error ? error : {}
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const advice = trustHint(code) || ' Start it with "sidenote serve", or set SIDENOTE_URL to its address.'
  return new CommandError(`No Sidenote server answers at ${url}${code && ` (${code})`}.${advice}`, { cause: error })
}

/** A path with its parameters. @throws UsageError for an empty one, as a shell writes a variable that isn’t set */
export const fillPath = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    if (['', '.', '..'].includes(value)) throw new UsageError(`The ${name} is "${value}", which names nothing.`)
    return encodeURIComponent(value)
  })

/**
 * Sends a request. A redirect is not followed: it would go without the key, and possibly as another request.
 *
 * @throws CommandError
 */
export const ask = async (url: string, path: string, request: RequestInit): Promise<Response> => {
  const response = await fetch(url + path, { ...request, redirect: 'manual' }).catch((error: unknown) => {
    throw failureOf(error, url)
  })
  const to = response.headers.get('location')
  if (response.status < 300 || response.status > 399 || to === null) return response
  const origin = URL.parse(to, url)?.origin ?? to
  throw new CommandError(
    `${url} redirects to ${origin} (status ${response.status}). Set SIDENOTE_URL to the address of the server itself.`,
  )
}

/** The server’s sentence about an error, with the place that a refused key came from. */
export const explainProblem = (message: string, status: number, { adminKey, dataFolder }: ClientConfig): string => {
  if (status !== 401) return message
  return `${message} It comes from ${adminKey ? 'SIDENOTE_ADMIN_KEY' : adminKeyFile(dataFolder)}.`
}
