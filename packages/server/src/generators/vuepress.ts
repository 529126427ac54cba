import { posix } from 'node:path'
import { folderOf, joinPaths, pathBelow, trimSlashes, withoutExtension } from '../pages/links.ts'
import type { PageFacts } from './page-facts.ts'
import { languageIn, localesOf, type Publisher } from './published.ts'
import { readOrNothing, textAt, valueAt } from './source-tree.ts'

const endings = ['ts', 'js', 'mts', 'mjs', 'cjs']

/** Where VuePress is configured, beside the pages. */
export const vuepressConfigurations = endings.map((ending) => `.vuepress/config.${ending}`)

/** The route rules of VuePress; undefined when the configuration cannot be read. */
export function publishVuepress(
  { path, text }: { path: string; text: string },
  facts: ReadonlyMap<string, PageFacts>,
): Publisher | undefined {
  const file = readOrNothing(path, text)
  if (!file) return undefined
  const folder = folderOf(folderOf(path))
  const base = trimSlashes(textAt(file.root, 'base') ?? '')
  const locales = localesOf(valueAt(file.root, 'locales'))
  const language = textAt(file.root, 'lang')
  if (language !== undefined && !locales.has('')) locales.set('', language)
  const find = (page: string) => (/\.md$/.test(page) ? pathBelow(folder, page) : undefined)
  return {
    anchors: 'vuepress',
    format: 'md',
    isLeftOut: (page) => find(page) === undefined,
    publish: (page) => {
      const relative = find(page)
      if (relative === undefined) return undefined
      const written = facts.get(page)?.fields.permalink
      const isIndex = /^(?:readme|index)\.md$/i.test(posix.basename(relative))
      const own = typeof written === 'string' && written !== '' ? written : undefined
      const plain = isIndex ? `${folderOf(relative)}/` : `${withoutExtension(relative)}.html`
      const made = own ?? plain
      const address = joinPaths(base, made)
      const isFolder = made.endsWith('/') && address !== ''
      const place = { root: base, ending: '.html', relative, version: null, language: languageIn(locales, relative) }
      return { address: isFolder ? `${address}/` : address, ...place }
    },
  }
}
