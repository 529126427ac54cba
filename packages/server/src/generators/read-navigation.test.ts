import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pages } from '../../test/generators/fixture.ts'
import { writeFiles } from '../../test/support/write-files.ts'
import { localeFolders } from '../pages/edition-folders.ts'
import { readNavigation } from './read-navigation.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sidenote-navigation-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Writes the files, and reads the navigation of the pages below `folder`. */
async function read(files: Record<string, string>, folder = '') {
  await writeFiles(root, files)
  const start = folder === '' ? '' : `${folder}/`
  const names = Object.keys(files).flatMap((file) =>
    file.endsWith('.md') && file.startsWith(start) ? [file.slice(start.length)] : [],
  )
  return readNavigation({ folder: join(root, folder), files: names, project: root, siteUrl: null })
}

test('without a generator pages have no address, and folders called like a language hold translations only', async () => {
  const { places } = await read(pages('guide/a.md', 'de/guide/a.md', 'cs/net.md'))
  expect(places.get('guide/a.md')?.address).toBeUndefined()
  expect(places.get('de/guide/a.md')?.language).toBe('de')
  expect(places.get('cs/net.md')?.language).toBeNull()
  expect(localeFolders(['zh_CN/a.md', 'pt-br/a.md', 'js/a.md'])).toEqual(
    new Map([
      ['zh_CN', 'zh-CN'],
      ['pt-br', 'pt-br'],
    ]),
  )
})

test('folders called like a version hold one when most of their pages stand in another, or outside, as well', async () => {
  const manual = (folder: string) => [`${folder}install.md`, `${folder}guide/use.md`]
  const { places } = await read(
    pages(
      ...['', 'v1/', 'en/2.x/', 'en/latest/'].flatMap(manual),
      'api/v1/a.md',
      'api/v2/b.md',
      '1/intro.md',
      '2/intro.md',
    ),
  )
  const versionOf = (file: string) => places.get(file)?.version
  expect(['install.md', 'v1/install.md', 'v1/guide/use.md'].map(versionOf)).toEqual([null, 'v1', 'v1'])
  expect(['en/2.x/install.md', 'en/latest/guide/use.md'].map(versionOf)).toEqual(['2.x', 'latest'])
  expect(['api/v1/a.md', 'api/v2/b.md', '1/intro.md', '2/intro.md'].map(versionOf)).toEqual([null, null, null, null])
  const others = Array.from({ length: 9 }, (_, at) => `guide/${at}.md`)
  const interfaces = await read(pages('api/jobs.md', 'api/v2/jobs.md', 'api/users.md', 'api/v2/users.md', ...others))
  expect(interfaces.places.get('api/v2/jobs.md')?.version).toBeNull()
})

test('a configuration that leads out of the project, is broken, or is a folder, is as if it were not there', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'sidenote-outside-'))
  await writeFile(join(outside, 'mkdocs.yml'), 'site_url: https://evil.example/x/\nnav: []\n')
  await symlink(join(outside, 'mkdocs.yml'), join(root, 'mkdocs.yml'))
  await mkdir(join(root, 'docs.json'))
  const files = { ...pages('docs/a.md'), 'docusaurus.config.js': '\nmodule.exports = {{{' }
  const { places, broken } = await read(files, 'docs')
  expect(places.get('a.md')?.address).toBeUndefined()
  expect(broken).toEqual([
    {
      path: 'docusaurus.config.js',
      reason: "The configuration can't be parsed and is ignored: line 2: Unexpected token",
    },
  ])
  await rm(outside, { recursive: true })
})

test('a configuration that would become very large ends', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `const v${at} = [${`v${at + 1},`.repeat(8)}]`)
  const config = `export default { themeConfig: { sidebar: v0 } }\n${names.join('\n')}`
  const { places } = await read({ ...pages('a.md'), '.vitepress/config.js': config })
  expect(places.get('a.md')?.address).toBe('a.html')
})

test('a file that is skipped is as if it were not there, and each file is noted before it is read', async () => {
  const files = { ...pages('docs/a.md'), 'mkdocs.yml': 'site_name: A', 'docs.json': '{}' }
  await writeFiles(root, files)
  const request = { folder: join(root, 'docs'), files: ['a.md'], project: root, siteUrl: null }
  const notes: string[] = []
  const { places } = await readNavigation({ ...request, skipped: ['docs.json'] }, (file) => notes.push(file))
  expect(places.get('a.md')?.address).toBe('a/')
  expect(notes).toContain('mkdocs.yml')
  expect(notes).not.toContain('docs.json')
})

test('a configuration in a folder that is a source by itself names no file beyond it, one above it does', async () => {
  const sidebar = '{ "docs": [{ "type": "category", "label": "Secret", "items": ["a"] }] }'
  const config = (file: string) =>
    `module.exports = { presets: [['classic', { docs: { path: '.', sidebarPath: '${file}' } }]] }`
  await writeFiles(root, { 'sidebars.json': sidebar, 'x/y/docs/a.md': '# A' })
  const readAlone = async () =>
    (await readNavigation({ folder: join(root, 'x/y/docs'), files: ['a.md'], siteUrl: null })).places.get('a.md')?.trail
  for (const file of ['../../../sidebars.json', './../../../sidebars.json', '../x/../../../sidebars.json']) {
    await writeFiles(root, { 'x/y/docs/docusaurus.config.js': config(file) })
    expect(await readAlone()).toEqual([])
  }
  await rm(join(root, 'x/y/docs/docusaurus.config.js'))
  await writeFiles(root, { 'x/y/docusaurus.config.js': config('../../sidebars.json').replace("'.'", "'docs'") })
  expect(await readAlone()).toEqual(['Secret'])
})
