import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { nameFile } from './name-file.ts'

const system = vi.hoisted(() => ({ hasLinks: true }))
// A file system without hard links, as FAT is.
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>()
  const refused = Object.assign(new Error('operation not supported'), { code: 'ENOTSUP' })
  const link: typeof original.link = (from, to) => (system.hasLinks ? original.link(from, to) : Promise.reject(refused))
  return { ...original, link }
})

test.each([true, false])(
  'a draft gets its name once, whole and as private as it is (with hard links: %s)',
  async (hasLinks) => {
    system.hasLinks = hasLinks
    const folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
    const [first, second, file] = ['first', 'second', 'file'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await writeFile(first, 'first', { mode: 0o600 })
    await writeFile(second, 'second', { mode: 0o600 })
    await nameFile(first, file)
    await expect(nameFile(second, file)).rejects.toMatchObject({ code: 'EEXIST' })
    expect([await readFile(file, 'utf8'), (await stat(file)).mode & 0o777]).toEqual(['first', 0o600])
    await rm(folder, { recursive: true })
  },
)
