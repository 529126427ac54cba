import { posix } from 'node:path'
import { isRecord } from '../pages/is-record.ts'
import { folderOf, joinPaths, within, withoutExtension } from '../pages/links.ts'
import type { Generator, NavigationEntry, Publication } from './generator.ts'
import { readSettings, recordOf, type Settings, textOf, textsOf } from './settings.ts'
import type { Tree } from './tree.ts'

/** Antora: components, each described by its `antora.yml`, with modules of pages below it. */
export const antora: Generator = {
  name: 'antora',
  configurationFiles: { place: 'within', names: ['antora.yml'] },
  async open(tree) {
    const components = await readComponents(tree)
    if (components.size === 0) return undefined
    const publication = publish(components, await readPlaybook(tree))
    return { ...publication, navigation: await readNavigation(tree, [...components.values()]) }
  },
}

interface Component {
  readonly folder: string
  readonly name: string
  readonly title: string
  /** The step of the address; empty for a component without versions. */
  readonly version: string
  readonly label: string | null
  readonly navigations: readonly string[]
  readonly attributes: Attributes
}

/** What the playbook says, if it is in the repository. */
interface Playbook {
  readonly ending: '.html' | '' | '/'
  readonly attributes: Attributes
}

const playbooks = [
  'antora-playbook.yml',
  'playbook.yml',
  'site.yml',
  'antora-playbook.yaml',
  'local-antora-playbook.yml',
]
const mostComponents = 200

/** A page of a component, by its module and its path in that. */
interface AntoraPage {
  readonly component: Component
  readonly module: string
  readonly path: string
}

/** A file of a component: `docs/modules/ROOT/pages/index.adoc`. */
interface ModuleFile {
  readonly root: string
  readonly module: string
  readonly path: string
}

function moduleFileOf(file: string): ModuleFile | undefined {
  const steps = file.split('/')
  const at = steps.indexOf('modules')
  const module = steps[at + 1]
  if (at < 0 || module === undefined || steps.length < at + 3) return undefined
  return { root: steps.slice(0, at).join('/'), module, path: steps.slice(at + 2).join('/') }
}

async function readComponents(tree: Tree): Promise<Map<string, Component>> {
  const roots = new Set(tree.pages.flatMap((file) => moduleFileOf(file)?.root ?? []))
  const components = new Map<string, Component>()
  for (const root of [...roots].slice(0, mostComponents)) {
    const path = joinPaths(root, 'antora.yml')
    const component = readComponent(path, (await tree.read(path)) ?? '')
    if (component) components.set(root, component)
  }
  return components
}

function readComponent(path: string, text: string): Component | undefined {
  const settings = readSettings(path, text)
  const name = textOf(settings?.name)
  if (!settings || name === undefined) return undefined
  const version = versionIn(text)
  return {
    folder: folderOf(path),
    name,
    title: textOf(settings.title) ?? name,
    version,
    label: textOf(settings.display_version) ?? (version || null),
    navigations: textsOf(settings.nav),
    attributes: attributesIn(settings),
  }
}

