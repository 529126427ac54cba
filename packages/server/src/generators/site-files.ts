import { isBelow } from '../pages/links.ts'

/** Files by which a generator is configured that may be above the pages or beside them. */
const names = new Set(['docs.json', 'mint.json', 'mkdocs.yml', 'mkdocs.yaml', 'zensical.toml'])
const scriptEndings = ['.js', '.ts', '.mjs', '.mts', '.cjs', '.cts']

/** The names of a configuration that is a script. */
export const scriptNames = (name: string): string[] => scriptEndings.map((ending) => `${name}${ending}`)

const scripts = new Set(['docusaurus.config', 'astro.config'].flatMap(scriptNames))

/** How Docusaurus calls the files that name a folder and say its place. */
export const categoryNames = ['_category_.json', '_category_.yml', '_category_.yaml']

/** Files that name and order what is in a folder, and the files by which the generator is known that reads them. They're data. */
const folderFiles = [
  { names: categoryNames, configurations: scriptNames('docusaurus.config') },
  {
    names: ['_meta.json', '_nav.json'],
    configurations: ['rspress.config', 'next.config'].flatMap(scriptNames),
  },
  { names: ['meta.json'], configurations: scriptNames('source.config') },
]

/** The names of files that order the folders of a site, by the configurations among the files of a repository. */
export function folderFileNames(files: readonly string[]): ReadonlySet<string> {
  const present = new Set(files.map((file) => file.slice(file.lastIndexOf('/') + 1)))
  const known = folderFiles.filter(({ configurations }) => configurations.some((name) => present.has(name)))
  return new Set(known.flatMap(({ names: ordering }) => ordering))
}

/**
 * Whether a file may configure the site whose pages are in `docsFolder`: it's in a folder above the pages, in the folder
 * itself, or in a folder beside it.
 */
export function isSiteFile(file: string, docsFolder: string): boolean {
  if (isOfVitepress(file)) return true
  const slash = file.lastIndexOf('/')
  const name = file.slice(slash + 1)
  if (!names.has(name) && !scripts.has(name) && !isSidebar(name)) return false
  const folder = slash < 0 ? '' : file.slice(0, slash)
  const above = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
  return isWithin(docsFolder, folder) || isWithin(docsFolder, above)
}

const isScript = (name: string): boolean => scriptEndings.some((ending) => name.endsWith(ending))

/** `sidebars.js`, `sidebarsCommunity.ts`, `sidebar.api.json`. */
const isSidebar = (name: string): boolean => name.startsWith('sidebar') && (isScript(name) || name.endsWith('.json'))

/** `.vitepress/config.ts`, what's below `.vitepress/config/`, and scripts called after a sidebar or a navigation bar. */
function isOfVitepress(file: string): boolean {
  const steps = file.split('/')
  const at = steps.indexOf('.vitepress')
  const [name = ''] = steps.slice(-1)
  if (at < 0 || at === steps.length - 1 || !isScript(name)) return false
  const isConfiguration =
    at === steps.length - 2 ? name.split('.').slice(0, -1).join('.') === 'config' : steps[at + 1] === 'config'
  return isConfiguration || name.includes('sidebar') || name.includes('nav')
}

const isWithin = (path: string, folder: string): boolean => path === folder || isBelow(folder, path)
