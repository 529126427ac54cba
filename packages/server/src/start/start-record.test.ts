import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStartRecord, waitAfter } from './start-record.ts'

let dataFolder: string
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
})
afterAll(() => rm(dataFolder, { recursive: true, force: true }))

const minute = 60_000

test('a server that ends itself soon after each start begins its work later each time, until it is told to stop', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const start = () => openStartRecord({ dataFolder, port: 4_000 }, now)
  const waits: number[] = []
  for (let times = 0; times < 9; times++) {
    waits.push((await start()).waitMilliseconds / 1_000)
    now += minute
  }
  expect(waits).toEqual([0, 0, 0, 30, 60, 120, 240, 480, 600])
  await (await start()).close()
  expect(await start()).toMatchObject({ crashes: 0, waitMilliseconds: 0 })
})

test('one that ran for a while before, and one at another port, is in no loop', async () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  await openStartRecord({ dataFolder, port: 4_001 }, now)
  expect((await openStartRecord({ dataFolder, port: 4_001 }, now + 11 * minute)).crashes).toBe(0)
  expect((await openStartRecord({ dataFolder, port: 4_002 }, now)).crashes).toBe(0)
  expect((await openStartRecord({ dataFolder, port: 4_001 }, now + 12 * minute)).crashes).toBe(1)
})

test('a note that cannot be read or written holds up no start', async () => {
  await writeFile(join(dataFolder, 'start-4003.json'), 'half of a no')
  expect((await openStartRecord({ dataFolder, port: 4_003 })).crashes).toBe(0)
  const nowhere = join(dataFolder, 'nowhere')
  await (await openStartRecord({ dataFolder: nowhere, port: 4_003 })).close()
  expect(waitAfter(1_000)).toBe(10 * minute)
})
