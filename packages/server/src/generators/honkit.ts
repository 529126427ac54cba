import { folderOf, joinPaths, within } from '../pages/links.ts'
import type { Generator } from './generator.ts'
import { tryLinkList } from './link-list.ts'
import { chapterRoute } from './mdbook.ts'
import { trySource } from './read-source.ts'
import { textAt } from './source-tree.ts'

/** HonKit, and GitBook's old command line before it: `book.json`, and a `SUMMARY.md` that names all pages. */
export const honkit: Generator = {
  name: 'honkit',
  configurationFiles: { place: 'within', names: ['book.json', 'book.js'] },
  async open(tree, { path, text }) {
    const root = trySource(path, text)?.root
    const folder = within(folderOf(path), textAt(root, 'root') ?? '.')
    const list = joinPaths(folder, textAt(root, 'structure', 'summary') ?? 'SUMMARY.md')
    const navigation = tryLinkList(list, await tree.read(list), tree.pages)
    if (!navigation) return undefined
    const language = textAt(root, 'language') ?? null
    const glossary = joinPaths(folder, 'GLOSSARY.md')
    return {
      anchors: 'github',
      format: 'md',
      route: (file) => {
        // It writes its pages beside their sources, so that they may be among the files.
        const isSource = navigation.has(file) || file === glossary
        const route = isSource ? chapterRoute(file, folder, '') : undefined
        return route && { ...route, language }
      },
      navigation,
    }
  },
}
