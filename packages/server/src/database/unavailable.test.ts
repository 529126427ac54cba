import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isStoreUnavailable } from './unavailable.ts'

const thrownBy = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('It did not throw.')
}

test('SQLite that is locked by another process, or may only be read, is away for a while; a wrong statement is a fault', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sidenote-test-'))
  const file = join(folder, 'test.db')
  const one = new DatabaseSync(file)
  const other = new DatabaseSync(file)
  one.exec('create table t (x); begin immediate')
  expect(isStoreUnavailable(thrownBy(() => other.exec('begin immediate')))).toBe(true)
  expect(isStoreUnavailable(thrownBy(() => other.exec('select nonsense from t')))).toBe(false)
  one.close()
  other.close()
  const readOnly = new DatabaseSync(file, { readOnly: true })
  expect(isStoreUnavailable(thrownBy(() => readOnly.exec('create table u (x)')))).toBe(true)
  readOnly.close()
  rmSync(folder, { recursive: true })
})

describe.runIf(process.env.TEST_DATABASE_URL)('on PostgreSQL', () => {
  let clients: readonly [Client, Client]

  beforeEach(async () => {
    const create = () => new Client({ connectionString: process.env.TEST_DATABASE_URL })
    clients = [create(), create()]
    for (const client of clients) {
      client.on('error', () => {})
      await client.connect()
      await client.query('begin')
    }
  })
  afterEach(async () => {
    for (const client of clients) await client.end().catch(() => {})
  })

  const failureOf = (query: Promise<unknown>): Promise<unknown> =>
    query.then(
      () => undefined,
      (error: unknown) => error,
    )

  test('a transaction that stood still while this process did is worth another try', async () => {
    const [client] = clients
    await client.query('set local idle_in_transaction_session_timeout = 20')
    // Nothing of this process goes on meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    expect(isStoreUnavailable(await failureOf(client.query('select 1')))).toBe(true)
  })

  test('a transaction that was given up for another one is worth another try; a wrong statement is not', async () => {
    const [one, other] = clients
    const lock = (client: Client, id: number) => client.query('select pg_advisory_xact_lock(20281128, $1)', [id])
    await lock(one, 1)
    await lock(other, 2)
    const failures = await Promise.all(
      [failureOf(lock(one, 2)), failureOf(lock(other, 1))].map(async (failure, at) => {
        const error = await failure
        // Whoever is given up lets the other one go on.
        if (error) await clients[at]?.query('rollback')
        return error
      }),
    )
    const [failure] = failures.filter(Boolean)
    expect(isStoreUnavailable(failure)).toBe(true)
    expect(isStoreUnavailable(await failureOf(one.query('select nonsense')))).toBe(false)
  })
})
