import { siteGenerators } from './generators.ts'
import { plainSite, readSite, type Site } from './site.ts'
import { siteCandidates } from './site-candidates.ts'
import { isSiteFile } from './site-files.ts'
import { type ProjectFiles, Tree } from './tree.ts'

/** Recognizes the generator of a repository's documentation, for the agent. `files` are all files of the repository. */
export async function openSite(
  docsFolder: string,
  files: readonly string[],
  read: ProjectFiles['read'],
): Promise<Site> {
  const tree = new Tree({
    project: { read, list: async () => [] },
    folder: docsFolder,
    pages: [],
    siteFiles: files.filter((file) => isSiteFile(file, docsFolder)),
  })
  for (const { generator, path } of siteCandidates(tree, siteGenerators)) {
    const site = await readSite(generator, tree, { path })
    if (site) return site
  }
  return { ...plainSite(docsFolder), broken: tree.broken }
}
