const postgresCodes = /^(?:ECONN(?:REFUSED|RESET)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[123]|53300|53100)$/
const postgresSentences = /^(?:Connection terminated|timeout exceeded when trying to connect)/

/** SQLITE_BUSY, SQLITE_LOCKED, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN; the low byte of an extended code. */
const sqliteCodes: ReadonlySet<number> = new Set([5, 6, 10, 13, 14])

/** True when the store is away, locked or full: the request is worth another try, the statement is not at fault. */
export const isStoreUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteCodes.has(error.errcode & 0xff)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return postgresCodes.test(code) || postgresSentences.test(error.message)
}
