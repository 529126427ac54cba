import { posix } from 'node:path'
import { folderOf, isAsciiDoc, pathBelow, withoutExtension } from '../pages/links.ts'
import { findAsciiDocIncludes } from '../pages/readers/asciidoc/includes.ts'
import type { Publication, Route } from './generator.ts'
import { tryLinkList } from './link-list.ts'
import { foldersAbove, type Tree } from './tree.ts'

const lists = ['SUMMARY.md', '_sidebar.md']
const parts = ['_sidebar.md', '_navbar.md', '_coverpage.md']

/**
 * What's known of a folder without a generator: HTML is where its files are, AsciiDoc where Asciidoctor writes its HTML, and
 * a list of links orders the pages.
 */
export async function openPlain(tree: Tree): Promise<Publication> {
  const includes = await readAsciiDocParts(tree)
  const [list] = tree.pages
    .filter((file) => lists.includes(posix.basename(file)))
    .sort((one, other) => one.length - other.length)
  const navigation = list === undefined ? undefined : tryLinkList(list, await tree.read(list), tree.pages)
  return {
    anchors: 'github',
    ...((await isVault(tree)) && { format: 'obsidian' as const }),
    keepsOthers: true,
    isLeftOut: (file) =>
      includes.has(file) ||
      isPartOfQuarto(file) ||
      (navigation !== undefined && (file === list || parts.includes(posix.basename(file)))),
    route: (file) => {
      const path = pathBelow(tree.folder, file) ?? ''
      if (/\.html?$/i.test(file)) return htmlRoute(path)
      return isAsciiDoc(file) ? htmlRoute(`${withoutExtension(path)}.html`) : undefined
    },
    ...(navigation && { navigation }),
  }
}

/** Whether the pages are those of Obsidian, which keeps its settings beside them or above. */
async function isVault(tree: Tree): Promise<boolean> {
  for (const folder of foldersAbove(tree.folder)) if ((await tree.list(folder)).includes('.obsidian/')) return true
  return false
}

/** The route of an HTML file; the index of a folder is at the folder. */
export function htmlRoute(path: string): Route {
  const folder = folderOf(path)
  const isIndex = ['index.html', 'index.htm'].includes(posix.basename(path).toLowerCase())
  return { address: isIndex ? folder && `${folder}/` : path, path }
}

/**
 * The files of AsciiDoc that are parts of others: those that one includes, and those whose name says so. Books are written
 * in one file a chapter, and published as one page.
 */
async function readAsciiDocParts(tree: Tree): Promise<ReadonlySet<string>> {
  const files = tree.pages.filter(isAsciiDoc)
  const includes = new Set(files.filter((file) => posix.basename(file).startsWith('_')))
  for (const file of files) {
    for (const { path } of findAsciiDocIncludes((await tree.read(file)) ?? '')) {
      const part = posix.join(folderOf(file), path)
      if (part !== file && isAsciiDoc(part)) includes.add(part)
    }
  }
  return files.every((file) => includes.has(file)) ? new Set() : includes
}

/** Quarto and R Markdown publish no file whose name begins with `_`. */
const isPartOfQuarto = (file: string): boolean => posix.basename(file).startsWith('_') && /\.(?:qmd|rmd)$/i.test(file)
