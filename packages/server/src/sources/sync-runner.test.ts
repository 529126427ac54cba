import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { childrenOf } from '../../test/support/child-processes.ts'
import { createTestDatabase, type TestDatabase, testEngines } from '../../test/support/database.ts'
import { insertSite } from '../../test/support/insert-site.ts'
import { usualQuotas } from '../quotas.ts'
import { searchPages } from '../search/search.ts'
import type { SyncReport } from './sync-report.ts'
import { openSyncThread, type SyncRunner } from './sync-runner.ts'

const site = { id: 'site', url: null }
const quotas = { ...usualQuotas, diskReserveBytes: 0 }

describe.each(testEngines)('sites that a thread reads, on %s', (engine) => {
  let store: TestDatabase
  let folder = ''
  let runner: SyncRunner
  beforeEach(async () => {
    store = await createTestDatabase(engine)
    folder = await mkdtemp(join(tmpdir(), 'sidenote-thread-'))
    await insertSite(store.database, site)
    runner = openSyncThread({ databaseUrl: undefined, ...store.options, quotas, sealKey: new Uint8Array(32) })
  })
  afterEach(async () => {
    await runner.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  const addFolder = (of: string) =>
    store.database
      .insertInto('sources')
      .values({ id: 'source', site_id: site.id, kind: 'folder', settings_json: JSON.stringify({ folder: of }) })
      .execute()
  const read = (signal = new AbortController().signal, onProgress: (report: SyncReport) => void = () => {}) =>
    runner.run(site, { signal, onProgress })
  const find = async (query: string) =>
    (await searchPages(store.searchIndex, site, { query, limit: 10 })).map(({ path }) => path)

  test('are found at once by who has searched before', async () => {
    await addFolder(folder)
    await writeFile(join(folder, 'kettle.md'), '# Kettle\n\nIt boils.')
    expect(await read()).toMatchObject({ read: 1, changed: 1, sources: [{ pages: 1 }] })
    expect(await find('boils')).toEqual(['kettle'])
    await writeFile(join(folder, 'pot.md'), '# Pot\n\nIt boils, too.')
    expect(await read()).toMatchObject({ read: 2, changed: 1, unchanged: 1 })
    expect((await find('boils')).sort()).toEqual(['kettle', 'pot'])
  })

  test('fail with the sentence that says why, and tell what had been read', async () => {
    await addFolder(join(folder, 'missing'))
    await expect(read()).rejects.toThrow(/missing.* cannot be read/)
  })

  test('are left when they are not wanted any more', async () => {
    await addFolder(folder)
    const pages = Array.from({ length: 400 }, (_, at) => writeFile(join(folder, `${at}.md`), `# Page ${at}\n\nText.`))
    await Promise.all(pages)
    const abort = new AbortController()
    const run = read(abort.signal, ({ read: count }) => {
      if (count > 0) abort.abort(new Error('Enough.'))
    })
    await expect(run).rejects.toThrow()
    expect((await find('text')).length).toBeLessThan(400)
    expect(await read()).toMatchObject({ read: 400 })
  })

  test('fail when the thread ends, and the next one is read by another', async () => {
    await addFolder(folder)
    await writeFile(join(folder, 'kettle.md'), '# Kettle\n\nIt boils.')
    const run = read()
    const failed = expect(run).rejects.toThrow()
    await runner.close()
    await failed
    expect(await read()).toMatchObject({ read: 1 })
  })

  test('leave no process behind', async () => {
    await addFolder(folder)
    await writeFile(join(folder, 'kettle.md'), '# Kettle\n\nIt boils.')
    // Other tests of this process may have left some, which end when they like.
    const others = new Set(childrenOf(process.pid))
    const own = () => childrenOf(process.pid).filter((child) => !others.has(child))
    await read()
    expect(own()).toHaveLength(1)
    await runner.close()
    expect(own()).toEqual([])
  })
})
