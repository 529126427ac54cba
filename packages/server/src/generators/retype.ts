import { posix } from 'node:path'
import { folderOf, isBelow, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import type { PageFacts } from './page-facts.ts'
import { parseSettings, textOf } from './parse-settings.ts'
import type { Publisher } from './published.ts'
import type { WrittenFile } from './read-above.ts'

/** Where Retype is configured. */
export const retypeConfigurations = ['retype.yml', 'retype.yaml', 'retype.json']

/** The route rules of Retype; undefined when the configuration cannot be read. */
export function publishRetype(
  { path, text }: WrittenFile,
  facts: ReadonlyMap<string, PageFacts>,
): Publisher | undefined {
  const settings = parseSettings(text)
  if (!settings) return undefined
  const folder = within(folderOf(path), textOf(settings.input) ?? '.')
  const output = within(folderOf(path), textOf(settings.output) ?? '.retype')
  const url = textOf(settings.url) ?? ''
  const base = URL.canParse(url) ? trimSlashes(new URL(url).pathname) : ''
  const find = (file: string) => {
    const relative = pathBelow(folder, file)
    const isPrivate = facts.get(file)?.fields.visibility === 'private' || isBelow(output, file)
    return relative === undefined || isPrivate || /(?:^|\/)_/.test(relative) ? undefined : relative
  }
  return {
    anchors: 'github',
    format: 'md',
    isLeftOut: (file) => find(file) === undefined,
    publish: (file) => {
      const relative = find(file)
      if (relative === undefined) return undefined
      const fields = facts.get(file)?.fields ?? {}
      const name = withoutExtension(relative)
      const plain = /^(?:index|readme)$/i.test(posix.basename(name)) ? folderOf(name) : name
      const address = joinPaths(base, textOf(fields.route) ?? textOf(fields.permalink) ?? plain)
      const place = { root: base, ending: '/', relative, version: null, language: null }
      return { address: address === '' ? '' : `${address}/`, ...place }
    },
  }
}
