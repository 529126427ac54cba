import { basename } from 'node:path/posix'
import { folderOf, joinPaths, pathBelow, withoutExtension } from '../pages/links.ts'
import type { Generator } from './generator.ts'
import { readLinkList } from './link-list.ts'

/**
 * Docsify: an `index.html` that reads the Markdown files in the browser. Their addresses are behind a number sign
 * (`#/guide/install`), unless its `routerMode` is the browser's history.
 */
export const docsify: Generator = {
  name: 'docsify',
  configurationFiles: { place: 'within', names: ['index.html'], isMeant: (text) => text.includes('$docsify') },
  async open(tree, { path: start, text }) {
    const folder = folderOf(start)
    const sidebar = joinPaths(folder, '_sidebar.md')
    const isHistory = /\brouterMode\s*:\s*["']history["']/.test(text)
    return {
      anchors: 'docsify',
      format: 'md',
      route: (file) => {
        const path = pathBelow(folder, file)
        if (path === undefined || file === start || isPart(file)) return undefined
        const name = withoutExtension(path)
        const page = basename(name) === 'README' ? name.slice(0, -'README'.length) : name
        return { address: isHistory ? page : `#/${page}`, path }
      },
      navigation: readLinkList({ path: sidebar, text: (await tree.read(sidebar)) ?? '' }, tree.pages),
    }
  },
}

/** `_sidebar.md`, `_coverpage.md`: parts that Docsify puts around pages. */
const isPart = (file: string): boolean => basename(file).startsWith('_') && file.endsWith('.md')
