/** The modes that mean `verify-full` here; libpq checks less in them. */
const checkedMode = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/

/** The address of PostgreSQL with the mode of TLS that it means, which the driver warns of otherwise. */
export const withTlsMode = (url: string): string =>
  url.includes('uselibpqcompat=') ? url : url.replace(checkedMode, '$1verify-full')

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
