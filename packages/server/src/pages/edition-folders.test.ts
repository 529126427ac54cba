import { expect, test } from 'vitest'
import { growthOf, mostGrowth } from '../../test/support/growth.ts'
import { localeFolders, versionFolders } from './edition-folders.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const regions = letters.flatMap((one) => letters.map((other) => `${one}${other}`))

test('folders of a website that is made to be slow to read take as long as there are', async () => {
  const readLocales = (count: number) => {
    const folders = ['de', 'fr'].flatMap((language) => regions.map((region) => `${language}-${region}`)).slice(0, count)
    const pages = folders.flatMap((folder) => Array.from({ length: 20 }, (_, at) => `${folder}/${folder}-${at}`))
    expect(localeFolders(pages)).toEqual(new Map())
  }
  const readVersions = (count: number) => {
    const pages = Array.from({ length: count }, (_, at) => `v1${'_'.repeat(1_000)}!${at}/page`)
    expect(versionFolders(pages)(pages[0] ?? '')).toBe(undefined)
  }
  expect(await growthOf(regions.length / 2, readLocales)).toBeLessThan(mostGrowth)
  expect(await growthOf(250, readVersions)).toBeLessThan(mostGrowth)
})

test.each([
  ['v2', 'v1'],
  ['2.x', '1.0'],
  ['2.0-beta.1', 'release-1.9'],
  ['main', 'stable'],
  ['5.0rc1', 'latest'],
])('%s and %s are versions, of which most pages have a twin', (one, other) => {
  const files = [one, other].flatMap((folder) => ['install', 'use', 'remove'].map((page) => `en/${folder}/${page}.md`))
  const versionOf = versionFolders(files)
  expect(new Set(files.map(versionOf))).toEqual(new Set([one, other]))
  expect(versionFolders(files.slice(0, 3))(files[0] ?? '')).toBe(undefined)
})
