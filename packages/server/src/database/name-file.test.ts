import fs, { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { nameFile } from './name-file.ts'

/** Makes the file system one without hard links, as FAT is, until the test has ended. */
const refuseLinks = (onEnd: (restore: () => void) => void): void => {
  const refused = Object.assign(new Error('operation not supported'), { code: 'ENOTSUP' })
  const link = vi.spyOn(fs, 'link').mockRejectedValue(refused)
  syncBuiltinESMExports()
  onEnd(() => {
    link.mockRestore()
    syncBuiltinESMExports()
  })
}

test.each([true, false])(
  'a draft gets its name once, whole and as private as it is (with hard links: %s)',
  async (hasLinks) => {
    if (!hasLinks) refuseLinks(onTestFinished)
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
