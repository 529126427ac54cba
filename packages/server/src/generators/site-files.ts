import { isBelow } from '../pages/links.ts'

/** Files by which a documentation generator is configured, wherever in a repository they stand. */
const names =
  /^(?:docs\.json|mint\.json|mkdocs\.ya?ml|(?:docusaurus|astro)\.config\.(?:[cm]?[jt]s)|sidebars?[\w.-]*\.(?:[cm]?[jt]s|json))$/
const vitepress =
  /(?:^|\/)\.vitepress\/(?:config(?:\.[cm]?[jt]s|\/.+\.[cm]?[jt]s)|[\w/-]*(?:sidebar|nav)[\w.-]*\.[cm]?[jt]s)$/

/**
 * Whether a file may configure the site whose pages are in `docsFolder`: it stands in a folder above the pages, in the
 * folder itself, or in a folder beside it.
 */
export function isSiteFile(file: string, docsFolder: string): boolean {
  const slash = file.lastIndexOf('/')
  if (vitepress.test(file)) return true
  if (!names.test(file.slice(slash + 1))) return false
  const folder = slash < 0 ? '' : file.slice(0, slash)
  const above = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
  return isWithin(docsFolder, folder) || isWithin(docsFolder, above)
}

const isWithin = (path: string, folder: string): boolean => path === folder || isBelow(folder, path)
