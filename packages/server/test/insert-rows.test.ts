import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertRows } from '../src/database/insert-rows.ts'
import { pageTable } from '../src/sources/page-rows.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { insertSite } from './support/insert-site.ts'

const site_id = 'site'
const columns = { site_id: 'text', term: 'text', bucket: 'integer', sections: 'integer', entries: 'bytea' } as const
const postings = { name: 'postings', columns } as const

describe.each(testEngines)('many rows at once on %s', (engine) => {
  let store: TestDatabase
  beforeEach(async () => {
    store = await createTestDatabase(engine)
    await insertSite(store.database, { id: site_id })
  })
  afterEach(() => store.close())

  const makeRows = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      site_id,
      term: `“${at}”, {wörd} \\ 字 𝌆`,
      bucket: at * 1_000,
      sections: at,
      entries: Uint8Array.from([at % 256, 0, 255]),
    }))
  const readRows = async () => {
    const rows = await store.database.selectFrom('postings').selectAll().orderBy('bucket').execute()
    return rows.map((row) => ({ ...row, entries: Uint8Array.from(row.entries) }))
  }

  test.each([1, 7, 64, 73, 1_100])('%i of them read back as they were written', async (count) => {
    const rows = makeRows(count)
    await insertRows(store.database, postings, rows)
    expect(await readRows()).toEqual(rows)
  })

  test('null and an empty text are two things', async () => {
    const texts = { lookup: '', file: '', hash: '', title: '', tags_json: '[]', problems_json: '[]', trail_json: '[]' }
    const none = { slug: null, alias: null, version: null, said_version: null, said_language: null, position: null }
    const row = {
      ...texts,
      ...none,
      site_id,
      path: 'a',
      links_json: '[]',
      terms: '',
      source_id: null,
      language: '',
      bytes: 0,
    }
    const rows = [
      { ...row, number: 0, description: null },
      { ...row, number: 1, path: 'b', description: '' },
    ]
    await insertRows(store.database, pageTable, rows)
    expect(await store.database.selectFrom('pages').selectAll().orderBy('number').execute()).toEqual(rows)
  })

  test('a row that is there already is an error, unless it is to be replaced', async () => {
    const rows = makeRows(3)
    await insertRows(store.database, postings, rows.slice(1))
    await expect(insertRows(store.database, postings, rows)).rejects.toThrow(/unique/i)
    const changed = rows.map((row) => ({ ...row, sections: 9 }))
    await insertRows(store.database, { ...postings, replaces: ['site_id', 'term', 'bucket'] }, changed)
    expect(await readRows()).toEqual(changed)
  })
})
