import { expect, test } from 'vitest'
import { localeFolders, versionFolders } from './edition-folders.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const regions = letters.flatMap((one) => letters.map((other) => `${one}${other}`))

test('folders of a website that is made to be slow to read are read at once', () => {
  const pages = ['de', 'fr'].flatMap((language) => regions.flatMap((region) => [`${language}-${region}`]))
  const lone = pages.flatMap((folder) => Array.from({ length: 20 }, (_, at) => `${folder}/${folder}-${at}`))
  const long = Array.from({ length: 1_000 }, (_, at) => `v1${'_'.repeat(1_000)}!${at}/page`)
  const begun = performance.now()
  expect(localeFolders(lone)).toEqual(new Map())
  expect(versionFolders(long)(long[0] ?? '')).toBe(undefined)
  expect(performance.now() - begun).toBeLessThan(2_000)
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