/** The version as the file writes it: 1.10 is no number. Empty for none, and for one that Antora looks up. */
function versionIn(text: string): string {
  const line = text.split('\n').find((each) => each.startsWith('version:')) ?? ''
  const value = line.slice('version:'.length).trim()
  const quote = value.charAt(0)
  if (quote === "'" || quote === '"') return value.slice(1, Math.max(1, value.indexOf(quote, 1)))
  const [word = ''] = value.split(/[\s#]/)
  return ['~', 'null', 'true', 'false'].includes(word) || word.startsWith('{') ? '' : word
}

/** By name, what is set; undefined for what is taken away again. */
type Attributes = Readonly<Record<string, string | undefined>>

/** Texts, numbers and switches; an `@` at the end lets pages set them anew. `!name` takes one away, as `false` does. */
function attributesIn({ asciidoc }: Settings): Attributes {
  const entries = Object.entries(recordOf(recordOf(asciidoc).attributes)).flatMap(([name, value]) => {
    if (name.startsWith('!')) return [[name.slice(1), undefined]]
    if (value === true) return [[name, '']]
    if (value === false || value === null) return [[name, undefined]]
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const text = String(value)
    return [[name, text.endsWith('@') ? text.slice(0, -1) : text]]
  })
  return Object.fromEntries(entries)
}

/** What Antora sets for every page. */
const ofAntora = { env: 'site', 'env-site': '', 'site-gen': 'antora', 'site-gen-antora': '' }

async function readPlaybook(tree: Tree): Promise<Playbook> {
  for (const { path, text } of await tree.findAll({ place: 'above', names: playbooks })) {
    const settings = readSettings(path, text)
    if (!settings || !isRecord(settings.content)) continue
    const style = recordOf(settings.urls).html_extension_style
    const ending = style === 'indexify' ? '/' : style === 'drop' ? '' : '.html'
    return { ending, attributes: attributesIn(settings) }
  }
  return { ending: '.html', attributes: {} }
}

function publish(components: ReadonlyMap<string, Component>, playbook: Playbook): Publication {
  const find = (file: string) => {
    const { root = '', module = '', path = '' } = moduleFileOf(file) ?? {}
    const component = components.get(root)
    const steps = path.split('/')
    // What begins with `_` is a part of others.
    const isPage = steps[0] === 'pages' && path.endsWith('.adoc') && !steps.some((step) => step.startsWith('_'))
    return component && isPage ? { component, module, path: steps.slice(1).join('/') } : undefined
  }
  return {
    anchors: 'github',
    attributesOf: (file) => {
      const page = find(file)
      const all = {
        ...ofAntora,
        ...playbook.attributes,
        ...page?.component.attributes,
        ...(page && attributesOfPage(page)),
      }
      return Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      )
    },
    route: (file) => {
      const page = find(file)
      if (!page) return undefined
      const { component, module, path } = page
      const above = [component.name, component.version, module].filter((step) => step !== 'ROOT')
      const address = addressOf(joinPaths(...above, withoutExtension(path)), playbook.ending)
      return { address, path, version: component.label }
    },
  }
}

/** What Antora says of a page by itself. */
function attributesOfPage({ component, module, path }: AntoraPage): Record<string, string> {
  const { name, title, version, label } = component
  return {
    'page-component-name': name,
    'page-component-title': title,
    'page-component-version': version,
    'page-component-display-version': label ?? '',
    'page-version': version,
    'page-display-version': label ?? '',
    'page-module': module,
    'page-relative-src-path': path,
  }
}

function addressOf(page: string, ending: Playbook['ending']): string {
  if (ending === '.html') return `${page}.html`
  const isIndex = posix.basename(page) === 'index'
  const address = isIndex ? folderOf(page) : page
  return address && (ending === '/' || isIndex) ? `${address}/` : address
}

/** The pages that the navigations of the components list, in their order. */
async function readNavigation(tree: Tree, components: readonly Component[]): Promise<Map<string, NavigationEntry>> {
  const pages = new Set(tree.pages)
  const navigation = new Map<string, NavigationEntry>()
  for (const component of components) {
    for (const path of component.navigations) {
      const list = within(component.folder, path)
      const module = moduleFileOf(list)?.module ?? 'ROOT'
      for (const { target, trail } of itemsOf((await tree.read(list)) ?? '')) {
        const file = fileOf(target, component.folder, module)
        if (pages.has(file) && !navigation.has(file)) navigation.set(file, { trail })
      }
    }
  }
  return navigation
}

/** The pages that a list names, each with the titles that it is below. */
function itemsOf(text: string): { target: string; trail: string[] }[] {
  const items: { target: string; trail: string[] }[] = []
  let above: string[] = []
  let part = ''
  for (const line of text.split('\n')) {
    if (/^\.[^.\s]/.test(line)) part = plain(line.slice(1))
    const [, marks, rest = ''] = /^(\*{1,6})[ \t]+(\S.*)$/.exec(line.trimEnd()) ?? []
    if (marks === undefined) continue
    const [, target, label = ''] = /^xref:([^\s[\]]{1,500})\[([^\]]{0,500})\]/.exec(rest) ?? []
    above = above.slice(0, marks.length - 1)
    if (target !== undefined) items.push({ target, trail: [part, ...above].filter(Boolean) })
    above.push(plain(target === undefined ? rest : label))
  }
  return items
}

const plain = (title: string): string => title.replace(/[*`_+]/g, '').trim()

/** `module:path.adoc#id`, in the same component. */
function fileOf(target: string, folder: string, usualModule: string): string {
  const [page = ''] = target.split('#')
  const colon = page.indexOf(':')
  const module = colon > 0 && !page.slice(0, colon).includes('@') ? page.slice(0, colon) : usualModule
  return joinPaths(folder, 'modules', module, 'pages', page.slice(colon > 0 ? colon + 1 : 0))
}
