import { folderOf, joinPaths, within } from '../pages/links.ts'
import { templateValues } from '../pages/readers/template-values.ts'
import type { Generator, NavigationEntry, Publication } from './generator.ts'
import { addressFinder } from './jekyll/addresses.ts'
import { readJekyllSettings } from './jekyll/settings.ts'
import type { PageFacts } from './page-facts.ts'
import { readSettings, type Settings, textOf } from './settings.ts'
import type { Tree } from './tree.ts'

/** Jekyll: `_config.yml`, a name that Hexo and Jupyter Book use too. */
export const jekyll: Generator = {
  name: 'jekyll',
  configurationFiles: { place: 'above', names: ['_config.yml', '_config.yaml'], isMeant: isOfJekyll },
  async open(tree, { path, text }) {
    const settings = readSettings(path, text)
    if (!settings || !(someOf.test(text) || (await hasOwnFolder(tree, folderOf(path))))) return undefined
    const facts = await tree.facts()
    const data = await readData(tree, folderOf(path), settings)
    const publication = publish({ ...settings, data }, folderOf(path), { files: tree.pages, facts })
    return { ...publication, navigation: orderByParents(tree.pages, facts) }
  },
}

const someOf =
  /^(?:baseurl|permalink|collections|kramdown|markdown|remote_theme|theme|plugins|gems|sass|exclude|include|defaults)[ \t]*:/m
const noneOf = /^(?:source_dir|public_dir|new_post_name|sphinx|execute|launch_buttons)[ \t]*:/m

function isOfJekyll(text: string): boolean {
  return !noneOf.test(text)
}

const ownFolders = new Set(['_posts/', '_drafts/', '_layouts/', '_includes/', '_sass/'])

/** Whether a folder beside the configuration is one that only Jekyll has: a title alone may be of any program. */
const hasOwnFolder = async (tree: Tree, folder: string): Promise<boolean> =>
  (await tree.list(folder)).some((name) => ownFolders.has(name))

function publish(
  settings: Settings,
  folder: string,
  { files, facts }: { readonly files: readonly string[]; readonly facts: ReadonlyMap<string, PageFacts> },
): Publication {
  const rules = readJekyllSettings(folder, settings)
  const addressOf = addressFinder(rules, files, facts)
  const values = templateValues(settings, 'site')
  return {
    anchors: rules.isKramdown ? 'kramdown' : 'github',
    format: 'md',
    hasTemplates: true,
    attributesOf: () => values,
    route: (file) => {
      const page = addressOf(file)
      if (page === undefined) return undefined
      return { address: rules.base === '' ? page : `${rules.base}/${page}`, path: file }
    },
  }
}

const mostDataFiles = 100

/** What the files of `_data` say, by their names: `site.data.ports.web`. */
async function readData(tree: Tree, root: string, settings: Settings): Promise<Settings> {
  const folder = within(root, joinPaths(textOf(settings.source) ?? '', textOf(settings.data_dir) ?? '_data'))
  const names = (await tree.list(folder)).filter((name) => /\.(?:ya?ml|json)$/.test(name)).slice(0, mostDataFiles)
  const files = await Promise.all(
    names.map(
      async (name) => [name.slice(0, name.lastIndexOf('.')), await tree.settings(joinPaths(folder, name))] as const,
    ),
  )
  return Object.fromEntries(files)
}

/** The pages below their `parent`s, as Just the Docs and others order them. */
function orderByParents(
  files: readonly string[],
  facts: ReadonlyMap<string, PageFacts>,
): ReadonlyMap<string, NavigationEntry> {
  const pages = files.flatMap((file) => {
    const { title = null, fields = {} } = facts.get(file) ?? {}
    if (fields.parent === undefined && fields.nav_order === undefined) return []
    const trail = [fields.grand_parent, fields.parent].flatMap((each) => textOf(each) ?? [])
    return [{ file, title: title ?? '', trail, key: sortKey(fields.nav_order, title ?? '') }]
  })
  const byTitle = Map.groupBy(pages, ({ title }) => title)
  const keyOf = ({ trail, key }: (typeof pages)[number]): string => {
    const above = trail.map((name) => byTitle.get(name)?.find((each) => each.trail.length < trail.length)?.key ?? '')
    return [...above, key].join('\0')
  }
  const keys = new Map(pages.map((page) => [page, keyOf(page)]))
  const order = [...keys].sort(([, one], [, other]) => (one < other ? -1 : 1)).map(([page]) => page)
  return new Map(order.map(({ file, trail }) => [file, { trail }]))
}

/** Numbers come before words. */
const sortKey = (order: unknown, title: string): string =>
  typeof order === 'number' ? `0${order.toFixed(3).padStart(16, '0')}` : `1${textOf(order) ?? title}`
