import { joinPaths } from '../pages/links.ts'
import type { Generator, NavigationEntry } from './generator.ts'
import { navigationFile, pagesFolderOf, publishMkdocs } from './mkdocs.ts'
import { readSettings, recordOf, type Settings, textOf } from './settings.ts'
import { isRelated } from './site.ts'

/** Zensical: the settings of MkDocs in `zensical.toml`. It builds `mkdocs.yml` like MkDocs does, so that file is MkDocs's. */
export const zensical: Generator = {
  name: 'zensical',
  configurationFiles: { place: 'beside', names: ['zensical.toml'] },
  async open(tree, configuration) {
    const settings = readSettings(configuration.path, configuration.text)
    const project = settings && recordOf(settings.project ?? settings)
    const pagesFolder = pagesFolderOf(configuration.path, textOf(project?.docs_dir))
    if (!project || !isRelated(pagesFolder, tree.folder)) return undefined
    const publication = publishMkdocs(configuration, project, tree.pages)
    // Without extensions in the settings, the one for emoji is on.
    const anchors = project.markdown_extensions === undefined ? ('python-emoji' as const) : publication.anchors
    return { ...publication, anchors, navigation: readNavigation(project, pagesFolder, new Set(tree.pages)) }
  },
}

function readNavigation(
  { nav }: Settings,
  folder: string,
  pages: ReadonlySet<string>,
): ReadonlyMap<string, NavigationEntry> {
  const navigation = new Map<string, NavigationEntry>()
  for (const [path, trail] of entriesOf(nav, [])) {
    const file = joinPaths(folder, path)
    if (pages.has(file) && !navigation.has(file)) navigation.set(file, { trail })
  }
  return navigation
}

/** `nav = ["a.md", { "Title" = "b.md" }, { "Group" = [ … ] }]`. */
function entriesOf(item: unknown, trail: readonly string[]): [path: string, trail: readonly string[]][] {
  if (Array.isArray(item)) return item.flatMap((each) => entriesOf(each, trail))
  if (typeof item === 'string') {
    const path = navigationFile(item)
    return path === undefined ? [] : [[path, trail]]
  }
  const [title, value] = Object.entries(recordOf(item))[0] ?? []
  if (title === undefined) return []
  return entriesOf(value, Array.isArray(value) ? [...trail, title] : trail)
}
