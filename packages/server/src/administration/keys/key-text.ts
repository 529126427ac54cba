import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyKind } from '@sidenote/contract'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 30 of 62 characters: 178 random bits. */
const randomLength = 30
const checksumLength = 6
const shape = new RegExp(`^svc_(?:dsc_)?[0-9A-Za-z]{${randomLength + checksumLength}}$`)

/** What a key starts with. `svc_dsc_` starts with `svc_` too: what a key may do stands in its row. */
const prefixes: Readonly<Record<KeyKind, string>> = { assistant: 'svc_dsc_', administrator: 'svc_' }

const checksumOf = (text: string): string => {
  let rest = crc32(text)
  let written = ''
  for (let index = 0; index < checksumLength; index += 1) {
    written = alphabet.charAt(rest % alphabet.length) + written
    rest = Math.floor(rest / alphabet.length)
  }
  return written
}

/** A new key: prefix, random characters, and a check sum that tells it from any other text. */
export const createKeyText = (kind: KeyKind): string => {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  const body = prefixes[kind] + random
  return body + checksumOf(body)
}

/** False for what was never one of our keys: mistyped, cut short, or made up. Needs no database. */
export const isKeyText = (text: string): boolean =>
  shape.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/**
 * False for a text that can’t be a key: its check sum is wrong, and it isn’t an administrator key, which an operator may have
 * chosen without one.
 */
export const mayBeKeyText = (text: string): boolean => !text.startsWith(prefixes.assistant) || isKeyText(text)

/** What is stored of a key. One round is enough: nobody can try 2^178 keys. */
export const hashKey = (text: string): string => createHash('sha256').update(text).digest('hex')
