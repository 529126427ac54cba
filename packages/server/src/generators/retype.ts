import { posix } from 'node:path'
import { folderOf, isBelow, joinPaths, pathBelow, within, withoutExtension } from '../pages/links.ts'
import { addressBelow } from './addresses.ts'
import type { Generator } from './generator.ts'
import { pathOfUrl, readSettings, textOf } from './settings.ts'

/** Retype: `retype.yml`; pages may name their addresses. */
export const retype: Generator = {
  name: 'retype',
  configurationFiles: { place: 'above', names: ['retype.yml', 'retype.yaml', 'retype.json'] },
  async open(tree, { path, text }) {
    const settings = readSettings(path, text)
    if (!settings) return undefined
    const folder = within(folderOf(path), textOf(settings.input) ?? '.')
    const output = within(folderOf(path), textOf(settings.output) ?? '.retype')
    const base = pathOfUrl(settings.url)
    const facts = await tree.facts()
    const find = (file: string) => {
      const page = pathBelow(folder, file)
      const isPart = page?.split('/').some((step) => step.startsWith('_'))
      const isPrivate = facts.get(file)?.fields.visibility === 'private'
      return isPart || isPrivate || isBelow(output, file) ? undefined : page
    }
    return {
      anchors: 'github',
      format: 'md',
      route: (file) => {
        const page = find(file)
        if (page === undefined) return undefined
        const fields = facts.get(file)?.fields ?? {}
        const name = withoutExtension(page)
        const isIndex = ['index', 'readme'].includes(posix.basename(name).toLowerCase())
        const address = textOf(fields.route) ?? textOf(fields.permalink) ?? (isIndex ? folderOf(name) : name)
        return { address: addressBelow('', `${joinPaths(base, address)}/`), path: page }
      },
    }
  },
}
