/**
 * Besides a lost connection: nobody is let in (a password that was changed, a database that is being restored), there is no
 * room, only reading is allowed (a standby after a failover), the machine has a fault, or somebody has stopped it.
 */
const postgresCodes =
  /^(?:ECONN(?:REFUSED|RESET)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|25006|28\w{3}|3D000|53\w{3}|55000|57P\w{2}|58\w{3})$/
const postgresSentences =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** SQLITE_BUSY, _LOCKED, _READONLY, _IOERR, _FULL and _CANTOPEN; the low byte of an extended code. */
const sqliteCodes: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14])

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
