import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
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
