import { joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../links.ts'
import type { Publisher } from './published.ts'
import { flagAt, readOrNothing, textAt } from './source-tree.ts'

/** Where Rspress is configured. */
export const rspressConfigurations = ['ts', 'js', 'mts', 'mjs', 'cjs'].map((ending) => `rspress.config.${ending}`)

/** The route rules of Rspress; undefined when the configuration cannot be read. */
export function publishRspress({ path, text }: { path: string; text: string }): Publisher | undefined {
  const file = readOrNothing(path, text)
  if (!file) return undefined
  const folder = within(path.replace(/[^/]*$/, ''), textAt(file.root, 'root') ?? 'docs')
  const base = trimSlashes(textAt(file.root, 'base') ?? '')
  const ending = flagAt(file, file.root, 'route', 'cleanUrls') ? '' : '.html'
  // What stands in the folders of these is published at the root.
  const usual = [textAt(file.root, 'multiVersion', 'default'), textAt(file.root, 'lang')].filter(
    (each) => each !== undefined,
  )
  const find = (page: string) => (/\.mdx?$/.test(page) ? pathBelow(folder, page) : undefined)
  return {
    anchors: 'github',
    format: 'detect',
    isLeftOut: (page) => find(page) === undefined || /(?:^|\/)_[^/]*$/.test(page),
    publish: (page) => {
      const relative = find(page)
      if (relative === undefined) return undefined
      const below = usual.reduce((rest, name) => pathBelow(name, rest) ?? rest, relative)
      const name = withoutExtension(below).replace(/(?:^|(?<=\/))index$/, '')
      const address = joinPaths(base, name)
      const isFolder = name === '' || name.endsWith('/')
      const place = { root: base, ending, relative, version: null, language: null }
      return { address: isFolder ? address && `${address}/` : `${address}${ending}`, ...place }
    },
  }
}
