import { afterEach, describe, expect, test } from 'vitest'
import { sumOfCounts } from './support/counts.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { type Fleet, startFleet } from './support/fleet.ts'
import { sendLoad } from './support/load.ts'

const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env

let store: TestDatabase | undefined
let fleet: Fleet | undefined
afterEach(async () => {
  await fleet?.close()
  await store?.close()
  fleet = undefined
  store = undefined
})

/** A fifth more than the limit. */
const requests = 12_000

describe('of more requests than the limit of 10,000, exactly 10,000 are admitted', () => {
  const exact = [
    [200, 10_000],
    [429, requests - 10_000],
  ]

  test.runIf(databaseUrl)('by 4 processes with 50 connections each, counted in PostgreSQL', async () => {
    store = await createTestDatabase('postgres')
    fleet = await startFleet(4, { DATABASE_URL: store.options.databaseUrl })
    const { statuses } = await sendLoad({ ...fleet.load, connections: 50, requests })
    expect([...statuses].sort()).toEqual(exact)
  })

  test.runIf(databaseUrl && redisUrl)('by 4 processes with 50 connections each, counted in Redis', async () => {
    store = await createTestDatabase('postgres')
    fleet = await startFleet(4, { DATABASE_URL: store.options.databaseUrl, REDIS_URL: redisUrl })
    const { statuses } = await sendLoad({ ...fleet.load, connections: 50, requests })
    expect([...statuses].sort()).toEqual(exact)
    // A Redis that gets no time for 250 ms is taken for away: then the database counts on, and most stays in Redis.
    expect(await sumOfCounts(store.database, { name: 'page-organization-hour' })).toBeLessThan(5_000)
  })

  test('by one process with 50 connections, counted in SQLite', async () => {
    fleet = await startFleet(1, {})
    const { statuses } = await sendLoad({ ...fleet.load, connections: 50, requests })
    expect([...statuses].sort()).toEqual(exact)
  })
})
