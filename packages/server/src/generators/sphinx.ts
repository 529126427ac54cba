import { basename } from 'node:path/posix'
import { folderOf, isBelow, pathBelow, withoutExtension } from '../pages/links.ts'
import { settingMark } from '../pages/readers/restructured-text/conditions.ts'
import type { Generator } from './generator.ts'
import { matcherOf } from './globs.ts'
import { htmlRoute, openPlain } from './plain.ts'
import type { ConfigurationFiles, TextFile, Tree } from './tree.ts'

const configurationFiles: ConfigurationFiles = {
  place: 'within',
  names: ['conf.py'],
  isMeant: (text) => /\b(?:sphinx|myst_parser|html_theme|extensions)\b/.test(text),
}

/** Sphinx: a `conf.py` in each folder that it builds. What's beside them is as without a generator. */
export const sphinx: Generator = {
  name: 'sphinx',
  configurationFiles,
  async open(tree) {
    const projects = (await tree.findAll(configurationFiles)).map(readProject)
    // Those further down first.
    projects.sort((one, other) => other.folder.length - one.folder.length)
    const hasFolders = await hasFoldersForPages(tree)
    const plain = await openPlain(tree)
    const builds = await findBuilds(tree)
    const isBuilt = (file: string) => isHtml.test(file) && builds.some((folder) => isBelow(folder, file))
    const find = (file: string) => {
      const project = projects.find(({ folder }) => pathBelow(folder, file) !== undefined)
      return project && { ...project, path: pathBelow(project.folder, file) ?? '' }
    }
    return {
      ...plain,
      anchors: 'docutils',
      sphinx: projects.map(({ folder }) => folder),
      attributesOf: (file) => find(file)?.substitutions ?? {},
      isLeftOut: (file) => {
        const page = find(file)
        return (page?.isExcluded(page.path) || isBuilt(file) || plain.isLeftOut?.(file)) ?? false
      },
      route: (file) => {
        const page = /\.(?:rst|md)$/i.test(file) ? find(file) : undefined
        if (!page) return plain.route(file)
        const name = withoutExtension(page.path)
        const built = hasFolders && basename(name) !== 'index' ? `${name}/index.html` : `${name}.html`
        return { ...htmlRoute(built), language: page.language }
      },
    }
  },
}

interface SphinxProject {
  /** The folder of the pages. */
  readonly folder: string
  readonly isExcluded: (path: string) => boolean
  readonly language: string | null
  /** What pages write between two `|`. */
  readonly substitutions: Readonly<Record<string, string>>
}

/** Reads a `conf.py` as far as it writes its settings out. */
function readProject({ path, text }: TextFile): SphinxProject {
  const list = /^exclude_patterns\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? ''
  const patterns = [...list.matchAll(/(["'])([^"'\n]+)\1/g)].map(([, , pattern = '']) => pattern)
  const values = new Map([...text.matchAll(setting)].map(([, name = '', , value = '']) => [name, value.trim()]))
  const language = values.get('language') ?? null
  values.delete('language')
  for (const [, name = '', value = ''] of text.matchAll(replacement)) values.set(name, value.trim())
  return {
    folder: folderOf(path),
    isExcluded: matcherOf(patterns.flatMap((pattern) => [pattern, `${pattern}/**`])),
    language,
    substitutions: { ...settingsIn(text), ...Object.fromEntries(values) },
  }
}

const mostSettings = 200

/** What a `conf.py` sets to a text, a number or a truth value, under names that are no substitutions. */
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(anySetting)]
      .slice(0, mostSettings)
      .map(([, name = '', , quoted, bare = '']) => [`${settingMark}${name}`, quoted ?? bare]),
  )

const anySetting =
  /^(\w{1,60})[ \t]*=[ \t]*(?:[ru]?(["'])([^"'\n]{0,100})\2|(\d[\d.]{0,20}|True|False|None))[ \t]*(?:#.*)?$/gm
const setting = /^(language|release|version)[ \t]*=[ \t]*[ru]?(["'])([^"'\n]{1,100})\2[ \t]*(?:#.*)?$/gm
/** In `rst_prolog` and `rst_epilog`, also where these are written on one line. */
const replacement =
  /(?:^[ \t]*|["']|\\n)\.\. \|([^|\n]{1,100})\| replace::[ \t]*((?:(?!\\n|["']{1,3}[ \t]*$).){1,300})/gm

const isHtml = /\.html?$/i

/**
 * The folders into which Sphinx has built the pages that are read from their sources: each has the inventory of its names. The
 * folder of all pages is none: whoever names a build as the source wants its pages.
 */
async function findBuilds(tree: Tree): Promise<string[]> {
  const builds: string[] = []
  for (const folder of tree.pageFolders()) {
    if (folder !== tree.folder && (await tree.list(folder)).includes('objects.inv')) builds.push(folder)
  }
  return builds
}

/** Whether Read the Docs has Sphinx write each page into a folder of its own. */
async function hasFoldersForPages(tree: Tree): Promise<boolean> {
  const names = ['.readthedocs.yaml', 'readthedocs.yaml', '.readthedocs.yml', 'readthedocs.yml']
  const isMeant = (text: string) => /^[ \t]*builder:[ \t]*["']?dirhtml\b/m.test(text)
  return (await tree.find({ place: 'above', names, isMeant })) !== undefined
}
