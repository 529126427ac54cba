import type { Challenge } from '@sidenote/contract'

/** What the server accepts as proof: the challenge unchanged, and its solution. */
interface Proof {
  readonly challenge: Challenge
  readonly solution: { readonly counter: number; readonly derivedKey: string }
}

/** Our server asks for far fewer tries. One that asks for more isn't ours. */
const maximumTries = 100_000
/** How many keys to derive at once. Browsers use their own threads for it. */
const batchSize = 16

const toBytes = (hexadecimal: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: hexadecimal.length / 2 }, (_, index) =>
    Number.parseInt(hexadecimal.slice(2 * index, 2 * index + 2), 16),
  )

const toHexadecimal = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Solves a challenge of ALTCHA version 2 (https://altcha.org): tries counters until the key derived from one starts with the
 * prefix. The browser derives keys off the main thread, so the page stays smooth without a worker, which policies may forbid.
 */
export async function solve(challenge: Challenge): Promise<Proof> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters
  // Only pages from HTTPS, or from the reader's own machine, have it.
  const { subtle } = crypto
  if (!subtle) throw new Error('A page that was not loaded over HTTPS cannot derive keys.')
  const password = toBytes(`${nonce}00000000`)
  const view = new DataView(password.buffer)
  const settings = { name: 'PBKDF2', hash: 'SHA-256', salt: toBytes(salt), iterations: cost }
  const derive = async (counter: number): Promise<string> => {
    view.setUint32(password.length - 4, counter)
    const key = await subtle.importKey('raw', password.slice(), 'PBKDF2', false, ['deriveBits'])
    return toHexadecimal(await subtle.deriveBits(settings, key, keyLength * 8))
  }
  for (let first = 0; first < maximumTries; first += batchSize) {
    const keys = await Promise.all(Array.from({ length: batchSize }, (_, index) => derive(first + index)))
    const index = keys.findIndex((key) => key.startsWith(keyPrefix))
    if (index >= 0) return { challenge, solution: { counter: first + index, derivedKey: keys[index] ?? '' } }
  }
  throw new Error('The challenge has no solution.')
}
