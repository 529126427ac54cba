import type { Challenge } from '@sidenote/contract'

/** What the server takes as proof: the challenge as it came, and what was found. */
interface Proof {
  readonly challenge: Challenge
  readonly solution: { readonly counter: number; readonly derivedKey: string }
}

/** Far more tries than the server asks for; whoever asks for more is not our server. */
const mostTries = 100_000
/** So many keys are derived side by side: browsers do that in threads of their own. */
const atOnce = 16

const toBytes = (hexadecimal: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hexadecimal.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const toHexadecimal = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Solves a challenge of ALTCHA, version 2: tries counters until the key derived from one begins with what is asked for.
 * The browser derives keys off the main thread, so the page stays smooth, and no worker is needed, which policies forbid.
 */
export async function solve(challenge: Challenge): Promise<Proof> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters
  // Only pages that came by HTTPS, or from the reader's own machine, have it.
  const { subtle } = crypto
  if (!subtle) throw new Error('A page that was not loaded by HTTPS cannot derive keys.')
  const password = toBytes(`${nonce}00000000`)
  const view = new DataView(password.buffer)
  const settings = { name: 'PBKDF2', hash: 'SHA-256', salt: toBytes(salt), iterations: cost }
  const derive = async (counter: number): Promise<string> => {
    view.setUint32(password.length - 4, counter)
    const key = await subtle.importKey('raw', password.slice(), 'PBKDF2', false, ['deriveBits'])
    return toHexadecimal(await subtle.deriveBits(settings, key, keyLength * 8))
  }
  for (let first = 0; first < mostTries; first += atOnce) {
    const keys = await Promise.all(Array.from({ length: atOnce }, (_, index) => derive(first + index)))
    const found = keys.findIndex((key) => key.startsWith(keyPrefix))
    if (found >= 0) return { challenge, solution: { counter: first + found, derivedKey: keys[found] ?? '' } }
  }
  throw new Error('The challenge has no solution.')
}
