import { folderOf, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import { withoutIndex } from './addresses.ts'
import type { Generator, NavigationEntry, Publication } from './generator.ts'
import { eachItem } from './navigation-lists.ts'
import { type SourceFile, textAt } from './source-tree.ts'
import { readLists } from './vitepress.ts'

/** Vocs: `vocs.config.ts`, with sidebars like those of VitePress. */
export const vocs: Generator = {
  name: 'vocs',
  configurationFiles: {
    place: 'above',
    names: ['ts', 'tsx', 'js', 'mjs', 'mts'].map((ending) => `vocs.config.${ending}`),
  },
  async open(tree, { path }) {
    const file = await tree.source(path)
    if (!file) return undefined
    const base = trimSlashes(textAt(file.root, 'basePath') ?? '')
    const publication = publish(folderOfPages(file), base)
    return { ...publication, navigation: readSidebars(file, publication, { base, pages: tree.pages }) }
  },
}

/** The second version has its pages in another folder. */
function folderOfPages({ path, text, root }: SourceFile): string {
  const usual = text.includes("'vocs/config'") || text.includes('"vocs/config"') ? 'src' : 'docs'
  const folder = within(folderOf(path), textAt(root, 'rootDir') ?? textAt(root, 'srcDir') ?? usual)
  return joinPaths(folder, textAt(root, 'pagesDir') ?? 'pages')
}

function publish(folder: string, base: string): Publication {
  return {
    anchors: 'github',
    format: 'mdx',
    route: (file) => {
      const path = /\.mdx?$/.test(file) ? pathBelow(folder, file) : undefined
      return path === undefined ? undefined : { address: joinPaths(base, withoutIndex(withoutExtension(path))), path }
    },
  }
}

function readSidebars(
  file: SourceFile,
  publication: Publication,
  { base, pages }: { readonly base: string; readonly pages: readonly string[] },
): ReadonlyMap<string, NavigationEntry> {
  const byAddress = new Map(pages.map((page) => [publication.route(page)?.address, page]))
  const navigation = new Map<string, NavigationEntry>()
  for (const { target, within: list } of eachItem(readLists(file))) {
    const page = target && byAddress.get(joinPaths(base, target.path))
    if (page !== undefined && !navigation.has(page)) navigation.set(page, { trail: list.labels })
  }
  return navigation
}
