import { slug as slugOf } from 'github-slugger'
import { folderOf, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import type { AnchorStyle } from '../pages/readers/anchors.ts'
import type { Publication, SiteGenerator } from './generator.ts'
import { languageIn, localesOf } from './locales.ts'
import type { NavigationList, NavigationTarget } from './navigation-lists.ts'
import { addressPath, type ItemParts, isElsewhere, readList } from './read-list.ts'
import { readPlaces } from './read-places.ts'
import { readSite, type Site } from './site.ts'
import { scriptNames } from './site-files.ts'
import {
  flagAt,
  listAt,
  type SourceFile,
  type SourceNode,
  type SourceString,
  stringAt,
  textAt,
  valueAt,
} from './source-tree.ts'

/** Starlight: `starlight({ … })` in the configuration of Astro, and pages in `src/content/docs`. */
export const starlight: SiteGenerator = {
  name: 'starlight',
  configurationFiles: { place: 'beside', names: scriptNames('astro.config') },
  site: {
    async read(_, file) {
      const root = folderOf(file.path)
      return {
        pagesFolder: within(root, `${textAt(file.root, 'srcDir') ?? 'src'}/content/docs`),
        base: trimSlashes(textAt(file.root, 'base') ?? ''),
        staticFolders: [within(root, textAt(file.root, 'publicDir') ?? 'public')],
        navigationFiles: [file],
        isPartOfMore: true,
      }
    },
    lists: readLists,
  },
  async open(tree, configuration) {
    const site = await readSite(starlight, tree, configuration)
    const [options] = site?.configuration?.calls('starlight') ?? []
    // Astro without Starlight has routes of its own.
    if (!site || !options) return undefined
    const publication = publish(site, options)
    const facts = await tree.facts()
    return { ...publication, navigation: readPlaces({ site, publication, files: tree.pages, facts }) }
  },
}

function publish({ pagesFolder, base, configuration }: Site, options: SourceNode): Publication {
  const root = configuration?.root
  const locales = localesOf(valueAt(options, 'locales'))
  const ending = endingOf(root)
  const folderEnding = folderEndingOf(root)
  return {
    anchors: anchorsOf(root),
    format: 'detect',
    isLeftOut: (file) => pathBelow(pagesFolder, file)?.split('/').some(isPart) ?? false,
    route: (file) => {
      const path = pathBelow(pagesFolder, file)
      if (path === undefined) return undefined
      const id = entryId(path)
      const page = id === 'index' ? '' : id
      const address = joinPaths(base, page)
      return {
        // The root is a folder however pages are named.
        address: address && `${address}${page === '' ? folderEnding : ending}`,
        path,
        language: languageIn(locales, path),
        slugs: { root: base, ending, start: 'root' },
      }
    },
  }
}

const isPart = (step: string): boolean => step.startsWith('_')

/** Astro makes anchors of headings after it has put in the right quotation marks. */
export const anchorsOf = (root: SourceNode | undefined): AnchorStyle =>
  flagAt(root, 'markdown', 'smartypants') === false ? 'github' : 'astro'

/** What the addresses of pages end with. */
export function endingOf(root: SourceNode | undefined): '.html' | '/' | '' {
  const format = textAt(root, 'build', 'format')
  return format === 'file' || format === 'preserve' ? '.html' : folderEndingOf(root)
}

/** What the address of the site's root ends with, and that of any folder. */
export const folderEndingOf = (root: SourceNode | undefined): '/' | '' =>
  textAt(root, 'trailingSlash') === 'never' ? '' : '/'

/** The id that Astro gives the entry of a file: each step as a slug, without `index` at the end of a folder's. */
export function entryId(path: string): string {
  const steps = withoutExtension(path)
    .split('/')
    .map((step) => slugOf(step))
  return (steps.length > 1 && steps.at(-1) === 'index' ? steps.slice(0, -1) : steps).join('/')
}

/** `starlight({ sidebar: […] })`: slugs, links, groups, and folders that fill themselves. */
function readLists(file: SourceFile): NavigationList[] {
  return file.calls('starlight').flatMap((options) => {
    const sidebar = listAt(options, 'sidebar')
    return sidebar ? [readList({ file, node: sidebar, readItem })] : []
  })
}

function readItem(item: SourceNode): ItemParts {
  if (item.kind === 'string') return { target: pageOf(item) }
  const [slug, link] = [stringAt(item, 'slug'), stringAt(item, 'link')]
  const folder = stringAt(item, 'autogenerate', 'directory')
  return {
    label: stringAt(item, 'label'),
    target: (slug && pageOf(slug)) ?? (link && addressOf(link)) ?? (folder && folderTarget(folder)),
    children: listAt(item, 'items'),
  }
}

const pageOf = (written: SourceString): NavigationTarget => ({
  written,
  kind: 'page',
  path: addressPath(written.value),
})

const folderTarget = (written: SourceString): NavigationTarget => ({
  written,
  kind: 'folder',
  path: addressPath(written.value),
})

const addressOf = (written: SourceString): NavigationTarget | undefined =>
  isElsewhere(written.value) ? undefined : { written, kind: 'address', path: addressPath(written.value) }
