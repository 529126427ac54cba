import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Fixture, inFolder } from '../../test/generators/fixture.ts'
import { fixtures } from '../../test/generators/fixtures.ts'
import { writeFiles } from '../../test/support/write-files.ts'
import { isPageFile } from '../pages/links.ts'
import { parsePage } from '../pages/readers/parse.ts'
import { generators } from './generators.ts'
import { openPublication, openTree, readNavigation } from './read-navigation.ts'

/** What every generator promises, shown by its sites in `test/generators`. */
let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sidenote-generators-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const requestOf = ({
  files,
  folder = '',
  siteUrl = null,
}: Pick<Fixture, 'files' | 'folder'> & { siteUrl?: string | null }) => {
  const start = folder === '' ? '' : `${folder}/`
  const pages = Object.keys(files).filter((file) => isPageFile(file) && file.startsWith(start))
  return { folder: join(root, folder), files: pages.map((file) => file.slice(start.length)), project: root, siteUrl }
}

const read = async (fixture: Pick<Fixture, 'files' | 'folder' | 'siteUrl'>) => readNavigation(requestOf(fixture))

/** The name of the generator that is recognized. */
const recognize = async (fixture: Pick<Fixture, 'files' | 'folder'>) =>
  (await openPublication(await openTree(requestOf(fixture), () => {}))).generator

const addressesOf = ({ places }: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries([...places].map(([file, { address }]) => [file, address]))

/** The pages that a navigation names, in its order. */
const orderOf = ({ places }: Awaited<ReturnType<typeof read>>) =>
  [...places]
    .filter(([, { position }]) => position !== null)
    .sort(([, one], [, other]) => (one.position ?? 0) - (other.position ?? 0))
    .map(([file]) => file)

const brokenTexts = [
  ['nothing', ''],
  ['what cannot be parsed', '{{{'],
  ['what is no text', '\0\0'],
  ['brackets within brackets', '['.repeat(50_000)],
  ['type arguments within each other', `export default ${'<T>('.repeat(30)}`],
  ['an alias of itself', 'a: &a [*a, *a, *a]\nbaseurl: /x\n'],
] as const

const names = [...generators.map(({ name }) => name), 'plain']

test('every generator has a fixture, and every fixture a generator', () => {
  expect([...fixtures.keys()].sort()).toEqual([...names].sort())
  expect([...fixtures.values()].every((list) => list.length > 0)).toBe(true)
})

describe.each(names)('%s', (name) => {
  const list = fixtures.get(name) ?? []

  test.each(list)('shows $shows', async (fixture) => {
    const { expected, files, folder = '' } = fixture
    await writeFiles(root, files)
    expect(await recognize(fixture)).toBe(name === 'plain' ? null : name)
    const navigation = await read(fixture)
    expect(addressesOf(navigation)).toEqual(expected.addresses)
    if (expected.order) expect(orderOf(navigation)).toEqual(expected.order)
    for (const [file, trail] of Object.entries(expected.trails ?? {})) {
      expect([file, navigation.places.get(file)?.trail]).toEqual([file, trail])
    }
    for (const [file, place] of Object.entries(expected.places ?? {})) {
      expect({ route: undefined, showsHidden: undefined, ...navigation.places.get(file) }).toMatchObject(place)
    }
    for (const [file, sections] of Object.entries(expected.sections ?? {})) {
      const text = files[join(folder, file)] ?? ''
      const { anchors, attributes, hasTemplates } = navigation.places.get(file) ?? {}
      expect(parsePage({ path: file, text, anchors, attributes, hasTemplates }).sections).toMatchObject(sections)
    }
  })

  test.each(list)('gives plain data that is whole: $shows', async (fixture) => {
    await writeFiles(root, fixture.files)
    const navigation = await read(fixture)
    expect(structuredClone(navigation)).toEqual(navigation)
    const files = [...navigation.places.keys(), ...navigation.leftOut]
    expect(files.sort()).toEqual([...requestOf(fixture).files].sort())
    const positions = orderOf(navigation).map((file) => navigation.places.get(file)?.position)
    expect(positions).toEqual(positions.map((_, position) => position))
    for (const { address = '' } of navigation.places.values()) expect(address).not.toMatch(/^\/|\/\/|undefined|\[/)
  })

  test.each(list)('is the same in a folder of a larger repository: $shows', async (fixture) => {
    await writeFiles(root, inFolder('packages/site', fixture.files))
    const folder = ['packages/site', fixture.folder].filter(Boolean).join('/')
    const navigation = await readNavigation({
      ...requestOf(fixture),
      folder: join(root, folder),
    })
    expect(addressesOf(navigation)).toEqual(fixture.expected.addresses)
  })

  test.each(list)('is the same in a folder that is a source by itself: $shows', async (fixture) => {
    await writeFiles(root, fixture.files)
    const { project: _, ...request } = requestOf(fixture)
    expect(addressesOf(await readNavigation(request))).toEqual(fixture.expected.addresses)
  })

  const { configurationFiles } = generators.find((each) => each.name === name) ?? {}
  const configurationIn = ({ files }: Fixture) =>
    Object.keys(files).filter((path) =>
      configurationFiles?.names.some((each) => path === each || path.endsWith(`/${each}`)),
    )
  const configured = list.filter((fixture) => configurationIn(fixture).length > 0)

  test.skipIf(name === 'plain')(
    'is not recognized by a configuration that a link takes out of the project',
    async () => {
      const [fixture] = configured
      if (!fixture) throw new Error(`No fixture of ${name} has a configuration.`)
      await writeFiles(root, inFolder('project', fixture.files))
      for (const path of configurationIn(fixture)) {
        const outside = join(root, basename(path))
        await rename(join(root, 'project', path), outside)
        await symlink(outside, join(root, 'project', path))
      }
      const project = join(root, 'project')
      const request = { ...requestOf(fixture), folder: join(project, fixture.folder ?? ''), project }
      expect((await openPublication(await openTree(request, () => {}))).generator).not.toBe(name)
    },
  )

  test.each(brokenTexts)('reads %s in place of its configuration to the end, and loses no page', async (_, text) => {
    for (const fixture of configured.slice(0, 1)) {
      await writeFiles(root, fixture.files)
      for (const path of configurationIn(fixture)) await writeFile(join(root, path), text)
      const { places, leftOut } = await read(fixture)
      expect(places.size + leftOut.size).toBe(requestOf(fixture).files.length)
    }
  })
})
