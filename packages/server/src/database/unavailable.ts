const postgresCodes = /^(?:ECONN(?:REFUSED|RESET)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[123]|53300|53100)$/
const postgresSentences =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** SQLITE_BUSY, SQLITE_LOCKED, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN; the low byte of an extended code. */
const sqliteCodes: ReadonlySet<number> = new Set([5, 6, 10, 13, 14])

/** True when the store is away, locked or full: the request is worth another try, the statement is not at fault. */
export const isStoreUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteCodes.has(error.errcode & 0xff)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return postgresCodes.test(code) || postgresSentences.test(error.message)
}

/** Of PostgreSQL: the disk is full, or only reading is allowed. */
const fullPostgresCodes: ReadonlySet<string> = new Set(['53100', '25006'])
/** SQLITE_READONLY, SQLITE_IOERR and SQLITE_FULL. */
const fullSqliteCodes: ReadonlySet<number> = new Set([8, 10, 13])

/** True when the store cannot be written for lack of room, or because it may only be read; it may well be read. */
export const isStoreFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return fullSqliteCodes.has(error.errcode & 0xff)
  return 'code' in error && typeof error.code === 'string' && fullPostgresCodes.has(error.code)
}
