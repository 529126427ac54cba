import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reading } from '../../test/support/reading.ts'
import { folderSource } from './folder.ts'
import type { SourceItem } from './source.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sidenote-folder-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const write = async (path: string, text: string | Uint8Array = 'Text') => {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

const readAll = async (folder = root, signal = new AbortController().signal): Promise<SourceItem[]> =>
  Array.fromAsync(folderSource(reading, folder).read(signal))

const pathsOf = (items: readonly SourceItem[]) =>
  items.flatMap((item) => (item.kind === 'document' ? [item.document.path] : []))

test('Markdown and MDX files are read, the number of pages first, in an order that is always the same', async () => {
  for (const path of ['b.md', 'a.mdx', 'sub/c.markdown', 'README.md', 'index.md', 'picture.png', 'notes.txt'])
    await write(path)
  const items = await readAll()
  expect(items[0]).toEqual({ kind: 'total', pages: 5 })
  expect(pathsOf(items)).toEqual(['index.md', 'a.mdx', 'b.md', 'README.md', 'sub/c.markdown'])
})

test('dot folders, dot files and node_modules are left out', async () => {
  for (const path of ['.git/a.md', '.hidden.md', 'node_modules/x/README.md', 'sub/node_modules/y.md', 'ok.md'])
    await write(path)
  expect(pathsOf(await readAll())).toEqual(['ok.md'])
})

test('what Sphinx builds beside its pages is left out: files that these show, and source code', async () => {
  for (const path of ['_static/fonts/README.md', '_modules/acme/boil.html', '_modules/one.md', 'boil.html'])
    await write(path)
  expect(pathsOf(await readAll())).toEqual(['boil.html', '_modules/one.md'])
})

test('what servers show in place of a missing page is left out, and pages about that status are not', async () => {
  const built = [
    '404.html',
    '404/index.html',
    '_not-found/index.html',
    '_not-found.html',
    'de/404.html',
    'pt-br/404.htm',
  ]
  for (const path of [...built, '404.md', 'errors/404.html', 'guide/_not-found.html', 'index.html']) await write(path)
  const kept = ['index.html', '404.md', 'errors/404.html', 'guide/_not-found.html']
  expect(pathsOf(await readAll()).sort()).toEqual(kept.sort())
})

test('a symbolic link that leaves the folder is not followed, one that stays is', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'sidenote-outside-'))
  await writeFile(join(outside, 'secret.md'), 'secret')
  await write('real/page.md')
  await symlink(join(outside, 'secret.md'), join(root, 'file.md'))
  await symlink(outside, join(root, 'folder'))
  await symlink(join(root, 'real'), join(root, 'inside'))
  await symlink(join(root, 'nowhere.md'), join(root, 'broken.md'))
  expect(pathsOf(await readAll())).toEqual(['inside/page.md', 'real/page.md'])
  await rm(outside, { recursive: true })
})

test('a symbolic link to a folder above ends', async () => {
  await write('sub/page.md')
  await symlink(root, join(root, 'sub/up'))
  await symlink(join(root, 'sub'), join(root, 'again'))
  const paths = pathsOf(await readAll())
  expect(paths).toContain('sub/page.md')
  expect(paths.length).toBeLessThan(5)
})

test('a file that is too large is reported and the others are read', async () => {
  await write('large.md')
  await truncate(join(root, 'large.md'), 5 * 1024 * 1024)
  await write('small.md')
  const items = await readAll()
  expect(items).toContainEqual({
    kind: 'failure',
    failure: { path: 'large.md', reason: 'The file has 5242880 bytes; pages of more than 4194304 are not read.' },
  })
  expect(pathsOf(items)).toEqual(['small.md'])
})

test('what is not UTF-8 is read as far as it can be; UTF-16 with its mark is text', async () => {
  await write('latin.md', Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x00, 0x21))
  await write('utf16.md', new Uint8Array([0xff, 0xfe, ...Buffer.from('# Hé', 'utf16le')]))
  const texts = (await readAll()).flatMap((item) => (item.kind === 'document' ? [item.document.text] : []))
  expect(texts).toEqual(['caf\uFFFD!', '# Hé'])
})

test('a page of HTML that only sends its readers on is left out, one that comes back to itself is not', async () => {
  const refresh = (content: string) => `<!doctype html><head><meta http-equiv="refresh" content="${content}"></head>`
  await write('old name.html', refresh('0; url=guide/new.html'))
  await write('away.html', refresh("0;url='https://acme.com/'"))
  await write('clock.html', refresh('5; url=clock.html'))
  await write('later.html', refresh('60; url=guide/new.html'))
  await write('guide/new.html', '<main>New</main>')
  const items = await readAll()
  expect(pathsOf(items)).toEqual(['clock.html', 'later.html', 'guide/new.html'])
  expect(items.reduce((sum, item) => sum + (item.kind === 'total' ? item.pages : 0), 0)).toBe(3)
})

test('HTML files that show all pages once more, or what a search has found, are left out', async () => {
  await write('print.html', '<head><meta name="robots" content="noindex"></head><main>All</main>')
  await write('search/all_0.html', '<head></head><body class="SRPage"><div>Loading...</div></body>')
  await write('guide/print.html', '<main>How to print</main>')
  await write('draft.html', '<head><meta name="robots" content="noindex"></head><main>Not for others</main>')
  expect(pathsOf(await readAll())).toEqual(['draft.html', 'guide/print.html'])
})

test('the same bytes have the same hash, others another', async () => {
  await write('a.md', 'one')
  await write('b.md', 'one')
  await write('c.md', 'two')
  const hashes = (await readAll()).flatMap((item) => (item.kind === 'document' ? [item.document.hash] : []))
  expect(hashes[0]).toBe(hashes[1])
  expect(hashes[2]).not.toBe(hashes[0])
})

test('a folder that does not exist, and a file in its place, reject with a sentence that names it', async () => {
  await write('page.md')
  await expect(readAll(join(root, 'missing'))).rejects.toThrow(
    `The folder ${join(root, 'missing')} cannot be read: it does not exist.`,
  )
  await expect(readAll(join(root, 'page.md'))).rejects.toThrow(
    `The folder ${join(root, 'page.md')} cannot be read: it is not a folder.`,
  )
})

test('reading ends when it is aborted', async () => {
  await write('a.md')
  await write('b.md')
  const abort = new AbortController()
  const items = folderSource(reading, root).read(abort.signal)
  const seen: SourceItem[] = []
  const all = (async () => {
    for await (const item of items) {
      seen.push(item)
      if (item.kind === 'document') abort.abort()
    }
  })()
  await expect(all).rejects.toThrow()
  expect(pathsOf(seen)).toEqual(['a.md'])
})
