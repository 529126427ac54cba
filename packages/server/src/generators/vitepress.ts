import { basename } from 'node:path/posix'
import { folderOf, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import type { Publication, SiteGenerator } from './generator.ts'
import { matcherOf } from './globs.ts'
import { languageIn, localesOf } from './locales.ts'
import type { NavigationList, NavigationTarget } from './navigation-lists.ts'
import { addressPath, isElsewhere, type ReadItem, readList } from './read-list.ts'
import { readPlaces } from './read-places.ts'
import { rewriterOf } from './rewrites.ts'
import { readSite, type Site, type SiteReader } from './site.ts'
import { scriptNames } from './site-files.ts'
import {
  flagAt,
  itemsAt,
  listAt,
  type SourceFile,
  type SourceList,
  type SourceNode,
  type SourceString,
  stringAt,
  textAt,
  textsIn,
  valueAt,
} from './source-tree.ts'

/** VitePress: `.vitepress/config.ts` beside the pages, whose lists of `{ text, link }` may be in files beside it. */
export const vitepress: SiteGenerator = {
  name: 'vitepress',
  configurationFiles: {
    place: 'beside',
    names: [...scriptNames('.vitepress/config'), ...scriptNames('.vitepress/config/index')],
  },
  site: { read: readParts, lists: readLists },
  async open(tree, configuration) {
    const site = await readSite(vitepress, tree, configuration)
    if (!site) return undefined
    const publication = publish(site)
    return { ...publication, navigation: readPlaces({ site, publication, files: tree.pages }) }
  },
}

async function readParts(...[tree, file]: Parameters<SiteReader['read']>): ReturnType<SiteReader['read']> {
  const root = file.path.slice(0, file.path.indexOf('.vitepress/'))
  const pagesFolder = within(root, textAt(file.root, 'srcDir') ?? '.')
  const others = tree.siteFiles.filter((path) => path !== file.path && path.startsWith(`${root}.vitepress/`))
  return {
    pagesFolder,
    base: trimSlashes(textAt(file.root, 'base') ?? ''),
    staticFolders: [within(pagesFolder, textAt(file.root, 'vite', 'publicDir') ?? 'public')],
    navigationFiles: [file, ...(await tree.sources(others))],
    // A rewrite may give any page any address.
    isPartOfMore: valueAt(file.root, 'rewrites') !== undefined,
  }
}

function publish({ pagesFolder, base, configuration }: Site): Publication {
  const root = configuration?.root
  const ending = flagAt(root, 'cleanUrls') ? '' : '.html'
  const locales = localesOf(valueAt(root, 'locales'), textAt(root, 'lang'))
  const rewrite = rewriterOf(valueAt(root, 'rewrites'))
  const isExcluded = matcherOf(textsIn(itemsAt(root, 'srcExclude')))
  return {
    anchors: 'vitepress',
    format: 'detect',
    hasTemplates: true,
    isLeftOut: (file) => {
      const path = pathBelow(pagesFolder, file)
      // `[name].md` becomes pages that its code names.
      return path !== undefined && (isExcluded(path) || /\[\w+\]/.test(path))
    },
    route: (file) => {
      const source = pathBelow(pagesFolder, file)
      if (source === undefined) return undefined
      const path = rewrite(source)
      const isIndex = basename(path) === 'index.md'
      const page = joinPaths(base, isIndex ? folderOf(path) : withoutExtension(path))
      const address = isIndex ? page && `${page}/` : `${page}${ending}`
      return { address, path, language: languageIn(locales, path) }
    },
  }
}

/** `{ text, link }` and `{ text, items }`, wherever a configuration has lists of them. */
export function readLists(file: SourceFile): NavigationList[] {
  const bars = new Set<SourceList>()
  const bases = new Map<number, string>()
  collectBases(file.root, bases)
  const lists = file.lists((list, keys) => {
    const isNavigation = list.items.some(isItem)
    if (isNavigation && keys.includes('nav')) bars.add(list)
    return isNavigation
  })
  return lists.map((node) =>
    readList({ file, node, readItem: itemReader(bases.get(node.start) ?? ''), isBar: bars.has(node) }),
  )
}

const isItem = (item: SourceNode): boolean =>
  stringAt(item, 'text') !== undefined && (stringAt(item, 'link') !== undefined || listAt(item, 'items') !== undefined)

/** Reads items whose links are below the nearest `base` around them. */
const itemReader =
  (above: string): ReadItem =>
  (item) => {
    const base = textAt(item, 'base') || above
    const link = stringAt(item, 'link')
    return {
      label: stringAt(item, 'text'),
      target: link && targetOf(link, base),
      children: listAt(item, 'items'),
      readChild: itemReader(base),
    }
  }

const targetOf = (written: SourceString, base: string): NavigationTarget | undefined =>
  isElsewhere(written.value) ? undefined : { written, kind: 'address', path: addressPath(`${base}${written.value}`) }

/** The `base` of the sections whose `items` a list is: `'/guide/': { base: '/guide/', items: […] }`, by the list's offset. */
function collectBases(node: SourceNode, bases: Map<number, string>): void {
  if (node.kind === 'list') for (const item of node.items) collectBases(item, bases)
  if (node.kind !== 'record') return
  const [base, items] = [textAt(node, 'base'), listAt(node, 'items')]
  if (base !== undefined && items && !bases.has(items.start)) bases.set(items.start, base)
  for (const { value } of node.entries) collectBases(value, bases)
}
