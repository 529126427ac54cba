import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../errors.ts'
import { makeDataFolder } from './data-folder.ts'
import type { Database } from './database.ts'
import { nameFile } from './name-file.ts'

/**
 * Encrypts secrets that are stored and never shown: tokens of git repositories, credentials of code hosts, secrets of webhooks.
 * The purpose, such as the id of the project, is sealed in, so that a sealed text can’t be moved to another row.
 */
export interface Seal {
  close: (purpose: string, text: string) => string
  /** @throws Error when the key is a different one, or the text was changed */
  open: (purpose: string, sealed: string) => string
}

/** A store with sealed secrets. */
export interface SealedStore {
  readonly database: Database
  readonly seal: Seal
}

const keyBytes = 32
const ivBytes = 12
const tagBytes = 16
const prefix = 'v1.'

/** A secret for one purpose, which tells nothing of the key. */
export const deriveSecret = (key: Uint8Array, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes)).toString('hex')

/** What the key of a site’s model is sealed for. */
export const siteModelPurpose = (siteId: string): string => `model of ${siteId}`

/** AES-256-GCM with a fresh nonce for every text. */
export const createSeal = (key: Uint8Array): Seal => ({
  close: (purpose, text) => {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return prefix + Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
  },
  open: (purpose, sealed) => {
    const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(purpose))
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    try {
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    } catch (cause) {
      throw new Error(
        `The secret of ${purpose} was stored with a different key. Restore the earlier secrets.key or SIDENOTE_SECRETS_KEY, or enter the secret again.`,
        { cause },
      )
    }
  },
})

/**
 * Reads the key that seals secrets: from the configuration (64 hexadecimal digits, the same for all servers of a fleet), or
 * from the file `secrets.key` in the data folder, which is created on first use and private to its owner.
 *
 * @throws Error with a sentence when the key isn’t valid
 */
export const readSealKey = async (dataFolder: string, configured?: string): Promise<Uint8Array> => {
  if (configured !== undefined) return parseKey(configured, 'SIDENOTE_SECRETS_KEY')
  const file = join(dataFolder, 'secrets.key')
  const stored = await readIfThere(file)
  if (stored !== undefined) return parseKey(stored.trim(), file)
  makeDataFolder(dataFolder)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, `${randomBytes(keyBytes).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    // Only one process gets the name; the others read its key.
    await nameFile(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } catch (cause) {
    throw new Error(`Cannot write ${file}: ${messageOf(cause)}.`, { cause })
  } finally {
    await rm(draft, { force: true })
  }
  return parseKey((await readFile(file, 'utf8')).trim(), file)
}

const readIfThere = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return undefined
    throw new Error(`Cannot read ${file}: ${cause.message}. Run this as the user the file belongs to.`, {
      cause,
    })
  })

const parseKey = (text: string, where: string): Uint8Array => {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error(`${where} must hold 64 hexadecimal digits.`)
  return Buffer.from(text, 'hex')
}
