import { accessSync, constants } from 'node:fs'

/** The modes that mean `verify-full` here; libpq checks less in them. */
const checkedMode = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/

const modes = ['disable', 'allow', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full']
const files = ['sslrootcert', 'sslcert', 'sslkey']
/** The authorities that the system trusts, as libpq calls them: Node has its own, and needs no file. */
const ofSystem = /(?<=[?&])sslrootcert=system(?=&|$)/

/**
 * The address of PostgreSQL with the mode of TLS that it means, which the driver warns of otherwise.
 *
 * @throws Error a sentence for a mode that there is not, and for a file that cannot be read
 */
export function withTlsMode(address: string): string {
  const url = address.replace(ofSystem, '')
  const parameters = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const mode = parameters.get('sslmode') || 'disable'
  if (!modes.includes(mode))
    throw new Error(
      `DATABASE_URL has sslmode=${mode}, which PostgreSQL does not know: it is one of ${modes.join(', ')}.`,
    )
  for (const name of files) {
    const file = parameters.get(name)
    if (file && !isReadable(file)) throw new Error(`${name} in DATABASE_URL names ${file}, which cannot be read.`)
  }
  return url.includes('uselibpqcompat=') ? url : url.replace(checkedMode, '$1verify-full')
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

const unchecked = 'sslmode=no-verify to encrypt without checking who answers'

const sentences = {
  unknown: `The certificate of PostgreSQL is signed by an authority that is not known. Add sslrootcert=/path/to/ca.pem to the parameters of DATABASE_URL, or ${unchecked}.`,
  otherName: `The certificate of PostgreSQL is for another host than DATABASE_URL names. Write the host that it is for, or ${unchecked}.`,
  expired: `The certificate of PostgreSQL has expired, or is not valid yet. Renew it, or write ${unchecked} into DATABASE_URL meanwhile.`,
  none: 'PostgreSQL answers without TLS, and DATABASE_URL asks for it. Turn TLS on there, or write sslmode=disable into DATABASE_URL.',
} as const

/** By what Node says of a certificate. */
const byCode: ReadonlyMap<string, keyof typeof sentences> = new Map([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unknown'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unknown'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknown'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'unknown'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknown'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'otherName'],
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'expired'],
])

/** An error of TLS with what to write into the address; any other one as it is. */
export const explainTls = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const kind = error.message.includes('does not support SSL') ? 'none' : byCode.get(code)
  return kind === undefined ? error : new Error(sentences[kind], { cause: error })
}
