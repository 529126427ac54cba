import { folderOf, joinPaths, pagePath, pathBelow, within } from '../pages/links.ts'
import type { Generator } from './generator.ts'
import { tryLinkList } from './link-list.ts'
import { readSettings, recordOf, textOf } from './settings.ts'

/** GitBook: `.gitbook.yaml`, and a `SUMMARY.md` that names all pages. */
export const gitbook: Generator = {
  name: 'gitbook',
  configurationFiles: { place: 'within', names: ['.gitbook.yaml'] },
  async open(tree, { path, text }) {
    const settings = readSettings(path, text)
    const folder = within(folderOf(path), textOf(settings?.root) ?? '.')
    const list = joinPaths(folder, textOf(recordOf(settings?.structure).summary) ?? 'SUMMARY.md')
    const navigation = tryLinkList(list, await tree.read(list), tree.pages)
    if (!navigation) return undefined
    return {
      anchors: 'github',
      format: 'md',
      route: (file) => {
        const page = navigation.has(file) ? pathBelow(folder, file) : undefined
        return page === undefined ? undefined : { address: pagePath(page), path: page }
      },
      navigation,
    }
  },
}
