import { folderOf, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import { eachItem } from './navigation-lists.ts'
import type { NamedPlace } from './places.ts'
import type { Publisher } from './published.ts'
import type { WrittenFile } from './read-above.ts'
import { readOrNothing, type SourceFile, textAt } from './source-tree.ts'
import { readVitepress } from './vitepress.ts'

/** Where Vocs is configured. */
export const vocsConfigurations = ['ts', 'tsx', 'js', 'mjs', 'mts'].map((ending) => `vocs.config.${ending}`)

/** The folder of the pages, of which the second version has another one. */
const folderOfPages = ({ path, text }: WrittenFile, file: SourceFile): string => {
  const usual = /["']vocs\/config["']/.test(text) ? 'src' : 'docs'
  const root = within(folderOf(path), textAt(file.root, 'rootDir') ?? textAt(file.root, 'srcDir') ?? usual)
  return joinPaths(root, textAt(file.root, 'pagesDir') ?? 'pages')
}

/** The route rules of Vocs; undefined when the configuration cannot be read. */
export function publishVocs(configuration: WrittenFile): Publisher | undefined {
  const file = readOrNothing(configuration.path, configuration.text)
  if (!file) return undefined
  const folder = folderOfPages(configuration, file)
  const base = trimSlashes(textAt(file.root, 'basePath') ?? '')
  const find = (page: string) => (/\.mdx?$/.test(page) ? pathBelow(folder, page) : undefined)
  return {
    anchors: 'github',
    format: 'mdx',
    isLeftOut: (page) => find(page) === undefined,
    publish: (page) => {
      const relative = find(page)
      if (relative === undefined) return undefined
      const address = joinPaths(base, withoutExtension(relative).replace(/(?:^|\/)index$/, ''))
      return { address, root: base, ending: '', relative, version: null, language: null }
    },
  }
}

/** What its sidebars name, which are written as those of VitePress are. */
export function vocsPlaces(
  { path, text }: WrittenFile,
  files: readonly string[],
  publisher: Publisher,
): ReadonlyMap<string, NamedPlace> {
  const file = readOrNothing(path, text)
  const base = trimSlashes(textAt(file?.root, 'basePath') ?? '')
  const byAddress = new Map(files.map((each) => [publisher.publish(each)?.address, each]))
  const places = new Map<string, NamedPlace>()
  const lists = file ? readVitepress(file) : []
  for (const { target, within: list } of eachItem(lists)) {
    const page = target && byAddress.get(joinPaths(base, target.path))
    if (page !== undefined && !places.has(page)) places.set(page, { trail: list.labels, scope: {} })
  }
  return places
}
