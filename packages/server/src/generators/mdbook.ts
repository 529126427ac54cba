import { basename } from 'node:path/posix'
import { folderOf, isBelow, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import { addressBelow } from './addresses.ts'
import type { Generator, Route } from './generator.ts'
import { tryLinkList } from './link-list.ts'
import { readSettings, recordOf, textOf } from './settings.ts'

/** mdBook: `book.toml`, and a `SUMMARY.md` that names all chapters. */
export const mdbook: Generator = {
  name: 'mdbook',
  configurationFiles: { place: 'within', names: ['book.toml'] },
  async open(tree, { path, text }) {
    const settings = readSettings(path, text) ?? {}
    const folder = within(folderOf(path), textOf(recordOf(settings.book).src) ?? 'src')
    const list = joinPaths(folder, 'SUMMARY.md')
    const navigation = tryLinkList(list, await tree.read(list), tree.pages)
    if (!navigation) return undefined
    const url = textOf(recordOf(recordOf(settings.output).html)['site-url']) ?? ''
    const base = url.startsWith('/') ? trimSlashes(url) : ''
    return {
      anchors: 'github',
      format: 'md',
      // A book says nothing about what isn't in its folder.
      keepsOthers: true,
      isLeftOut: (file) => isBelow(folder, file) && !navigation.has(file),
      route: (file) => chapterRoute(file, folder, base),
      navigation,
    }
  },
}

/** Where mdBook and HonKit publish a file: `guide/install.html`, and a README at its folder. */
export function chapterRoute(file: string, folder: string, base: string): Route | undefined {
  const path = pathBelow(folder, file)
  if (path === undefined || !/\.(?:md|markdown)$/.test(file)) return undefined
  const page = withoutExtension(path)
  const isIndex = ['readme', 'index'].includes(basename(page).toLowerCase())
  return { address: addressBelow(base, isIndex ? `${folderOf(page)}/` : `${page}.html`), path }
}
