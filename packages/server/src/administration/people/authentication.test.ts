import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openAuthentication } from './authentication.ts'

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'people can sign in while others make and drop tables of their own in the same PostgreSQL',
  async () => {
    const store = await createTestDatabase('postgres')
    const { database } = store
    let isOver = false
    const change = async (): Promise<void> => {
      const name = sql.table(`${process.env.TEST_SCHEMAS}_${randomBytes(4).toString('hex')}`)
      await sql`create table ${name} (id serial primary key)`.execute(database)
      await sql`drop table ${name}`.execute(database)
      if (!isOver) await change()
    }
    const changes = Promise.all([change(), change(), change()])
    const parts = { secret: 'secret '.repeat(8), publicUrl: undefined, oidc: undefined, log: pino({ level: 'silent' }) }
    try {
      for (let count = 0; count < 40; count++) {
        const authentication = openAuthentication({ ...parts, database })
        expect(await authentication.api.getSession({ headers: new Headers() })).toBeNull()
      }
    } finally {
      isOver = true
      await changes
      await store.close()
    }
  },
)
