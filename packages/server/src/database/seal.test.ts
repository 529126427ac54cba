import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeal, readSealKey } from './seal.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a sealed text comes back with its key and its purpose, and nothing of it can be read before', () => {
  const seal = createSeal(Buffer.alloc(32, 1))
  const sealed = seal.close('project', 'ghp_secret')
  expect(sealed).not.toContain('secret')
  expect(seal.open('project', sealed)).toBe('ghp_secret')
})

test('the same text is sealed differently each time', () => {
  const seal = createSeal(Buffer.alloc(32, 1))
  expect(seal.close('project', 'text')).not.toBe(seal.close('project', 'text'))
})

test('another key, another purpose and a changed text are refused with a sentence', () => {
  const seal = createSeal(Buffer.alloc(32, 1))
  const sealed = seal.close('project', 'text')
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  expect(() => createSeal(Buffer.alloc(32, 2)).open('project', sealed)).toThrow('different key')
  expect(() => seal.open('other', sealed)).toThrow('different key')
  expect(() => seal.open('project', changed)).toThrow('different key')
})

test('processes that start at once on an empty folder agree on one key, which only the owner can read', async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => readSealKey(folder)))
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1)
  expect((await stat(join(folder, 'secrets.key'))).mode & 0o777).toBe(0o600)
  expect(await readSealKey(folder)).toEqual(keys[0])
})

test('a key that is given is used, and no file is made', async () => {
  expect(await readSealKey(folder, 'ab'.repeat(32))).toEqual(Buffer.alloc(32, 0xab))
  await expect(readFile(join(folder, 'secrets.key'))).rejects.toThrow('ENOENT')
})

test('a key that is too short is refused without being repeated', async () => {
  await expect(readSealKey(folder, 'abcd')).rejects.toThrow('SIDENOTE_SECRETS_KEY must hold 64 hexadecimal digits.')
})
