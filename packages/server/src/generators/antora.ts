import { posix } from 'node:path'
import { isRecord } from '../pages/is-record.ts'
import { folderOf, joinPaths, within, withoutExtension } from '../pages/links.ts'
import { parseSettings, textOf } from './parse-settings.ts'
import type { NamedPlace } from './places.ts'
import type { Publisher } from './published.ts'
import type { ReadText } from './site.ts'

/** What the descriptors of Antora’s components say; the folders of modules are below them. */
interface AntoraSite {
  readonly publisher: Publisher
  readonly places: ReadonlyMap<string, NamedPlace>
}

interface Component {
  readonly folder: string
  readonly name: string
  /** Of the address; empty for a component without versions. */
  readonly version: string
  readonly label: string | null
  readonly navigations: readonly string[]
  readonly attributes: Readonly<Record<string, string>>
}

/** What the playbook says, when it stands in the repository. */
interface Playbook {
  readonly ending: '.html' | '' | '/'
  readonly attributes: Readonly<Record<string, string>>
}

const playbooks = [
  'antora-playbook.yml',
  'playbook.yml',
  'site.yml',
  'antora-playbook.yaml',
  'local-antora-playbook.yml',
]
const mostComponents = 200
const modulePath = /^(?:(.*?)\/)?modules\/([^/]+)\/(.+)$/

/** Reads the descriptors above the pages. Undefined without any. */
export async function readAntora(
  folder: string,
  files: readonly string[],
  read: ReadText,
): Promise<AntoraSite | undefined> {
  const roots = new Set(
    files.flatMap(
      (file) =>
        modulePath
          .exec(file)
          ?.slice(1, 2)
          .map((root) => root ?? '') ?? [],
    ),
  )
  const components = new Map<string, Component>()
  for (const root of [...roots].slice(0, mostComponents)) {
    const component = readComponent(root, await read(joinPaths(root, 'antora.yml')))
    if (component) components.set(root, component)
  }
  if (components.size === 0) return undefined
  const playbook = await readPlaybook(folder, read)
  const find = (file: string) => {
    const [, root = '', module = '', below = ''] = modulePath.exec(file) ?? []
    const component = components.get(root)
    const relative = /^pages\/(.+\.adoc)$/.exec(below)?.[1]
    // What begins with `_` is a part of others.
    const isPage = relative !== undefined && !relative.split('/').some((step) => step.startsWith('_'))
    return component && isPage ? { component, module, relative } : undefined
  }
  const publisher: Publisher = {
    anchors: 'github',
    isLeftOut: (file) => find(file) === undefined,
    attributesOf: (file) => ({ ...playbook.attributes, ...find(file)?.component.attributes }),
    publish: (file) => {
      const found = find(file)
      if (!found) return undefined
      const { component, module, relative } = found
      const above = [component.name, component.version, module].filter((step) => step !== 'ROOT')
      const page = joinPaths(...above, withoutExtension(relative))
      const isIndex = posix.basename(page) === 'index'
      const place = { root: '', ending: playbook.ending, relative, version: component.label, language: null }
      if (playbook.ending === '.html') return { address: `${page}.html`, ...place }
      const address = isIndex ? folderOf(page) : page
      return { address: address && (playbook.ending === '/' || isIndex) ? `${address}/` : address, ...place }
    },
  }
  const places = new Map<string, NamedPlace>()
  const known = new Set(files)
  for (const component of components.values()) {
    for (const path of component.navigations) {
      const module = /(?:^|\/)modules\/([^/]+)\//.exec(path)?.[1] ?? 'ROOT'
      for (const { target, trail } of itemsOf((await read(within(component.folder, path))) ?? '')) {
        const file = fileOf(target, { component, module })
        if (known.has(file) && !places.has(file)) places.set(file, { trail, scope: {} })
      }
    }
  }
  return { publisher, places }
}

function readComponent(folder: string, text: string | undefined): Component | undefined {
  const written = text === undefined ? undefined : parseSettings(text)
  const name = written && textOf(written.name)
  if (text === undefined || name === undefined) return undefined
  // As it is written: 1.10 is no number.
  const version = /^version:[ \t]*(?:'([^']*)'|"([^"]*)"|([^\s#'"]+))/m.exec(text)?.slice(1).find(Boolean) ?? ''
  const own = /^(?:~|null|true|false|\{.*)$/.test(version) ? '' : version
  const navigations = Array.isArray(written?.nav) ? written.nav.filter((each) => typeof each === 'string') : []
  const label = textOf(written?.display_version) ?? (own || null)
  return { folder, name, version: own, label, navigations, attributes: attributesIn(written) }
}

async function readPlaybook(folder: string, read: ReadText): Promise<Playbook> {
  const steps = folder.split('/').filter(Boolean)
  for (let length = steps.length; length >= 0; length--) {
    for (const name of playbooks) {
      const text = await read(joinPaths(...steps.slice(0, length), name))
      const written = text === undefined ? undefined : parseSettings(text)
      if (!written || !isRecord(written.content)) continue
      const style = isRecord(written.urls) ? written.urls.html_extension_style : undefined
      const ending = style === 'indexify' ? '/' : style === 'drop' ? '' : '.html'
      return { ending, attributes: attributesIn(written) }
    }
  }
  return { ending: '.html', attributes: {} }
}

/** Texts and numbers; an `@` at the end lets pages set them anew. */
function attributesIn(written: Record<string, unknown> | undefined): Record<string, string> {
  const attributes = isRecord(written?.asciidoc) ? written.asciidoc.attributes : undefined
  return Object.fromEntries(
    Object.entries(isRecord(attributes) ? attributes : {}).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value).replace(/@$/, '')]] : [],
    ),
  )
}

/** The pages that a list names, each with the titles that it is below. */
function itemsOf(text: string): { target: string; trail: string[] }[] {
  const items: { target: string; trail: string[] }[] = []
  let above: string[] = []
  let part = ''
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (/^\.[^.\s]/.test(line)) part = plain(line.slice(1))
    const [, marks, rest = ''] = /^(\*{1,6})[ \t]+(\S.*)$/.exec(line) ?? []
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
function fileOf(target: string, { component, module }: { component: Component; module: string }): string {
  const [, other = module, path = ''] = /^(?:([^:@]+):)?([^:#]+)/.exec(target) ?? []
  return joinPaths(component.folder, 'modules', other, 'pages', path)
}
