import { folderOf, trimSlashes, within } from '../pages/links.ts'
import { readCategories } from './docusaurus/categories.ts'
import { contentAt, docusaurusContents, versionsFile } from './docusaurus/content.ts'
import { readSidebarPlaces } from './docusaurus/places.ts'
import { publish } from './docusaurus/routes.ts'
import { readSidebars } from './docusaurus/sidebars.ts'
import type { SiteGenerator } from './generator.ts'
import { readSite, type SiteReader } from './site.ts'
import { scriptNames } from './site-files.ts'
import { type SourceFile, textAt, textsIn } from './source-tree.ts'
import type { Tree } from './tree.ts'

/** Docusaurus: instances of its plugins, each with folders, sidebars, versions and translations of its own. */
export const docusaurus: SiteGenerator = {
  name: 'docusaurus',
  configurationFiles: { place: 'beside', names: scriptNames('docusaurus.config') },
  site: { read: readParts, lists: readSidebars },
  async open(tree, configuration) {
    const site = await readSite(docusaurus, tree, configuration)
    if (!site?.configuration) return undefined
    const versions = await readVersions(tree, site.configuration)
    const facts = await tree.facts()
    const publication = publish(site, { versions, facts })
    const categories = await readCategories(tree)
    const navigation = await readSidebarPlaces({ tree, site, publication, versions, facts, categories })
    return { ...publication, navigation }
  },
}

async function readParts(...[tree, file]: Parameters<SiteReader['read']>): ReturnType<SiteReader['read']> {
  const root = folderOf(file.path)
  const content = contentAt(docusaurusContents(file), tree.folder)
  const sidebars = await tree.sources(content?.sidebars ?? [])
  return {
    pagesFolder: content?.folder ?? within(root, 'docs'),
    routePrefix: content?.routePrefix ?? 'docs',
    base: trimSlashes(textAt(file.root, 'baseUrl') ?? ''),
    staticFolders: [within(root, 'static')],
    navigationFiles: sidebars.slice(0, 1),
    isPartOfMore: true,
  }
}

/** The versions of each instance of the plugin for documents, newest first. */
async function readVersions(tree: Tree, configuration: SourceFile): Promise<Map<string, string[]>> {
  const versions = new Map<string, string[]>()
  for (const content of docusaurusContents(configuration)) {
    if (content.kind !== 'docs') continue
    const list = (await tree.source(versionsFile(folderOf(configuration.path), content)))?.root
    versions.set(content.id, list?.kind === 'list' ? textsIn(list.items) : [])
  }
  return versions
}
