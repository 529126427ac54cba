import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findDataFolder, readDataFolder } from './data-folder.ts'

const program = '/opt/node_modules/sidenote/server'
const linux = { environment: {}, platform: 'linux', home: '/home/ada', program } as const

test.each([
  [linux, '/home/ada/.local/share/sidenote'],
  [{ ...linux, environment: { XDG_DATA_HOME: '/data/ada' } }, '/data/ada/sidenote'],
  [{ ...linux, environment: { XDG_DATA_HOME: 'not/absolute' } }, '/home/ada/.local/share/sidenote'],
  [{ ...linux, environment: { XDG_DATA_HOME: '' } }, '/home/ada/.local/share/sidenote'],
  [{ ...linux, platform: 'freebsd' as const }, '/home/ada/.local/share/sidenote'],
  [{ ...linux, platform: 'darwin' as const, home: '/Users/ada' }, '/Users/ada/Library/Application Support/Sidenote'],
  [
    { ...linux, platform: 'win32' as const, home: 'C:\\Users\\ada', environment: { LOCALAPPDATA: 'D:\\Local' } },
    'D:\\Local\\Sidenote',
  ],
  [{ ...linux, platform: 'win32' as const, home: 'C:\\Users\\ada' }, 'C:\\Users\\ada\\AppData\\Local\\Sidenote'],
])('an installed program keeps its data in the user’s data directory (%#)', (place, folder) => {
  expect(findDataFolder(place)).toEqual({ folder, chosenBy: 'user' })
})

test('a clone keeps its data in itself, and a folder of its name elsewhere does not', async () => {
  const root = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const clone = join(root, 'packages', 'server')
  await mkdir(clone, { recursive: true })
  expect(findDataFolder({ ...linux, program: clone }).chosenBy).toBe('user')
  await writeFile(join(root, 'pnpm-workspace.yaml'), '')
  expect(findDataFolder({ ...linux, program: clone })).toEqual({
    folder: join(root, '.sidenote'),
    chosenBy: 'repository',
  })
  await rm(root, { recursive: true })
})

test('a folder that somebody names is used, and no current folder changes any other', () => {
  expect(readDataFolder({}, './data')).toEqual({ folder: resolve('data'), chosenBy: 'variable' })
  const before = process.cwd()
  const { folder } = readDataFolder({}, undefined)
  process.chdir(homedir())
  expect(readDataFolder({}, undefined).folder).toBe(folder)
  process.chdir(before)
})
