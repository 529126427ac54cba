/** The network failed before PostgreSQL could answer. */
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * PostgreSQL’s codes by their beginnings: connection lost (08), read-only after a failover (25006), a transaction that stood still
 * for too long because this process did (25P03), a changed password (28), a missing database (3D000), a transaction given up for
 * another one (40), no room (53), not ready (55000), stopped by somebody (57P), a fault of the machine (58).
 */
const postgresPrefixes = ['08', '25006', '25P03', '28', '3D000', '40', '53', '55000', '57P', '58']
const codeLength = 5

/** The driver’s own errors have no code. */
const driverSentences = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed',
]

/** SQLITE_BUSY, _LOCKED, _READONLY, _IOERR, _FULL and _CANTOPEN; the low byte of an extended code. */
const sqliteCodes: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14])

/** True when the store is away, locked or full: a retry can succeed, because the statement isn’t the cause. */
export const isStoreUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteCodes.has(error.errcode & 0xff)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isPostgresCode = code.length === codeLength && postgresPrefixes.some((prefix) => code.startsWith(prefix))
  return (
    networkCodes.has(code) || isPostgresCode || driverSentences.some((sentence) => error.message.startsWith(sentence))
  )
}

/** PostgreSQL’s codes for a full disk, and for read-only. */
const fullPostgresCodes: ReadonlySet<string> = new Set(['53100', '25006'])
/** SQLITE_READONLY, SQLITE_IOERR and SQLITE_FULL. */
const fullSqliteCodes: ReadonlySet<number> = new Set([8, 10, 13])

/** True when the store can’t be written, because it is full or read-only; reads may still work. */
export const isStoreFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return fullSqliteCodes.has(error.errcode & 0xff)
  return 'code' in error && typeof error.code === 'string' && fullPostgresCodes.has(error.code)
}
