import { basename } from 'node:path/posix'
import { folderOf, isBelow, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import { addressBelow, withoutIndex } from './addresses.ts'
import type { Generator } from './generator.ts'
import { type SourceFile, textsIn } from './source-tree.ts'

/** Eleventy: its configuration is a function, of which only what it writes out is known. */
export const eleventy: Generator = {
  name: 'eleventy',
  configurationFiles: {
    place: 'above',
    names: ['eleventy.config.js', 'eleventy.config.mjs', 'eleventy.config.cjs', '.eleventy.js'],
  },
  async open(tree, { path }) {
    const file = await tree.source(path)
    const root = folderOf(path)
    const folder = within(root, settingIn(file, 'input') ?? '.')
    const output = within(root, settingIn(file, 'output') ?? '_site')
    const base = trimSlashes(settingIn(file, 'pathPrefix') ?? '')
    const parts = ['includes', 'layouts', 'data'].map((key) => trimSlashes(settingIn(file, key) ?? `_${key}`))
    const facts = await tree.facts()
    const find = (page: string) => {
      const below = pathBelow(folder, page)
      const isPart = parts.some((part) => part !== '' && below !== undefined && isBelow(part, below))
      const isNoPage = facts.get(page)?.fields.permalink === false || isBelow(output, page)
      return isPart || isNoPage ? undefined : below
    }
    return {
      anchors: 'github',
      format: 'md',
      hasTemplates: true,
      route: (page) => {
        const below = find(page)
        if (below === undefined) return undefined
        const address = addressOf(below, facts.get(page)?.fields.permalink)
        return { address: address === undefined ? undefined : addressBelow(base, address), path: below }
      },
    }
  },
}

/** The last value of a property of this name, wherever it is. */
const settingIn = (file: SourceFile | undefined, name: string): string | undefined =>
  textsIn(file?.properties(name) ?? []).at(-1)

/** Undefined for a permalink that a template or a function computes. */
function addressOf(page: string, permalink: unknown): string | undefined {
  if (permalink === undefined) return `${trimSlashes(withoutIndex(withoutExtension(page)))}/`
  if (typeof permalink !== 'string' || permalink.includes('{{') || permalink.includes('{%')) return undefined
  return basename(permalink) === 'index.html' ? permalink.slice(0, -'index.html'.length) : permalink
}
