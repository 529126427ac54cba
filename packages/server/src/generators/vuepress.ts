import { posix } from 'node:path'
import { folderOf, pathBelow, trimSlashes, withoutExtension } from '../pages/links.ts'
import { addressBelow } from './addresses.ts'
import type { Generator } from './generator.ts'
import { languageIn, localesOf } from './locales.ts'
import { textOf } from './settings.ts'
import { textAt, valueAt } from './source-tree.ts'

/** VuePress: `.vuepress/config.ts` beside the pages. */
export const vuepress: Generator = {
  name: 'vuepress',
  configurationFiles: {
    place: 'above',
    names: ['ts', 'js', 'mts', 'mjs', 'cjs'].map((ending) => `.vuepress/config.${ending}`),
  },
  async open(tree, { path }) {
    const root = (await tree.source(path))?.root
    if (!root) return undefined
    const folder = folderOf(folderOf(path))
    const base = trimSlashes(textAt(root, 'base') ?? '')
    const locales = localesOf(valueAt(root, 'locales'), textAt(root, 'lang'))
    const facts = await tree.facts()
    return {
      anchors: 'vuepress',
      format: 'md',
      hasTemplates: true,
      route: (file) => {
        const page = file.endsWith('.md') ? pathBelow(folder, file) : undefined
        if (page === undefined) return undefined
        const isIndex = ['readme.md', 'index.md'].includes(posix.basename(page).toLowerCase())
        const usual = isIndex ? `${folderOf(page)}/` : `${withoutExtension(page)}.html`
        const address = addressBelow(base, textOf(facts.get(file)?.fields.permalink) ?? usual)
        return { address, path: page, language: languageIn(locales, page) }
      },
    }
  },
}
